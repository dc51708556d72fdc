/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

/*
 * Purpose: where the kernel starts the program.
 * In: sp = argc, argv, envp and the auxiliary vector, as execve(2) left them.
 * Out: does not return.  Stack: the kernel's, aligned to 16.
 * State at entry: U-mode, all other registers 0.
 */
func _start
	.option push
	.option norelax			/* relaxed, this would be mv gp, gp */
	la	gp, __global_pointer$
	.option pop
	mv	a0, sp
	call	guest_start
	ebreak				/* guest_start() does not return */
endfunc

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

/*
 * Purpose: void sys_magic(enum magic_kind kind, const void *buffer,
 *		size_t length, uint64_t value): see fencepost/magic.h, whose
 *	registers are just those of the calling convention.
 * In: a0..a3.  Clobbers: none.  Stack: none.
 */
func sys_magic
	slti	zero, zero, 0x57
	ret
endfunc

	.section .note.GNU-stack, "", %progbits
