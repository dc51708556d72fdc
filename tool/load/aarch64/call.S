/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

/*
 * Purpose: long sys_call(long number, long a, b, c, d, e, f).
 * In: x0 = number, x1..x6 = arguments.  Out: x0 = result, -4095..-1 an error.
 * Clobbers: x0..x6, x8.  Stack: none.
 */
func sys_call
	mov	x8, x0
	mov	x0, x1
	mov	x1, x2
	mov	x2, x3
	mov	x3, x4
	mov	x4, x5
	mov	x5, x6
	svc	#0
	ret
endfunc

/*
 * Purpose: long sys_thread(unsigned long flags, void *stack_top,
 *		uint32_t *alive, int (*run)(void *), void *argument):
 *	clone(2) into a new stack; the thread calls run and ends.
 * In: x0..x4.  Out: x0 = thread id or error, in the caller only.
 * Clobbers: x0..x6, x8.  Stack: the caller's; the thread has its own.
 */
func sys_thread
	mov	x5, x3			/* the kernel keeps all but x0 */
	mov	x6, x4
	mov	x4, x2			/* child_tid */
	mov	x2, xzr			/* parent_tid, tls: not asked for */
	mov	x3, xzr
	mov	x8, #220		/* clone */
	svc	#0
	cbz	x0, 1f
	ret
1:	mov	x29, #0
	mov	x30, #0
	mov	x0, x6
	blr	x5
	mov	x8, #93			/* exit: this thread only */
	svc	#0
	brk	#0
endfunc

	.section .note.GNU-stack, "", %progbits
