# SPDX-License-Identifier: BSD-2-Clause
#
# Everything that is said only because a toolchain wants it, with the reason.
# Seen on gcc 12.2 and 14.2, clang 14.0 and 19.1.

# gcc's stdint.h and its like are wanted, a libc's headers are not: clang has
# an option for that.  gcc has to be told where its own are; its limits.h fails
# then, so no freestanding source includes it.
# -gdwarf-4: clang 14 writes the directory of an assembly file unmapped into
# DWARF 5.
clang_FREE = -nostdlibinc $(if $(filter -g%,$(CFLAGS)),-gdwarf-4)
gcc_FREE = -nostdinc -isystem $(shell $(1) -print-file-name=include)

aarch64_clang := clang --target=aarch64-none-elf
aarch64_gcc := aarch64-linux-gnu-gcc
riscv64_clang := clang --target=riscv64-none-elf
riscv64_gcc := riscv64-linux-gnu-gcc

# -mstrict-align: data accesses with the MMU off are to Device memory, where an
# unaligned one faults.
aarch64_FLAGS := -march=armv8-a -mgeneral-regs-only -mstrict-align
# gcc calls helpers of its own library for atomics, which is not linked.
aarch64_gcc_FLAGS := -mno-outline-atomics
aarch64_clang_FLAGS :=
# clang moves what functions have in common into new ones, which the monitor's
# linker script would not know.
MONITOR_clang_FLAGS := -mno-outline
MONITOR_gcc_FLAGS :=
# As much of libfdt as fits into 4 KiB.
MONITOR_clang_PAGE1 := .text.fdt_*
MONITOR_gcc_PAGE1 := .text.fdt_[n-z]*
# Its page 0 has code and data; GNU ld warns of that.
MONITOR_clang_LDFLAGS :=
MONITOR_gcc_LDFLAGS := --no-warn-rwx-segments

# medany: payloads lie at 2 GiB, which medlow does not reach.
riscv64_FLAGS := -mabi=lp64 -mcmodel=medany
# gcc 12 wants the extensions of CSR and FENCE.I instructions named; clang 14
# does not know those names, nor -mstrict-align, which it does by itself.
riscv64_gcc_FLAGS := -march=rv64ima_zicsr_zifencei -mstrict-align
# lld 14 cannot relax.
riscv64_clang_FLAGS := -march=rv64ima -mno-relax

# Debian's gcc makes position-independent code unless told.
BARE_FLAGS := -ffreestanding -fno-pic -fno-pie -fno-stack-protector \
	-fno-asynchronous-unwind-tables -fno-common -ffunction-sections \
	-fdata-sections

# For the functions that such calls would go to: gcc finds memcpy() and others in
# loops, -ffreestanding or not.  (clang does not, with -ffreestanding.)
NO_LOOP_CALLS = $(if $(filter gcc,$(TOOLCHAIN)),\
	-fno-tree-loop-distribute-patterns)

# Code that must be small.  GNU ld alone, without gcc around it, cannot.
clang_LTO := -flto
gcc_LTO :=

# The stack is never executable; GNU ld warns for each assembly file otherwise.
BARE_LDFLAGS := -nostdlib -static --gc-sections --fatal-warnings \
	-z noexecstack
aarch64_clang_LD := ld.lld
aarch64_gcc_LD := aarch64-linux-gnu-ld
riscv64_clang_LD := ld.lld
riscv64_gcc_LD := riscv64-linux-gnu-ld

# A plugin lives in a QEMU that has no sanitizer's runtime: it traps instead.
# (gcc 12 has only this spelling; clang takes it as well.)
PLUGIN_SANITIZE := -fsanitize=undefined -fsanitize-undefined-trap-on-error
HOST_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer

# The explorer of lib/psci compares stacks, which begin at a frame pointer.  What
# of them is dead must not differ much: at -O2 clang 14 keeps so many old values
# in registers that there are ten times as many states.
EXPLORE_RUN_FLAGS := -O1 -fno-omit-frame-pointer -fno-stack-protector
HOOKED_FLAGS := $(EXPLORE_RUN_FLAGS) -fsanitize=thread
