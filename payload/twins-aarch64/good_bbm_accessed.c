/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Break-before-make by way of a descriptor whose accessed flag is clear: it is
 * never cached, so it is as good a break as an invalid one.
 */
/* expect: required 1 */
/* expect: delay ACCESSED-CLEAR 1 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t other = (uint64_t)page_new();
	uint64_t *slot;
	uint64_t pa;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	pa = arch_table_address(*slot);
	space_install(&space);
	slot_publish(slot, arch_leaf(pa, HEIGHT_PAGE,
				     LEAF_USER | LEAF_WRITE | LEAF_OLD));
	slot_publish(slot, arch_leaf(other, HEIGHT_PAGE,
				     LEAF_USER | LEAF_WRITE | LEAF_OLD));
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it: the break is done */
	slot_publish(slot,
		     arch_leaf(other, HEIGHT_PAGE, LEAF_USER | LEAF_WRITE));
	tap_ok(1, "replaced");
}
