/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page is mapped without a fence, and a trap handler reads it after it has
 * saved sepc: a page fault here can be handled. Twin of bad_unfenced_use.
 */
/* expect: delay UNFENCED-USE 1 */
#include "../common/payload.h"
#include "../common/riscv64/csr.h"

#define ASID 1

static struct space space;

/* A page of the kernel, which the trap handler reads. */
void payload_main(void)
{
	uint64_t cause;

	space_new(&space, ASID);
	space_slot(&space, USER_DATA, HEIGHT_PAGE);
	space_install(&space);
	space_map(&space, USER_DATA, LEAF_WRITE);
	cause = user_run_touching(USER_NOTHING, USER_DATA, TOUCH_AFTER_SAVING);
	tap_is(cause, CAUSE_USER_CALL, "the handler read the page");
}
