# SPDX-License-Identifier: BSD-2-Clause
#
# The conformance payload: AArch64, for EL2 under an EL3 monitor; of
# payload/common/ it shares the TAP alone.

SMCCC := $(OUT)/payload/smccc.elf
SMCCC_SCRIPT := payload/smccc/smccc.ld
SMCCC_SOURCES := $(call sources,payload/smccc) payload/common/tap.c
SMCCC_OBJECTS := $(SMCCC_SOURCES:%=$(aarch64)/%.o)
# tap.c has its rule, since payload/common/ is every payload's.
SMCCC_OWN_OBJECTS := $(filter $(aarch64)/payload/smccc/%,$(SMCCC_OBJECTS))

$(SMCCC_OWN_OBJECTS): $(aarch64)/%.o: % $(MAKE_FILES) | setup
	$(call compile,$(aarch64_COMPILER),$(aarch64_CFLAGS))

$(SMCCC): $(SMCCC_OBJECTS) $(SMCCC_SCRIPT) payload/smccc
	$(call link,$(aarch64_LD),$(BARE_LDFLAGS) -T $(SMCCC_SCRIPT))

PAYLOADS += $(SMCCC)
payloads: $(SMCCC)
ALL += $(SMCCC)

-include $(SMCCC_OWN_OBJECTS:.o=.d)
