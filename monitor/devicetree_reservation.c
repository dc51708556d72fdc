/* SPDX-License-Identifier: BSD-2-Clause */
/* What is reserved, and that the monitor is. */
#include "devicetree_parts.h"

/* Entry number n of the block, which is known to have it. */
static struct devicetree_range get_entry(const void *fdt, int n)
{
	uint64_t address = 0, size = 0;

	fdt_get_mem_rsv(fdt, n, &address, &size);
	return range_of(address, size);
}

/* The number of the first entry that meets the range, or -1. */
static int find_entry(const void *fdt, struct devicetree_range range)
{
	int count = fdt_num_mem_rsv(fdt);

	for (int n = 0; n < count; n++) {
		if (range_meets(get_entry(fdt, n), range)) {
			return n;
		}
	}
	return -1;
}

int reservation_find(const void *fdt, struct devicetree_range range,
		     struct devicetree_range *found)
{
	int n = find_entry(fdt, range);

	if (n >= 0) {
		*found = get_entry(fdt, n);
	}
	return n >= 0;
}

static int reg_meets(struct reg reg, struct devicetree_range range,
		     struct devicetree_range *found)
{
	while (reg_next(&reg, found)) {
		if (range_meets(*found, range)) {
			return 1;
		}
	}
	return 0;
}

int reservation_find_parent(const void *fdt)
{
	return fdt_subnode_offset(fdt, 0, "reserved-memory");
}

int reservation_find_node(const void *fdt, int parent,
			  struct devicetree_range range,
			  struct devicetree_range *found)
{
	struct cells cells;
	int node;

	if (parent < 0) {
		return 0;
	}
	cells = cells_below(fdt, parent);
	node = fdt_first_subnode(fdt, parent);
	for (; node >= 0; node = fdt_next_subnode(fdt, node)) {
		if (node_is_used(fdt, node) &&
		    reg_meets(reg_of(fdt, node, cells), range, found)) {
			return 1;
		}
	}
	return 0;
}

static int add_entry(void *fdt, uint64_t start, uint64_t end)
{
	return start < end ? fdt_add_mem_rsv(fdt, start, end - start) : 0;
}

/* What is left of entry n becomes up to two entries behind the others. */
static int cut_entry(void *fdt, int n, struct devicetree_range hole)
{
	struct devicetree_range old = get_entry(fdt, n);
	int status = fdt_del_mem_rsv(fdt, n);

	if (status == 0) {
		status = add_entry(fdt, old.start, hole.start);
	}
	if (status == 0) {
		status = add_entry(fdt, hole.end, old.end);
	}
	return status;
}

int reservation_edit(void *fdt, struct devicetree_range resident)
{
	struct devicetree_range found;
	int has_node = reservation_find_node(
		fdt, reservation_find_parent(fdt), resident, &found);
	int status = 0;
	int n;

	/* Linux refuses a node of which something is reserved already. */
	if (has_node && !range_holds(found, resident)) {
		return DEVICETREE_EEDIT;
	}
	while (status == 0 && (n = find_entry(fdt, resident)) >= 0) {
		status = cut_entry(fdt, n, resident);
	}
	if (status == 0 && !has_node) {
		status = add_entry(fdt, resident.start, resident.end);
	}
	return status == 0 ? 0 : DEVICETREE_EEDIT;
}
