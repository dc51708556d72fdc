/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * func NAME[, SECTION] ... endfunc: one function.  endfunc takes no name and
 * exists only after a func, so a missing or an extra one does not assemble.
 */
#ifndef BASE_ASM_H
#define BASE_ASM_H

#ifdef __ASSEMBLER__
	.macro func name, section=.text
	.section \section, "ax"
	.balign	4
	.globl	\name
	.type	\name, %function
\name:
	.macro endfunc
	.size	\name, . - \name
	.purgem	endfunc
	.endm
	.endm

#endif
#endif
