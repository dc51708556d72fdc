/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All 16 pages of a contiguous group are unmapped, and each address is
 * invalidated.
 */
/* expect: required 16 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

#define GROUP 16

void payload_main(void)
{
	uint64_t pa = (uint64_t)page_new_group(GROUP);
	uint64_t *slots;

	space_new(&space, ASID);
	slots = space_slot(&space, USER_DATA, HEIGHT_PAGE);
	for (size_t i = 0; i < GROUP; i++) {
		slot_write(&slots[i], arch_leaf(pa + i * PAGE_SIZE, HEIGHT_PAGE,
						LEAF_USER | LEAF_CONTIGUOUS));
	}
	space_install(&space);
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_RETURNED, "mapped");
	for (size_t i = 0; i < GROUP; i++) {
		slot_write(&slots[i], 0);
	}
	barrier_dsb_ishst(); /* the stores, before the TLBIs */
	for (size_t i = 0; i < GROUP; i++) {
		tlbi_vale1is(ASID, USER_DATA + i * PAGE_SIZE);
	}
	barrier_dsb_ish(); /* completes them */
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_FAULTED,
	       "unmapped");
}
