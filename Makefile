# SPDX-License-Identifier: BSD-2-Clause
#
# Fencepost: one Makefile, no configure step.  "make help" lists the targets.
#
#   TOOLCHAIN=clang|gcc   the compilers for everything (clang)
#   SANITIZE=1            host programs with ASan and UBSan, plugin with UBSan
#   V=1                   show whole commands
#   SETUP=no              do not look for missing packages
#
# Results of the default build lie in build/, of the others in
# build/TOOLCHAIN[-sanitize]/; objects in build/TARGET-TOOLCHAIN[-sanitize]/.

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif

TOOLCHAIN ?= clang
SANITIZE ?= 0
SETUP ?= yes
PREFIX ?= /usr/local
CFLAGS ?= -O2 -g
V ?= 0
Q := $(if $(filter 0,$(V)),@)

ifeq ($(filter clang gcc,$(TOOLCHAIN)),)
$(error TOOLCHAIN is "$(TOOLCHAIN)"; it must be clang or gcc)
endif

ARCHES := aarch64 riscv64
MAKE_FILES := Makefile $(wildcard mk/*.mk)
SUFFIX := $(if $(filter 1,$(SANITIZE)),-sanitize)
VARIANT := $(TOOLCHAIN)$(SUFFIX)
OUT := $(if $(filter clang,$(VARIANT)),build,build/$(VARIANT))
HOST := build/host-$(VARIANT)
PLUGIN := build/plugin-$(VARIANT)

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow \
	-Wmissing-prototypes -Wstrict-prototypes -Wundef -Werror
# No path of the machine that built it gets into a result.
COMMON := -std=c11 $(WARNINGS) -Iinclude -MMD -MP \
	-ffile-prefix-map=$(CURDIR)=.

include mk/quirks.mk mk/host.mk mk/target.mk mk/tests.mk mk/psci.mk \
	mk/live.mk mk/devicetree.mk mk/monitor.mk mk/smccc.mk mk/check.mk \
	mk/install.mk mk/linux.mk

.PHONY: all help setup clean
all: $(ALL)	## build everything for this TOOLCHAIN (the default)

help:	## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):[^#]*## */\1\t/p' $(MAKE_FILES) | sort | \
		expand -t 16

# Not a file: what is missing is looked for each time, which is quick.
setup:	## find what is missing and install it
	@$(if $(filter no,$(SETUP)),:,mk/setup.sh)

clean:	## remove build/
	$(Q)rm -rf build
