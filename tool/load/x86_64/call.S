/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

/*
 * Purpose: long sys_call(long number, long a, b, c, d, e, f).
 * In: rdi = number, rsi, rdx, rcx, r8, r9 and the stack = arguments.
 * Out: rax = result, -4095..-1 an error.
 * Clobbers: rcx, rdx, rsi, rdi, r8 to r11.  Stack: the caller's argument.
 */
func sys_call
	movq	%rdi, %rax
	movq	%rsi, %rdi
	movq	%rdx, %rsi
	movq	%rcx, %rdx
	movq	%r8, %r10
	movq	%r9, %r8
	movq	8(%rsp), %r9
	syscall
	ret
endfunc

/*
 * Purpose: long sys_thread(unsigned long flags, void *stack_top,
 *		uint32_t *alive, int (*run)(void *), void *argument):
 *	clone(2) into a new stack; the thread calls run and ends.
 * In: rdi, rsi, rdx, rcx, r8.  Out: rax = thread id or error, in the caller.
 * Clobbers: rcx, rdx, r8 to r11.  Stack: the caller's; the thread has its own,
 * aligned to 16.
 */
func sys_thread
	movq	%rcx, %r9		/* the kernel keeps r8 and r9 */
	movq	%rdx, %r10		/* child_tid */
	xorl	%edx, %edx		/* parent_tid: not asked for */
	movq	%r8, -8(%rsi)		/* the argument waits on the new stack */
	xorl	%r8d, %r8d		/* tls: not asked for */
	movl	$56, %eax		/* clone */
	syscall
	testq	%rax, %rax
	jz	1f
	ret
1:	xorl	%ebp, %ebp		/* ends a backtrace */
	movq	-8(%rsp), %rdi
	call	*%r9
	movl	%eax, %edi
	movl	$60, %eax		/* exit: this thread only */
	syscall
	ud2
endfunc

	.section .note.GNU-stack, "", %progbits
