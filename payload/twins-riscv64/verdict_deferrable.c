/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two pages of an ASID that is not installed any more are unmapped. One is
 * fenced by address, then all of the ASID at once: the first could have waited
 * for the second. Nothing installs the ASID again, so that could have waited,
 * too.
 */
/* expect: deferrable 2 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

#define ASID 1

static struct space space;

void payload_main(void)
{
	uint64_t *first;
	uint64_t *second;

	space_new(&space, ASID);
	first = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	second = space_map(&space, USER_DATA + PAGE_SIZE, LEAF_USER);
	space_install(&space);
	user_run(USER_LOAD, USER_DATA, NULL);
	space_install(&kernel_space);
	slot_write(first, 0);
	slot_write(second, 0);
	sfence_vma_va_asid(USER_DATA, ASID);
	sfence_vma_asid(ASID);
	tap_ok(1, "fenced under a dead ASID");
}
