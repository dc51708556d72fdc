/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>
#include "../layout.h"
#include "ops.h"

/* funct7 in bits 31:25, rs2 24:20, rs1 19:15, opcode SYSTEM; a0 is x10. */
	.macro execute_NONE funct7
	.word	\funct7 << 25 | 0 << 20 | 0 << 15 | 0x73
	.endm
	.macro execute_FIRST funct7
	.word	\funct7 << 25 | 0 << 20 | 10 << 15 | 0x73
	.endm
	.macro execute_SECOND funct7
	.word	\funct7 << 25 | 10 << 20 | 0 << 15 | 0x73
	.endm
	.macro execute_BOTH funct7
	.word	\funct7 << 25 | 11 << 20 | 10 << 15 | 0x73
	.endm

	.set	number, 0

/*
 * Purpose: count in this hart's struct cpu, then execute.
 * In: a0, a1 as the kind says; tp.  Out: none.
 * Clobbers: t0.  Stack: none.
 */
	.macro counted function, kind, funct7
	func \function
	ld	t0, 8 * number(tp)
	addi	t0, t0, 1
	sd	t0, 8 * number(tp)
	execute_\kind \funct7
	ret
	endfunc
	.set	number, number + 1
	.endm

#define X(function, name, kind, funct7) counted function, kind, funct7;
	OPS(X)

	.if	number >= OPS_MAX
	.error	"OPS_MAX is too small"
	.endif

/* Purpose: SFENCE.W.INVAL, SFENCE.INVAL.IR.  Clobbers: none. */
func sfence_w_inval
	.word	0x18000073
	ret
endfunc

func sfence_inval_ir
	.word	0x18100073
	ret
endfunc

	.section .note.GNU-stack, "", %progbits
