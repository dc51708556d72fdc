# SPDX-License-Identifier: BSD-2-Clause
#
# The monitor's device-tree step: for tests on the host, and once linked for
# aarch64 to see how large it is.  libfdt comes from mk/libfdt.sh.

LIBFDT := $(or $(filter /%,$(XDG_CACHE_HOME)),$(HOME)/.cache)/fencepost/libfdt
LIBFDT_C := fdt.c fdt_addresses.c fdt_check.c fdt_ro.c fdt_rw.c fdt_wip.c
TREE_C := $(wildcard monitor/devicetree*.c)
TREE_INCLUDE := -isystem $(LIBFDT)

# Others' code, with others' warnings.  All checks of the tree are in: it comes
# from outside.  What may be assumed makes it smaller: version 17 (4), which
# monitor/devicetree.c checks, and that a failed edit need not be taken back (8):
# the copy is thrown away.
LIBFDT_CFLAGS := -std=c11 -w -MMD -MP -DFDT_ASSUME_MASK=12 \
	-I$(LIBFDT) -include monitor/libfdt_env.h \
	-ffile-prefix-map=$(LIBFDT)=libfdt -ffile-prefix-map=$(CURDIR)=.

# mk/setup.sh brings them.
$(LIBFDT_C:%=$(LIBFDT)/%): | setup ;

# $(call tree_objects,DIRECTORY)
tree_objects = $(LIBFDT_C:%.c=$(1)/libfdt/%.o) $(TREE_C:%.c=$(1)/%.o)

# On the host: libtree.a.
$(LIBFDT_C:%.c=$(HOST)/libfdt/%.o): $(HOST)/libfdt/%.o: $(LIBFDT)/%.c \
		$(MAKE_FILES)
	$(call compile,$(TOOLCHAIN),$(LIBFDT_CFLAGS) $(CFLAGS) \
		$(if $(SUFFIX),$(HOST_SANITIZE)))

$(TREE_C:%.c=$(HOST)/%.o): $(HOST)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,$(TOOLCHAIN),$(HOST_CFLAGS) $(TREE_INCLUDE))

$(HOST)/libtree.a: $(call tree_objects,$(HOST)) monitor
	$(call archive)

TREE_UNITS := $(filter tests/unit/devicetree%,$(UNIT_C))
$(TREE_UNITS:%.c=$(HOST)/%.o): HOST_CFLAGS += $(TREE_INCLUDE)
$(TREE_UNITS:%.c=$(OUT)/%): $(HOST)/libtree.a

# tests/devicetree/: a command for the step, and trees for it.
TREE_TOOL := $(OUT)/tests/prepare-tree
TREE_TOOL_O := $(HOST)/tests/devicetree/main.o
TREE_DTS := $(wildcard tests/devicetree/*.dts)
TREE_DTB := $(TREE_DTS:%.dts=build/%.dtb)
ALL += $(TREE_TOOL) $(TREE_DTB)
$(UNIT): | $(TREE_DTB)

$(TREE_TOOL_O): $(HOST)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,$(TOOLCHAIN),$(HOST_CFLAGS) $(HOSTED) $(TREE_INCLUDE))

$(TREE_TOOL): $(TREE_TOOL_O) $(HOST)/libtree.a
	$(call link,$(TOOLCHAIN),$(HOST_LDFLAGS))

$(TREE_DTB): build/%.dtb: %.dts $(wildcard tests/devicetree/*.dtsi) \
		$(MAKE_FILES) | setup
	@echo "  DTC   $@"
	$(Q)mkdir -p $(@D)
	$(Q)dtc -q -I dts -O dtb -o $@ $<

# For libFuzzer.
$(LIBFDT_C:%.c=$(FUZZ_DIR)/libfdt/%.o): $(FUZZ_DIR)/libfdt/%.o: \
		$(LIBFDT)/%.c $(MAKE_FILES)
	$(call compile,clang,$(LIBFDT_CFLAGS) $(CFLAGS) $(FUZZ_FLAGS))

$(TREE_C:%.c=$(FUZZ_DIR)/%.o): $(FUZZ_DIR)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,clang,$(COMMON) $(CFLAGS) $(FUZZ_FLAGS) $(TREE_INCLUDE))

$(FUZZ_DIR)/libtree.a: $(call tree_objects,$(FUZZ_DIR)) monitor
	$(call archive)

$(FUZZ_DIR)/fuzz/devicetree.o: FUZZ_FLAGS += $(TREE_INCLUDE)
$(OUT)/fuzz/devicetree: $(FUZZ_DIR)/libtree.a

# For the board: size counts.  The compiler may call what is in string.c, so
# that is not for link-time optimization, nor may it be made to call itself.
# Jump tables are indirect branches, which the monitor has none of.
TREE_BARE := build/tree-aarch64-$(TOOLCHAIN)
TREE_BARE_C := $(TREE_C) monitor/string.c
TREE_BARE_CFLAGS = -Oz -fno-jump-tables -idirafter monitor $(BARE_FLAGS) $(aarch64_FLAGS) \
	$(aarch64_$(TOOLCHAIN)_FLAGS) \
	$(call $(TOOLCHAIN)_FREE,$(aarch64_COMPILER))
TREE_BARE_O := $(TREE_BARE_C:%.c=$(TREE_BARE)/%.o) \
	$(LIBFDT_C:%.c=$(TREE_BARE)/libfdt/%.o)
TREE_ELF := $(OUT)/tests/devicetree-aarch64.elf
ALL += $(TREE_ELF)

$(TREE_C:%.c=$(TREE_BARE)/%.o) $(LIBFDT_C:%.c=$(TREE_BARE)/libfdt/%.o): \
	TREE_BARE_CFLAGS += $($(TOOLCHAIN)_LTO)
$(TREE_BARE)/monitor/string.o: TREE_BARE_CFLAGS += $(NO_LOOP_CALLS)
$(TREE_BARE_C:%.c=$(TREE_BARE)/%.o): $(TREE_BARE)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,$(aarch64_COMPILER),$(COMMON) $(TREE_BARE_CFLAGS) \
		$(TREE_INCLUDE))

$(LIBFDT_C:%.c=$(TREE_BARE)/libfdt/%.o): $(TREE_BARE)/libfdt/%.o: \
		$(LIBFDT)/%.c $(MAKE_FILES)
	$(call compile,$(aarch64_COMPILER),$(LIBFDT_CFLAGS) $(TREE_BARE_CFLAGS))

# boot_memory() is the board's.
$(TREE_ELF): $(TREE_BARE_O) monitor
	$(call link,$(aarch64_LD),$(BARE_LDFLAGS) -e devicetree_prepare \
		--defsym=boot_memory=0)

-include $(patsubst %.o,%.d,$(call tree_objects,$(HOST)) $(TREE_TOOL_O) \
	$(call tree_objects,$(FUZZ_DIR)) $(TREE_BARE_O))
