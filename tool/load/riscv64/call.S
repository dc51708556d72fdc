/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

/*
 * Purpose: long sys_call(long number, long a, b, c, d, e, f).
 * In: a0 = number, a1..a6 = arguments.  Out: a0 = result, -4095..-1 an error.
 * Clobbers: a0..a5, a7.  Stack: none.
 */
func sys_call
	mv	a7, a0
	mv	a0, a1
	mv	a1, a2
	mv	a2, a3
	mv	a3, a4
	mv	a4, a5
	mv	a5, a6
	ecall
	ret
endfunc

/*
 * Purpose: long sys_thread(unsigned long flags, void *stack_top,
 *		uint32_t *alive, int (*run)(void *), void *argument):
 *	clone(2) into a new stack; the thread calls run and ends.
 * In: a0..a4.  Out: a0 = thread id or error, in the caller only.
 * Clobbers: a0..a7.  Stack: the caller's; the thread has its own.
 */
func sys_thread
	mv	a5, a3			/* the kernel keeps all but a0 */
	mv	a6, a4
	mv	a4, a2			/* child_tid */
	mv	a2, zero		/* parent_tid, tls: not asked for */
	mv	a3, zero
	li	a7, 220			/* clone */
	ecall
	beqz	a0, 1f
	ret
1:	mv	a0, a6
	jalr	a5
	li	a7, 93			/* exit: this thread only */
	ecall
	ebreak
endfunc

	.section .note.GNU-stack, "", %progbits
