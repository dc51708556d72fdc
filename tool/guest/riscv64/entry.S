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
