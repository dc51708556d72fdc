/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The device-tree step.  The tree is outside input, and with the MMU off an
 * unaligned access to it is an exception: what libfdt takes for granted about
 * alignment is checked here, the rest by libfdt.
 *
 * The old tree is only read.  All changes are made to a copy, which nobody
 * looks at before it is complete: a failure at any point needs no undoing.
 */
#include "devicetree_parts.h"

/* Newest first.  The first two end with their own NUL. */
static const char compatible[] = "arm,psci-1.0\0arm,psci-0.2\0arm,psci";

static int names_are_short(const void *fdt)
{
	const char *names = (const char *)fdt + fdt_off_dt_strings(fdt);
	uint32_t size = fdt_size_dt_strings(fdt);
	uint32_t length = 0;

	for (uint32_t i = 0; i < size; i++) {
		length = names[i] == '\0' ? 0 : length + 1;
		if (length > DEVICETREE_NAME_MAX) {
			return 0;
		}
	}
	return 1;
}

static int is_good(const void *fdt, uint32_t size)
{
	int reservations;

	/* libfdt is compiled without older versions: mk/devicetree.mk. */
	if (fdt_version(fdt) < 17 || fdt_last_comp_version(fdt) > 17 ||
	    fdt_check_header(fdt) != 0 ||
	    fdt_off_mem_rsvmap(fdt) % 8 != 0 ||
	    fdt_off_dt_struct(fdt) % 4 != 0 || !names_are_short(fdt)) {
		return 0;
	}
	reservations = fdt_num_mem_rsv(fdt);
	return reservations >= 0 &&
	       reservations <= DEVICETREE_RESERVATIONS_MAX &&
	       fdt_check_full(fdt, size) == 0;
}

/* 0, the tree and its range; or a code. */
static int check(const struct devicetree_place *place, uint64_t address,
		 const void **fdt, struct devicetree_range *range)
{
	uint32_t size;

	*fdt = boot_memory(address, FDT_V17_SIZE);
	if (address % 8 != 0 || !*fdt) {
		return DEVICETREE_ENONE;
	}
	size = fdt_totalsize(*fdt);
	if (fdt_magic(*fdt) != FDT_MAGIC || size > DEVICETREE_SIZE_MAX) {
		return DEVICETREE_EBAD;
	}
	*range = range_of(address, size);
	if (!boot_memory(address, size) ||
	    range_meets(*range, place->resident) ||
	    range_meets(*range, place->busy)) {
		return DEVICETREE_ENONE;
	}
	return is_good(*fdt, size) ? 0 : DEVICETREE_EBAD;
}

/* 0 also if it was not there. */
static int remove_property(void *fdt, int node, const char *name)
{
	int status = fdt_delprop(fdt, node, name);

	return status == -FDT_ERR_NOTFOUND ? 0 : status;
}

static int edit_psci(void *fdt)
{
	int node = fdt_subnode_offset(fdt, 0, "psci");

	if (node == -FDT_ERR_NOTFOUND) {
		node = fdt_add_subnode(fdt, 0, "psci");
	}
	if (node < 0 ||
	    fdt_setprop(fdt, node, "compatible", compatible,
			sizeof(compatible)) != 0 ||
	    fdt_setprop(fdt, node, "method", "smc", sizeof("smc")) != 0 ||
	    remove_property(fdt, node, "status") != 0) {
		return DEVICETREE_EEDIT;
	}
	return 0;
}

static int edit_cpu(void *fdt, int node)
{
	if (fdt_setprop(fdt, node, "enable-method", "psci",
			sizeof("psci")) != 0 ||
	    remove_property(fdt, node, "cpu-release-addr") != 0) {
		return DEVICETREE_EEDIT;
	}
	return 0;
}

static int edit_cpus(void *fdt)
{
	int cpus = fdt_subnode_offset(fdt, 0, "cpus");
	int count = 0;
	int status = 0;
	int node;

	if (cpus < 0) {
		return cpus == -FDT_ERR_NOTFOUND ? 0 : DEVICETREE_EEDIT;
	}
	node = fdt_first_subnode(fdt, cpus);
	for (; status == 0 && node >= 0; node = fdt_next_subnode(fdt, node)) {
		if (property_is(fdt, node, "device_type", "cpu")) {
			status = count++ < DEVICETREE_CPUS_MAX
					 ? edit_cpu(fdt, node)
					 : DEVICETREE_EEDIT;
		}
	}
	return status;
}

static int edit(void *fdt, const struct devicetree_place *place,
		const struct psci *psci)
{
	int status = edit_psci(fdt);

	if (status == 0) {
		status = edit_cpus(fdt);
	}
	if (status == 0 && memory_find(psci, place->resident).end) {
		status = reservation_edit(fdt, place->resident);
	}
	return status;
}

int devicetree_prepare(const struct devicetree_place *place, uint64_t *tree,
		       struct psci *psci)
{
	struct devicetree_range range;
	const void *fdt;
	void *copy;
	uint64_t address;
	uint32_t size;
	int status = check(place, *tree, &fdt, &range);

	if (status != 0) {
		return status;
	}
	memory_read(fdt, psci);
	size = fdt_totalsize(fdt) + DEVICETREE_GROWTH;
	address = space_find(place, fdt, range, psci, size);
	if (!address) {
		return DEVICETREE_ESPACE;
	}
	copy = boot_memory(address, size);
	if (fdt_open_into(fdt, copy, (int)size) != 0) {
		return DEVICETREE_EEDIT;
	}
	status = edit(copy, place, psci);
	if (status == 0) {
		*tree = address;
	}
	return status;
}
