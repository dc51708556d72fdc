/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A page is unmapped under both harts: hart 0 fences itself, and has the
 * firmware fence hart 1, where the SFENCE.VMA is executed in M-mode on hart
 * 0's behalf.
 */
/* expect: required 2 */
#include "../common/payload.h"
#include "../common/riscv64/csr.h"
#include "../common/riscv64/ops.h"

#define ASID 1

static struct space space;

/* [SBI] RFENCE extension */
#define SBI_RFENCE 0x52464e43ull
#define SBI_RFENCE_SFENCE_VMA 1

void payload_main(void)
{
	uint64_t *slot;
	int64_t error;

	cpu_require(2);
	space_new(&space, ASID);
	slot = space_map(&space, USER_DATA, LEAF_USER | LEAF_WRITE);
	space_install(&space);
	space_install_on(1, &space);
	slot_publish(slot, 0);
	sfence_vma_va(USER_DATA);
	error = firmware_call(SBI_RFENCE, SBI_RFENCE_SFENCE_VMA, 1,
			      cpus[1].hardware_id, USER_DATA, PAGE_SIZE);
	tap_is((uint64_t)error, 0, "the firmware has fenced hart 1");
	/* One page is one SFENCE.VMA, there: no count of ours sees it. */
	cpus[1].counts[OP_sfence_vma_va]++;
	tap_ok(user_run_on(1, USER_LOAD, USER_DATA, NULL) == USER_FAULTED,
	       "unmapped for hart 1");
}
