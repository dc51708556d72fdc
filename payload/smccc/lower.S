/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

#include "asm.h"
#include "layout.h"

#define ESR_EC_SHIFT 26
#define ESR_EC_HVC32 0x12
#define ESR_EC_HVC64 0x16

/*
 * Purpose: el1_run(function, argument): call a C function at EL1.
 * In: x0, x1; HCR_EL2.RW, SCTLR_EL1 and the like are set.
 * Out: what it returned.  Stack: 96 bytes; at EL1, one of its own.
 */
func el1_run
	push_callee_saved
	this_cpu x9, x10
	mov	x10, sp
	str	x10, [x9, #CPU_LOWER_SP]
	stack_top x9, x10, lower_stacks
	msr	sp_el1, x9
	adrp	x9, lower_vectors
	add	x9, x9, :lo12:lower_vectors
	msr	vbar_el1, x9
	adr	x9, el1_start
	msr	elr_el2, x9
	mov	x9, #SPSR_EL1H
	msr	spsr_el2, x9
	mov	x19, x0
	mov	x0, x1
	eret				/* orders the writes above, too */
el1_start:
	blr	x19
	hvc	#0
endfunc

/*
 * Purpose: the end of el1_run(), by HVC #0 from EL1.
 * In: x0 = what its function returned.  Anything else is unexpected.
 */
func lower_end
	mrs	x9, esr_el2
	and	x10, x9, #0xffff
	cbnz	x10, 1f
	lsr	x9, x9, #ESR_EC_SHIFT
	cmp	x9, #ESR_EC_HVC64
	b.ne	1f
	this_cpu x9, x10
	ldr	x10, [x9, #CPU_LOWER_SP]
	mov	sp, x10
	pop_callee_saved
	ret
1:	mov	x3, #8
	b	unexpected
endfunc

/*
 * Purpose: aarch32_call(r, spsr): an SMC in AArch32 state at EL1, with r0 to
 *	r14 as in r[], which gets what they are after it.
 * In: x0 = uint64_t[15], x1 = SPSR_SVC_*; HCR_EL2.RW is clear.
 * Stack: 96 bytes.
 */
func aarch32_call
	push_callee_saved
	this_cpu x9, x10
	mov	x10, sp
	str	x10, [x9, #CPU_LOWER_SP]
	str	x0, [x9, #CPU_CALL_OUT]
	msr	spsr_el2, x1
	adr	x9, code_a32
	adr	x10, code_t32
	tst	x1, #(1 << 5)		/* T */
	csel	x9, x10, x9, ne
	msr	elr_el2, x9
	ldp	x13, x14, [x0, #104]
	ldp	x11, x12, [x0, #88]
	ldp	x9, x10, [x0, #72]
	ldp	x7, x8, [x0, #56]
	ldp	x5, x6, [x0, #40]
	ldp	x3, x4, [x0, #24]
	ldp	x1, x2, [x0, #8]
	ldr	x0, [x0]
	eret				/* orders the writes above, too */
endfunc

/*
 * Purpose: the end of aarch32_call(), by HVC #0.
 * Clobbers: x16 on are not among the registers that it reports.
 */
func aarch32_end
	mrs	x16, esr_el2
	lsr	x16, x16, #ESR_EC_SHIFT
	cmp	x16, #ESR_EC_HVC32
	b.ne	1f
	this_cpu x16, x17
	ldr	x17, [x16, #CPU_CALL_OUT]
	stp	x0, x1, [x17, #0]
	stp	x2, x3, [x17, #16]
	stp	x4, x5, [x17, #32]
	stp	x6, x7, [x17, #48]
	stp	x8, x9, [x17, #64]
	stp	x10, x11, [x17, #80]
	stp	x12, x13, [x17, #96]
	str	x14, [x17, #112]
	ldr	x17, [x16, #CPU_LOWER_SP]
	mov	sp, x17
	pop_callee_saved
	ret
1:	mov	x3, #12
	b	unexpected
endfunc

/* SMC #0, HVC #0 in the two instruction sets. [ARM] F5.1 */
	.text
	.balign	4
code_a32:
	.inst	0xe1600070
	.inst	0xe1400070
code_t32:
	.hword	0xf7f0, 0x8000
	.hword	0xf7e0, 0x8000

/* Every exception at EL1 is unexpected: HVC #1 says so to EL2. */
	.balign	2048
lower_vectors:
	.rept	16
	hvc	#1
	.balign	128
	.endr

	.bss
	.balign	16
lower_stacks:
	.space	CPUS * STACK_SIZE

	.section .note.GNU-stack, "", %progbits
