/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * On a part whose broadcast TLBIs may be taken as complete too early
 * (Cortex-A76, erratum 1286807), a TLBI and DSB are repeated: the same, or
 * VALE1IS of 0. Twin of verdict_repeat_other.
 */
/* run: --cpu cortex-a76 */
/* expect: required 2 */
/* expect: repeat 2 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

static void unmap(uint64_t *slot)
{
	slot_publish(slot, 0);
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it, or so it should */
}

void payload_main(void)
{
	uint64_t *slot;
	uint64_t leaf;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER);
	leaf = *slot;
	space_install(&space);
	unmap(slot);
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "the same TLBI again");
	slot_publish(slot, leaf);
	unmap(slot);
	tlbi_vale1is(0, 0);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "VALE1IS of 0 after another");
}
