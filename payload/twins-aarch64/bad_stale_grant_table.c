/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page is unmapped and its TLBI forgotten; its frame becomes a table: user
 * code that still holds the page can write descriptors.
 */
/* expect: finding STALE-GRANT 1 */
#include "../common/payload.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t *slot;
	uint64_t *frame;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	frame = (uint64_t *)arch_table_address(*slot);
	space_install(&space);
	slot_publish(slot, 0);
	user_run(USER_NOTHING, 0, NULL);
	slot_publish(space_slot(&space, USER_TEXT + (2 << 20), HEIGHT_BLOCK),
		     arch_table(frame));
	tap_ok(1, "the frame is a table");
}
