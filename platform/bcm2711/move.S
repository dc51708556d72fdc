/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

/*
 * Purpose: board_move(): the image is where it is linked, at 0.
 */
func board_move, .text.boot
	ret
endfunc

	.section .note.GNU-stack, "", %progbits
