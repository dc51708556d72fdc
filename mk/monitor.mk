# SPDX-License-Identifier: BSD-2-Clause
#
# The EL3 monitor: one image a board, from monitor/, lib/psci/ and
# platform/BOARD/, for aarch64 alone.

MONITOR := build/monitor-$(TOOLCHAIN)
# The device-tree step is compiled in mk/devicetree.mk.
MONITOR_SOURCES := $(filter-out $(TREE_BARE_C),$(wildcard monitor/*.c)) \
	$(filter-out %.ld.S,$(wildcard monitor/*.S)) $(wildcard lib/psci/*.c)

# Small before fast.  The resident part uses none of x9 to x15 and x18, so that
# an SMC need not save them; nothing is more than 1 MiB away; no jump table, so
# no indirect branch.
MONITOR_CFLAGS = $(COMMON) -Oz -g $(BARE_FLAGS) $(aarch64_FLAGS) \
	$(aarch64_$(TOOLCHAIN)_FLAGS) $(MONITOR_$(TOOLCHAIN)_FLAGS) \
	$(call $(TOOLCHAIN)_FREE,$(aarch64_COMPILER)) -mcmodel=tiny \
	-fno-jump-tables -fomit-frame-pointer \
	$(patsubst %,-ffixed-x%,9 10 11 12 13 14 15 18)
MONITOR_INCLUDES := -Iarch/aarch64/include -Imonitor

# $(call board_rules,IMAGE,FOLDER,INCLUDES): IMAGE without .bin.
define board_rules
$(1)_OBJECTS := $$(patsubst %,$$(MONITOR)/$(1)/%.o,\
	$$(MONITOR_SOURCES) $$(call sources,platform/$(2)))
$(1)_FLAGS := $$(MONITOR_INCLUDES) $$(patsubst %,-Iplatform/%,$(2) $(3))

$$($(1)_OBJECTS): $$(MONITOR)/$(1)/%.o: % $$(MAKE_FILES) | setup
	$$(call compile,$$(aarch64_COMPILER),$$($(1)_FLAGS) $$(MONITOR_CFLAGS))

$$(MONITOR)/$(1)/monitor.ld: monitor/monitor.ld.S $$(MAKE_FILES) | setup
	@echo "  LDS   $$@"
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(aarch64_COMPILER) $$($(1)_FLAGS) -E -P -x assembler-with-cpp \
		-D'PAGE1_SECTIONS=$$(MONITOR_$$(TOOLCHAIN)_PAGE1)' \
		-MMD -MP -MT $$@ -MF $$@.d -o $$@ $$<

$$(OUT)/monitor/$(1).elf: $$($(1)_OBJECTS) $$(TREE_BARE_O) $$(MONITOR)/$(1)/monitor.ld \
		monitor/. platform/$(2) lib/psci
	@echo "  LD    $$@"
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(aarch64_LD) $$(BARE_LDFLAGS) -z max-page-size=4096 \
		$$(MONITOR_$$(TOOLCHAIN)_LDFLAGS) \
		-T $$(MONITOR)/$(1)/monitor.ld -o $$@ $$(filter %.o,$$^)

$$(OUT)/monitor/$(1).bin: $$(OUT)/monitor/$(1).elf
	@echo "  BIN   $$@"
	$$(Q)aarch64-linux-gnu-objcopy -O binary $$< $$@

MONITOR_OBJECTS += $$($(1)_OBJECTS)
MONITORS += $$(OUT)/monitor/$(1).bin
-include $$($(1)_OBJECTS:.o=.d) $$(MONITOR)/$(1)/monitor.ld.d
endef
$(eval $(call board_rules,bcm2711/armstub8,bcm2711,bcm2711/low))
$(eval $(call board_rules,bcm2711/armstub8-highperi,bcm2711,bcm2711/high))
$(eval $(call board_rules,qemu-virt/monitor,qemu-virt-aarch64,))

.PHONY: monitor
monitor: $(MONITORS)	## build the EL3 monitor (build/monitor/BOARD/*.bin)
ALL += $(MONITORS)

# Images for the board's kernel address: one that makes calls, one that starts
# a core by the spin table.
# $(call board_image,NAME)
define board_image
$(1)_OBJECTS := $$(addprefix $$(aarch64)/,$$(addsuffix .o,\
	$$(call sources,payload/$(1))))
$$($(1)_OBJECTS): $$(aarch64)/%.o: % $$(MAKE_FILES) | setup
	$$(call compile,$$(aarch64_COMPILER),$$(aarch64_CFLAGS))
$$(OUT)/payload/$(1).elf: $$($(1)_OBJECTS) payload/$(1)
	$$(call link,$$(aarch64_LD),$$(BARE_LDFLAGS) -Ttext=0x200000 -e _start)
ALL += $$(OUT)/payload/$(1).elf
-include $$($(1)_OBJECTS:.o=.d)
endef
$(eval $(call board_image,calls))
$(eval $(call board_image,release))
