/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The guest for AArch64, at EL1.  It invalidates no TLB: its VMID is new, and
 * what is counted about a VM's end is not to have the guest's own in it.
 */
#include <base/asm.h>

#include "../block.h"

/* Level 1 block: access flag, inner shareable, attribute 0 of MAIR. */
#define BLOCK_DESCRIPTOR 0x701
#define MAIR_WRITE_BACK 0xff
/* 39 bits of 4 KiB pages for TTBR0, write-back walks; nothing for TTBR1. */
#define TCR_LOW ((25 << 0) | (1 << 8) | (1 << 10) | (3 << 12))
#define TCR_EPD1 (1 << 23)
#define SCTLR_M_C_I ((1 << 0) | (1 << 2) | (1 << 12))
#define PSCI_SYSTEM_OFF 0x84000008

/*
 * Write the marker, spin, power off.
 * In: x0: the block, 1 GiB aligned; MMU off, exceptions masked; no stack.
 * Clobbers: everything; does not return.
 */
func live_guest, .guest
	mov	x4, x0
	ldr	x1, [x0, #BLOCK_MMU]
	cbz	x1, .Lmark

	/* This GiB where it is, and at GUEST_ALIAS. */
	mov	x2, #GUEST_TABLES
	add	x2, x2, x0
	mov	x3, #BLOCK_DESCRIPTOR
	orr	x3, x3, x0
	lsr	x5, x0, #30
	add	x5, x2, x5, lsl #3
	str	x3, [x5]
	str	x3, [x5, #8 * (GUEST_ALIAS >> 30)]
	/* Stored past the caches, which the walks look into: no old line. */
	dc	ivac, x5
	add	x6, x5, #8 * (GUEST_ALIAS >> 30)
	dc	ivac, x6
	/* The table is in memory before walks begin. */
	dsb	sy

	/* The attributes, the range and the table for the walks. */
	mov	x3, #MAIR_WRITE_BACK
	msr	mair_el1, x3
	ldr	x3, =TCR_LOW + TCR_EPD1
	msr	tcr_el1, x3
	msr	ttbr0_el1, x2
	/* They are in place before walks begin. */
	isb
	mrs	x3, sctlr_el1
	ldr	w5, =SCTLR_M_C_I
	orr	x3, x3, x5
	msr	sctlr_el1, x3
	/* What follows is fetched and accessed through the MMU. */
	isb
	mov	x3, #GUEST_ALIAS
	add	x4, x0, x3

.Lmark:
	ldr	w3, =GUEST_MARKER
	str	w3, [x4, #BLOCK_MARKER]
	mrs	x3, sctlr_el1
	and	w3, w3, #1
	str	w3, [x4, #BLOCK_STATE]
	/* With the MMU off the stores passed the caches: no old line there. */
	dc	civac, x4
	/* It is in memory before the host looks. */
	dsb	sy

	ldr	x5, [x0, #BLOCK_TICKS]
	/* The counter is not read ahead of what is before. */
	isb
	mrs	x6, cntvct_el0
	add	x5, x5, x6
.Lspin:
	/* Nor any reading ahead of the last. */
	isb
	mrs	x6, cntvct_el0
	sub	x6, x6, x5
	tbnz	x6, #63, .Lspin

	ldr	w0, =PSCI_SYSTEM_OFF
	hvc	#0
.Lend:
	b	.Lend
	.ltorg
	.globl	live_guest_end
live_guest_end:
endfunc
	.section .note.GNU-stack, "", %progbits
