/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page of an ASID that is not installed is unmapped and fenced; then the
 * ASID is installed again, before anything else fenced it: so the fence was
 * needed after all. Twin of verdict_deferrable.
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
	slot = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_install(&space);
	space_install(&kernel_space);
	slot_write(slot, 0);
	sfence_vma_va_asid(USER_DATA, ASID);
	space_install(&space);
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_FAULTED,
	       "unmapped");
}
