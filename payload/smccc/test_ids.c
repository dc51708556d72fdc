/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Function identifiers: what is there, and what looks as if it were.
 */
#include "../common/tap.h"
#include "call.h"
#include "cpu.h"
#include "ids.h"
#include "model.h"
#include "suite.h"

#define ROWS(rows) (sizeof(rows) / sizeof((rows)[0]))
#define GARBAGE 0x5a5aa5a500000000ull
#define SVE_HINT 0x00010000u

struct row {
	struct call call;
	uint64_t expected;
	const char *name;
};

/* clang-format off */
static const struct row rows[] = {
	{ { ID_VERSION, 0, 0, 0 }, VERSION_1_1, "PSCI_VERSION: 1.1" },
	{ { ID_VERSION | GARBAGE, 0, 0, 0 }, VERSION_1_1, "PSCI_VERSION: garbage in x0[63:32]" },
	{ { ID_VERSION | SVE_HINT, 0, 0, 0 }, NOT_SUPPORTED,
	  "PSCI_VERSION: SVE hint, which SMCCC 1.1 has not" },
	{ { ID_VERSION | ID_64, 0, 0, 0 }, NOT_SUPPORTED, "PSCI_VERSION: no 64-bit one" },
	{ { ID_SMCCC_VERSION, 0, 0, 0 }, VERSION_1_1, "SMCCC_VERSION: 1.1" },
	{ { ID_SMCCC_VERSION | GARBAGE, 0, 0, 0 }, VERSION_1_1,
	  "SMCCC_VERSION: garbage in x0[63:32]" },
	{ { ID_SMCCC_VERSION | SVE_HINT, 0, 0, 0 }, NOT_SUPPORTED, "SMCCC_VERSION: SVE hint" },
	{ { ID_SMCCC_VERSION | ID_64, 0, 0, 0 }, NOT_SUPPORTED, "SMCCC_VERSION: no 64-bit one" },
	{ { ID_ARCH_FEATURES | ID_64, ID_SMCCC_VERSION, 0, 0 }, NOT_SUPPORTED,
	  "ARCH_FEATURES: no 64-bit one" },
	{ { ID_CPU_OFF | ID_64, 0, 0, 0 }, NOT_SUPPORTED, "CPU_OFF: no 64-bit one" },
	{ { ID_SYSTEM_OFF | ID_64, 0, 0, 0 }, NOT_SUPPORTED, "SYSTEM_OFF: no 64-bit one" },
	{ { ID_SYSTEM_RESET | ID_64, 0, 0, 0 }, NOT_SUPPORTED, "SYSTEM_RESET: no 64-bit one" },
	{ { ID_FEATURES | ID_64, ID_VERSION, 0, 0 }, NOT_SUPPORTED,
	  "PSCI_FEATURES: no 64-bit one" },
	{ { ID_MIGRATE_INFO_TYPE | ID_64, 0, 0, 0 }, NOT_SUPPORTED,
	  "MIGRATE_INFO_TYPE: no 64-bit one" },
	{ { ID_MIGRATE_INFO_TYPE, 0, 0, 0 }, NO_MIGRATION, "MIGRATE_INFO_TYPE: none needed" },
	{ { ID_MIGRATE, 1, 0, 0 }, NOT_SUPPORTED, "MIGRATE" },
	{ { ID_MIGRATE | ID_64, 1, 0, 0 }, NOT_SUPPORTED, "MIGRATE, 64-bit" },
	{ { ID_MIGRATE_INFO_UP_CPU, 0, 0, 0 }, NOT_SUPPORTED, "MIGRATE_INFO_UP_CPU" },
	{ { ID_MIGRATE_INFO_UP_CPU | ID_64, 0, 0, 0 }, NOT_SUPPORTED,
	  "MIGRATE_INFO_UP_CPU, 64-bit" },
	{ { ID_SYSTEM_RESET2, 1, 0, 0 }, INVALID_PARAMETERS, "SYSTEM_RESET2: type 1" },
	{ { ID_SYSTEM_RESET2, 0x7fffffff, 0, 0 }, INVALID_PARAMETERS,
	  "SYSTEM_RESET2: type 0x7fffffff" },
	{ { ID_SYSTEM_RESET2, RESET_VENDOR, 0, 0 }, INVALID_PARAMETERS,
	  "SYSTEM_RESET2: vendor's first" },
	{ { ID_SYSTEM_RESET2, RESET_VENDOR | 2, 7, 0 }, INVALID_PARAMETERS,
	  "SYSTEM_RESET2: vendor's 2" },
	{ { ID_SYSTEM_RESET2_64, RESET_VENDOR, ~0ull, 0 }, INVALID_PARAMETERS,
	  "SYSTEM_RESET2, 64-bit: vendor's" },
	{ { ID_SYSTEM_RESET2_64, 1 | GARBAGE, 0, 0 }, INVALID_PARAMETERS,
	  "SYSTEM_RESET2, 64-bit: type 1" },
	{ { ID_SOC_ID, 0, 0, 0 }, NOT_SUPPORTED, "SOC_ID" },
	{ { 0x84000050, 0, 0, 0 }, NOT_SUPPORTED, "TRNG_VERSION" },
	{ { 0x8400ff01, 0, 0, 0 }, NOT_SUPPORTED, "UID of the standard service" },
	{ { 0x8400001f, 0, 0, 0 }, NOT_SUPPORTED, "0x8400001f" },
	{ { 0x84000666, 0, 0, 0 }, NOT_SUPPORTED, "0x84000666" },
	{ { 0x80ff0000, 0, 0, 0 }, NOT_SUPPORTED, "0x80ff0000" },
	{ { 0x82000000, 0, 0, 0 }, NOT_SUPPORTED, "a SiP call" },
	{ { 0xb2000000, 0, 0, 0 }, NOT_SUPPORTED, "a Trusted OS call" },
	{ { 0x04000000, 0, 0, 0 }, NOT_SUPPORTED, "PSCI_VERSION, yielding" },
	{ { 0x44000003, 1, ENTRY, 0 }, NOT_SUPPORTED, "CPU_ON, yielding" },
	{ { 0x00000000, 0, 0, 0 }, NOT_SUPPORTED, "0" },
	{ { 0x00000666, 0, 0, 0 }, NOT_SUPPORTED, "0x666" },
	{ { 0xffffffff, 0, 0, 0 }, NOT_SUPPORTED, "0xffffffff" },
	{ { ~0ull, 0, 0, 0 }, NOT_SUPPORTED, "-1" },
};
/* clang-format on */

/* Bits 23:16 of a fast call must be 0; none of these may switch anything. */
static void check_reserved_bits(void)
{
	struct tally tally = { 0 };

	for (uint32_t id = ID_VERSION; id <= ID_LAST; id++) {
		for (uint32_t bits = 1; bits <= 0xff; bits++) {
			struct call call = { id | bits << 16, 1, ENTRY, 0 };
			uint64_t answer = smc_call(call.x0, 1, ENTRY, 0);

			tally_add(&tally, &call, answer,
				  answer == NOT_SUPPORTED);
			call.x0 |= ID_64;
			answer = smc_call(call.x0, 1, ENTRY, 0);
			tally_add(&tally, &call, answer,
				  answer == NOT_SUPPORTED);
		}
	}
	tally_report(&tally, 1, "PSCI with reserved bits 23:16");
}

static void check_immediates(void)
{
	tap_is(smc_call_1(ID_VERSION, 0, 0, 0), NOT_SUPPORTED,
	       "PSCI_VERSION by SMC #1");
	tap_is(smc_call_ffff(ID_VERSION, 0, 0, 0), NOT_SUPPORTED,
	       "PSCI_VERSION by SMC #0xffff");
	tap_is(smc_call_1(ID_WORKAROUND_1, 0, 0, 0), NOT_SUPPORTED,
	       "WORKAROUND_1 by SMC #1");
	tap_is(smc_call_1(ID_WORKAROUND_3, 0, 0, 0), NOT_SUPPORTED,
	       "WORKAROUND_3 by SMC #1");
	tap_is(smc_call_1(ID_SYSTEM_OFF, 0, 0, 0), NOT_SUPPORTED,
	       "SYSTEM_OFF by SMC #1");
}

static void check_workarounds(void)
{
	const uint32_t ids[] = { ID_WORKAROUND_1, ID_WORKAROUND_2,
				 ID_WORKAROUND_3 };
	struct tally tally = { 0 };

	for (unsigned i = 0; i < ROWS(ids); i++) {
		for (unsigned argument = 0; argument < 3; argument++) {
			struct call call = { ids[i] | GARBAGE,
					     argument | GARBAGE, 0, 0 };
			uint64_t answer = smc_call(call.x0, call.x1, 0, 0);

			tally_add(&tally, &call, answer,
				  model_accepts(&call, answer));
		}
	}
	/* Mitigation on again, as CPU_ON leaves it. */
	smc_call(ID_WORKAROUND_2, 1, 0, 0);
	tally_report(&tally, 1, "WORKAROUND_1, _2, _3: all of x0 stays");
	tap_is(smc_call(ID_WORKAROUND_1 | ID_64, 0, 0, 0), NOT_SUPPORTED,
	       "WORKAROUND_1: no 64-bit one");
	tap_is(smc_call(ID_WORKAROUND_3 | ID_64, 0, 0, 0), NOT_SUPPORTED,
	       "WORKAROUND_3: no 64-bit one");
}

void test_ids(void)
{
	for (unsigned i = 0; i < ROWS(rows); i++) {
		call_check(&rows[i].call, rows[i].expected, rows[i].name);
	}
	check_immediates();
	check_workarounds();
	check_reserved_bits();
}
