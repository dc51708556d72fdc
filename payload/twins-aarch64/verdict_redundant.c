/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * TLBIs for what nothing can hold: nothing was there; it was removed already;
 * it was invalid before, which is never cached. Twin of verdict_required.
 */
/* expect: redundant 4 */
/* expect: required 1 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t *slot;
	uint64_t leaf;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER);
	leaf = *slot;
	space_install(&space);
	tlbi_vae1is(ASID, USER_DATA + PAGE_SIZE);
	tlbi_vmalle1is();
	barrier_dsb_ish(); /* completes them */
	tap_ok(1, "redundant: nothing has changed");
	slot_publish(slot, 0);
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "required: unmapped");
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "redundant: once more");
	slot_publish(slot, leaf);
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "redundant: mapped, after it was invalid");
}
