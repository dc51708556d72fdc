/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A board for tests of the device-tree step: one window of its physical memory
 * is there.  What lies outside of it does not exist.
 */
#ifndef TEST_BOARD_H
#define TEST_BOARD_H

#include <stdint.h>
#include <string.h>

#include "../../monitor/devicetree.h"

struct board {
	uint64_t base;
	uint64_t size;
	uint8_t *bytes;		/* aligned to 8 */
};

static struct board board;

void *boot_memory(uint64_t address, uint64_t length)
{
	if (address < board.base || length > board.size ||
	    address - board.base > board.size - length) {
		return NULL;
	}
	return board.bytes + (address - board.base);
}

/* An arm64 Image header, of a kernel with this size. */
static inline void board_put_kernel(uint64_t address, uint64_t size)
{
	const uint32_t magic = 0x644d5241;
	uint8_t *image = boot_memory(address, 64);

	if (image) {
		memset(image, 0, 64);
		memcpy(image + 16, &size, sizeof(size));
		memcpy(image + 56, &magic, sizeof(magic));
	}
}

#endif
