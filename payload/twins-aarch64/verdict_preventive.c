/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A read-only page becomes writable: without the TLBI there could only be a
 * fault, which software can cure. Twin of verdict_required, which takes the
 * permission away.
 */
/* expect: preventive 2 */
/* expect: delay PERMISSION-RAISE 2 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

static void raise(uint64_t va, void (*tlbi)(uint16_t asid, uint64_t va))
{
	uint64_t *slot = space_slot(&space, va, HEIGHT_PAGE);
	uint64_t pa = arch_table_address(*slot);

	tap_ok(user_run(USER_STORE, va, NULL) == USER_FAULTED, "read-only");
	slot_publish(slot, arch_leaf(pa, HEIGHT_PAGE, LEAF_USER | LEAF_WRITE));
	tlbi(ASID, va);
	barrier_dsb_ish(); /* completes it */
	tap_ok(user_run(USER_STORE, va, NULL) == USER_RETURNED, "writable");
}

void payload_main(void)
{
	space_new(&space, ASID);
	space_map(&space, USER_DATA, LEAF_USER);
	space_map(&space, USER_DATA + PAGE_SIZE, LEAF_USER);
	space_install(&space);
	raise(USER_DATA, tlbi_vale1is);
	raise(USER_DATA + PAGE_SIZE, tlbi_vae1);
}
