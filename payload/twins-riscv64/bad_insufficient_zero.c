/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A global page is unmapped and fenced with a *register* that holds ASID 0:
 * only register number x0 stands for all ASIDs and global pages. Then user
 * code runs.
 */
/* expect: finding INSUFFICIENT 1 */
/* expect: insufficient 1 */
/* expect: delay LAZY-UNMAP 1 */
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
	sfence_vma_va_asid(USER_DATA, 0);
	user_run(USER_NOTHING, 0, NULL);
	tap_ok(1, "back from user code");
}
