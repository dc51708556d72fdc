/* SPDX-License-Identifier: BSD-2-Clause */
/* Where memory is. */
#include "devicetree_parts.h"

#define PAGE_SIZE (1u << PSCI_PAGE_SHIFT)

struct devicetree_range memory_find(const struct psci *psci,
				    struct devicetree_range wanted)
{
	struct devicetree_range range;

	for (int i = 0; i < PSCI_RANGES_MAX; i++) {
		range = range_of(
			(uint64_t)psci->memory[i].first << PSCI_PAGE_SHIFT,
			(uint64_t)psci->memory[i].count << PSCI_PAGE_SHIFT);
		if (range_meets(range, wanted)) {
			return range;
		}
	}
	return (struct devicetree_range){ 0, 0 };
}

static struct psci_range *find_smallest(struct psci_range *ranges)
{
	struct psci_range *smallest = ranges;

	for (int i = 1; i < PSCI_RANGES_MAX; i++) {
		if (ranges[i].count < smallest->count) {
			smallest = &ranges[i];
		}
	}
	return smallest;
}

/* Ranges that touch become one; the rest are apart before and after. */
static void add(struct psci_range *ranges, uint64_t first, uint64_t end)
{
	struct psci_range *smallest;

	for (int i = 0; i < PSCI_RANGES_MAX; i++) {
		struct psci_range *old = &ranges[i];
		uint64_t old_end = (uint64_t)old->first + old->count;

		if (old->count > 0 && first <= old_end && old->first <= end) {
			first = old->first < first ? old->first : first;
			end = old_end > end ? old_end : end;
			old->count = 0;
		}
	}
	smallest = find_smallest(ranges);
	if (smallest->count < end - first) {
		smallest->first = (uint32_t)first;
		smallest->count = (uint32_t)(end - first);
	}
}

/* Whole pages of what the CPU can address: so many fit into 32 bits. */
static void add_bytes(struct psci_range *ranges, struct devicetree_range range)
{
	uint64_t first = range.start / PAGE_SIZE;
	uint64_t end = range.end / PAGE_SIZE;

	if (range.start % PAGE_SIZE != 0) {
		first++;
	}
	if (end > UINT32_MAX) {
		end = UINT32_MAX;
	}
	if (first < end) {
		add(ranges, first, end);
	}
}

static void add_reg(struct psci_range *ranges, struct reg reg)
{
	struct devicetree_range range;

	while (reg_next(&reg, &range)) {
		add_bytes(ranges, range);
	}
}

void memory_read(const void *fdt, struct psci *psci)
{
	struct psci_range ranges[PSCI_RANGES_MAX] = { { 0 } };
	struct cells cells = cells_below(fdt, 0);
	int node = fdt_first_subnode(fdt, 0);

	for (; node >= 0; node = fdt_next_subnode(fdt, node)) {
		if (property_is(fdt, node, "device_type", "memory") &&
		    node_is_used(fdt, node)) {
			add_reg(ranges, reg_of(fdt, node, cells));
		}
	}
	for (int i = 0; i < PSCI_RANGES_MAX; i++) {
		if (ranges[i].count > 0) {
			memcpy(psci->memory, ranges, sizeof(ranges));
			return;
		}
	}
}
