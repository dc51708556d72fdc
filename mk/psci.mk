# SPDX-License-Identifier: BSD-2-Clause
#
# The tests of lib/psci.  It is no part of the tool: it wants the arch_ and
# platform_ functions of include/arch/psci.h, which each test has of its own.

PSCI_C := $(wildcard lib/psci/*.c)
PSCI_TEST_C := $(wildcard tests/psci/*.c)
EXPLORE_C := $(wildcard tests/psci/explore/*.c)
# These two run below the library, on the stack that is compared.
EXPLORE_RUN_C := $(addprefix tests/psci/explore/,run.c program.c)

PSCI_A := $(HOST)/libpsci.a
PSCI_TESTS := $(PSCI_TEST_C:%.c=$(OUT)/%)
EXPLORE := $(OUT)/tests/psci/explore
ALL += $(PSCI_TESTS) $(EXPLORE)

PSCI_O := $(PSCI_C:%.c=$(HOST)/%.o)
PSCI_TEST_O := $(PSCI_TEST_C:%.c=$(HOST)/%.o)
PSCI_HOOKED_O := $(PSCI_C:%.c=$(HOST)/hooked/%.o)
EXPLORE_RUN_O := $(EXPLORE_RUN_C:%.c=$(HOST)/%.o)
EXPLORE_O := $(filter-out $(EXPLORE_RUN_O),$(EXPLORE_C:%.c=$(HOST)/%.o))

$(PSCI_O) $(PSCI_TEST_O) $(EXPLORE_O): $(HOST)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,$(TOOLCHAIN),$(HOST_CFLAGS))

$(EXPLORE_RUN_O): $(HOST)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,$(TOOLCHAIN),$(COMMON) $(CFLAGS) $(EXPLORE_RUN_FLAGS))

# Each access calls a hook, which run.c has; for a struct, clang calls these.
$(PSCI_HOOKED_O): $(HOST)/hooked/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,$(TOOLCHAIN),$(COMMON) $(CFLAGS) $(HOOKED_FLAGS))
	$(Q)objcopy --redefine-sym memcpy=explore_memcpy \
		--redefine-sym memset=explore_memset $@

$(PSCI_A): $(PSCI_O) lib/psci
	$(call archive)

$(PSCI_TESTS): $(OUT)/%: $(HOST)/%.o $(PSCI_A)
	$(call link,$(TOOLCHAIN),$(HOST_LDFLAGS),-lcmocka)

$(EXPLORE): $(EXPLORE_O) $(EXPLORE_RUN_O) $(PSCI_HOOKED_O) lib/psci \
		tests/psci/explore
	$(call link,$(TOOLCHAIN),$(HOST_LDFLAGS) -pthread)

-include $(patsubst %.o,%.d,$(PSCI_O) $(PSCI_TEST_O) $(PSCI_HOOKED_O) \
	$(EXPLORE_O) $(EXPLORE_RUN_O))
