# SPDX-License-Identifier: BSD-2-Clause
#
# The part of the command that runs on live machines: in build/fencepost, and
# alone as static programs, which gcc links whatever TOOLCHAIN is, since only
# its cross packages bring a libc.

LIVE_ARCHES := x86_64 $(ARCHES)
LIVE_C := $(filter-out tool/live/main.c,$(wildcard tool/live/*.c)) \
	$(wildcard tool/measure/*.c)
# What it shares with the rest of the command; nothing that needs a library.
LIVE_SHARED_C := $(addprefix tool/,buffer.c file.c interrupt.c message.c \
	options.c output.c process.c)
HOST_ARCH := $(shell uname -m)

LIVE_HOST_DIRS := tool/live/$(HOST_ARCH) \
	$(filter-out tool/load,$(LOAD_DIRS_$(HOST_ARCH)))
LIVE_HOST_C := $(wildcard $(LIVE_HOST_DIRS:%=%/*.c))
LIVE_HOST_S := $(wildcard $(LIVE_HOST_DIRS:%=%/*.S))
LIVE_HOST_O := $(LIVE_HOST_C:%.c=$(HOST)/%.o) $(LIVE_HOST_S:%.S=$(HOST)/%.S.o)

$(LIVE_HOST_C:%.c=$(HOST)/%.o): $(HOST)/%.o: %.c $(MAKE_FILES) | setup
	$(call compile,$(TOOLCHAIN),$(HOST_CFLAGS) $(HOSTED))

$(LIVE_HOST_S:%.S=$(HOST)/%.S.o): $(HOST)/%.S.o: %.S $(MAKE_FILES) | setup
	$(call compile,$(TOOLCHAIN),$(COMMON) $(CFLAGS))

$(TOOL): $(LIVE_HOST_O) $(LIVE_HOST_DIRS)
$(PARTS_A): $(LIVE_HOST_O)

x86_64_live := $(if $(filter x86_64,$(HOST_ARCH)),gcc,x86_64-linux-gnu-gcc)
aarch64_live := aarch64-linux-gnu-gcc
riscv64_live := riscv64-linux-gnu-gcc
LIVE_CFLAGS = $(COMMON) $(HOSTED) $(CFLAGS) -ffunction-sections -fdata-sections
LIVE_LDFLAGS := -static -s -Wl,--gc-sections

# $(call live_rules,ARCH)
define live_rules
$(1)_LIVE_SOURCES := tool/live/main.c $$(LIVE_C) $$(LIVE_SHARED_C) \
	$$(call sources,tool/live/$(1) $$(LOAD_DIRS_$(1)))
$(1)_LIVE_O := $$($(1)_LIVE_SOURCES:%=build/live-$(1)/%.o)

$$($(1)_LIVE_O): build/live-$(1)/%.o: % $$(MAKE_FILES) | setup
	$$(call compile,$$($(1)_live),$$(LIVE_CFLAGS))

build/fencepost-$(1): $$($(1)_LIVE_O) tool tool/live tool/measure \
	tool/live/$(1) $$(LOAD_DIRS_$(1))
	$$(call link,$$($(1)_live),$$(LIVE_LDFLAGS),-lm)

LIVE += build/fencepost-$(1)
LIVE_OBJECTS += $$($(1)_LIVE_O)
endef
$(foreach a,$(LIVE_ARCHES),$(eval $(call live_rules,$(a))))

.PHONY: live
live: $(LIVE)	## build the static programs (build/fencepost-ARCH)
ALL += $(LIVE)

-include $(patsubst %.o,%.d,$(LIVE_HOST_O) $(LIVE_OBJECTS))
