/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each hart executes a number of fences that only it executes: see percpu.h.
 * Nothing was ever mapped there, so all are redundant.
 * Expected with two CPUs.
 */
/* expect: redundant 290 */
#include "../common/payload.h"
#include "../common/percpu.h"
#include "../common/riscv64/ops.h"

static void turns(void)
{
	sfence_vma_va(USER_DATA);
}

static void together(void)
{
	sfence_vma();
}

void payload_main(void)
{
	percpu_run(turns, together);
	for (unsigned n = 0; n < cpu_count(); n++) {
		tap_is(cpus[n].counts[OP_sfence_vma_va], 100 + 7 * n,
		       "in turn");
		tap_is(cpus[n].counts[OP_sfence_vma], 40 + 3 * n, "together");
	}
}
