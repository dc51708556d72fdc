/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

/*
 * Purpose: read_NAME(), write_NAME(value), without a barrier.
 * In, out: x0.  Clobbers: none.  Stack: none.
 */
	.macro read_only name
	func read_\name
	mrs	x0, \name
	ret
	endfunc
	.endm
	.macro register name
	read_only \name
	func write_\name
	msr	\name, x0
	ret
	endfunc
	.endm

	read_only id_aa64isar0_el1
	read_only id_aa64isar1_el1
	register mair_el1
	register sctlr_el1
	register tcr_el1
	register ttbr0_el1
	register ttbr1_el1

/* Purpose: one barrier each, for the callers to give the reason. */
	.macro barrier name, instruction:vararg
	func barrier_\name
	\instruction
	ret
	endfunc
	.endm

	barrier dsb_sy, dsb sy
	barrier dsb_ish, dsb ish
	barrier dsb_ishst, dsb ishst
	barrier dsb_nsh, dsb nsh
	barrier isb, isb

/*
 * Purpose: firmware_call(function, a, b, c).  In: x0..x3.  Out: x0.
 * Clobbers: x0..x17 by the SMC calling convention.  Stack: none.
 */
func firmware_call
	hvc	#0
	ret
endfunc

/*
 * Purpose: arch_magic(kind, buffer, length, value); fencepost/magic.h.
 * In: x0..x3.  Clobbers: none.  Stack: none.
 */
func arch_magic
	hint	#0x57
	ret
endfunc

/*
 * Purpose: arch_relax(): under an emulator with one thread, YIELD is what
 *	lets the other CPU run.
 * Clobbers: none.  Stack: none.
 */
func arch_relax
	yield
	ret
endfunc

	.section .note.GNU-stack, "", %progbits
