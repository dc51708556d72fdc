/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * boot.h: the counter, and the caches.
 */
#include <base/asm.h>

func boot_counter, .text.boot
	isb				/* not before what came before */
	mrs	x0, cntpct_el0
	ret
endfunc

func boot_counter_hz, .text.boot
	mrs	x0, cntfrq_el0
	ret
endfunc

/*
 * Purpose: boot_cache_clean(): the store was made with the cache off; a copy
 *	that an instruction fetch has brought into the second level goes.
 */
func boot_cache_clean, .text.boot
	dsb	sy			/* the store, before the copy goes */
	dc	civac, x0
	dsb	sy
	ret
endfunc

	.section .note.GNU-stack, "", %progbits
