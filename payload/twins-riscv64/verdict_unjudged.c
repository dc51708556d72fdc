/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fences of the hypervisor extension, which are not followed.
 */
/* run: --cpu rv64,h=on */
/* expect: unjudged 4 */
/* expect: unjudged HYPERVISOR 4 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

void payload_main(void)
{
	hfence_vvma();
	hfence_vvma_va_asid(USER_DATA, 1);
	hfence_gvma();
	hfence_gvma_gpa(USER_DATA >> 2);
	tap_ok(1, "unjudged: HFENCE");
}
