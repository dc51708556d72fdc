/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What `fencepost audit` runs when it is given no kernel: a few mappings on
 * two CPUs, and TLBIs of every worth.  Nothing is missing: no findings.
 */
/* expect: required 4 */
/* expect: preventive 1 */
/* expect: deferrable 1 */
/* expect: insufficient 1 */
/* expect: redundant 1 */
/* expect: delay PERMISSION-RAISE 1 */
#include "../common/aarch64/mmu.h"
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID_FIRST 1
#define ASID_SECOND 2
#define MARK 0x736d6f6b65ull

static struct space first;
static struct space second;

static void install_everywhere(struct space *space)
{
	space_install_on(0, space);
	space_install_on(1, space);
}

/* A page goes away under both CPUs. */
static void unmap(void)
{
	uint64_t value;
	uint64_t *slot = space_map(&first, USER_DATA, LEAF_USER | LEAF_WRITE);

	install_everywhere(&first);
	user_run(USER_STORE, USER_DATA, NULL);
	user_run_on(1, USER_LOAD, USER_DATA, &value);
	tap_is(value, USER_DATA, "CPU 1 sees what CPU 0 stored");
	slot_publish(slot, 0);
	tlbi_vae1is(ASID_FIRST, USER_DATA);
	barrier_dsb_ish(); /* done on both CPUs */
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_FAULTED &&
		       user_run_on(1, USER_LOAD, USER_DATA, NULL) ==
			       USER_FAULTED,
	       "required: unmapped for both CPUs");
	tlbi_vae1is(ASID_FIRST, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "redundant: the same TLBI again");
}

/* A page that is only read becomes writable. */
static void allow_write(void)
{
	uint64_t va = USER_DATA + PAGE_SIZE;
	uint64_t *page = page_new();
	uint64_t *slot = space_slot(&first, va, HEIGHT_PAGE);
	uint64_t pa = (uint64_t)page;

	slot_publish(slot, arch_leaf(pa, HEIGHT_PAGE, LEAF_USER));
	barrier_isb(); /* the user's walk comes after the store */
	tap_ok(user_run(USER_STORE, va, NULL) == USER_FAULTED,
	       "a read-only page refuses a store");
	slot_publish(slot, arch_leaf(pa, HEIGHT_PAGE, LEAF_USER | LEAF_WRITE));
	tlbi_vale1is(ASID_FIRST, va);
	barrier_dsb_ish(); /* completes it */
	tap_ok(user_run(USER_STORE, va, NULL) == USER_RETURNED && *page == va,
	       "preventive: the page is writable");
}

/* The first space is not used any more when its page goes away. */
static void leave(void)
{
	install_everywhere(&second);
	slot_publish(space_slot(&first, USER_DATA + PAGE_SIZE, HEIGHT_PAGE), 0);
	tlbi_vae1is(ASID_FIRST, USER_DATA + PAGE_SIZE);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "deferrable: the ASID is not in use");
}

/* First for the wrong ASID, then right, before anybody can use the page. */
static void miss(void)
{
	uint64_t *slot = space_slot(&second, USER_DATA, HEIGHT_PAGE);

	slot_publish(slot, 0);
	tlbi_vae1is(ASID_FIRST, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "insufficient: for another ASID");
	tlbi_vae1is(ASID_SECOND, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_FAULTED,
	       "required: for the right one");
}

/* The kernel's half: global. */
static void remap_upper(void)
{
	uint64_t *slot = upper_slot(UPPER_BASE, HEIGHT_PAGE);
	volatile uint64_t *word = (volatile uint64_t *)UPPER_BASE;
	uint64_t *page = page_new();

	*page = MARK;
	slot_publish(slot, arch_leaf((uint64_t)page, HEIGHT_PAGE, LEAF_GLOBAL));
	barrier_isb(); /* the walk comes after the store */
	tap_is(*word, MARK, "a page of the upper half");
	page = page_new();
	*page = ~MARK;
	slot_publish(slot, 0);
	tlbi_vaae1is(UPPER_BASE);
	barrier_dsb_ish(); /* completes it: break before make */
	slot_publish(slot, arch_leaf((uint64_t)page, HEIGHT_PAGE, LEAF_GLOBAL));
	barrier_isb(); /* the walk comes after the store */
	tap_is(*word, ~MARK, "required: another page is there");
}

/* Everything of an ASID, all at once. */
static void end(void)
{
	slot_publish(space_slot(&second, USER_TEXT, HEIGHT_PAGE), 0);
	tlbi_aside1is(ASID_SECOND);
	barrier_dsb_ish(); /* completes it */
	tap_ok(user_run(USER_NOTHING, 0, NULL) == USER_FAULTED,
	       "required: the program is gone");
}

void payload_main(void)
{
	cpu_require(2);
	space_new(&first, ASID_FIRST);
	space_new(&second, ASID_SECOND);
	space_map(&second, USER_DATA, LEAF_USER | LEAF_WRITE);
	unmap();
	allow_write();
	leave();
	miss();
	remap_upper();
	end();
}
