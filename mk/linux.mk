# SPDX-License-Identifier: BSD-2-Clause
#
# make linux KDIR=...: the modules for the kernel of KDIR, which says its
# architecture.  They are built by its own makefiles, in copies: a checkout
# stays clean.

LINUX_ARM64 := fencepost_s2flush
LINUX_RISCV := fencepost_probe
LINUX_KARCH_ARM64 := arm64
LINUX_KARCH_RISCV := riscv
LINUX_CROSS_ARM64 := aarch64-linux-gnu-
LINUX_CROSS_RISCV := riscv64-linux-gnu-
# As in the kernel's configuration: CONFIG_ARM64=y.
LINUX_ARCH = $(shell sed -n 's/^CONFIG_\(ARM64\|RISCV\)=y/\1/p' \
	$(KDIR)/include/config/auto.conf 2>/dev/null)
LINUX_MODULES = $(notdir $(wildcard $(LINUX_$(LINUX_ARCH):%=linux/%)))
LINUX_CC = $(LINUX_CROSS_$(LINUX_ARCH))gcc
# That the kernel's own compiler had a flag does not say that this one has it;
# without it the kernel's makefiles ask for the same alignment another way.
LINUX_ALIGN = $(shell $(LINUX_CC) -fmin-function-alignment=8 -E -x c /dev/null \
	>/dev/null 2>&1 || echo CONFIG_CC_HAS_MIN_FUNCTION_ALIGNMENT=)
# Headers of a kernel that a newer compiler built annotate arrays with what an
# older one ignores, and says so hundreds of times.
LINUX_COUNTED = struct s { int n; int x[] __attribute__((counted_by(n))); };
LINUX_QUIET = $(shell echo '$(LINUX_COUNTED)' | \
	$(LINUX_CC) -Werror=attributes -fsyntax-only -x c - >/dev/null 2>&1 || \
	echo -Wno-attributes)
LINUX_MAP = -ffile-prefix-map=$(CURDIR)/build/linux/=

.PHONY: linux
# CC: headers of a distribution name the very version that built its kernel.
# Any that knows the kernel's flags will do, and kbuild says that they differ.
# Type information for BPF (BTF) takes a tool and the kernel's own; nothing reads
# that of these modules.
linux:	## build the Linux modules for KDIR=... (build/linux/NAME.ko)
	$(if $(KDIR),,$(error KDIR is missing: the build folder of a kernel))
	$(if $(LINUX_MODULES),,$(error $(KDIR) is not the build folder of an \
		arm64 or riscv64 kernel that a module is for))
	$(Q)set -e; for name in $(LINUX_MODULES); do \
		mkdir -p build/linux/$$name; \
		cp linux/$$name/* build/linux/$$name/; \
		$(MAKE) -C $(KDIR) M=$(CURDIR)/build/linux/$$name \
			ARCH=$(LINUX_KARCH_$(LINUX_ARCH)) CC=$(LINUX_CC) \
			CROSS_COMPILE=$(LINUX_CROSS_$(LINUX_ARCH)) \
			$(LINUX_ALIGN) CONFIG_DEBUG_INFO_BTF_MODULES= \
			KCFLAGS='$(LINUX_QUIET) $(LINUX_MAP)' \
			KAFLAGS=$(LINUX_MAP) \
			$(if $(filter 0,$(V)),-s) modules; \
		cp build/linux/$$name/$$name.ko build/linux/; \
	done
