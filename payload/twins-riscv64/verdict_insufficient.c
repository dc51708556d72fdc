/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fences that miss what they are for, each followed by the one that does not
 * miss: for another ASID; of a leaf, but a table was unlinked; of one ASID,
 * but the page was global; on this hart, but only the other one holds it.
 * Nobody runs user code before it is mended, so there is no finding. Twin of
 * bad_insufficient_*, which don't mend it.
 */
/* expect: insufficient 4 */
/* expect: required 4 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

#define ASID 1

static struct space space;

static void wrong_asid(void)
{
	slot_write(space_slot(&space, USER_DATA, HEIGHT_PAGE), 0);
	sfence_vma_va_asid(USER_DATA, ASID + 1);
	sfence_vma_va_asid(USER_DATA, ASID);
	tap_ok(1, "insufficient: another ASID");
}

/* Another page of that table is global. */
static void wrong_tag(uint64_t va)
{
	slot_write(space_slot(&space, va, HEIGHT_PAGE), 0);
	sfence_vma_va_asid(va, ASID);
	sfence_vma_va(va);
	tap_ok(1, "insufficient: one ASID, for a global page");
}

/* The table is empty by now. */
static void wrong_level(void)
{
	slot_write(space_slot(&space, USER_DATA, HEIGHT_BLOCK), 0);
	sfence_vma_va(USER_DATA);
	sfence_vma_asid(ASID);
	tap_ok(1, "insufficient: an address, for a table");
}

static void fence(void *va)
{
	sfence_vma_va((uint64_t)va);
}

static void wrong_hart(uint64_t va)
{
	tap_ok(user_run_on(1, USER_LOAD, va, NULL) == USER_RETURNED,
	       "hart 1 uses the page");
	slot_publish(space_slot(&space, va, HEIGHT_PAGE), 0);
	fence((void *)va);
	cpu_run(1, fence, (void *)va);
	tap_ok(user_run_on(1, USER_LOAD, va, NULL) == USER_FAULTED,
	       "insufficient: here, for hart 1");
}

void payload_main(void)
{
	uint64_t other = USER_TEXT + PAGE_SIZE;

	cpu_require(2);
	space_new(&space, ASID);
	space_map(&space, USER_DATA, LEAF_USER);
	space_map(&space, USER_DATA + PAGE_SIZE, LEAF_GLOBAL);
	space_install(&space);
	wrong_asid();
	wrong_tag(USER_DATA + PAGE_SIZE);
	wrong_level();
	space_install(&kernel_space);
	space_map(&space, other, LEAF_USER);
	space_install_on(1, &space);
	wrong_hart(other);
}
