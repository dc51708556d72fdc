/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For unit tests of the device-tree step: 16 MiB from address 0, as on a Pi in
 * miniature, the tree at 8 MiB, the kernel at 2 MiB.  What is there afterwards
 * is compared with what was there before.
 */
#ifndef TEST_SCENE_H
#define TEST_SCENE_H

#include "../unit/unit.h"

#include "../../monitor/libfdt_env.h"
#include <libfdt.h>

#include "board.h"

#define MEBI (1ull << 20)
#define BOARD_SIZE (16 * MEBI)
#define TREE_AT (8 * MEBI)
#define KERNEL_AT (2 * MEBI)
#define KERNEL_SIZE (4 * MEBI)
#define RESIDENT_END 0x2000ull
#define BUSY_END 0x5000ull

static _Alignas(4096) uint8_t memory[BOARD_SIZE], before[BOARD_SIZE];

static const struct devicetree_place usual_place = {
	.kernel = KERNEL_AT,
	.resident = { 0, RESIDENT_END },
	.busy = { 0, BUSY_END },
};

/* One run: what goes in and what comes out. */
struct scene {
	struct devicetree_place place;
	struct psci psci;
	uint64_t address;	/* of the tree */
	void *tree;		/* the old one */
	void *result;		/* the new one */
	int status;
};

/* As big as the step accepts, for a tree that a test makes larger first. */
#define ROOM 0x80000

static inline void scene_load(struct scene *scene, const char *name)
{
	char path[128];
	FILE *file;
	size_t size;

	*scene = (struct scene){ .place = usual_place, .address = TREE_AT };
	board = (struct board){ 0, BOARD_SIZE, memory };
	memset(memory, 0xa5, BOARD_SIZE);
	board_put_kernel(KERNEL_AT, KERNEL_SIZE);
	scene->psci.memory[0] = (struct psci_range){ 0, BOARD_SIZE / 4096 };
	scene->tree = memory + TREE_AT;
	scene->result = scene->tree;
	snprintf(path, sizeof(path), "build/tests/devicetree/%s.dtb", name);
	file = fopen(path, "rb");
	assert_non_null(file);
	size = fread(scene->tree, 1, ROOM, file);
	fclose(file);
	assert_true(size > 0 && size < ROOM);
	assert_int_equal(fdt_open_into(scene->tree, scene->tree, ROOM), 0);
}

/* Nothing of the old tree, or outside of the new one, was written to. */
static inline void check_writes(const struct scene *scene)
{
	size_t start = BOARD_SIZE, end = BOARD_SIZE;

	if (scene->status == 0) {
		start = (size_t)scene->address;
		end = start + fdt_totalsize(scene->result);
	}
	assert_memory_equal(memory, before, start);
	assert_memory_equal(memory + end, before + end, BOARD_SIZE - end);
}

static inline void scene_run(struct scene *scene)
{
	memcpy(before, memory, BOARD_SIZE);
	scene->status = devicetree_prepare(&scene->place, &scene->address,
					   &scene->psci);
	if (scene->status == 0) {
		assert_true(scene->address != TREE_AT);
		scene->result = memory + scene->address;
		check_writes(scene);
	}
}

/* It fails like this, and nothing is changed. */
static inline void scene_fails(struct scene *scene, int status)
{
	uint64_t address = scene->address;

	scene_run(scene);
	assert_int_equal(scene->status, status);
	assert_true(scene->address == address);
	if (status != DEVICETREE_EEDIT) {
		check_writes(scene);
	} else {
		assert_memory_equal(scene->tree, before + TREE_AT, ROOM);
	}
}

static inline void scene_succeeds(struct scene *scene)
{
	scene_run(scene);
	assert_int_equal(scene->status, 0);
	assert_int_equal(fdt_check_full(scene->result,
					fdt_totalsize(scene->result)), 0);
}

#endif
