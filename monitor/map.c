/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * EL3's page table: three pages, by one root and one table of the last level.
 * [ARM] D8.3 (VMSAv8-64 descriptors)
 */
#include "boot.h"
#include "layout.h"
#include "state.h"
#include "sysreg.h"

#define SLOT(address) (((address) / MONITOR_PAGE) % TABLE_SLOTS)

#define CACHE_LINE 64

#define DESCRIPTOR_TABLE 3ull	/* of a page, in the last level */
#define PAGE_ATTRIBUTES(index) ((uint64_t)(index) << 2)
#define PAGE_READ_ONLY (1ull << 7)
#define PAGE_INNER_SHAREABLE (3ull << 8)
#define PAGE_ACCESSED (1ull << 10)
#define PAGE_EXECUTE_NEVER (1ull << 54)

#define PAGE_CODE \
	(DESCRIPTOR_TABLE | PAGE_ATTRIBUTES(MAIR_NORMAL) | PAGE_READ_ONLY | \
	 PAGE_INNER_SHAREABLE | PAGE_ACCESSED)
/* As with the MMU off, so that both see the same memory. */
#define PAGE_DATA \
	(DESCRIPTOR_TABLE | PAGE_ATTRIBUTES(MAIR_DEVICE) | PAGE_ACCESSED | \
	 PAGE_EXECUTE_NEVER)

_Static_assert(MONITOR_BASE >> 21 == (DEVICE_WINDOW >> 21), "one table");

/*
 * Instructions were fetched from here, through a cache that holds data as well;
 * the tables were written past it.
 */
static void clean(uint64_t start, uint64_t size)
{
	for (uint64_t at = start; at < start + size; at += CACHE_LINE) {
		boot_cache_clean((const void *)at);
	}
}

void boot_map(void)
{
	for (unsigned i = 0; i < TABLE_SLOTS; i++) {
		page_table[i] = 0;
	}
	page_table[SLOT(MONITOR_BASE)] = MONITOR_BASE | PAGE_CODE;
	page_table[SLOT(MONITOR_BASE + DATA_WINDOW)] = MONITOR_BASE | PAGE_DATA;
	page_table[SLOT(DEVICE_WINDOW)] = DEVICE_PAGE | PAGE_DATA;
	for (unsigned i = 0; i < ROOT_SLOTS; i++) {
		root_table[i] = 0;
	}
	root_table[MONITOR_BASE >> 21] =
		(uint64_t)page_table | DESCRIPTOR_TABLE;
	clean((uint64_t)page_table, MONITOR_PAGE);
	clean((uint64_t)root_table, ROOT_SIZE);
}
