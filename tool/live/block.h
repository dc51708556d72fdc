/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What host and guest agree on, for C and assembly.  The guest's memory begins
 * with this block, whose address the guest gets in its first argument register
 * (x86-64: edi):
 *
 *	offset 0	32 bits, out: the marker
 *	       4	32 bits, out: 1 if the MMU is on, as the CPU says
 *	       8	64 bits, in:  how many ticks of its counter to spin
 *	      16	64 bits, in:  1 to turn the MMU on, 0 not to
 */
#ifndef LIVE_BLOCK_H
#define LIVE_BLOCK_H

#define BLOCK_MARKER 0
#define BLOCK_STATE 4
#define BLOCK_TICKS 8
#define BLOCK_MMU 16

#define GUEST_MARKER 0x46454e43

/* Offsets into the guest's memory. */
#define GUEST_IMAGE 0x10000
#define GUEST_TABLES 0x100000
#define GUEST_SIZE 0x1000000

/*
 * With translation on, the guest's memory is also mapped this much higher, and
 * the marker written there: without an MMU it could not arrive.
 */
#define GUEST_ALIAS 0x100000000

#define GUEST_PORT 0xf4			/* x86-64: a write is the end */

#endif
