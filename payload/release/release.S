/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An OS without PSCI, which keeps page 0 alone: everything behind it is its own,
 * and is written to.  Then it starts core 1 by the spin table.
 * tests/monitor/release.t reads what it says on the serial port.
 */
#include <base/asm.h>

#define PAGE_1 0x1000
#define PAGE_2 0x2000
#define RELEASE_1 0xe0
#define UART 0xfe201000
#define POWER 0xfe100000
#define POWER_RSTC 0x1c
#define POWER_WDOG 0x24
#define TRIES 32	/* each lets the other cores run */

/*
 * Purpose: core 0.  Says "started" or "lost", and ends.  State at entry: EL2,
 *	MMU off.
 */
func _start, .head
	mov	x0, #PAGE_1
	mov	x1, #PAGE_2
	mov	x2, #-1			/* no descriptor */
1:	str	x2, [x0], #8
	cmp	x0, x1
	b.lo	1b
	adr	x0, second
	mov	x1, #RELEASE_1
	str	x0, [x1]
	dsb	sy			/* the word, before the event */
	sev
	adr	x20, started
	adr	x3, flag
	mov	x2, #TRIES
2:	ldr	w1, [x3]
	cbnz	w1, 3f
	wfe
	subs	x2, x2, #1
	b.ne	2b
	adr	x20, lost
3:	ldr	x0, =UART
4:	ldrb	w1, [x20], #1
	cbz	w1, 5f
	str	w1, [x0]
	b	4b
5:	ldr	x0, =POWER
	ldr	w1, =0x5a00000a		/* soon */
	str	w1, [x0, #POWER_WDOG]
	ldr	w1, =0x5a000020		/* a reset */
	str	w1, [x0, #POWER_RSTC]
	b	.
endfunc

/*
 * Purpose: core 1.
 */
func second, .head
	adr	x0, flag
	mov	w1, #1
	str	w1, [x0]
	dsb	sy			/* the flag, before the event */
	sev
1:	wfe
	b	1b
endfunc

	.ltorg
	.balign	8
flag:	.quad	0
started: .asciz	"started\n"
lost:	.asciz	"lost\n"

	.section .note.GNU-stack, "", %progbits
