/* SPDX-License-Identifier: BSD-2-Clause */
#include "payload.h"

struct space kernel_space;

static uint64_t *slot_at(uint64_t *table, uint64_t va, unsigned height)
{
	return &table[va >> (12 + 9 * height) & 511];
}

void slot_write(uint64_t *slot, uint64_t descriptor)
{
	*(volatile uint64_t *)slot = descriptor;
}

uint64_t *space_slot(const struct space *space, uint64_t va, unsigned height)
{
	uint64_t *table = space->root;

	for (unsigned at = HEIGHT_ROOT; at > height; at--) {
		uint64_t *slot = slot_at(table, va, at);

		if (!arch_is_table(*slot)) {
			slot_write(slot, arch_table(page_new()));
		}
		table = (uint64_t *)arch_table_address(*slot);
	}
	return slot_at(table, va, height);
}

void space_new(struct space *space, uint16_t asid)
{
	space->root = page_new();
	space->asid = asid;
	arch_map_kernel(space->root);
	slot_write(space_slot(space, USER_TEXT, HEIGHT_PAGE),
		   arch_leaf((uint64_t)user_page, HEIGHT_PAGE,
			     LEAF_USER | LEAF_EXECUTE));
}

enum user_end user_run(uint64_t pc, uint64_t argument, uint64_t *value)
{
	uint64_t ignored;

	return arch_user_end(
		arch_user_run(pc, argument, value == NULL ? &ignored : value));
}

uint64_t *space_map(const struct space *space, uint64_t va, unsigned flags)
{
	uint64_t *slot = space_slot(space, va, HEIGHT_PAGE);

	slot_write(slot, arch_leaf((uint64_t)page_new(), HEIGHT_PAGE, flags));
	return slot;
}

static void install(void *space)
{
	space_install(space);
}

void space_install_on(unsigned n, struct space *space)
{
	if (n == 0) {
		space_install(space);
	} else {
		cpu_run(n, install, space);
	}
}

struct excursion {
	uint64_t pc;
	uint64_t argument;
	uint64_t *value;
	enum user_end end;
};

static void excursion(void *argument)
{
	struct excursion *user = argument;

	user->end = user_run(user->pc, user->argument, user->value);
}

enum user_end user_run_on(unsigned n, uint64_t pc, uint64_t argument,
			  uint64_t *value)
{
	struct excursion user = { pc, argument, value, USER_OTHER };

	if (n == 0) {
		excursion(&user);
	} else {
		cpu_run(n, excursion, &user);
	}
	return user.end;
}
