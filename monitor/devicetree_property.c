/* SPDX-License-Identifier: BSD-2-Clause */
/* Ranges, and reading them from properties. */
#include "devicetree_parts.h"

struct devicetree_range range_of(uint64_t start, uint64_t size)
{
	struct devicetree_range range = { start, start + size };

	if (range.end < start) {
		range.end = UINT64_MAX;
	}
	return range;
}

int range_meets(struct devicetree_range a, struct devicetree_range b)
{
	return a.start < b.end && b.start < a.end;
}

int range_holds(struct devicetree_range a, struct devicetree_range b)
{
	return a.start <= b.start && b.end <= a.end;
}

uint64_t property_take(const fdt32_t **at, int cells)
{
	uint64_t number = 0;

	for (; cells > 0; cells--) {
		number = number << 32 | fdt32_to_cpu(*(*at)++);
	}
	return number;
}

int property_is(const void *fdt, int node, const char *name, const char *text)
{
	int length;
	const char *value = fdt_getprop(fdt, node, name, &length);
	size_t size = strlen(text) + 1;

	return value && (size_t)length == size &&
	       memcmp(value, text, size) == 0;
}

int node_is_used(const void *fdt, int node)
{
	return !fdt_getprop(fdt, node, "status", NULL) ||
	       property_is(fdt, node, "status", "okay") ||
	       property_is(fdt, node, "status", "ok");
}

struct cells cells_below(const void *fdt, int parent)
{
	return (struct cells){
		.address = fdt_address_cells(fdt, parent),
		.size = fdt_size_cells(fdt, parent),
	};
}

static int is_one_or_two(int cells)
{
	return cells == 1 || cells == 2;
}

struct reg reg_of(const void *fdt, int node, struct cells cells)
{
	struct reg reg = { .cells = cells };
	int length;

	reg.at = fdt_getprop(fdt, node, "reg", &length);
	if (reg.at && is_one_or_two(cells.address) &&
	    is_one_or_two(cells.size) &&
	    length % ((cells.address + cells.size) * 4) == 0) {
		reg.end = reg.at + length / 4;
	} else {
		reg.end = reg.at;
	}
	return reg;
}

int reg_next(struct reg *reg, struct devicetree_range *range)
{
	uint64_t start, size;

	if (reg->at == reg->end) {
		return 0;
	}
	start = property_take(&reg->at, reg->cells.address);
	size = property_take(&reg->at, reg->cells.size);
	*range = range_of(start, size);
	return 1;
}
