/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fences for what nothing can hold: nothing has changed, or it was fenced
 * before. Twin of verdict_required.
 */
/* expect: redundant 4 */
/* expect: required 1 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t *slot;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER);
	space_install(&space);
	sfence_vma_va(USER_DATA);
	sfence_vma();
	tap_ok(1, "redundant: nothing has changed");
	slot_write(slot, 0);
	sfence_vma_va_asid(USER_DATA, ASID);
	tap_ok(1, "required: unmapped");
	sfence_vma_va_asid(USER_DATA, ASID);
	sfence_vma_asid(ASID);
	tap_ok(1, "redundant: once more, and all of it");
}
