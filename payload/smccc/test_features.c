/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the monitor says of itself: PSCI_FEATURES and ARCH_FEATURES; and
 * AFFINITY_INFO.
 */
#include "../common/tap.h"
#include "call.h"
#include "cpu.h"
#include "ids.h"
#include "model.h"
#include "suite.h"
#include "sysreg.h"

#define ROWS(rows) (sizeof(rows) / sizeof((rows)[0]))
#define GARBAGE 0x5a5aa5a500000000ull

struct row {
	struct call call;
	uint64_t expected;
	const char *name;
};

static void feature(struct tally *tally, uint32_t asks, uint32_t function,
		    uint64_t (*model)(uint32_t function))
{
	struct call call = { asks, function | GARBAGE, 0, 0 };
	uint64_t answer = smc_call(asks, function | GARBAGE, 0, 0);

	tally_add(tally, &call, answer, answer == model(function));
}

/* Numbers around all that there are, in the owners that have any. */
static void check_all(uint32_t asks, uint64_t (*model)(uint32_t function),
		      const char *name)
{
	static const uint32_t starts[] = {
		ID_SMCCC_VERSION, ID_SMCCC_VERSION | ID_64,
		ID_WORKAROUND_3 - 16, ID_WORKAROUND_2 - 16,
		(ID_WORKAROUND_2 | ID_64) - 16,
		ID_VERSION, ID_VERSION | ID_64,
		ID_VERSION | 0x10000, ID_VERSION | 0x8000, 0x04000000, 0,
		0xc400a000, 0x8400ff00,
	};
	struct tally tally = { 0 };

	for (unsigned i = 0; i < ROWS(starts); i++) {
		for (uint32_t n = 0; n < 64; n++) {
			feature(&tally, asks, starts[i] + n, model);
		}
	}
	tally_report(&tally, 1, name);
}

static void check_workarounds(void)
{
	uint64_t csv2 = PFR0_CSV2(read_id_aa64pfr0_el1());

	tap_note("ID_AA64PFR0_EL1.CSV2", csv2);
	tap_is(smc_call(ID_ARCH_FEATURES, ID_WORKAROUND_1, 0, 0), csv2 > 0,
	       "ARCH_FEATURES: WORKAROUND_1");
	tap_is(smc_call(ID_ARCH_FEATURES, ID_WORKAROUND_2, 0, 0), SUCCESS,
	       "ARCH_FEATURES: WORKAROUND_2 is dynamic");
	tap_is(smc_call(ID_ARCH_FEATURES, ID_WORKAROUND_3, 0, 0), SUCCESS,
	       "ARCH_FEATURES: WORKAROUND_3");
	tap_is(smc_call(ID_ARCH_FEATURES, ID_WORKAROUND_4, 0, 0),
	       NOT_SUPPORTED, "ARCH_FEATURES: WORKAROUND_4");
	tap_is(smc_call(ID_ARCH_FEATURES, ID_FEATURE_AVAILABILITY, 0, 0),
	       NOT_SUPPORTED, "ARCH_FEATURES: FEATURE_AVAILABILITY");
}

void test_features(void)
{
	tap_is(smc_call(ID_FEATURES, ID_SMCCC_VERSION, 0, 0), SUCCESS,
	       "PSCI_FEATURES: SMCCC_VERSION is there");
	tap_is(smc_call(ID_FEATURES, ID_FEATURES, 0, 0), SUCCESS,
	       "PSCI_FEATURES: itself");
	tap_is(smc_call(ID_FEATURES, ID_SUSPEND_64, 0, 0), 0,
	       "PSCI_FEATURES: CPU_SUSPEND, original format, no OSI");
	tap_is(smc_call(ID_FEATURES, ID_CPU_OFF | ID_64, 0, 0), NOT_SUPPORTED,
	       "PSCI_FEATURES: no 64-bit CPU_OFF");
	tap_is(smc_call(ID_FEATURES, 0xc400a011, 0, 0), NOT_SUPPORTED,
	       "PSCI_FEATURES: 0xc400a011");
	check_all(ID_FEATURES, model_psci_features, "PSCI_FEATURES: all");
	check_workarounds();
	check_all(ID_ARCH_FEATURES, model_arch_features, "ARCH_FEATURES: all");
}

/* clang-format off */
static const struct row affinities[] = {
	{ { ID_AFFINITY_INFO_64, 0, 0, 0 }, IS_ON, "AFFINITY_INFO: CPU 0" },
	{ { ID_AFFINITY_INFO_64, 3, 0, 0 }, IS_ON, "AFFINITY_INFO: CPU 3" },
	{ { ID_AFFINITY_INFO, 1, 0, 0 }, IS_ON, "AFFINITY_INFO32: CPU 1" },
	{ { ID_AFFINITY_INFO, 2 | GARBAGE, GARBAGE, GARBAGE }, IS_ON,
	  "AFFINITY_INFO32: garbage in upper halves" },
	{ { ID_AFFINITY_INFO_64, 1, GARBAGE, 0 }, IS_ON, "AFFINITY_INFO: the level is W2" },
	{ { ID_AFFINITY_INFO_64, 4, 0, 0 }, INVALID_PARAMETERS, "AFFINITY_INFO: CPU 4" },
	{ { ID_AFFINITY_INFO_64, 0x100, 0, 0 }, INVALID_PARAMETERS, "AFFINITY_INFO: Aff1" },
	{ { ID_AFFINITY_INFO_64, 0x10000, 0, 0 }, INVALID_PARAMETERS, "AFFINITY_INFO: Aff2" },
	{ { ID_AFFINITY_INFO_64, 0x100000000, 0, 0 }, INVALID_PARAMETERS, "AFFINITY_INFO: Aff3" },
	{ { ID_AFFINITY_INFO_64, 0x01000001, 0, 0 }, INVALID_PARAMETERS, "AFFINITY_INFO: bit 24" },
	{ { ID_AFFINITY_INFO_64, 0x80000001, 0, 0 }, INVALID_PARAMETERS, "AFFINITY_INFO: bit 31" },
	{ { ID_AFFINITY_INFO_64, 0x10000000001, 0, 0 }, INVALID_PARAMETERS,
	  "AFFINITY_INFO: bit 40" },
	{ { ID_AFFINITY_INFO, 0x80000001, 0, 0 }, INVALID_PARAMETERS, "AFFINITY_INFO32: bit 31" },
	{ { ID_AFFINITY_INFO, 0xffffffff, 0, 0 }, INVALID_PARAMETERS,
	  "AFFINITY_INFO32: CPU 0xffffffff" },
	{ { ID_AFFINITY_INFO_64, 0, 1, 0 }, INVALID_PARAMETERS, "AFFINITY_INFO: level 1" },
	{ { ID_AFFINITY_INFO_64, 0, 2, 0 }, INVALID_PARAMETERS, "AFFINITY_INFO: level 2" },
	{ { ID_AFFINITY_INFO, 0, 3, 0 }, INVALID_PARAMETERS, "AFFINITY_INFO32: level 3" },
	{ { ID_AFFINITY_INFO, 0, 4, 0 }, INVALID_PARAMETERS, "AFFINITY_INFO32: level 4" },
	{ { ID_AFFINITY_INFO, 0, 0xffffffff, 0 }, INVALID_PARAMETERS, "AFFINITY_INFO32: level -1" },
};
/* clang-format on */

void test_affinity_info(void)
{
	for (unsigned i = 0; i < ROWS(affinities); i++) {
		call_check(&affinities[i].call, affinities[i].expected,
			   affinities[i].name);
	}
}
