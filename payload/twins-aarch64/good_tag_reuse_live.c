/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two address spaces that are both in use have ASIDs of their own; and two
 * that agree on all that both of them map have the same one, which is legal.
 */
#include "../common/payload.h"

#define ASID 3

static struct space first;
static struct space second;
static struct space alike;

void payload_main(void)
{
	uint64_t *slot;

	space_new(&first, ASID);
	space_new(&second, ASID + 1);
	space_new(&alike, ASID);
	slot = space_map(&first, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_map(&second, USER_DATA, LEAF_USER | LEAF_WRITE);
	slot_write(space_slot(&alike, USER_DATA, HEIGHT_PAGE), *slot);
	space_install(&first);
	space_install(&second);
	space_install(&alike);
	tap_ok(1, "three spaces");
}
