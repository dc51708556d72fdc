/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Macros of this payload's assembly.  None changes the flags.
 */
#ifndef SMCCC_ASM_H
#define SMCCC_ASM_H

#include "layout.h"

/* clang-format off */
/* \cpu = struct cpu of the CPU that executes this. */
	.macro this_cpu cpu, scratch
	mrs	\cpu, mpidr_el1
	and	\cpu, \cpu, #0xff
	adrp	\scratch, cpus
	add	\scratch, \scratch, :lo12:cpus
	add	\cpu, \scratch, \cpu, lsl #CPU_SHIFT
	.endm

/* \top = the end of this CPU's part of \stacks, where a stack starts. */
	.macro stack_top top, scratch, stacks
	mrs	\top, mpidr_el1
	and	\top, \top, #0xff
	add	\top, \top, #1
	mov	\scratch, #STACK_SIZE
	mul	\top, \top, \scratch
	adrp	\scratch, \stacks
	add	\scratch, \scratch, :lo12:\stacks
	add	\top, \top, \scratch
	.endm

	.macro push_callee_saved
	sub	sp, sp, #96
	stp	x19, x20, [sp, #0]
	stp	x21, x22, [sp, #16]
	stp	x23, x24, [sp, #32]
	stp	x25, x26, [sp, #48]
	stp	x27, x28, [sp, #64]
	stp	x29, x30, [sp, #80]
	.endm

	.macro pop_callee_saved
	ldp	x19, x20, [sp, #0]
	ldp	x21, x22, [sp, #16]
	ldp	x23, x24, [sp, #32]
	ldp	x25, x26, [sp, #48]
	ldp	x27, x28, [sp, #64]
	ldp	x29, x30, [sp, #80]
	add	sp, sp, #96
	.endm

#endif
