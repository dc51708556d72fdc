/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page is unmapped and fenced on both harts that may hold it.
 */
/* expect: required 2 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

#define ASID 1

static struct space space;

static void fence(void *argument)
{
	(void)argument;
	sfence_vma_va_asid(USER_DATA, ASID);
}

void payload_main(void)
{
	uint64_t *slot;

	cpu_require(2);
	space_new(&space, ASID);
	space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	slot = space_slot(&space, USER_DATA, HEIGHT_PAGE);
	space_install(&space);
	space_install_on(1, &space);
	slot_publish(slot, 0);
	fence(NULL);
	cpu_run(1, fence, NULL);
	user_run(USER_NOTHING, 0, NULL);
	tap_ok(1, "back from user code");
}
