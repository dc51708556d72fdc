# SPDX-License-Identifier: BSD-2-Clause
#
# make linux KDIR=...: the modules for the kernel of KDIR, which says its
# architecture.  They are built by its own makefiles, in copies: a checkout
# stays clean.

LINUX_riscv := fencepost_probe
LINUX_CROSS_riscv := riscv64-linux-gnu-
LINUX_ARCH = $(if $(shell grep -s ^CONFIG_RISCV=y $(KDIR)/include/config/auto.conf),riscv)
LINUX_MODULES = $(LINUX_$(LINUX_ARCH))
LINUX_CROSS = $(LINUX_CROSS_$(LINUX_ARCH))

.PHONY: linux
# CC: headers of a distribution name the very version that built its kernel.
# Any that knows the kernel's flags will do, and kbuild says that they differ.
# CONFIG_DEBUG_INFO_BTF_MODULES: type information for BPF wants pahole.
linux:	## build the Linux modules for KDIR=... (build/linux/NAME.ko)
	$(if $(KDIR),,$(error KDIR is missing: the build folder of a kernel))
	$(if $(LINUX_MODULES),,$(error $(KDIR) is no build folder of a riscv64 kernel))
	$(Q)set -e; for name in $(LINUX_MODULES); do \
		mkdir -p build/linux/$$name; \
		cp linux/$$name/* build/linux/$$name/; \
		$(MAKE) -C $(KDIR) M=$(CURDIR)/build/linux/$$name \
			ARCH=$(LINUX_ARCH) CROSS_COMPILE=$(LINUX_CROSS) \
			CC=$(LINUX_CROSS)gcc CONFIG_DEBUG_INFO_BTF_MODULES= \
			KCFLAGS=-ffile-prefix-map=$(CURDIR)/build/linux/= \
			KAFLAGS=-ffile-prefix-map=$(CURDIR)/build/linux/= \
			$(if $(filter 0,$(V)),-s) modules; \
		cp build/linux/$$name/$$name.ko build/linux/; \
	done
