/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The guest for RISC-V, in VS-mode.
 */
#include <base/asm.h>

#include "../block.h"

/* Leaf: D, A, X, W, R, V. */
#define PTE_LEAF 0xcf
#define SATP_SV39 8
#define SBI_SRST 0x53525354

/*
 * Write the marker, spin, power off.
 * In: a0: the block, 1 GiB aligned; satp 0, interrupts off; no stack.
 * Clobbers: everything; does not return.
 */
func live_guest, .guest
	mv	t0, a0
	ld	t1, BLOCK_MMU(a0)
	beqz	t1, .Lmark

	/* This GiB where it is, and at GUEST_ALIAS. */
	li	t2, GUEST_TABLES
	add	t2, t2, a0
	srli	t3, a0, 2
	ori	t3, t3, PTE_LEAF
	srli	t4, a0, 30
	slli	t4, t4, 3
	add	t4, t4, t2
	sd	t3, 0(t4)
	sd	t3, 8 * (GUEST_ALIAS >> 30)(t4)
	li	t3, SATP_SV39
	slli	t3, t3, 60
	srli	t2, t2, 12
	or	t3, t3, t2
	/* The stores to the table are before the walks that satp begins. */
	sfence.vma
	csrw	satp, t3
	li	t3, GUEST_ALIAS
	add	t0, a0, t3

.Lmark:
	li	t1, GUEST_MARKER
	sw	t1, BLOCK_MARKER(t0)
	csrr	t1, satp
	snez	t1, t1
	sw	t1, BLOCK_STATE(t0)

	ld	t1, BLOCK_TICKS(a0)
	rdtime	t2
	add	t1, t1, t2
.Lspin:
	rdtime	t2
	sub	t2, t2, t1
	bltz	t2, .Lspin

	/* Shutdown, no reason. */
	li	a7, SBI_SRST
	li	a6, 0
	li	a0, 0
	li	a1, 0
	ecall
.Lend:
	j	.Lend
	.globl	live_guest_end
live_guest_end:
endfunc
	.section .note.GNU-stack, "", %progbits
