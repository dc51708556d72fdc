/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page is unmapped and its entries removed; its frame is then given to
 * another address space.
 */
/* expect: required 1 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID_OLD 4
#define ASID_NEW 5

static struct space old;
static struct space new;

/* CPU 1 stays in the old space: its ASID is in use all the time. */
void payload_main(void)
{
	uint64_t *slot;
	uint64_t frame;

	cpu_require(2);
	space_new(&old, ASID_OLD);
	space_new(&new, ASID_NEW);
	slot = space_map(&old, USER_DATA, LEAF_USER | LEAF_WRITE);
	frame = arch_table_address(*slot);
	space_slot(&new, USER_DATA, HEIGHT_PAGE);
	space_install_on(1, &old);
	space_install(&new);
	space_install(&old);
	slot_publish(slot, 0);
	tlbi_vae1is(ASID_OLD, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	user_run(USER_NOTHING, 0, NULL);
	slot_publish(space_slot(&new, USER_DATA, HEIGHT_PAGE),
		     arch_leaf(frame, HEIGHT_PAGE, LEAF_USER | LEAF_WRITE));
	space_install(&new);
	tap_ok(1, "the frame belongs to the other space");
}
