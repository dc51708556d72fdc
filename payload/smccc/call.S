/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

#include "asm.h"
#include "layout.h"

/* The vector registers are saved here only; C is compiled without them. */
	.arch_extension fp
	.arch_extension simd

/*
 * Purpose: smc_call(x0, x1, x2, x3), and with immediates that no convention
 *	defines.
 * Out: x0.  Clobbers: what a call may.  Stack: none.
 */
func smc_call
	smc	#0
	ret
endfunc
func smc_call_1
	smc	#1
	ret
endfunc
func smc_call_ffff
	smc	#0xffff
	ret
endfunc

/*
 * Purpose: smc_call() of a caller whose data is big-endian.
 * Out: x0.  Clobbers: x9, x10.  Stack: none, as it would be big-endian too.
 */
func smc_call_big_endian
	mrs	x9, sctlr_el2
	orr	x10, x9, #(1 << 25)	/* EE */
	msr	sctlr_el2, x10		/* what the monitor looks at */
	isb				/* before the call */
	smc	#0
	msr	sctlr_el2, x9		/* x9 is preserved: SMCCC 1.1 */
	isb				/* before the caller's accesses */
	ret
endfunc

	.macro each_vector instruction, base
	.irp	n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	\instruction q\n, [\base], #16
	.endr
	.endm

	.macro load_general from
	ldp	x2, x3, [\from, #FRAME_X + 16]
	ldp	x4, x5, [\from, #FRAME_X + 32]
	ldp	x6, x7, [\from, #FRAME_X + 48]
	ldp	x8, x9, [\from, #FRAME_X + 64]
	ldp	x10, x11, [\from, #FRAME_X + 80]
	ldp	x12, x13, [\from, #FRAME_X + 96]
	ldp	x14, x15, [\from, #FRAME_X + 112]
	ldp	x16, x17, [\from, #FRAME_X + 128]
	ldp	x18, x19, [\from, #FRAME_X + 144]
	ldp	x20, x21, [\from, #FRAME_X + 160]
	ldp	x22, x23, [\from, #FRAME_X + 176]
	ldp	x24, x25, [\from, #FRAME_X + 192]
	ldp	x26, x27, [\from, #FRAME_X + 208]
	ldp	x28, x29, [\from, #FRAME_X + 224]
	ldr	x30, [\from, #FRAME_X + 240]
	.endm

	.macro store_general to
	stp	x2, x3, [\to, #FRAME_X + 16]
	stp	x4, x5, [\to, #FRAME_X + 32]
	stp	x6, x7, [\to, #FRAME_X + 48]
	stp	x8, x9, [\to, #FRAME_X + 64]
	stp	x10, x11, [\to, #FRAME_X + 80]
	stp	x12, x13, [\to, #FRAME_X + 96]
	stp	x14, x15, [\to, #FRAME_X + 112]
	stp	x16, x17, [\to, #FRAME_X + 128]
	stp	x18, x19, [\to, #FRAME_X + 144]
	stp	x20, x21, [\to, #FRAME_X + 160]
	stp	x22, x23, [\to, #FRAME_X + 176]
	stp	x24, x25, [\to, #FRAME_X + 192]
	stp	x26, x27, [\to, #FRAME_X + 208]
	stp	x28, x29, [\to, #FRAME_X + 224]
	str	x30, [\to, #FRAME_X + 240]
	.endm

	.macro load_special name, offset
	ldr	x10, [x0, #\offset]
	msr	\name, x10
	.endm
	.macro store_special name, offset
	mrs	x2, \name
	str	x2, [x0, #\offset]
	.endm

/*
 * Purpose: frame_call_elN(in, out), at ELN: an SMC with all registers as in
 *	*in, and what they are after it to *out.
 * In: x0, x1 = struct frame.  Stack: 96 bytes; SP is one of the registers that
 *	are checked, so *out is found through MPIDR, and two registers that no
 *	exception uses meanwhile keep x0 and x1.
 */
	.macro frame_call el
	func frame_call_el\el
	push_callee_saved
	this_cpu x9, x10
	mov	x10, sp
	str	x10, [x9, #CPU_CALL_SP]
	str	x1, [x9, #CPU_CALL_OUT]
	add	x10, x0, #FRAME_V
	each_vector ldr, x10
	load_special fpcr, FRAME_FPCR
	load_special fpsr, FRAME_FPSR
	load_special tpidr_el0, FRAME_TPIDR_EL0
	load_special tpidrro_el0, FRAME_TPIDRRO_EL0
	load_special tpidr_el1, FRAME_TPIDR_EL1
	.if	\el == 2
	load_special tpidr_el2, FRAME_TPIDR_EL2
	.endif
	ldr	x10, [x0, #FRAME_SP]
	mov	sp, x10
	load_special nzcv, FRAME_NZCV
	load_special daif, FRAME_DAIF
	load_general x0
	ldp	x0, x1, [x0, #FRAME_X]
	smc	#0
	msr	far_el\el, x0
	msr	elr_el\el, x1
	this_cpu x0, x1
	ldr	x0, [x0, #CPU_CALL_OUT]
	store_general x0
	mrs	x2, far_el\el
	mrs	x3, elr_el\el
	stp	x2, x3, [x0, #FRAME_X]
	mov	x2, sp
	str	x2, [x0, #FRAME_SP]
	store_special nzcv, FRAME_NZCV
	store_special daif, FRAME_DAIF
	msr	daifset, #0xf
	store_special fpcr, FRAME_FPCR
	store_special fpsr, FRAME_FPSR
	store_special tpidr_el0, FRAME_TPIDR_EL0
	store_special tpidrro_el0, FRAME_TPIDRRO_EL0
	store_special tpidr_el1, FRAME_TPIDR_EL1
	.if	\el == 2
	store_special tpidr_el2, FRAME_TPIDR_EL2
	.endif
	add	x2, x0, #FRAME_V
	each_vector str, x2
	this_cpu x9, x10
	ldr	x10, [x9, #CPU_CALL_SP]
	mov	sp, x10
	pop_callee_saved
	ret
	endfunc
	.endm

	frame_call 1
	frame_call 2

	.section .note.GNU-stack, "", %progbits
