/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page is replaced by another one at once, then fenced: RISC-V has no rule
 * of break-before-make.
 */
/* expect: required 1 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t other = (uint64_t)page_new();
	uint64_t *slot;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_install(&space);
	slot_write(slot, arch_leaf(other, HEIGHT_PAGE, LEAF_USER | LEAF_WRITE));
	sfence_vma_va_asid(USER_DATA, ASID);
	tap_ok(1, "replaced");
}
