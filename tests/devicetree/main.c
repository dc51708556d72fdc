/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The monitor's device-tree step for files: prepare-tree BOARD TREE RESULT,
 * where BOARD is pi4 or virt.  Says what it returned, where the tree went, and
 * what memory it found.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "board.h"

struct machine {
	const char *name;
	uint64_t base, size;	/* of memory that a tree can lie in */
	uint64_t tree;
	uint64_t kernel, kernel_size;
	struct devicetree_place place;
};

static const struct machine machines[] = {
	{
		.name = "pi4",
		.size = 0x3b400000,
		.tree = 0x2efff300,
		.kernel = 0x200000,
		.kernel_size = 0x2800000,
		.place = {
			.kernel = 0x200000,
			.resident = { 0, 0x2000 },
			.busy = { 0, 0x5000 },
		},
	}, {
		.name = "virt",
		.base = 0x40000000,
		.size = 0x20000000,
		.tree = 0x40000000,
		.kernel = 0x40200000,
		.kernel_size = 0x2800000,
		.place = {
			.kernel = 0x40200000,
			.resident = { 0xe000000, 0xe002000 },
			.busy = { 0xe000000, 0xe005000 },
		},
	},
};

static void fail(const char *what)
{
	fprintf(stderr, "prepare-tree: %s\n", what);
	exit(2);
}

static const struct machine *find_machine(const char *name)
{
	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		if (strcmp(machines[i].name, name) == 0) {
			return &machines[i];
		}
	}
	fail("the board is pi4 or virt");
	return NULL;
}

static void start(const struct machine *machine)
{
	void *bytes = mmap(NULL, machine->size, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (bytes == MAP_FAILED) {
		fail("no memory");
	}
	board.base = machine->base;
	board.size = machine->size;
	board.bytes = bytes;
	board_put_kernel(machine->kernel, machine->kernel_size);
}

static void load(const char *name, uint64_t address)
{
	FILE *file = fopen(name, "rb");
	size_t size = (size_t)2 << 20;

	if (!file || fread(boot_memory(address, size), 1, size, file) == 0) {
		fail("cannot read the tree");
	}
	fclose(file);
}

static void save(const char *name, uint64_t address)
{
	const uint8_t *bytes = boot_memory(address, 8);
	size_t size = (size_t)bytes[4] << 24 | (size_t)bytes[5] << 16 |
		      (size_t)bytes[6] << 8 | bytes[7];
	FILE *file = fopen(name, "wb");

	if (!file || fwrite(bytes, 1, size, file) != size ||
	    fclose(file) != 0) {
		fail("cannot write the result");
	}
}

int main(int argc, char **argv)
{
	const struct machine *machine;
	struct psci psci = { 0 };
	uint64_t tree;
	int status;

	if (argc != 4) {
		fail("usage: prepare-tree BOARD TREE RESULT");
	}
	machine = find_machine(argv[1]);
	tree = machine->tree;
	psci.memory[0].first = (uint32_t)(machine->base >> PSCI_PAGE_SHIFT);
	psci.memory[0].count = (uint32_t)(machine->size >> PSCI_PAGE_SHIFT);
	start(machine);
	load(argv[2], tree);
	status = devicetree_prepare(&machine->place, &tree, &psci);
	save(argv[3], tree);
	printf("%d at %#llx\n", status, (unsigned long long)tree);
	for (unsigned i = 0; i < PSCI_RANGES_MAX; i++) {
		if (psci.memory[i].count > 0) {
			printf("memory %#x %#x\n", psci.memory[i].first,
			       psci.memory[i].count);
		}
	}
	return status < 0;
}
