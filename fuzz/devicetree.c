/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libFuzzer target: any bytes as the device tree, on a board of 128 KiB.  The
 * result is an error and the old tree as it was; or a tree that libfdt accepts,
 * in a place that was free, and nothing else is written to, in which each CPU
 * has PSCI and each byte that stays resident is reserved once.
 *
 * Input: 8 bytes for where things are, then the tree.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../monitor/libfdt_env.h"
#include <libfdt.h>

#include "../tests/devicetree/board.h"

#define BOARD_SIZE 0x20000u
#define PAGE 0x1000u
#define SETUP_SIZE 8u
#define PATTERN 0xa5

/* Not assert(): it must hold in every build. */
#define require(condition)                                                  \
	do {                                                                \
		if (!(condition)) {                                         \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,  \
				#condition);                                \
			abort();                                            \
		}                                                           \
	} while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Alignas(4096) uint8_t memory[BOARD_SIZE], before[BOARD_SIZE];

static const struct psci usual_psci = {
	.memory = { { 0, BOARD_SIZE / PAGE } },
};

/* Small numbers of pages from small numbers of bits. */
static void place_all(const uint8_t *setup, struct devicetree_place *place,
		      uint64_t *tree)
{
	*place = (struct devicetree_place){
		.resident.start = (setup[0] & 3) * PAGE,
		.busy.start = (setup[0] & 3) * PAGE,
		.kernel = setup[2] * 0x200ull + (setup[3] == 1),
	};
	place->resident.end = place->resident.start +
			      (1 + (setup[0] >> 2 & 1)) * PAGE;
	place->busy.end = place->resident.end + (setup[1] & 3) * PAGE;
	*tree = setup[4] * 0x100ull + 0x1000 + (setup[5] & 8 ? setup[5] : 0);
}

static void put_kernel(const uint8_t *setup, uint64_t address)
{
	if (boot_memory(address, 64) && address % 8 == 0 && setup[6]) {
		board_put_kernel(address, setup[7] * 0x200ull);
	}
}

static int is_reserved_by_node(const void *fdt, uint64_t start, uint64_t end)
{
	int parent = fdt_subnode_offset(fdt, 0, "reserved-memory");
	int node;

	if (parent < 0) {
		return 0;
	}
	fdt_for_each_subnode(node, fdt, parent) {
		int cells = fdt_address_cells(fdt, parent);
		int size_cells = fdt_size_cells(fdt, parent);
		int length;
		const fdt32_t *reg = fdt_getprop(fdt, node, "reg", &length);
		const char *status = fdt_getprop(fdt, node, "status", NULL);

		if (!reg || cells < 1 || cells > 2 || size_cells < 1 ||
		    size_cells > 2 || length % (4 * (cells + size_cells)) ||
		    (status && strncmp(status, "ok", 2) != 0)) {
			continue;
		}
		for (; length > 0; length -= 4 * (cells + size_cells)) {
			uint64_t number[2] = { 0, 0 };

			for (int i = 0; i < cells + size_cells; i++) {
				uint64_t *to = &number[i >= cells];

				*to = *to << 32 | fdt32_to_cpu(*reg++);
			}
			if (number[0] <= start &&
			    (number[0] + number[1] >= end ||
			     number[0] + number[1] < number[0])) {
				return 1;
			}
		}
	}
	return 0;
}

static uint64_t count_entries(const void *fdt, uint64_t start, uint64_t end,
			      unsigned *covers)
{
	uint64_t meets = 0;

	for (int n = 0; n < fdt_num_mem_rsv(fdt); n++) {
		uint64_t address, size, stop;

		require(fdt_get_mem_rsv(fdt, n, &address, &size) == 0);
		stop = address + size < address ? UINT64_MAX : address + size;
		meets += address < end && start < stop;
		*covers += address == start && stop == end;
	}
	return meets;
}

static int is_memory(const struct psci *psci, uint64_t start, uint64_t end)
{
	for (unsigned i = 0; i < PSCI_RANGES_MAX; i++) {
		uint64_t first = (uint64_t)psci->memory[i].first * PAGE;
		uint64_t last = first +
				(uint64_t)psci->memory[i].count * PAGE;

		if (first < end && start < last) {
			return 1;
		}
	}
	return 0;
}

static void check_reservation(const void *fdt, const struct psci *psci,
			      const struct devicetree_range *resident)
{
	uint64_t start = resident->start, end = resident->end;
	unsigned covers = 0;
	uint64_t meets = count_entries(fdt, start, end, &covers);

	if (!is_memory(psci, start, end)) {
		return;
	}
	if (is_reserved_by_node(fdt, start, end)) {
		require(meets == 0);
	} else {
		require(meets == 1 && covers == 1);
	}
}

static void check_text(const void *fdt, int node, const char *name,
		       const char *wanted)
{
	int length;
	const char *text = fdt_getprop(fdt, node, name, &length);

	require(text && length == (int)strlen(wanted) + 1 &&
		strcmp(text, wanted) == 0);
}

static void check_cpus(const void *fdt)
{
	int cpus = fdt_subnode_offset(fdt, 0, "cpus");
	int node;

	if (cpus < 0) {
		return;
	}
	fdt_for_each_subnode(node, fdt, cpus) {
		int length;
		const char *type = fdt_getprop(fdt, node, "device_type",
					       &length);

		if (type && length == 4 && memcmp(type, "cpu", 4) == 0) {
			check_text(fdt, node, "enable-method", "psci");
		}
	}
}

static void check_psci(const void *fdt)
{
	int node = fdt_subnode_offset(fdt, 0, "psci");

	require(node >= 0);
	check_text(fdt, node, "method", "smc");
	require(fdt_node_check_compatible(fdt, node, "arm,psci-1.0") == 0);
	require(fdt_node_check_compatible(fdt, node, "arm,psci-0.2") == 0);
}

static int meets(uint64_t start, uint64_t end, uint64_t other,
		 uint64_t other_end)
{
	return start < other_end && other < end;
}

/* The new tree lies in none of what the old one and the board have. */
static void check_place(const struct devicetree_place *place, const void *old,
			uint64_t old_at, uint64_t start, uint64_t end)
{
	unsigned covers = 0;
	uint64_t kernel_end = place->kernel + DEVICETREE_KERNEL_SIZE;
	const uint8_t *image = boot_memory(place->kernel, 64);

	if (image && place->kernel % 8 == 0 &&
	    memcmp(image + 56, "ARM\x64", 4) == 0) {
		uint64_t size;

		memcpy(&size, image + 16, sizeof(size));
		kernel_end = size ? place->kernel + size : kernel_end;
	}
	require(start % 8 == 0 && end <= BOARD_SIZE);
	require(!meets(start, end, old_at, old_at + fdt_totalsize(old)));
	require(!meets(start, end, place->kernel, kernel_end));
	require(!meets(start, end, place->busy.start, place->busy.end));
	require(!meets(start, end, place->resident.start,
		       place->resident.end));
	require(count_entries(old, start, end, &covers) == 0);
}

static void check_tree(const struct devicetree_place *place,
		       const struct psci *psci, uint64_t old, uint64_t new)
{
	const void *fdt = memory + new;

	require(new < BOARD_SIZE &&
		fdt_check_full(fdt, BOARD_SIZE - new) == 0);
	check_place(place, memory + old, old, new, new + fdt_totalsize(fdt));
	check_psci(fdt);
	check_cpus(fdt);
	check_reservation(fdt, psci, &place->resident);
}

static void check_memory(const struct psci *psci)
{
	for (unsigned i = 0; i < PSCI_RANGES_MAX; i++) {
		const struct psci_range *a = &psci->memory[i];

		require((uint64_t)a->first + a->count <= UINT32_MAX);
		for (unsigned j = 0; a->count && j < i; j++) {
			const struct psci_range *b = &psci->memory[j];

			require(!b->count || a->first + a->count < b->first ||
				b->first + b->count < a->first);
		}
	}
}

/* An edit that fails may have used what was free, wherever that was. */
static void check_writes(int status, uint64_t new, uint64_t old)
{
	size_t start = BOARD_SIZE, end = BOARD_SIZE;

	if (status == DEVICETREE_EEDIT) {
		require(memcmp(memory + old, before + old,
			       fdt_totalsize(before + old)) == 0);
		return;
	}
	if (status == 0) {
		start = (size_t)new;
		end = start + fdt_totalsize(memory + new);
	}
	require(memcmp(memory, before, start) == 0);
	require(memcmp(memory + end, before + end, BOARD_SIZE - end) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct devicetree_place place;
	struct psci psci = usual_psci;
	uint64_t tree, old;
	int status;

	if (size < SETUP_SIZE) {
		return 0;
	}
	board = (struct board){ 0, BOARD_SIZE, memory };
	memset(memory, PATTERN, BOARD_SIZE);
	place_all(data, &place, &tree);
	size -= SETUP_SIZE;
	if (size > BOARD_SIZE - tree) {
		size = BOARD_SIZE - tree;
	}
	memcpy(memory + tree, data + SETUP_SIZE, size);
	put_kernel(data, place.kernel);
	memcpy(before, memory, BOARD_SIZE);
	old = tree;
	status = devicetree_prepare(&place, &tree, &psci);
	check_writes(status, tree, old);
	check_memory(&psci);
	if (status == 0) {
		check_tree(&place, &psci, old, tree);
	} else {
		require(status >= DEVICETREE_EEDIT && tree == old);
	}
	return 0;
}
