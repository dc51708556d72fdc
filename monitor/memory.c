/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory, as far as is known: what every such board has, or what the device
 * tree said once it was read.  The MMU is off, so an address is a pointer.
 */
#include <stddef.h>

#include "devicetree.h"
#include "state.h"

static int contains(const struct psci_range *range, uint64_t first,
		    uint64_t last)
{
	return first >= range->first &&
	       last - range->first < range->count;
}

void *boot_memory(uint64_t address, uint64_t length)
{
	uint64_t last = address + length - 1;

	if (length == 0 || last < address) {
		return NULL;
	}
	for (unsigned i = 0; i < PSCI_RANGES_MAX; i++) {
		if (contains(&psci.memory[i], address >> PSCI_PAGE_SHIFT,
			     last >> PSCI_PAGE_SHIFT)) {
			return (void *)address;
		}
	}
	return NULL;
}
