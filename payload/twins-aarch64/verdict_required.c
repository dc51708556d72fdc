/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every TLBI of the base architecture that can remove a page of one ASID, each
 * after that page was unmapped; one after write permission was taken away; and
 * one after a table was unlinked.
 */
/* expect: required 14 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

static void vmalle1(void)
{
	tlbi_vmalle1();
}

static void vmalle1is(void)
{
	tlbi_vmalle1is();
}

static void vae1(void)
{
	tlbi_vae1(ASID, USER_DATA);
}

static void vae1is(void)
{
	tlbi_vae1is(ASID, USER_DATA);
}

static void aside1(void)
{
	tlbi_aside1(ASID);
}

static void aside1is(void)
{
	tlbi_aside1is(ASID);
}

static void vaae1(void)
{
	tlbi_vaae1(USER_DATA);
}

static void vaae1is(void)
{
	tlbi_vaae1is(USER_DATA);
}

static void vale1(void)
{
	tlbi_vale1(ASID, USER_DATA);
}

static void vale1is(void)
{
	tlbi_vale1is(ASID, USER_DATA);
}

static void vaale1(void)
{
	tlbi_vaale1(USER_DATA);
}

static void vaale1is(void)
{
	tlbi_vaale1is(USER_DATA);
}

/* All of it after the store; then the page is there again. */
static void unmap(uint64_t *slot, void (*tlbi)(void))
{
	uint64_t leaf = *slot;

	slot_publish(slot, 0);
	tlbi();
	barrier_dsb_ish(); /* completes it: the break is done */
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_FAULTED,
	       "unmapped");
	slot_publish(slot, leaf);
	barrier_isb(); /* the walk comes after the store */
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_RETURNED,
	       "mapped again");
}

static void protect(uint64_t *slot)
{
	uint64_t pa = arch_table_address(*slot);

	slot_publish(slot, arch_leaf(pa, HEIGHT_PAGE, LEAF_USER));
	tlbi_vale1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(user_run(USER_STORE, USER_DATA, NULL) == USER_FAULTED,
	       "read-only");
}

static void unlink(void)
{
	slot_publish(space_slot(&space, USER_DATA, HEIGHT_BLOCK), 0);
	tlbi_vae1is(ASID, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_FAULTED,
	       "unlinked");
}

void payload_main(void)
{
	static void (*const forms[])(void) = {
		vmalle1, vmalle1is, vae1,  vae1is,  aside1, aside1is,
		vaae1,	 vaae1is,   vale1, vale1is, vaale1, vaale1is,
	};
	uint64_t *slot;

	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_install(&space);
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
		unmap(slot, forms[i]);
	}
	protect(slot);
	unlink();
}
