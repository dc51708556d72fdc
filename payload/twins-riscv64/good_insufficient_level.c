/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A table is unlinked, and all levels of the ASID are fenced.
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
	space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	slot = space_slot(&space, USER_DATA, HEIGHT_BLOCK);
	space_install(&space);
	slot_publish(slot, 0);
	sfence_vma_asid(ASID);
	user_run(USER_NOTHING, 0, NULL);
	tap_ok(1, "back from user code");
}
