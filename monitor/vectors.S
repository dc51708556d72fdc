/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Entries to EL3.  No interrupt is routed here, so an SMC is the only one that
 * a lower level can make.
 *
 * Registers of EL3 that hold something: TPIDR_EL3, the stack of this CPU as
 * the MMU maps it; FAR_EL3, the caller's x1 until it is on the stack (SMC leaves
 * FAR_EL3 unknown, so it is free).  SP is set anew by each entry.
 */
#include <base/asm.h>

#include "layout.h"
#include "sysreg.h"

/*
 * Nothing after ERET is executed, nor may it be speculatively: Cortex-A72 runs
 * ahead of an ERET.  It has no SB.
 */
	.macro exception_return
	eret
	dsb	sy
	isb
	.endm

/*
 * On Cortex-A72 with CSV2=0, turning EL3's MMU off and on invalidates the
 * branch predictor, history included.  It comes before any branch, and there is
 * no access to memory until the ISB after it is on again.  [A72-ADVISORY]
 * In: nothing.  Out: FAR_EL3 = x1.  Clobbers: x1.
 */
	.macro invalidate_predictor
	msr	far_el3, x1
	mrs	x1, sctlr_el3
	bic	x1, x1, #SCTLR_M
	msr	sctlr_el3, x1
	isb				/* off, before it is on */
	orr	x1, x1, #SCTLR_M
	msr	sctlr_el3, x1
	isb				/* on, before anything else */
	.endm

/*
 * Three of the sixteen slots can be entered: an exception from EL3 itself, which
 * is a defect of the monitor, and an SMC from either state below.  Interrupts
 * and SErrors are masked here and never routed here from below (SCR_EL3), and
 * EL3 never uses SP_EL0.  The linker script gives the place of the others to code.
 */
func vector_el3, .vector.el3
	b	hang
endfunc

/*
 * Purpose: SMC from AArch64.  ARCH_WORKAROUND_1 and _3 are done by the entry
 *	itself.
 */
func vector_aarch64, .vector.aarch64
	invalidate_predictor
	mrs	x1, esr_el3
	eor	x1, x1, #ESR_SMC_0_HIGH
	eor	x1, x1, #ESR_SMC_0_LOW
	cbnz	x1, smc_unusual
	eor	w1, w0, #0x80000000
	cmp	w1, #0x8, lsl #12	/* ARCH_WORKAROUND_1: 0x80008000 */
	b.eq	1f
	add	w1, w1, #1
	cmp	w1, #0x4, lsl #12	/* ARCH_WORKAROUND_3: 0x80003fff */
	b.ne	smc_usual
1:	mrs	x1, far_el3
	exception_return
endfunc

/*
 * Purpose: SMC from AArch32.
 */
func vector_aarch32, .vector.aarch32
	invalidate_predictor
	b	smc_unusual
endfunc

/*
 * Purpose: SMC #0 from AArch64 that is not ARCH_WORKAROUND_1 or _3.
 *	ARCH_WORKAROUND_2, which Linux calls at each entry to its kernel, needs
 *	no stack.
 * In: w1 = (function ^ 0x80000000) + 1; FAR_EL3 = x1.
 */
func smc_usual, .text.smc
	cmp	w1, #0x8, lsl #12	/* ARCH_WORKAROUND_2: 0x80007fff */
	b.ne	smc_call
	mov	sp, x2			/* SP is free until smc_call */
	mrs	x2, far_el3
	mrs	x1, CPUACTLR_EL1
	orr	x1, x1, #CPUACTLR_DISABLE_LOAD_PASS_STORE
	cbnz	w2, 1f
	bic	x1, x1, #CPUACTLR_DISABLE_LOAD_PASS_STORE
1:	msr	CPUACTLR_EL1, x1
	isb				/* in force for what follows, */
	dsb	sy			/* after all loads before it */
	mov	x2, sp
	mrs	x1, far_el3
	exception_return
endfunc

/*
 * Purpose: an SMC with an immediate, or from AArch32; anything else can't be
 *	(SCR_EL3, CPTR_EL3 and MDCR_EL3 trap nothing), and ends this core.
 * In: FAR_EL3 = x1.
 */
func smc_unusual, .text.smc
	mrs	x1, esr_el3
	lsr	w1, w1, #ESR_CLASS_BIT
	and	w1, w1, #0xfffffffb	/* 0x17, of AArch64, is 0x13 and 4 */
	cmp	w1, #ESR_SMC_AARCH32
	b.ne	hang
	b	smc_call
endfunc

/*
 * Purpose: x0 = smccc_call(x0, x1, x2, x3, ESR_EL3, psci); back to the caller.
 *	The C code of the resident part is compiled to use no other register
 *	that a function may clobber than x0 to x8, x16, x17 and x30.
 * In: FAR_EL3 = x1.
 * Stack: 96 bytes here.
 */
func smc_call, .text.smc
	mrs	x1, tpidr_el3
	mov	sp, x1
	mrs	x1, far_el3
	stp	x1, x2, [sp, #-96]!
	stp	x3, x4, [sp, #16]
	stp	x5, x6, [sp, #32]
	stp	x7, x8, [sp, #48]
	stp	x16, x17, [sp, #64]
	str	x30, [sp, #80]
	mrs	x4, esr_el3
	adr	x5, psci
	add	x5, x5, #DATA_WINDOW
	bl	smccc_call
	ldr	x30, [sp, #80]
	ldp	x16, x17, [sp, #64]
	ldp	x7, x8, [sp, #48]
	ldp	x5, x6, [sp, #32]
	ldp	x3, x4, [sp, #16]
	ldp	x1, x2, [sp], #96
	exception_return
endfunc

	.section .note.GNU-stack, "", %progbits
