/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>
#include "../layout.h"

/*
 * Purpose: entry of the image.
 * State at entry: EL1, MMU and interrupts off, the other CPUs off; memory
 * holds the image, but for .bss.  Registers: nothing is used.
 * Out: payload_start(MPIDR affinity 0), with a stack.
 */
func _start, .head
	adrp	x0, bss_start
	add	x0, x0, :lo12:bss_start
	adrp	x1, bss_end
	add	x1, x1, :lo12:bss_end
1:	cmp	x0, x1			/* both are aligned to 16 */
	b.hs	2f
	stp	xzr, xzr, [x0], #16
	b	1b
2:	adrp	x0, cpus
	add	x0, x0, :lo12:cpus
	bl	set_up
	mrs	x0, mpidr_el1
	and	x0, x0, #0xff
	b	payload_start
endfunc

/*
 * Purpose: entry of a CPU that PSCI turned on.
 * In: x0 = its struct cpu.  Out: payload_secondary(x0).
 * State at entry: as for _start.
 */
func secondary_entry
	mov	x19, x0
	bl	set_up
	mov	x0, x19
	b	payload_secondary
endfunc

/*
 * Purpose: TPIDR_EL1, the vectors and the stack of the CPU in x0.
 * In: x0 = struct cpu.  Clobbers: x1..x4.  Stack: sets it.
 */
func set_up
	msr	tpidr_el1, x0
	adrp	x1, vectors
	add	x1, x1, :lo12:vectors
	msr	vbar_el1, x1
	adrp	x1, cpus
	add	x1, x1, :lo12:cpus
	sub	x1, x0, x1
	mov	x2, #CPU_SIZE
	udiv	x1, x1, x2
	add	x1, x1, #1		/* a stack is used from its end */
	mov	x2, #STACK_SIZE
	adrp	x3, stacks
	add	x3, x3, :lo12:stacks
	madd	x3, x1, x2, x3
	mov	sp, x3
	mov	x29, #0
	isb				/* VBAR, before the first exception */
	ret
endfunc

/*
 * Purpose: arch_user_run(pc, argument, value): go to EL0 and come back by
 *	an exception, to the caller.
 * In: x0 = pc, x1 = x0 of the user code, x2 = where its x0 goes at the end.
 * Out: x0 = ESR_EL1.  Clobbers: as a call.  Stack: FRAME_SIZE.
 */
func arch_user_run
	sub	sp, sp, #FRAME_SIZE
	stp	x19, x20, [sp, #0]
	stp	x21, x22, [sp, #16]
	stp	x23, x24, [sp, #32]
	stp	x25, x26, [sp, #48]
	stp	x27, x28, [sp, #64]
	stp	x29, x30, [sp, #80]
	str	x2, [sp, #FRAME_VALUE]
	msr	elr_el1, x0
	mov	x0, #0x3c0		/* EL0t, all interrupts masked */
	msr	spsr_el1, x0
	mov	x0, x1
	eret
endfunc

/*
 * Purpose: an exception from EL0 ends arch_user_run(), whose frame SP_EL1
 *	still points to.
 */
func user_end
	ldr	x1, [sp, #FRAME_VALUE]
	str	x0, [x1]
	mrs	x0, esr_el1
	ldp	x19, x20, [sp, #0]
	ldp	x21, x22, [sp, #16]
	ldp	x23, x24, [sp, #32]
	ldp	x25, x26, [sp, #48]
	ldp	x27, x28, [sp, #64]
	ldp	x29, x30, [sp, #80]
	add	sp, sp, #FRAME_SIZE
	ret
endfunc

/*
 * Purpose: any other exception: payload_trap(ESR, ELR, FAR).
 */
func kernel_trap
	mrs	x0, esr_el1
	mrs	x1, elr_el1
	mrs	x2, far_el1
	b	payload_trap
endfunc

/* Slot n of the vectors; .org does not go back, so a full one is an error. */
	.macro vector n, target
	.org	vectors + 128 * \n
	b	\target
	.endm

	.text
	.balign	2048
vectors:
	vector	0, kernel_trap		/* from EL1 with SP_EL0 */
	vector	1, kernel_trap
	vector	2, kernel_trap
	vector	3, kernel_trap
	vector	4, kernel_trap		/* from EL1 with SP_EL1 */
	vector	5, kernel_trap
	vector	6, kernel_trap
	vector	7, kernel_trap
	vector	8, user_end		/* from EL0: synchronous */
	vector	9, kernel_trap
	vector	10, kernel_trap
	vector	11, kernel_trap
	vector	12, kernel_trap		/* from EL0 in AArch32 */
	vector	13, kernel_trap
	vector	14, kernel_trap
	vector	15, kernel_trap
	.org	vectors + 2048

/* Mapped at USER_TEXT: each function is 16 bytes. */
	.section .user, "ax", %progbits
	.globl	user_page
user_page:
	svc	#0			/* USER_NOTHING */
	.balign	16
	ldr	x0, [x0]		/* USER_LOAD */
	svc	#0
	.balign	16
	str	x0, [x0]		/* USER_STORE */
	svc	#0
	.balign	4096

	.bss
	.balign	16
stacks:
	.space	CPUS_MAX * STACK_SIZE

	.section .note.GNU-stack, "", %progbits
