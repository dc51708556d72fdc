/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two pages of an ASID that is not installed any more are unmapped. One is
 * removed by address, then all of the ASID at once: the first could have
 * waited for the second. Nothing installs the ASID again, so that could have
 * waited, too.
 */
/* expect: deferrable 2 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

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
	slot_publish(first, 0);
	slot_publish(second, 0);
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tlbi_aside1is(ASID);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "removed under a dead ASID");
}
