/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sv39, Sv48 and Sv57 page-table entries.  [RISCV-PRIV] sv39, svnapot, svpbmt
 */
#ifndef RISCV64_PTE_H
#define RISCV64_PTE_H

#include <stdint.h>

#define PTE_V		(1ull << 0)
#define PTE_R		(1ull << 1)
#define PTE_W		(1ull << 2)
#define PTE_X		(1ull << 3)
#define PTE_U		(1ull << 4)
#define PTE_G		(1ull << 5)
#define PTE_A		(1ull << 6)
#define PTE_D		(1ull << 7)
#define PTE_RSW		(3ull << 8)
#define PTE_PPN_SHIFT	10
#define PTE_PPN		(0xfffffffffffull << PTE_PPN_SHIFT)
#define PTE_RESERVED	(0x7full << 54)
#define PTE_PBMT_SHIFT	61
#define PTE_PBMT	(3ull << PTE_PBMT_SHIFT)
#define PTE_N		(1ull << 63)

/* A NAPOT range of 64 KiB: the only size that is defined. */
#define NAPOT_PPN_MASK	0xfull
#define NAPOT_PPN_64K	0x8ull

#endif
