/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page is unmapped and fenced on this hart only, though the other one may
 * hold it; then user code runs.
 */
/* expect: finding INSUFFICIENT 1 */
/* expect: required 1 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

#define ASID 1

static struct space space;

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
	sfence_vma_va_asid(USER_DATA, ASID);
	user_run(USER_NOTHING, 0, NULL);
	tap_ok(1, "back from user code");
}
