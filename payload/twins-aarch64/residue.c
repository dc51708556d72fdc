/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What CPUs may still hold of an ASID that is not in use: two pages on each,
 * at the first mark; at the second they are removed.
 */
/* expect: deferrable 1 */
/* residue: left 0 2 */
/* residue: left 1 2 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

static struct space space;

static void mark(const char *label, size_t length)
{
	arch_magic(MAGIC_MARK, label, length, 0);
}

void payload_main(void)
{
	uint64_t *slots;

	cpu_require(2);
	space_new(&space, ASID);
	slots = space_map(&space, USER_DATA, LEAF_USER);
	space_map(&space, USER_DATA + PAGE_SIZE, LEAF_USER);
	space_install(&space);
	space_install_on(1, &space);
	space_install(&kernel_space);
	space_install_on(1, &kernel_space);
	slot_publish(&slots[0], 0);
	slot_publish(&slots[1], 0);
	mark("left", 4);
	tlbi_aside1is(ASID);
	barrier_dsb_ish(); /* completes it */
	mark("removed", 7);
	tap_ok(1, "marked");
}
