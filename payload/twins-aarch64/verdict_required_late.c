/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page of an ASID that is not installed is unmapped and its entry removed;
 * then the ASID is installed again, before anything else removed its entries:
 * so the TLBI was needed after all. Twin of verdict_deferrable.
 */
/* expect: required 1 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t *slot;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_install(&space);
	space_install(&kernel_space);
	slot_publish(slot, 0);
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	space_install(&space);
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_FAULTED,
	       "unmapped");
}
