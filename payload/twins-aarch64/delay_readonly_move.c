/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A read-only page is replaced by another read-only one at once: legal as long
 * as their contents are the same, as in a migration. Twin of bad_bbm.
 */
/* expect: delay READONLY-MOVE 1 */
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
	slot = space_map(&space, USER_DATA, LEAF_USER);
	space_install(&space);
	slot_publish(slot, arch_leaf(other, HEIGHT_PAGE, LEAF_USER));
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "moved");
}
