/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A read-only page becomes writable without a fence: the hart may fault once
 * more, which is legal.
 */
/* expect: delay PERMISSION-RAISE 1 */
#include "../common/payload.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t *slot;
	uint64_t pa;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER);
	pa = arch_table_address(*slot);
	space_install(&space);
	slot_write(slot, arch_leaf(pa, HEIGHT_PAGE, LEAF_USER | LEAF_WRITE));
	user_run(USER_NOTHING, 0, NULL);
	tap_ok(1, "writable");
}
