/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

/*
 * Purpose: where the kernel starts the program.
 * In: sp = argc, argv, envp and the auxiliary vector, as execve(2) left them.
 * Out: does not return.  Stack: the kernel's, aligned to 16.
 * State at entry: EL0, all other registers 0.
 */
func _start
	mov	x29, #0			/* ends a backtrace */
	mov	x30, #0
	mov	x0, sp
	bl	guest_start
	brk	#0			/* guest_start() does not return */
endfunc

/*
 * Purpose: void sys_magic(enum magic_kind kind, const void *buffer,
 *		size_t length, uint64_t value): see fencepost/magic.h, whose
 *	registers are just those of the procedure call standard.
 * In: x0..x3.  Clobbers: none.  Stack: none.
 */
func sys_magic
	hint	#0x57
	ret
endfunc

	.section .note.GNU-stack, "", %progbits
