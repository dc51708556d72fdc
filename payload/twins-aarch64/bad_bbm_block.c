/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A block is split into a table of pages at once, without break-before-make.
 */
/* expect: finding BBM 1 */
/* expect: required 1 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

#define PAGES 512

static uint64_t *fill_table(void)
{
	uint64_t *table = page_new();

	for (size_t i = 0; i < PAGES; i++) {
		table[i] = arch_leaf(free_block + i * PAGE_SIZE, HEIGHT_PAGE,
				     LEAF_USER | LEAF_WRITE);
	}
	barrier_dsb_ishst(); /* its content, before it is linked */
	return table;
}

void payload_main(void)
{
	uint64_t *table = fill_table();
	uint64_t *slot;

	space_new(&space, ASID);
	slot = space_slot(&space, USER_DATA, HEIGHT_BLOCK);
	slot_write(slot,
		   arch_leaf(free_block, HEIGHT_BLOCK, LEAF_USER | LEAF_WRITE));
	space_install(&space);
	slot_publish(slot, arch_table(table));
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_RETURNED, "split");
}
