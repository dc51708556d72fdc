/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ASID of an address space that is gone is given to another one, while
 * this hart may still hold a page of the first; then user code runs.
 */
/* expect: finding TAG-REUSE 1 */
#include "../common/payload.h"

#define ASID 3

static struct space old;
static struct space new;

void payload_main(void)
{
	uint64_t *slot;

	space_new(&old, ASID);
	space_new(&new, ASID);
	slot = space_map(&old, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_map(&new, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_install(&old);
	space_install(&kernel_space);
	slot_publish(slot, 0);
	space_install(&new);
	tap_ok(user_run(USER_NOTHING, 0, NULL) == USER_RETURNED,
	       "the ASID is in use again");
}
