/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page is unmapped and removed, but no DSB orders the store before the TLBI:
 * a walk after the TLBI may still read the old descriptor. A second TLBI,
 * which the first one's DSB orders, mends it.
 */
/* expect: finding UNORDERED 1 */
/* expect: insufficient 1 */
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
	slot_write(slot, 0);
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it; the store, too */
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_FAULTED,
	       "unmapped");
}
