/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The device-tree step: which trees it refuses, where it puts the new one, what
 * it makes of reservations and of memory.  What the new tree says as a whole is
 * in tests/tool/devicetree.t.
 */
#include "../devicetree/scene.h"

#define CELL(value) __builtin_bswap32((uint32_t)(value))
/* Two cells for an address, one for a size, as in the trees here. */
#define REG(start, size) CELL((uint64_t)(start) >> 32), CELL(start), CELL(size)

static int find_node(const struct scene *scene, const char *path)
{
	int node = fdt_path_offset(scene->tree, path);

	assert_true(node >= 0);
	return node;
}

static void set(struct scene *scene, const char *path, const char *name,
		const void *value, size_t size)
{
	assert_int_equal(fdt_setprop(scene->tree, find_node(scene, path), name,
				     value, (int)size), 0);
}

static void set_text(struct scene *scene, const char *path, const char *name,
		     const char *text)
{
	set(scene, path, name, text, strlen(text) + 1);
}

static void add_node(struct scene *scene, const char *parent,
		     const char *name)
{
	assert_true(fdt_add_subnode(scene->tree, find_node(scene, parent),
				    name) >= 0);
}

static void reserve(struct scene *scene, uint64_t start, uint64_t size)
{
	assert_int_equal(fdt_add_mem_rsv(scene->tree, start, size), 0);
}

static void reserve_node(struct scene *scene, uint64_t start, uint64_t size)
{
	const fdt32_t reg[] = { REG(start, size) };

	add_node(scene, "/reserved-memory", "test");
	set(scene, "/reserved-memory/test", "reg", reg, sizeof(reg));
}

static void load(struct scene *scene)
{
	scene_load(scene, "pi4-1g-spin");
}

/* How many entries of the result have this range. */
static unsigned count_entries(const struct scene *scene, uint64_t start,
			      uint64_t end)
{
	unsigned count = 0;

	for (int n = 0; n < fdt_num_mem_rsv(scene->result); n++) {
		uint64_t address, size;

		assert_int_equal(fdt_get_mem_rsv(scene->result, n, &address,
						 &size), 0);
		count += address == start && address + size == end;
	}
	return count;
}

static void check_entries(const struct scene *scene, int wanted)
{
	assert_int_equal(fdt_num_mem_rsv(scene->result), wanted);
}

static void usual(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	scene_succeeds(&scene);
	assert_true(scene.address == TREE_AT + ROOM);
	check_entries(&scene, 1);
	assert_int_equal(count_entries(&scene, 0, RESIDENT_END), 1);
}

/* ---- Trees that are none ---- */

static void nowhere(void **state)
{
	static const uint64_t addresses[] = {
		0, 8, RESIDENT_END - 8, BUSY_END - 8, TREE_AT + 4, TREE_AT + 1,
		BOARD_SIZE - 32, BOARD_SIZE, 1ull << 40, UINT64_MAX - 7,
		UINT64_MAX,
	};
	struct scene scene;

	(void)state;
	for (unsigned i = 0; i < COUNT(addresses); i++) {
		load(&scene);
		scene.address = addresses[i];
		scene_run(&scene);
		check_case(scene.status == DEVICETREE_ENONE ||
			   scene.status == DEVICETREE_EBAD, i, "address");
		check_case(scene.address == addresses[i], i, "unchanged");
		check_writes(&scene);
	}
}

static void in_monitor(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	scene.place.busy.end = TREE_AT + 8;
	scene_fails(&scene, DEVICETREE_ENONE);
	load(&scene);
	scene.place.resident =
		(struct devicetree_range){ TREE_AT + ROOM - 8, BOARD_SIZE };
	scene_fails(&scene, DEVICETREE_ENONE);
}

static void out_of_memory(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	board.size = TREE_AT + ROOM - 1;
	scene_fails(&scene, DEVICETREE_ENONE);
}

/* Each word of the header with each of these: never a crash. */
static void headers(void **state)
{
	static const uint32_t values[] = {
		0, 1, 3, 4, 8, 16, 17, 18, 39, 40, 41, 44, 48, 0x1000,
		ROOM - 1, ROOM, ROOM + 1, DEVICETREE_SIZE_MAX,
		DEVICETREE_SIZE_MAX + 1, 0x7fffffff, 0x80000000, 0xfffffff0,
		0xfffffffc, 0xffffffff, 0xd00dfeed,
	};
	struct scene scene;

	(void)state;
	for (unsigned word = 0; word < 10; word++) {
		for (unsigned i = 0; i < COUNT(values); i++) {
			load(&scene);
			((fdt32_t *)scene.tree)[word] = CELL(values[i]);
			scene_run(&scene);
			check_case(scene.status <= 0, word, "status");
			if (scene.status != 0) {
				check_case(scene.address == TREE_AT, word,
					   "unchanged");
			}
		}
	}
}

static void bad_headers(void **state)
{
	/* Word and value; the offsets are in order, 40, 56 or so. */
	static const struct {
		unsigned word;
		uint32_t value;
	} cases[] = {
		{ 0, 0 }, { 0, 0xedfe0dd0 }, { 1, 0 }, { 1, 39 },
		{ 1, DEVICETREE_SIZE_MAX + 8 }, { 1, 0xffffffff },
		{ 2, 0xfffffffc }, { 3, 0xfffffff0 }, { 4, 0xfffffff8 },
		{ 4, 44 }, { 5, 16 }, { 5, 1 }, { 6, 18 }, { 8, 0xffffffff },
		{ 9, 0xffffffff }, { 9, 8 },
	};
	struct scene scene;

	(void)state;
	for (unsigned i = 0; i < COUNT(cases); i++) {
		load(&scene);
		((fdt32_t *)scene.tree)[cases[i].word] = CELL(cases[i].value);
		scene_run(&scene);
		check_case(scene.status == DEVICETREE_EBAD, i, "bad");
		check_writes(&scene);
	}
}

/* Blocks at odd offsets would be read unaligned. */
static void misaligned_blocks(void **state)
{
	struct scene scene;
	uint8_t *at;

	(void)state;
	load(&scene);
	at = (uint8_t *)scene.tree + fdt_off_dt_struct(scene.tree);
	memmove(at + 2, at, ROOM - 2 - ((size_t)(at - memory) - TREE_AT));
	fdt_set_off_dt_struct(scene.tree, fdt_off_dt_struct(scene.tree) + 2);
	fdt_set_off_dt_strings(scene.tree,
			       fdt_off_dt_strings(scene.tree) + 2);
	scene_fails(&scene, DEVICETREE_EBAD);
}

static void truncated(void **state)
{
	struct scene scene;
	uint32_t used;

	(void)state;
	load(&scene);
	used = fdt_off_dt_strings(scene.tree) +
	       fdt_size_dt_strings(scene.tree);
	for (uint32_t size = 0; size < used; size += 7) {
		load(&scene);
		fdt_set_totalsize(scene.tree, size);
		scene_run(&scene);
		assert_int_equal(scene.status, DEVICETREE_EBAD);
	}
}

/* Each byte of the structure, with a bit flipped. */
static void flipped(void **state)
{
	struct scene scene;
	uint32_t start, size;

	(void)state;
	load(&scene);
	start = fdt_off_mem_rsvmap(scene.tree);
	size = fdt_off_dt_strings(scene.tree) +
	       fdt_size_dt_strings(scene.tree);
	for (uint32_t at = start; at < size; at++) {
		uint8_t *byte = memory + TREE_AT + at;

		*byte ^= (uint8_t)(1u << (at % 8));
		scene.address = TREE_AT;
		scene.status = devicetree_prepare(&scene.place, &scene.address,
						  &scene.psci);
		assert_true(scene.status == 0 || scene.address == TREE_AT);
		*byte ^= (uint8_t)(1u << (at % 8));
	}
}

/* ---- Space ---- */

static void above(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	reserve(&scene, TREE_AT + ROOM + 0x100, 0x10);
	reserve_node(&scene, TREE_AT + ROOM + 0x3000, 0x123000);
	scene_succeeds(&scene);
	assert_true(scene.address == TREE_AT + ROOM + 0x126000);
}

static void put_initrd(struct scene *scene, int bytes, uint64_t start,
		       uint64_t end)
{
	fdt64_t value = cpu_to_fdt64(start << (64 - bytes * 8));

	set(scene, "/chosen", "linux,initrd-start", &value, (size_t)bytes);
	value = cpu_to_fdt64(end << (64 - bytes * 8));
	set(scene, "/chosen", "linux,initrd-end", &value, (size_t)bytes);
}

static void initrd(void **state)
{
	struct scene scene;

	(void)state;
	for (int bytes = 4; bytes <= 8; bytes += 4) {
		load(&scene);
		put_initrd(&scene, bytes, TREE_AT + ROOM, 12 * MEBI + 1);
		scene_succeeds(&scene);
		assert_true(scene.address == 12 * MEBI + 0x1000);
	}
	/* Not numbers: the OS sees no initrd. */
	load(&scene);
	put_initrd(&scene, 4, TREE_AT + ROOM, 12 * MEBI);
	set(&scene, "/chosen", "linux,initrd-end", "abc", 3);
	scene_succeeds(&scene);
	assert_true(scene.address == TREE_AT + ROOM);
}

/* Nothing free above: below, and over the kernel. */
static void below(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	reserve(&scene, TREE_AT + ROOM, BOARD_SIZE);
	scene_succeeds(&scene);
	assert_true(scene.address == BUSY_END);

	load(&scene);
	reserve(&scene, TREE_AT + ROOM, BOARD_SIZE);
	reserve(&scene, 0x10000, KERNEL_AT - 0x10000);
	scene_succeeds(&scene);
	assert_true(scene.address == KERNEL_AT + KERNEL_SIZE);
}

static void full(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	reserve(&scene, TREE_AT + ROOM, BOARD_SIZE);
	reserve(&scene, 0x2000, TREE_AT - 0x2000);
	scene_fails(&scene, DEVICETREE_ESPACE);
	/* Memory is known all the same. */
	assert_int_equal(scene.psci.memory[0].count, 0x3b400);
}

/* A page less than is needed, and as much as is needed. */
static void exact(void **state)
{
	const uint64_t end = TREE_AT + ROOM + ROOM + DEVICETREE_GROWTH;
	struct scene scene;

	(void)state;
	for (int short_by = 0; short_by < 2; short_by++) {
		load(&scene);
		reserve(&scene, end - (uint64_t)short_by, BOARD_SIZE);
		reserve(&scene, 0x2000, TREE_AT - 0x2000);
		if (short_by) {
			scene_fails(&scene, DEVICETREE_ESPACE);
		} else {
			scene_succeeds(&scene);
			assert_true(scene.address == TREE_AT + ROOM);
		}
	}
}

/* What the tree calls memory need not be there. */
static void end_of_memory(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	board.size = TREE_AT + ROOM + 0x1000;
	scene_succeeds(&scene);
	assert_true(scene.address == BUSY_END);
}

/* What is there need not be memory. */
static void end_in_tree(void **state)
{
	const fdt32_t reg[] = { REG(0, TREE_AT + ROOM + 0x1000) };
	struct scene scene;

	(void)state;
	load(&scene);
	set(&scene, "/memory@0", "reg", reg, sizeof(reg));
	scene_succeeds(&scene);
	assert_true(scene.address == BUSY_END);
}

/* Memory goes on above the first GiB, where the old tree ends. */
static void end_of_reach(void **state)
{
	const fdt32_t reg[] = { REG(0, 0x80000000) };
	struct scene scene;

	(void)state;
	load(&scene);
	set(&scene, "/memory@0", "reg", reg, sizeof(reg));
	board.base = 1024 * MEBI - TREE_AT - ROOM;
	scene.address = board.base + TREE_AT;
	scene_fails(&scene, DEVICETREE_ESPACE);
}

static void kernel_header(void **state)
{
	static const uint64_t sizes[] = { 0, KERNEL_SIZE, 1ull << 62,
					  UINT64_MAX };
	struct scene scene;

	(void)state;
	for (unsigned i = 0; i < COUNT(sizes); i++) {
		load(&scene);
		board_put_kernel(KERNEL_AT, sizes[i]);
		reserve(&scene, 0x2000, KERNEL_AT - 0x2000);
		reserve(&scene, TREE_AT + ROOM, BOARD_SIZE);
		if (sizes[i] == KERNEL_SIZE) {
			scene_succeeds(&scene);
		} else {
			scene_fails(&scene, DEVICETREE_ESPACE);
		}
	}
	/* No header: 64 MiB, so that all is taken but what is below. */
	load(&scene);
	memset(memory + KERNEL_AT, 0, 64);
	scene_succeeds(&scene);
	assert_true(scene.address == BUSY_END);
}

static void kernel_nowhere(void **state)
{
	static const uint64_t entries[] = { 0, KERNEL_AT + 1, BOARD_SIZE - 8,
					    1ull << 50, UINT64_MAX };
	struct scene scene;

	(void)state;
	for (unsigned i = 0; i < COUNT(entries); i++) {
		load(&scene);
		scene.place.kernel = entries[i];
		scene_run(&scene);
		check_case(scene.status == 0 ||
			   scene.status == DEVICETREE_ESPACE, i, "status");
	}
}

static void too_many_in_the_way(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	for (uint64_t i = 0; i < DEVICETREE_RESERVATIONS_MAX - 1; i++) {
		reserve(&scene, TREE_AT + ROOM + i * 0x10000, 8);
	}
	reserve_node(&scene, BUSY_END, TREE_AT - BUSY_END);
	scene_fails(&scene, DEVICETREE_ESPACE);

	load(&scene);
	for (uint64_t i = 0; i < DEVICETREE_RESERVATIONS_MAX; i++) {
		reserve(&scene, BOARD_SIZE + i, 1);
	}
	scene_fails(&scene, DEVICETREE_EBAD);
}

/* ---- Reservations ---- */

static void overlapping_entries(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	scene.place.resident.start = 0x1000;
	scene.place.resident.end = 0x3000;
	reserve(&scene, 0x1000, 0x2000);
	reserve(&scene, 0x1000, 0x10);
	reserve(&scene, 0x800, 0x1000);
	reserve(&scene, 0x2000, 0x4000);
	reserve(&scene, 0, 0x100000);
	reserve(&scene, 0x3000, 0x1000);
	scene_succeeds(&scene);
	check_entries(&scene, 7);
	assert_int_equal(count_entries(&scene, 0x1000, 0x3000), 1);
	/* That of the tree, and what is left of the others. */
	assert_int_equal(count_entries(&scene, 0, 0x1000), 2);
	assert_int_equal(count_entries(&scene, 0x800, 0x1000), 1);
	assert_int_equal(count_entries(&scene, 0x3000, 0x6000), 1);
	assert_int_equal(count_entries(&scene, 0x3000, 0x100000), 1);
	assert_int_equal(count_entries(&scene, 0x3000, 0x4000), 1);
}

static void endless_entry(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	reserve(&scene, 0x1000, UINT64_MAX);
	scene_fails(&scene, DEVICETREE_ESPACE);
}

static void node_has_all(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	reserve_node(&scene, 0, 0x80000);
	scene_succeeds(&scene);
	check_entries(&scene, 0);
}

static void node_has_a_part(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	reserve_node(&scene, 0x1000, 0x80000);
	scene_fails(&scene, DEVICETREE_EEDIT);
	/* One that is not used reserves nothing. */
	load(&scene);
	reserve_node(&scene, 0x1000, 0x80000);
	set_text(&scene, "/reserved-memory/test", "status", "disabled");
	scene_succeeds(&scene);
	check_entries(&scene, 1);
}

static void not_in_memory(void **state)
{
	struct scene scene;

	(void)state;
	scene_load(&scene, "pi4-1g-spin");
	scene.place.resident.start = 1ull << 36;
	scene.place.resident.end = (1ull << 36) + 0x2000;
	scene_succeeds(&scene);
	check_entries(&scene, 1);
	assert_int_equal(count_entries(&scene, 0, 0x1000), 1);
}

/* ---- Memory ---- */

static void put_memory(struct scene *scene, const void *reg, size_t size)
{
	load(scene);
	set(scene, "/memory@0", "reg", reg, size);
}

static void check_default(struct scene *scene)
{
	scene_succeeds(scene);
	assert_int_equal(scene->psci.memory[0].first, 0);
	assert_int_equal(scene->psci.memory[0].count, BOARD_SIZE / 4096);
}

static void no_memory(void **state)
{
	static const fdt32_t empty[] = { REG(0, 0), REG(0x1001, 0x1ffe) };
	static const fdt32_t wide[] = { 0, 0, REG(0, 0), CELL(0x1000) };
	const fdt32_t three = CELL(3), four = CELL(4), none = CELL(0);
	struct scene scene;

	(void)state;
	put_memory(&scene, empty, sizeof(empty));
	check_default(&scene);
	put_memory(&scene, empty, 0);
	check_default(&scene);
	put_memory(&scene, empty, 11);
	check_default(&scene);
	load(&scene);
	set(&scene, "/", "#address-cells", &three, 4);
	check_default(&scene);
	load(&scene);
	set(&scene, "/", "#size-cells", &none, 4);
	check_default(&scene);
	load(&scene);
	set(&scene, "/", "#size-cells", &none, 3);
	check_default(&scene);
	put_memory(&scene, wide, sizeof(wide));
	set(&scene, "/", "#size-cells", &four, 4);
	check_default(&scene);
	load(&scene);
	set_text(&scene, "/memory@0", "device_type", "memories");
	check_default(&scene);
	/* A string without its end. */
	load(&scene);
	set(&scene, "/memory@0", "device_type", "memory", 6);
	check_default(&scene);
	load(&scene);
	set_text(&scene, "/memory@0", "status", "disabled");
	check_default(&scene);
}

static uint64_t has_range(const struct scene *scene, uint32_t first,
			  uint32_t count)
{
	for (unsigned i = 0; i < PSCI_RANGES_MAX; i++) {
		if (scene->psci.memory[i].first == first &&
		    scene->psci.memory[i].count == count) {
			return 1;
		}
	}
	return 0;
}

static void merged_memory(void **state)
{
	static const fdt32_t reg[] = {
		REG(0x0000000, 0x1000000), REG(0x3000000, 0x1000000),
		REG(0x2000000, 0x1000000), REG(0x5000000, 0x1000000),
		REG(0x4800000, 0x0800000), REG(0x0800000, 0x1000000),
	};
	struct scene scene;

	(void)state;
	put_memory(&scene, reg, sizeof(reg));
	scene_succeeds(&scene);
	assert_true(has_range(&scene, 0, 0x1800));
	assert_true(has_range(&scene, 0x2000, 0x2000));
	assert_true(has_range(&scene, 0x4800, 0x1800));
	assert_true(has_range(&scene, 0, 0));
}

/* The largest four, by whole pages. */
static void much_memory(void **state)
{
	static const fdt32_t reg[] = {
		REG(0x20000001, 0x3000), REG(0, 0x1000000),
		REG(0x30000000, 0x5000), REG(0x40000000, 0x6000),
		REG(0x50000000, 0x1fff), REG(0x60000000, 0x7000),
	};
	struct scene scene;

	(void)state;
	put_memory(&scene, reg, sizeof(reg));
	scene_succeeds(&scene);
	assert_true(has_range(&scene, 0, 0x1000));
	assert_true(has_range(&scene, 0x30000, 5));
	assert_true(has_range(&scene, 0x40000, 6));
	assert_true(has_range(&scene, 0x60000, 7));
}

static void endless_memory(void **state)
{
	static const fdt32_t reg[] = { REG(0, 0x1000000),
				       REG(0xfffffffffffff000, 0xffffffff) };
	struct scene scene;

	(void)state;
	put_memory(&scene, reg, sizeof(reg));
	scene_succeeds(&scene);
	assert_true(has_range(&scene, 0, 0x1000));
}

/* A page has a number of 32 bits. */
static void high_memory(void **state)
{
	static const fdt32_t reg[] = { REG(0, 0x1000000),
				       REG(0xfffffff0000, 0x20000) };
	struct scene scene;

	(void)state;
	put_memory(&scene, reg, sizeof(reg));
	scene_succeeds(&scene);
	assert_true(has_range(&scene, 0xfffffff0, 0xf));
}

/* ---- Strange and hostile trees ---- */

static void old_psci(void **state)
{
	struct scene scene;
	int node;

	(void)state;
	load(&scene);
	add_node(&scene, "/", "psci");
	set_text(&scene, "/psci", "compatible", "arm,psci");
	set_text(&scene, "/psci", "method", "hvc");
	set_text(&scene, "/psci", "status", "disabled");
	scene_succeeds(&scene);
	node = fdt_path_offset(scene.result, "/psci");
	assert_int_equal(fdt_node_check_compatible(scene.result, node,
						   "arm,psci-1.0"), 0);
	assert_string_equal(fdt_getprop(scene.result, node, "method", NULL),
			    "smc");
	assert_null(fdt_getprop(scene.result, node, "status", NULL));
}

static void no_cpus(void **state)
{
	struct scene scene;

	(void)state;
	load(&scene);
	assert_int_equal(fdt_del_node(scene.tree,
				      find_node(&scene, "/cpus")), 0);
	scene_succeeds(&scene);
}

static void many_cpus(void **state)
{
	struct scene scene;
	char name[32];

	(void)state;
	for (int count = 4; count < DEVICETREE_CPUS_MAX + 2; count++) {
		load(&scene);
		for (int i = 4; i < count; i++) {
			snprintf(name, sizeof(name), "cpu@%d", i);
			add_node(&scene, "/cpus", name);
			snprintf(name, sizeof(name), "/cpus/cpu@%d", i);
			set_text(&scene, name, "device_type", "cpu");
		}
		if (count <= DEVICETREE_CPUS_MAX) {
			scene_succeeds(&scene);
		} else {
			scene_fails(&scene, DEVICETREE_EEDIT);
		}
	}
}

static void deep(void **state)
{
	struct scene scene;
	int node;

	(void)state;
	load(&scene);
	node = find_node(&scene, "/soc");
	for (int i = 0; i < 2000; i++) {
		node = fdt_add_subnode(scene.tree, node, "n");
		assert_true(node >= 0);
	}
	scene_succeeds(&scene);
}

static void long_name(void **state)
{
	char name[DEVICETREE_NAME_MAX + 2] = { 0 };
	struct scene scene;

	(void)state;
	for (size_t extra = 0; extra < 2; extra++) {
		load(&scene);
		memset(name, 'n', DEVICETREE_NAME_MAX + extra);
		set(&scene, "/soc", name, "", 0);
		if (extra) {
			scene_fails(&scene, DEVICETREE_EBAD);
		} else {
			scene_succeeds(&scene);
		}
	}
}

/* The blocks may be in any order. */
static void other_order(void **state)
{
	struct scene scene;
	uint8_t *to;
	uint32_t size;

	(void)state;
	load(&scene);
	size = fdt_size_dt_strings(scene.tree);
	/* Strings first: into a gap that is made before the structure. */
	to = memory + TREE_AT + fdt_off_dt_struct(scene.tree);
	memmove(to + 4096, to, fdt_size_dt_struct(scene.tree) + size);
	fdt_set_off_dt_struct(scene.tree,
			      fdt_off_dt_struct(scene.tree) + 4096);
	assert_true(size < 4096);
	memcpy(to, to + 4096 + fdt_size_dt_struct(scene.tree), size);
	fdt_set_off_dt_strings(scene.tree,
			       (uint32_t)(to - (uint8_t *)scene.tree));
	scene_succeeds(&scene);
	assert_int_equal(count_entries(&scene, 0, RESIDENT_END), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(usual),
		cmocka_unit_test(nowhere),
		cmocka_unit_test(in_monitor),
		cmocka_unit_test(out_of_memory),
		cmocka_unit_test(headers),
		cmocka_unit_test(bad_headers),
		cmocka_unit_test(misaligned_blocks),
		cmocka_unit_test(truncated),
		cmocka_unit_test(flipped),
		cmocka_unit_test(above),
		cmocka_unit_test(initrd),
		cmocka_unit_test(below),
		cmocka_unit_test(full),
		cmocka_unit_test(exact),
		cmocka_unit_test(end_of_memory),
		cmocka_unit_test(end_in_tree),
		cmocka_unit_test(end_of_reach),
		cmocka_unit_test(kernel_header),
		cmocka_unit_test(kernel_nowhere),
		cmocka_unit_test(too_many_in_the_way),
		cmocka_unit_test(overlapping_entries),
		cmocka_unit_test(endless_entry),
		cmocka_unit_test(node_has_all),
		cmocka_unit_test(node_has_a_part),
		cmocka_unit_test(not_in_memory),
		cmocka_unit_test(no_memory),
		cmocka_unit_test(merged_memory),
		cmocka_unit_test(much_memory),
		cmocka_unit_test(endless_memory),
		cmocka_unit_test(high_memory),
		cmocka_unit_test(old_psci),
		cmocka_unit_test(no_cpus),
		cmocka_unit_test(many_cpus),
		cmocka_unit_test(deep),
		cmocka_unit_test(long_name),
		cmocka_unit_test(other_order),
	};

	return run_tap(tests);
}
