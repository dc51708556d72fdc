/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CPU 1 unmaps a page and has not yet removed it (a batch), when CPU 0 maps
 * another page there: a fault that races with an unmap. CPU 1 removes it
 * before it goes back to user code. Twin of bad_bbm_invalid.
 */
/* expect: delay REMAP-RACE 1 */
/* expect: required 1 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

static void unmap(void *slot)
{
	space_install(&space);
	slot_publish(slot, 0);
}

static void remove(void *argument)
{
	(void)argument;
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
}

void payload_main(void)
{
	uint64_t other = (uint64_t)page_new();
	uint64_t *slot;

	cpu_require(2);
	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_install(&space);
	cpu_run(1, unmap, slot);
	slot_publish(slot,
		     arch_leaf(other, HEIGHT_PAGE, LEAF_USER | LEAF_WRITE));
	cpu_run(1, remove, NULL);
	tap_ok(1, "mapped again");
}
