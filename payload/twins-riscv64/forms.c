/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every form of SFENCE.VMA, SINVAL.VMA, HFENCE and HINVAL, each a number of
 * times of its own: all are decoded, and counted as what they are. Nothing was
 * mapped, so none removes anything; those of the hypervisor extension are not
 * judged.
 */
/* run: --cpu rv64,h=on,svinval=on */
/* expect: redundant 36 */
/* expect: unjudged 264 */
/* expect: unjudged HYPERVISOR 264 */
#include "../common/payload.h"
#include "../common/riscv64/ops.h"

#define ASID 1

#define TIMES(op) (1 + (op))

#define CALL_NONE(function) function()
#define CALL_FIRST(function) function(USER_DATA)
#define CALL_SECOND(function) function(ASID)
#define CALL_BOTH(function) function(USER_DATA, ASID)
#define RUN(function, name, kind, funct7)                     \
	for (unsigned i = 0; i < TIMES(OP_##function); i++) { \
		CALL_##kind(function);                        \
	}

void payload_main(void)
{
	sfence_w_inval(); /* stores, before the SINVALs and HINVALs */
	OPS(RUN)
	sfence_inval_ir(); /* those, before what follows */
	for (unsigned op = 0; op_names[op] != NULL; op++) {
		tap_is(cpus[0].counts[op], TIMES(op), op_names[op]);
	}
}
