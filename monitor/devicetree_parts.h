/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the parts of the device-tree step. */
#ifndef MONITOR_DEVICETREE_PARTS_H
#define MONITOR_DEVICETREE_PARTS_H

#include "libfdt_env.h"
#include <libfdt.h>

#include "devicetree.h"

/* What [start, start + size) is; what would wrap around goes to the end. */
struct devicetree_range range_of(uint64_t start, uint64_t size);
int range_meets(struct devicetree_range a, struct devicetree_range b);
/* Whether all of b is in a. */
int range_holds(struct devicetree_range a, struct devicetree_range b);

/* The number of so many cells, 1 or 2, that is next. */
uint64_t property_take(const fdt32_t **at, int cells);
/* Whether the node has this property, which is just this string. */
int property_is(const void *fdt, int node, const char *name, const char *text);
/* Whether status does not say otherwise. */
int node_is_used(const void *fdt, int node);
/* How a node's children write addresses and sizes. */
struct cells {
	int address;
	int size;
};

struct cells cells_below(const void *fdt, int parent);

/* What is left of a reg property. */
struct reg {
	const fdt32_t *at;
	const fdt32_t *end;
	struct cells cells;
};

/* Has no entries if there is no reg, or one that cannot be read. */
struct reg reg_of(const void *fdt, int node, struct cells cells);
/* Take the next entry: 1, or 0 if there is none left. */
int reg_next(struct reg *reg, struct devicetree_range *range);

/* Fills in psci->memory; see devicetree_prepare(). */
void memory_read(const void *fdt, struct psci *psci);
/* The range of psci->memory that meets this one; empty at 0 if none does. */
struct devicetree_range memory_find(const struct psci *psci,
				    struct devicetree_range wanted);

/*
 * The first reservation that meets the range: 1 and which, else 0.  There are
 * two kinds: entries of the block, and fixed ones below parent, the offset of
 * /reserved-memory (negative: there is none).
 */
int reservation_find(const void *fdt, struct devicetree_range range,
		     struct devicetree_range *found);
int reservation_find_node(const void *fdt, int parent,
			  struct devicetree_range range,
			  struct devicetree_range *found);
int reservation_find_parent(const void *fdt);
/* Reserve what stays resident, once.  0 or DEVICETREE_EEDIT. */
int reservation_edit(void *fdt, struct devicetree_range resident);

/* Where size bytes are free for this tree, or 0. */
uint64_t space_find(const struct devicetree_place *place, const void *fdt,
		    struct devicetree_range tree, const struct psci *psci,
		    uint64_t size);

#endif
