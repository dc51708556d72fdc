/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A global page is unmapped and fenced with x0 for the ASID.
 */
/* expect: required 1 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t *slot;

	space_new(&space, ASID);
	space_map(&space, USER_DATA, LEAF_GLOBAL | LEAF_WRITE);
	slot = space_slot(&space, USER_DATA, HEIGHT_PAGE);
	space_install(&space);
	slot_publish(slot, 0);
	sfence_vma_va(USER_DATA);
	user_run(USER_NOTHING, 0, NULL);
	tap_ok(1, "back from user code");
}
