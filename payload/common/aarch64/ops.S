/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>
#include "../layout.h"
#include "ops.h"

/* The operand in x0, from the arguments of this kind. */
	.macro operand_NONE
	.endm
	.macro operand_TAG
	lsl	x0, x0, #48
	.endm
	.macro operand_PAGE
	ubfx	x1, x1, #12, #44
	orr	x0, x1, x0, lsl #48
	.endm
	.macro operand_ANY
	ubfx	x0, x0, #12, #44
	.endm
	.macro operand_RANGE
	.endm

	.macro execute_NONE crn, crm, op2
	sys	#0, c\crn, c\crm, #\op2
	.endm
	.macro execute_TAG crn, crm, op2
	sys	#0, c\crn, c\crm, #\op2, x0
	.endm
	.macro execute_PAGE crn, crm, op2
	sys	#0, c\crn, c\crm, #\op2, x0
	.endm
	.macro execute_ANY crn, crm, op2
	sys	#0, c\crn, c\crm, #\op2, x0
	.endm
	.macro execute_RANGE crn, crm, op2
	sys	#0, c\crn, c\crm, #\op2, x0
	.endm

	.set	number, 0

/*
 * Purpose: tlbi_NAME(): count in this CPU's struct cpu, then execute.
 * In: x0, x1 as the kind says; TPIDR_EL1.  Out: none.
 * Clobbers: x0, x1, x2, x3.  Stack: none.
 */
	.macro counted name, kind, crn, crm, op2
	func tlbi_\name
	operand_\kind
	mrs	x2, tpidr_el1
	ldr	x3, [x2, #8 * number]
	add	x3, x3, #1
	str	x3, [x2, #8 * number]
	execute_\kind \crn, \crm, \op2
	ret
	endfunc
	.set	number, number + 1
	.endm

#define X(name, kind, crn, crm, op2) counted name, kind, crn, crm, op2;
	OPS(X)

	.if	number >= OPS_MAX
	.error	"OPS_MAX is too small"
	.endif

	.section .note.GNU-stack, "", %progbits
