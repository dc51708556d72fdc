/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * New mappings, which only a cached invalid PTE could hide: a page, and a
 * table with a page in it; and a read-only page that becomes writable. Without
 * the fence there could only be a fault, which software can cure.
 */
/* expect: preventive 3 */
/* expect: delay PERMISSION-RAISE 1 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

#define ASID 1

static struct space space;

static void map(void)
{
	space_map(&space, USER_DATA, LEAF_USER);
	sfence_vma_va_asid(USER_DATA, ASID);
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_RETURNED,
	       "preventive: a new page");
}

static void raise(void)
{
	uint64_t *slot = space_slot(&space, USER_DATA, HEIGHT_PAGE);
	uint64_t pa = arch_table_address(*slot);

	slot_write(slot, arch_leaf(pa, HEIGHT_PAGE, LEAF_USER | LEAF_WRITE));
	sfence_vma_va(USER_DATA);
	tap_ok(user_run(USER_STORE, USER_DATA, NULL) == USER_RETURNED,
	       "preventive: writable");
}

static void link(void)
{
	uint64_t va = USER_DATA + (2 << 20);
	uint64_t *table = page_new();

	table[0] = arch_leaf((uint64_t)page_new(), HEIGHT_PAGE, LEAF_USER);
	slot_write(space_slot(&space, va, HEIGHT_BLOCK), arch_table(table));
	sfence_vma_asid(ASID);
	tap_ok(user_run(USER_LOAD, va, NULL) == USER_RETURNED,
	       "preventive: a new table");
}

void payload_main(void)
{
	space_new(&space, ASID);
	space_slot(&space, USER_DATA, HEIGHT_PAGE);
	space_install(&space);
	map();
	raise();
	link();
}
