/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The device-tree step when libfdt fails: each call that can change something,
 * in turn.  Whichever it is, the result is an error, the tree is still the old
 * one and not a byte of it has changed.
 */
#include "../devicetree/scene.h"

static unsigned calls, fails_at;

static int is_faulty(void)
{
	return calls++ == fails_at;
}

static int faulty_open_into(const void *fdt, void *buffer, int size)
{
	return is_faulty() ? -FDT_ERR_NOSPACE
			   : fdt_open_into(fdt, buffer, size);
}

static int faulty_setprop(void *fdt, int node, const char *name,
			  const void *value, int length)
{
	return is_faulty() ? -FDT_ERR_NOSPACE
			   : fdt_setprop(fdt, node, name, value, length);
}

static int faulty_delprop(void *fdt, int node, const char *name)
{
	return is_faulty() ? -FDT_ERR_BADSTRUCTURE
			   : fdt_delprop(fdt, node, name);
}

static int faulty_add_subnode(void *fdt, int parent, const char *name)
{
	return is_faulty() ? -FDT_ERR_NOSPACE
			   : fdt_add_subnode(fdt, parent, name);
}

static int faulty_subnode_offset(const void *fdt, int parent, const char *name)
{
	return is_faulty() ? -FDT_ERR_BADSTRUCTURE
			   : fdt_subnode_offset(fdt, parent, name);
}

static int faulty_add_mem_rsv(void *fdt, uint64_t address, uint64_t size)
{
	return is_faulty() ? -FDT_ERR_NOSPACE
			   : fdt_add_mem_rsv(fdt, address, size);
}

static int faulty_del_mem_rsv(void *fdt, int n)
{
	return is_faulty() ? -FDT_ERR_NOTFOUND : fdt_del_mem_rsv(fdt, n);
}

/* Only edits are to fail hard: what is not found is not there. */
#define fdt_open_into faulty_open_into
#define fdt_setprop faulty_setprop
#define fdt_delprop faulty_delprop
#define fdt_add_subnode faulty_add_subnode
#define fdt_add_mem_rsv faulty_add_mem_rsv
#define fdt_del_mem_rsv faulty_del_mem_rsv
#include "../../monitor/devicetree_reservation.c"
#define fdt_subnode_offset faulty_subnode_offset
#include "../../monitor/devicetree.c"

static void load_some(struct scene *scene)
{
	scene_load(scene, "pi4-1g-spin");
	/* Cut on both sides. */
	scene->place.resident.start = 0x1000;
	assert_int_equal(fdt_add_mem_rsv(scene->tree, 0, 0x3000), 0);
}

/* All of the step is seen to be reached, one call after another. */
static void each_call(void **state)
{
	struct scene scene;
	unsigned total;

	(void)state;
	fails_at = UINT32_MAX;
	load_some(&scene);
	calls = 0;
	scene_succeeds(&scene);
	total = calls;
	diag("%u calls", total);
	assert_true(total >= 18);
	for (unsigned i = 0; i < total; i++) {
		fails_at = UINT32_MAX;
		load_some(&scene);
		calls = 0;
		fails_at = i;
		scene_run(&scene);
		if (scene.status == 0) {
			fail_msg("call %u failed, and nobody noticed", i);
		}
		assert_int_equal(scene.status, DEVICETREE_EEDIT);
		assert_true(scene.address == TREE_AT);
		assert_memory_equal(scene.tree, before + TREE_AT, ROOM);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_call),
	};

	return run_tap(tests);
}
