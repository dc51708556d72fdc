/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every form of SFENCE.VMA, each after a page was unmapped; one after write
 * permission was taken away; and one after a table was unlinked.
 */
/* expect: required 6 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

#define ASID 1

static struct space space;

#define PAGE(n) (USER_DATA + (n)*PAGE_SIZE)

static void unmap(uint64_t va)
{
	slot_write(space_slot(&space, va, HEIGHT_PAGE), 0);
}

static void check(uint64_t va)
{
	tap_ok(user_run(USER_LOAD, va, NULL) == USER_FAULTED, "unmapped");
}

static void protect(uint64_t va)
{
	uint64_t *slot = space_slot(&space, va, HEIGHT_PAGE);
	uint64_t pa = arch_table_address(*slot);

	slot_write(slot, arch_leaf(pa, HEIGHT_PAGE, LEAF_USER));
	sfence_vma_va_asid(va, ASID);
	tap_ok(user_run(USER_STORE, va, NULL) == USER_FAULTED, "read-only");
}

static void unlink(uint64_t va)
{
	slot_write(space_slot(&space, va, HEIGHT_BLOCK), 0);
	sfence_vma_asid(ASID);
	check(va);
}

void payload_main(void)
{
	space_new(&space, ASID);
	for (uint64_t n = 0; n < 5; n++) {
		space_map(&space, PAGE(n), LEAF_USER | LEAF_WRITE);
	}
	space_install(&space);
	unmap(PAGE(0));
	sfence_vma_va_asid(PAGE(0), ASID);
	check(PAGE(0));
	unmap(PAGE(1));
	sfence_vma_va(PAGE(1));
	check(PAGE(1));
	unmap(PAGE(2));
	sfence_vma_asid(ASID);
	check(PAGE(2));
	unmap(PAGE(3));
	sfence_vma();
	check(PAGE(3));
	protect(PAGE(4));
	unlink(PAGE(4));
}
