/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One SMC after another, at EL2 under the monitor, so that a trace of the
 * machine shows what each costs.  tests/monitor/calls.t has the same list.
 * Position-independent; uses no memory but its own.
 */
#include <base/asm.h>

	.macro call function, x1=0, x2=0, x3=0
	.quad	\function, \x1, \x2, \x3
	.endm

/*
 * Purpose: core 0.  State at entry: EL2, MMU off.
 */
func _start, .head
	adr	x20, calls
	adr	x21, calls_end
1:	ldp	x0, x1, [x20], #16
	ldp	x2, x3, [x20], #16
	cmp	x2, #1			/* stands for the entry of core 1 */
	b.ne	2f
	adr	x2, off
2:	smc	#0
	cmp	x20, x21
	b.lo	1b
3:	ldr	x0, =0xc4000004		/* AFFINITY_INFO: core 1 is off again */
	mov	x1, #1
	mov	x2, #0
	smc	#0
	cmp	x0, #1
	b.ne	3b
	ldr	x0, =0x84000008		/* SYSTEM_OFF */
	smc	#0
	b	.
endfunc

/*
 * Purpose: core 1, off again at once.
 */
func off, .head
	ldr	x0, =0x84000002
	smc	#0
	b	.
endfunc

	.balign	8
calls:
	call	0x80008000		/* ARCH_WORKAROUND_1 */
	call	0x80003fff		/* ARCH_WORKAROUND_3 */
	call	0x80007fff, 0		/* ARCH_WORKAROUND_2 */
	call	0x80007fff, 1
	call	0x80000000		/* SMCCC_VERSION */
	call	0x80000001, 0x80008000	/* SMCCC_ARCH_FEATURES */
	call	0x84000000		/* PSCI_VERSION */
	call	0x8400000a, 0xc4000003	/* PSCI_FEATURES */
	call	0x84000006		/* MIGRATE_INFO_TYPE */
	call	0x84000666		/* unknown */
	call	0xc4000004, 1		/* AFFINITY_INFO: core 1 is off */
	call	0xc4000003, 1, 1, 7	/* CPU_ON: core 1 */
calls_end:
	.ltorg

	.section .note.GNU-stack, "", %progbits
