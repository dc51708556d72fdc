/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every TLBI for EL1&0 that this CPU has, each a number of times of its own:
 * all are decoded, and counted as what they are. Nothing was mapped, so none
 * removes anything.
 */
/* run: --cpu max */
/* expect: redundant 1830 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define ASID 1

#define TIMES(op) (1 + (op))

/* What the extensions' forms need of ID_AA64ISAR0_EL1 and ISAR1. */
#define TLB_OUTER 1
#define TLB_RANGE 2

static int has(unsigned crn, unsigned crm)
{
	uint64_t tlb = read_id_aa64isar0_el1() >> 56 & 0xf;
	uint64_t xs = read_id_aa64isar1_el1() >> 56 & 0xf;

	if (crn == 9 && xs == 0) {
		return 0;
	}
	switch (crm) {
	case 3:
	case 7:
		return 1;
	case 1:
		return tlb >= TLB_OUTER;
	default:
		return tlb >= TLB_RANGE;
	}
}

#define CALL_NONE(name) tlbi_##name()
#define CALL_TAG(name) tlbi_##name(ASID)
#define CALL_PAGE(name) tlbi_##name(ASID, USER_DATA)
#define CALL_ANY(name) tlbi_##name(USER_DATA)
#define CALL_RANGE(name) tlbi_##name(tlbi_range(ASID, USER_DATA, 3, 0))
#define RUN(name, kind, crn, crm, op2)                                     \
	for (unsigned i = 0; has(crn, crm) && i < TIMES(OP_##name); i++) { \
		CALL_##kind(name);                                         \
		barrier_dsb_ish(); /* completes it */                      \
	}

void payload_main(void)
{
	OPS(RUN)
	for (unsigned op = 0; op_names[op] != NULL; op++) {
		uint64_t count = cpus[0].counts[op];

		tap_ok(count == 0 || count == TIMES(op), op_names[op]);
	}
}
