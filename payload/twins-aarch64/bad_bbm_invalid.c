/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page is replaced by another one by way of an invalid descriptor, but
 * without a TLBI between: the first may still be held.
 */
/* expect: finding BBM 1 */
/* expect: required 1 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t other = (uint64_t)page_new();
	uint64_t *slot;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_install(&space);
	slot_publish(slot, 0);
	slot_publish(slot,
		     arch_leaf(other, HEIGHT_PAGE, LEAF_USER | LEAF_WRITE));
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "replaced");
}
