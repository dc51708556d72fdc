/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A table is unlinked and used for other data, while this CPU may still walk
 * it.
 */
/* expect: finding TABLE-REUSE 1 */
/* expect: required 1 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t *slot;
	uint64_t *table;

	space_new(&space, ASID);
	space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	slot = space_slot(&space, USER_DATA, HEIGHT_BLOCK);
	table = (uint64_t *)arch_table_address(*slot);
	space_install(&space);
	slot_publish(slot, 0);
	/* Not even valid: what it says is not what matters. */
	slot_publish(&table[8], 0x1000);
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it, too late */
	tap_ok(1, "the table is other data now");
}
