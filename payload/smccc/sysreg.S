/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

#include "sysreg.h"

/*
 * Purpose: read_NAME(), write_NAME(value), without a barrier.
 * In, out: x0.  Clobbers: none.  Stack: none.
 */
	.macro read_only name, register
	func read_\name
	mrs	x0, \register
	ret
	endfunc
	.endm
	.macro read_write name
	read_only \name, \name
	func write_\name
	msr	\name, x0
	ret
	endfunc
	.endm

#define READ(name) read_only name, name;
#define READ_WRITE(name) read_write name;
	SYSREGS(READ_WRITE)
	SYSREGS_READ(READ)
	read_only cbar_el1, s3_1_c15_c3_0

/* Purpose: one instruction each, for the callers to give the reason. */
	.macro single name, instruction:vararg
	func \name
	\instruction
	ret
	endfunc
	.endm

	single barrier_dsb_sy, dsb sy
	single barrier_isb, isb
	single event_send, sev
	single event_wait, wfe
	single interrupts_mask, msr daifset, #2
	single interrupts_unmask, msr daifclr, #2

/*
 * Purpose: arch_magic(kind, buffer, length, value); fencepost/magic.h.
 * In: x0..x3.  Clobbers: none.  Stack: none.
 */
func arch_magic
	hint	#0x57
	ret
endfunc

	.section .note.GNU-stack, "", %progbits
