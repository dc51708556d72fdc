/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each CPU executes a number of TLBIs that only it executes: see percpu.h.
 * Nothing was ever mapped there, so all are redundant.
 * Expected with two CPUs.
 */
/* expect: redundant 290 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"
#include "../common/percpu.h"

static void turns(void)
{
	tlbi_vae1is(0, USER_DATA);
	barrier_dsb_ish(); /* completes it, before the next CPU's turn */
}

static void together(void)
{
	tlbi_vmalle1();
	barrier_dsb_nsh(); /* completes it */
}

void payload_main(void)
{
	percpu_run(turns, together);
	for (unsigned n = 0; n < cpu_count(); n++) {
		tap_is(cpus[n].counts[OP_vae1is], 100 + 7 * n, "in turn");
		tap_is(cpus[n].counts[OP_vmalle1], 40 + 3 * n, "together");
	}
}
