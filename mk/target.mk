# SPDX-License-Identifier: BSD-2-Clause
#
# Programs for the audited machines: bare-metal payloads and the init of Linux
# guests.  Nothing of a C library is used.

# $(call sources,DIRECTORY...)
sources = $(wildcard $(1:%=%/*.c) $(1:%=%/*.S))

# The loads, which live machines run as well; arm64 and riscv64 have one table
# of system calls.
LOAD_DIRS_aarch64 := tool/load tool/load/generic tool/load/aarch64
LOAD_DIRS_riscv64 := tool/load tool/load/generic tool/load/riscv64
LOAD_DIRS_x86_64 := tool/load tool/load/x86_64

# $(call target_rules,ARCH).  Payloads: payload/NAME-ARCH/ is one image;
# payload/twins-ARCH/ has one image in each C file.  All are linked with
# payload/common/ and the start-up code in arch/ARCH/.
define target_rules
$(1) := build/$(1)-$$(TOOLCHAIN)
$(1)_COMPILER := $$($(1)_$$(TOOLCHAIN))
$(1)_LD := $$($(1)_$$(TOOLCHAIN)_LD)
$(1)_CFLAGS = $$(COMMON) $$(CFLAGS) $$(BARE_FLAGS) $$($(1)_FLAGS) \
	$$($(1)_$$(TOOLCHAIN)_FLAGS) \
	$$(call $$(TOOLCHAIN)_FREE,$$($(1)_COMPILER))

$(1)_COMMON := $$(wildcard arch/$(1)/*.S) \
	$$(call sources,payload/common payload/common/$(1))
$(1)_GUEST := $$(call sources,tool/guest tool/guest/$(1) $$(LOAD_DIRS_$(1)))
$(1)_DIRS := $$(filter-out payload/twins-%,\
	$$(patsubst %/,%,$$(sort $$(dir $$(wildcard payload/*-$(1)/*.[cS])))))
$(1)_TWINS := $$(wildcard payload/twins-$(1)/*.c)
$(1)_SOURCES := $$($(1)_COMMON) $$($(1)_GUEST) $$($(1)_TWINS) \
	$$(call sources,$$($(1)_DIRS))
$(1)_OBJECTS := $$(addsuffix .o,$$(addprefix $$($(1))/,$$($(1)_SOURCES)))

$(1)_SCRIPT := $$(wildcard payload/common/$(1)/*.ld)
$(1)_LDFLAGS := $$(BARE_LDFLAGS) $$($(1)_SCRIPT:%=-T %)
$(1)_IMAGES := $$($(1)_DIRS:payload/%=$$(OUT)/payload/%.elf)
$(1)_TWIN_IMAGES := \
	$$($(1)_TWINS:payload/twins-$(1)/%.c=$$(OUT)/payload/%-$(1).elf)
$(1)_INIT := $$(if $$($(1)_GUEST),$$(OUT)/guest/init-$(1))
$(1)_COMMON_O := $$($(1)_COMMON:%=$$($(1))/%.o)

$$($(1)_OBJECTS): $$($(1))/%.o: % $$(MAKE_FILES) | setup
	$$(call compile,$$($(1)_COMPILER),$$($(1)_CFLAGS))

$$($(1)_IMAGES): $$(OUT)/payload/%.elf: $$($(1)_COMMON_O) $$($(1)_SCRIPT) \
		payload/% payload/common
	$$(call link,$$($(1)_LD),$$($(1)_LDFLAGS))

$$($(1)_TWIN_IMAGES): $$(OUT)/payload/%-$(1).elf: \
		$$($(1))/payload/twins-$(1)/%.c.o $$($(1)_COMMON_O) \
		$$($(1)_SCRIPT) payload/common
	$$(call link,$$($(1)_LD),$$($(1)_LDFLAGS))

$$($(1)_INIT): $$($(1)_GUEST:%=$$($(1))/%.o) tool/guest $$(LOAD_DIRS_$(1))
	$$(call link,$$($(1)_LD),$$(BARE_LDFLAGS))

TARGET_OBJECTS += $$($(1)_OBJECTS)
PAYLOADS += $$($(1)_IMAGES) $$($(1)_TWIN_IMAGES)
GUESTS += $$($(1)_INIT)
endef
$(foreach a,$(ARCHES),$(eval $(call target_rules,$(a))))

# The objects of an image's own directory.
define image_objects
$(OUT)/payload/$(notdir $(1)).elf: \
	$(patsubst %,build/$(lastword $(subst -, ,$(1)))-$(TOOLCHAIN)/%.o,\
	$(call sources,$(1)))
endef
$(foreach a,$(ARCHES),$(foreach d,$($(a)_DIRS),\
	$(eval $(call image_objects,$(d)))))

.PHONY: payloads guests
payloads: $(PAYLOADS)	## build the bare-metal images (build/payload/NAME.elf)
guests: $(GUESTS)	## build the init of Linux guests (build/guest/init-ARCH)
ALL += $(PAYLOADS) $(GUESTS)

-include $(TARGET_OBJECTS:.o=.d)
