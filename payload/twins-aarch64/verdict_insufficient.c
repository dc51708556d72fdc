/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * TLBIs that miss what they are for, each followed by the one that does not
 * miss: for another ASID; for the last level, but a table was unlinked; on
 * this CPU, but only the other one holds it. Nobody runs user code before it
 * is mended, so there is no finding. Twin of bad_insufficient_*, which don't
 * mend it.
 */
/* expect: insufficient 3 */
/* expect: required 3 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

static void wrong_asid(void)
{
	slot_publish(space_slot(&space, USER_DATA, HEIGHT_PAGE), 0);
	tlbi_vae1is(ASID + 1, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "insufficient: another ASID");
}

/* The table is empty by now. */
static void wrong_level(void)
{
	slot_publish(space_slot(&space, USER_DATA, HEIGHT_BLOCK), 0);
	tlbi_vale1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "insufficient: last level, of a table");
}

static void wrong_scope(uint64_t va)
{
	tap_ok(user_run_on(1, USER_LOAD, va, NULL) == USER_RETURNED,
	       "CPU 1 uses the page");
	slot_publish(space_slot(&space, va, HEIGHT_PAGE), 0);
	tlbi_vae1(ASID, va);
	barrier_dsb_nsh(); /* completes it */
	tlbi_vae1is(ASID, va);
	barrier_dsb_ish(); /* completes it */
	tap_ok(user_run_on(1, USER_LOAD, va, NULL) == USER_FAULTED,
	       "insufficient: local, for CPU 1");
}

void payload_main(void)
{
	uint64_t other = USER_TEXT + PAGE_SIZE;

	cpu_require(2);
	space_new(&space, ASID);
	space_map(&space, USER_DATA, LEAF_USER);
	space_install(&space);
	wrong_asid();
	wrong_level();
	space_install(&kernel_space);
	space_map(&space, other, LEAF_USER);
	barrier_dsb_ishst(); /* the store, before CPU 1 walks */
	space_install_on(1, &space);
	wrong_scope(other);
}
