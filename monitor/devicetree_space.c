/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the new tree may be. */
#include "devicetree_parts.h"

#define PAGE_SIZE 4096u
#define REACH (1ull << 30)
/* Each time something else is in the way. */
#define TRIES_MAX 16

/* [LINUX] Documentation/arch/arm64/booting.rst: 8-byte words of the header. */
#define IMAGE_WORDS 8
#define IMAGE_SIZE_WORD 2
#define IMAGE_MAGIC_WORD 7
#define IMAGE_MAGIC 0x644d5241u

enum { OF_TREE, OF_KERNEL, OF_INITRD, OF_RESIDENT, OF_BUSY, OF_COUNT };

struct survey {
	const void *fdt;
	int reserved;	/* the node, if it is there */
	struct devicetree_range taken[OF_COUNT];
};

static struct devicetree_range find_kernel(uint64_t entry)
{
	const uint64_t *image = boot_memory(entry, IMAGE_WORDS * 8);
	uint64_t size = 0;

	if (image && entry % 8 == 0 &&
	    (uint32_t)image[IMAGE_MAGIC_WORD] == IMAGE_MAGIC) {
		size = image[IMAGE_SIZE_WORD];
	}
	return range_of(entry, size ? size : DEVICETREE_KERNEL_SIZE);
}

/* 0 if it is not a number, as for the OS. */
static uint64_t get_number(const void *fdt, int node, const char *name)
{
	int length;
	const fdt32_t *value = fdt_getprop(fdt, node, name, &length);

	return value && (length == 4 || length == 8)
		       ? property_take(&value, length / 4) : 0;
}

static struct devicetree_range find_initrd(const void *fdt)
{
	struct devicetree_range range = { 0, 0 };
	int chosen = fdt_subnode_offset(fdt, 0, "chosen");

	if (chosen >= 0) {
		range.start = get_number(fdt, chosen, "linux,initrd-start");
		range.end = get_number(fdt, chosen, "linux,initrd-end");
	}
	return range;
}

/* Something that is in the way: 1 and what, else 0. */
static int find_taken(const struct survey *survey,
		      struct devicetree_range range,
		      struct devicetree_range *found)
{
	for (int i = 0; i < OF_COUNT; i++) {
		if (range_meets(survey->taken[i], range)) {
			*found = survey->taken[i];
			return 1;
		}
	}
	return reservation_find(survey->fdt, range, found) ||
	       reservation_find_node(survey->fdt, survey->reserved, range,
				     found);
}

/* The lowest free place in the limits, or 0; also if it does not exist. */
static uint64_t search(const struct survey *survey,
		       struct devicetree_range limits, uint64_t size)
{
	struct devicetree_range found = { 0, limits.start };

	for (int i = 0; i < TRIES_MAX; i++) {
		uint64_t start = (found.end + PAGE_SIZE - 1) / PAGE_SIZE *
				 PAGE_SIZE;
		struct devicetree_range wanted = range_of(start, size);

		if (start < found.end || wanted.end > limits.end) {
			return 0;
		}
		if (!find_taken(survey, wanted, &found)) {
			return boot_memory(start, size) ? start : 0;
		}
	}
	return 0;
}

uint64_t space_find(const struct devicetree_place *place, const void *fdt,
		    struct devicetree_range tree, const struct psci *psci,
		    uint64_t size)
{
	const struct survey survey = {
		.fdt = fdt,
		.reserved = reservation_find_parent(fdt),
		.taken = {
			[OF_TREE] = tree,
			[OF_KERNEL] = find_kernel(place->kernel),
			[OF_INITRD] = find_initrd(fdt),
			[OF_RESIDENT] = place->resident,
			[OF_BUSY] = place->busy,
		},
	};
	struct devicetree_range limits = memory_find(psci, tree);
	struct devicetree_range above;
	uint64_t found;

	if (limits.end - limits.start > REACH) {
		limits.end = limits.start + REACH;
	}
	above = (struct devicetree_range){ tree.end, limits.end };
	found = search(&survey, above, size);
	return found ? found : search(&survey, limits, size);
}
