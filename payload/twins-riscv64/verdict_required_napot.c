/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All 16 PTEs of a NAPOT group are made invalid, and each address is fenced.
 */
/* run: --cpu rv64,svnapot=on */
/* expect: required 16 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

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
		slot_write(&slots[i], arch_leaf(pa, HEIGHT_PAGE,
						LEAF_USER | LEAF_CONTIGUOUS));
	}
	space_install(&space);
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_RETURNED, "mapped");
	for (size_t i = 0; i < GROUP; i++) {
		slot_write(&slots[i], 0);
	}
	for (size_t i = 0; i < GROUP; i++) {
		sfence_vma_va_asid(USER_DATA + i * PAGE_SIZE, ASID);
	}
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_FAULTED,
	       "unmapped");
}
