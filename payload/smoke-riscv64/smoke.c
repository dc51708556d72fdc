/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What `fencepost audit` runs when it is given no kernel: a few mappings on
 * two harts, and fences of every worth.  Nothing is missing: no findings.
 */
/* expect: required 6 */
/* expect: preventive 2 */
/* expect: deferrable 1 */
/* expect: insufficient 1 */
/* expect: redundant 1 */
/* expect: delay PERMISSION-RAISE 1 */
#include "../common/payload.h"
#include "../common/riscv64/csr.h"
#include "../common/riscv64/ops.h"

#define ASID_FIRST 1
#define ASID_SECOND 2

static struct space first;
static struct space second;

static void install_everywhere(struct space *space)
{
	space_install_on(0, space);
	space_install_on(1, space);
}

/* On the hart that runs it: what a remote fence does. */
static void fence_first(void *argument)
{
	(void)argument;
	sfence_vma_va_asid(USER_DATA, ASID_FIRST);
}

/* A page goes away under both harts. */
static void unmap(void)
{
	uint64_t value;
	uint64_t *slot = space_map(&first, USER_DATA, LEAF_USER | LEAF_WRITE);

	install_everywhere(&first);
	user_run(USER_STORE, USER_DATA, NULL);
	user_run_on(1, USER_LOAD, USER_DATA, &value);
	tap_is(value, USER_DATA, "hart 1 sees what hart 0 stored");
	slot_publish(slot, 0);
	fence_first(NULL);
	cpu_run(1, fence_first, NULL);
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_FAULTED &&
		       user_run_on(1, USER_LOAD, USER_DATA, NULL) ==
			       USER_FAULTED,
	       "required: unmapped for both harts");
	fence_first(NULL);
	tap_ok(1, "redundant: the same fence again");
}

/* A new page, for hart 0; then it becomes writable. */
static void map(void)
{
	uint64_t va = USER_DATA + PAGE_SIZE;
	uint64_t *page = page_new();
	uint64_t *slot = space_slot(&first, va, HEIGHT_PAGE);
	uint64_t pa = (uint64_t)page;

	space_install_on(1, &second);
	slot_publish(slot, arch_leaf(pa, HEIGHT_PAGE, LEAF_USER));
	sfence_vma_va_asid(va, ASID_FIRST);
	tap_ok(user_run(USER_STORE, va, NULL) == USER_FAULTED,
	       "preventive: a new page, which refuses a store");
	slot_publish(slot, arch_leaf(pa, HEIGHT_PAGE, LEAF_USER | LEAF_WRITE));
	sfence_vma_va(va);
	tap_ok(user_run(USER_STORE, va, NULL) == USER_RETURNED && *page == va,
	       "preventive: the page is writable");
}

/* The first space is not used any more when its page goes away. */
static void leave(void)
{
	install_everywhere(&second);
	slot_publish(space_slot(&first, USER_DATA + PAGE_SIZE, HEIGHT_PAGE), 0);
	sfence_vma_va_asid(USER_DATA + PAGE_SIZE, ASID_FIRST);
	tap_ok(1, "deferrable: the ASID is not in use");
}

/* On the hart that runs it. */
static void fence_second(void *argument)
{
	(void)argument;
	sfence_vma_asid(ASID_SECOND);
}

/* First for the wrong ASID, then right, before anybody can use the page. */
static void miss(void)
{
	slot_publish(space_slot(&second, USER_DATA, HEIGHT_PAGE), 0);
	sfence_vma_va_asid(USER_DATA, ASID_FIRST);
	tap_ok(1, "insufficient: for another ASID");
	fence_second(NULL);
	cpu_run(1, fence_second, NULL);
	tap_ok(user_run(USER_LOAD, USER_DATA, NULL) == USER_FAULTED,
	       "required: for the right one");
}

static void fence_all(void *argument)
{
	(void)argument;
	sfence_vma();
}

/* Everything goes, on both. */
static void end(void)
{
	slot_publish(space_slot(&second, USER_TEXT, HEIGHT_PAGE), 0);
	fence_all(NULL);
	cpu_run(1, fence_all, NULL);
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
	map();
	leave();
	miss();
	end();
}
