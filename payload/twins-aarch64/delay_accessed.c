/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The accessed flag of a page is cleared without a TLBI: the page is looked at
 * later than it could be, which is legal and common.
 */
/* expect: delay ACCESSED-CLEAR 1 */
#include "../common/payload.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t *slot;
	uint64_t pa;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	pa = arch_table_address(*slot);
	space_install(&space);
	slot_write(slot, arch_leaf(pa, HEIGHT_PAGE,
				   LEAF_USER | LEAF_WRITE | LEAF_OLD));
	user_run(USER_NOTHING, 0, NULL);
	tap_ok(1, "old");
}
