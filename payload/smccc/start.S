/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

#include "asm.h"
#include "layout.h"

/*
 * Purpose: entry of the image, on one CPU.
 * State at entry: EL2, MMU and interrupts off, the other CPUs off; memory
 * holds the image, but for .bss.  x0 to x3 are kept for the tests.
 * Out: cpu_entry.
 */
func _start, .head
	adrp	x4, bss_start
	add	x4, x4, :lo12:bss_start
	adrp	x5, bss_end
	add	x5, x5, :lo12:bss_end
1:	cmp	x4, x5			/* both are aligned to 16 */
	b.hs	cpu_entry
	stp	xzr, xzr, [x4], #16
	b	1b
endfunc

/*
 * Purpose: entry of a CPU that CPU_ON turned on.
 * In: x0 to x3 and SCTLR_EL2, all kept in its struct cpu.
 * Out: back in cpu_nap(), or cpu_main() the first time.
 * State at entry: as for _start, perhaps big-endian.  Does not trust x0.
 */
func cpu_entry
	mrs	x4, sctlr_el2
	and	x5, x4, #~(1 << 25)	/* EE */
	msr	sctlr_el2, x5		/* data is little-endian from here */
	isb				/* before the first store */
	this_cpu x5, x6
	stp	x0, x1, [x5, #CPU_ENTRY_X]
	stp	x2, x3, [x5, #CPU_ENTRY_X + 16]
	str	x4, [x5, #CPU_ENTRY_SCTLR]
	ldr	x6, [x5, #CPU_ENTRIES]
	add	x6, x6, #1
	str	x6, [x5, #CPU_ENTRIES]
	adrp	x6, vectors
	add	x6, x6, :lo12:vectors
	msr	vbar_el2, x6
	isb				/* before the first exception */
	ldr	x6, [x5, #CPU_NAP_SP]
	cbz	x6, 1f
	str	xzr, [x5, #CPU_NAP_SP]
	mov	sp, x6
	mov	x0, #1			/* woken */
	b	nap_over
1:	stack_top x6, x7, stacks
	mov	sp, x6
	mov	x29, #0
	b	cpu_main
endfunc

/*
 * Purpose: cpu_nap(function, x1, x2, x3): an SMC that turns this CPU off; it
 *	returns when the CPU was turned on again.
 * Out: x0 = 1 woken; 0 the call returned (its answer: entry_x[0]).
 * Stack: 96 bytes, which hold what a call preserves meanwhile.
 */
func cpu_nap
	push_callee_saved
	this_cpu x9, x10
	mov	x10, sp
	str	x10, [x9, #CPU_NAP_SP]
	dsb	sy			/* all stores, against losing power */
	smc	#0
	this_cpu x9, x10
	str	x0, [x9, #CPU_ENTRY_X]
	str	xzr, [x9, #CPU_NAP_SP]
	mov	x0, #0
nap_over:
	pop_callee_saved
	ret
endfunc

/*
 * Purpose: an exception that nothing here expects: trap(ESR, ELR, FAR, slot).
 * In: x3 = slot.  Stack: a new one, since SP may be anything.
 */
func unexpected
	stack_top x0, x1, stacks
	mov	sp, x0
	mrs	x0, esr_el2
	mrs	x1, elr_el2
	mrs	x2, far_el2
	b	trap
endfunc

/*
 * Purpose: an interrupt at EL2: interrupt_taken(), and back.
 * Stack: 176 bytes.
 */
func interrupt
	sub	sp, sp, #176
	stp	x0, x1, [sp, #0]
	stp	x2, x3, [sp, #16]
	stp	x4, x5, [sp, #32]
	stp	x6, x7, [sp, #48]
	stp	x8, x9, [sp, #64]
	stp	x10, x11, [sp, #80]
	stp	x12, x13, [sp, #96]
	stp	x14, x15, [sp, #112]
	stp	x16, x17, [sp, #128]
	stp	x18, x30, [sp, #144]
	bl	interrupt_taken
	ldp	x0, x1, [sp, #0]
	ldp	x2, x3, [sp, #16]
	ldp	x4, x5, [sp, #32]
	ldp	x6, x7, [sp, #48]
	ldp	x8, x9, [sp, #64]
	ldp	x10, x11, [sp, #80]
	ldp	x12, x13, [sp, #96]
	ldp	x14, x15, [sp, #112]
	ldp	x16, x17, [sp, #128]
	ldp	x18, x30, [sp, #144]
	add	sp, sp, #176
	eret
endfunc

/* Slot n of the vectors; .org does not go back, so a full one is an error. */
	.macro vector n, target
	.org	vectors + 128 * \n
	mov	x3, #\n
	b	\target
	.endm
	.macro vector_kept n, target
	.org	vectors + 128 * \n
	b	\target
	.endm

	.text
	.balign	2048
vectors:
	vector	0, unexpected		/* from EL2 with SP_EL0 */
	vector	1, unexpected
	vector	2, unexpected
	vector	3, unexpected
	vector	4, unexpected		/* from EL2 with SP_EL2 */
	vector_kept 5, interrupt
	vector	6, unexpected
	vector	7, unexpected
	vector_kept 8, lower_end	/* from EL1 in AArch64: synchronous */
	vector	9, unexpected
	vector	10, unexpected
	vector	11, unexpected
	vector_kept 12, aarch32_end	/* from EL1 in AArch32 */
	vector	13, unexpected
	vector	14, unexpected
	vector	15, unexpected
	.org	vectors + 2048

	.bss
	.balign	16
	.globl	stacks
stacks:
	.space	CPUS * STACK_SIZE

	.section .note.GNU-stack, "", %progbits
