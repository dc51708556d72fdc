/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

#include "layout.h"

/*
 * Purpose: board_move(): from flash, at 0, to secure memory.  Core 0 copies;
 *	the others wait for the word that it writes last.  Secure memory is
 *	zero after a reset of this machine.
 * In: x19 = core.  Out: returns to where the caller is linked.
 * Clobbers: x0 to x4.  State at entry: MMU off, in flash or already moved.
 */
func board_move, .text.boot
	ldr	x0, =MONITOR_BASE
	ldr	x1, =image_end
	cbnz	x19, 2f
	mov	x2, #0
1:	ldp	x3, x4, [x2], #16
	stp	x3, x4, [x0], #16
	cmp	x0, x1			/* both are aligned to 16 */
	b.lo	1b
	dsb	sy			/* the image, before the word */
	mov	w3, #1
	str	w3, [x0]		/* image_end: moved_word */
	dsb	sy
	sev
	b	3f
2:	ldr	w3, [x1]
	cbnz	w3, 3f
	wfe
	b	2b
3:	ic	iallu			/* fetched before it was written */
	dsb	sy
	isb
	ldr	x0, =MONITOR_BASE
	add	x30, x30, x0
	ret
endfunc

	.section .note.GNU-stack, "", %progbits
