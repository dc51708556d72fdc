/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where a CPU may enter.
 */
#include "internal.h"

static int contains(const struct psci_range *range, uint32_t page)
{
	return page - range->first < range->count;
}

int psci_entry_is_good(const struct psci *psci, uint64_t address)
{
	uint32_t page = (uint32_t)(address >> PSCI_PAGE_SHIFT);

	/* AArch64 instructions are aligned to 4; pages have 32-bit numbers. */
	if ((address & 3) || address >> (PSCI_PAGE_SHIFT + 32) ||
	    contains(&psci->monitor, page)) {
		return 0;
	}
	for (unsigned i = 0; i < PSCI_RANGES_MAX; i++) {
		if (contains(&psci->memory[i], page)) {
			return 1;
		}
	}
	return 0;
}
