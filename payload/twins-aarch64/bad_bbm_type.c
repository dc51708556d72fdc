/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The same page gets another memory type without break-before-make: it may be
 * held as Normal and as Device memory.
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
	uint64_t *slot;
	uint64_t device;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	device = arch_leaf(arch_table_address(*slot), HEIGHT_PAGE,
			   LEAF_USER | LEAF_WRITE | LEAF_DEVICE);
	space_install(&space);
	slot_publish(slot, device);
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "another memory type");
}
