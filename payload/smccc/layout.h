/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers that C, assembly and the linker script share.
 */
#ifndef SMCCC_LAYOUT_H
#define SMCCC_LAYOUT_H

#define CPUS 4
#define CPU_SHIFT 10
#define CPU_SIZE (1 << CPU_SHIFT)
#define STACK_SIZE 16384

/* Above the device tree that QEMU's virt puts at the start of its memory. */
#define IMAGE_ADDRESS 0x40200000
/* struct options, which no loader of an image touches. */
#define OPTIONS_ADDRESS 0x401ff000

/* struct cpu */
#define CPU_NAP_SP 0
#define CPU_ENTRY_X 8
#define CPU_ENTRY_SCTLR 40
#define CPU_ENTRIES 48
#define CPU_CALL_SP 56
#define CPU_CALL_OUT 64
#define CPU_LOWER_SP 72

/* struct frame */
#define FRAME_X 0
#define FRAME_SP 248
#define FRAME_NZCV 256
#define FRAME_DAIF 264
#define FRAME_FPCR 272
#define FRAME_FPSR 280
#define FRAME_TPIDR_EL0 288
#define FRAME_TPIDRRO_EL0 296
#define FRAME_TPIDR_EL1 304
#define FRAME_TPIDR_EL2 312
#define FRAME_V 320
#define FRAME_SIZE 832

/* SPSR_EL2, all interrupts masked: [ARM] C5.2.19 */
#define SPSR_EL1H 0x3c5
#define SPSR_SVC_A32 0x1d3
#define SPSR_SVC_T32 0x1f3

#endif
