/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The two machines: a Raspberry Pi 4, and QEMU's virt.
 */
#ifndef SMCCC_BOARD_H
#define SMCCC_BOARD_H

#include <stdint.h>

#define BAD_ENTRIES 10

struct board {
	const char *name;
	uint64_t uart;		/* PL011 */
	uint64_t distributor;	/* GICv2 */
	uint64_t interface;
	uint64_t frequency;	/* of the generic timer, as CNTFRQ says it */
	/* Aligned addresses where no CPU may enter. */
	uint64_t bad_entries[BAD_ENTRIES];
};

/* This machine. */
const struct board *board(void);

uint32_t mmio_read(uint64_t address);
void mmio_write(uint64_t address, uint32_t value);

#endif
