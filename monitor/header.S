/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>

#include "layout.h"

/*
 * Purpose: offset 0 of the image, where every core enters after a reset.
 * State at entry: EL3, MMU and caches off, interrupts masked.
 * boot_done() replaces this branch: a core that comes late finds what followed
 * it given away.
 */
func header, .header
	b	start
	.globl	header_late
header_late:
	b	hang
endfunc

/*
 * Purpose: the end of the road for this core.  It waits in the resident part;
 * nothing that it holds is needed by others.
 */
func hang, .header
1:	wfe
	b	1b
endfunc

/*
 * What the board's firmware knows.  It clears HEADER_MAGIC and _VERSION and
 * fills in the two addresses; the words of the spin table are written by
 * operating systems.  CPU 3's shares its place with magic and version.
 */
	.section .header.table, "aw"
	.globl	header_table
header_table:
	.quad	0, 0, 0
	.word	HEADER_MAGIC_VALUE, 0
	.word	0, 0
	.size	header_table, . - header_table

	.section .note.GNU-stack, "", %progbits
