/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls from AArch32 at EL1: there is no 64-bit convention, and the registers
 * are 32 bits wide.  From a big-endian EL2: what CPU_ON makes of it.
 */
#include "../common/tap.h"
#include "call.h"
#include "cpu.h"
#include "ids.h"
#include "registers.h"
#include "suite.h"
#include "sysreg.h"

#define ROWS(rows) (sizeof(rows) / sizeof((rows)[0]))
#define NONE 0xffffffffu

struct row {
	uint32_t r0, r1, r2, r3;
	uint32_t expected;
};

/* clang-format off */
static const struct row rows[] = {
	{ ID_VERSION, 0, 0, 0, VERSION_1_1 },
	{ ID_SMCCC_VERSION, 0, 0, 0, VERSION_1_1 },
	{ ID_FEATURES, ID_CPU_ON, 0, 0, 0 },
	{ ID_ARCH_FEATURES, ID_WORKAROUND_2, 0, 0, 0 },
	{ ID_AFFINITY_INFO, 1, 0, 0, IS_ON },
	{ ID_AFFINITY_INFO, 4, 0, 0, NONE - 1 },
	{ ID_MIGRATE_INFO_TYPE, 0, 0, 0, NO_MIGRATION },
	{ ID_CPU_ON, 1, IMAGE_ADDRESS + 1, 0, NONE - 8 },
	{ ID_CPU_ON, 0x80000001, IMAGE_ADDRESS, 0, NONE - 1 },
	{ ID_SYSTEM_RESET2, RESET_VENDOR, 0, 0, NONE - 1 },
	{ ID_WORKAROUND_1, 0, 0, 0, ID_WORKAROUND_1 },
	{ ID_WORKAROUND_2, 1, 0, 0, ID_WORKAROUND_2 },
	{ ID_WORKAROUND_3, 0, 0, 0, ID_WORKAROUND_3 },
	{ ID_VERSION | ID_64, 0, 0, 0, NONE },
	{ ID_AFFINITY_INFO_64, 1, 0, 0, NONE },
	{ ID_CPU_ON_64, 1, IMAGE_ADDRESS, 0, NONE },
	{ ID_SUSPEND_64, 0xffff, 0, 0, NONE },
	{ ID_SYSTEM_RESET2_64, RESET_VENDOR, 0, 0, NONE },
	{ ID_WORKAROUND_1 | ID_64, 0, 0, 0, NONE },
	{ 0x84000666, 0, 0, 0, NONE },
	{ 0x00000666, 0, 0, 0, NONE },
};
/* clang-format on */

struct aarch32 {
	struct tally answers;
	unsigned different;
};

static void try_row(struct aarch32 *state, const struct row *row,
		    uint64_t spsr)
{
	struct call call = { row->r0, row->r1, row->r2, row->r3 };
	uint64_t r[15] = { row->r0, row->r1, row->r2, row->r3 };

	for (unsigned i = 4; i < ROWS(r); i++) {
		r[i] = 0x01010101 * i;
	}
	aarch32_call(r, spsr);
	tally_add(&state->answers, &call, r[0],
		  (uint32_t)r[0] == row->expected);
	state->different += (uint32_t)r[1] != row->r1;
	state->different += (uint32_t)r[2] != row->r2;
	state->different += (uint32_t)r[3] != row->r3;
	for (unsigned i = 4; i < ROWS(r); i++) {
		state->different += (uint32_t)r[i] != 0x01010101 * i;
	}
}

static void try_all(void *argument)
{
	struct aarch32 *state = &((struct aarch32 *)argument)[cpu_number()];

	lower_prepare_aarch32();
	for (unsigned i = 0; i < ROWS(rows); i++) {
		try_row(state, &rows[i], SPSR_SVC_A32);
		try_row(state, &rows[i], SPSR_SVC_T32);
	}
	registers_clean();
}

static void check_aarch32(void)
{
	static struct aarch32 states[CPUS];
	struct tally tallies[CPUS];
	unsigned different = 0;

	cpu_run_all(try_all, states);
	for (unsigned n = 0; n < CPUS; n++) {
		tallies[n] = states[n].answers;
		different += states[n].different;
	}
	tally_report(tallies, CPUS, "from AArch32, A32 and T32: answers");
	tap_is(different, 0, "from AArch32, A32 and T32: r1 to r14");
}

static void turn_off(void *unused)
{
	(void)unused;
	cpu_off();
	registers_clean();
}

static void check_big_endian(void)
{
	cpu_start(1, turn_off, NULL);
	cpu_await_state(1, IS_OFF);
	tap_is(smc_call_big_endian(ID_CPU_ON_64, 1, ENTRY, 0x1122334455667788),
	       SUCCESS, "from big-endian: CPU_ON");
	cpu_wait(1);
	tap_is(cpus[1].entry_sctlr, SCTLR_EL2_RES1 | SCTLR_EE,
	       "from big-endian: the CPU enters as its caller");
	tap_is(cpus[1].entry_x[0], 0x1122334455667788,
	       "from big-endian: x0 is context_id");
}

void test_lower(void)
{
	if (PFR0_EL1_HAS_AARCH32(read_id_aa64pfr0_el1())) {
		check_aarch32();
	}
	check_big_endian();
}
