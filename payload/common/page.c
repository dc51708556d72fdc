/* SPDX-License-Identifier: BSD-2-Clause */
#include "payload.h"

#define POOL_PAGES 256
/* The largest group: what a contiguous (NAPOT) range needs. */
#define GROUP_MAX 16

static uint64_t pool[POOL_PAGES][PAGE_SIZE / 8]
	__attribute__((aligned(GROUP_MAX * PAGE_SIZE)));
static size_t used;

uint64_t *page_new_group(size_t count)
{
	size_t first = (used + count - 1) & ~(count - 1);

	if (first + count > POOL_PAGES) {
		tap_bail("no page left", used);
	}
	used = first + count;
	return pool[first];
}

uint64_t *page_new(void)
{
	return page_new_group(1);
}
