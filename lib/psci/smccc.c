/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which call it is.  The switches are compiled without jump tables: at EL3 no
 * indirect branch is left to be predicted.  They are over small numbers, which
 * are immediates, where whole identifiers would be built in registers.
 */
#include <arch/psci.h>

#include "internal.h"

/* ESR_EL3 of SMC #0.  [ARM] ESR_EL3: EC in 31:26, IL in 25, ISS in 24:0 */
#define ESR_CLASS(esr)	((uint32_t)(esr) >> 26)
#define ESR_SMC_AARCH64	0x17u
#define ESR_IMMEDIATE	0xffffu

#define RESET2_WARM	0u

/* The number of a function, of either convention, in its range. */
#define PSCI_NUMBER(function) ((function) & 0x1fu)
#define PSCI_BIT(function) (1u << PSCI_NUMBER(function))
#define ARCH_NUMBER(function) ((function) & 0xffffu)

/* What is there: PSCI_FEATURES says so, and nothing else is dispatched. */
static const uint32_t features_32 =
	PSCI_BIT(PSCI_VERSION) |
	PSCI_BIT(PSCI_CPU_SUSPEND) |	/* original format, no OS initiation */
	PSCI_BIT(PSCI_CPU_OFF) |
	PSCI_BIT(PSCI_CPU_ON) |
	PSCI_BIT(PSCI_AFFINITY_INFO) |
	PSCI_BIT(PSCI_MIGRATE_INFO_TYPE) |
	PSCI_BIT(PSCI_SYSTEM_OFF) |
	PSCI_BIT(PSCI_SYSTEM_RESET) |
	PSCI_BIT(PSCI_FEATURES) |
	PSCI_BIT(PSCI_SYSTEM_RESET2);
static const uint32_t features_64 =
	PSCI_BIT(PSCI_CPU_SUSPEND) |
	PSCI_BIT(PSCI_CPU_ON) |
	PSCI_BIT(PSCI_AFFINITY_INFO) |
	PSCI_BIT(PSCI_SYSTEM_RESET2);

static uint64_t number(int32_t result)
{
	return (uint64_t)(int64_t)result;
}

static int is_psci(uint32_t function)
{
	uint32_t there = (function & SMCCC_64) ? features_64 : features_32;

	return PSCI_VERSION + PSCI_NUMBER(function) ==
		       (function & ~SMCCC_64) &&
	       (there & PSCI_BIT(function));
}

int32_t psci_features(uint32_t function)
{
	return function == SMCCC_VERSION || is_psci(function)
		       ? PSCI_SUCCESS
		       : PSCI_NOT_SUPPORTED;
}

int32_t psci_system_reset2(uint32_t type)
{
	if (type != RESET2_WARM) {
		return PSCI_INVALID_PARAMETERS;
	}
	platform_reset();
	return PSCI_INTERNAL_FAILURE;
}

/* Of the 32-bit convention only the low half is an argument. [SMCCC] 2.5 */
static uint64_t argument(uint32_t id, uint64_t x)
{
	return (id & SMCCC_64) ? x : (uint32_t)x;
}

/* A call that is_psci().  What comes back from a way out has failed. */
static int32_t psci_call(uint32_t id, uint64_t x1, uint64_t x2, uint64_t x3,
			 struct psci *psci)
{
	switch (PSCI_NUMBER(id)) {
	case PSCI_NUMBER(PSCI_VERSION):
		return PSCI_VERSION_HERE;
	case PSCI_NUMBER(PSCI_CPU_SUSPEND):
		return psci_cpu_suspend(psci, (uint32_t)x1,
					argument(id, x2));
	case PSCI_NUMBER(PSCI_CPU_OFF):
		arch_cpu_off();
		return PSCI_DENIED;
	case PSCI_NUMBER(PSCI_CPU_ON):
		return psci_cpu_on(psci, argument(id, x1), argument(id, x2),
				   argument(id, x3));
	case PSCI_NUMBER(PSCI_AFFINITY_INFO):
		return psci_affinity_info(psci, argument(id, x1),
					  (uint32_t)x2);
	case PSCI_NUMBER(PSCI_MIGRATE_INFO_TYPE):
		return PSCI_NO_MIGRATION;
	case PSCI_NUMBER(PSCI_SYSTEM_OFF):
		platform_off();
		break;
	case PSCI_NUMBER(PSCI_SYSTEM_RESET):
		platform_reset();
		break;
	case PSCI_NUMBER(PSCI_FEATURES):
		return psci_features((uint32_t)x1);
	case PSCI_NUMBER(PSCI_SYSTEM_RESET2):
		return psci_system_reset2((uint32_t)x1);
	default:
		break;
	}
	return PSCI_INTERNAL_FAILURE;
}

static int is_arch(uint32_t function)
{
	return SMCCC_VERSION + ARCH_NUMBER(function) == function;
}

static int32_t arch_features(uint32_t function)
{
	if (!is_arch(function)) {
		return PSCI_NOT_SUPPORTED;
	}
	switch (ARCH_NUMBER(function)) {
	case ARCH_NUMBER(SMCCC_VERSION):
	case ARCH_NUMBER(SMCCC_ARCH_FEATURES):
		return PSCI_SUCCESS;
	case ARCH_NUMBER(SMCCC_ARCH_WORKAROUND_1):
	case ARCH_NUMBER(SMCCC_ARCH_WORKAROUND_2):
	case ARCH_NUMBER(SMCCC_ARCH_WORKAROUND_3):
		return arch_workaround(function);
	default:
		return PSCI_NOT_SUPPORTED;
	}
}

/* A call that is_arch(). */
static uint64_t arch_call(uint64_t function, uint32_t argument)
{
	uint32_t id = (uint32_t)function;
	int32_t answer;

	switch (ARCH_NUMBER(id)) {
	case ARCH_NUMBER(SMCCC_VERSION):
		return SMCCC_VERSION_HERE;
	case ARCH_NUMBER(SMCCC_ARCH_FEATURES):
		return number(arch_features(argument));
	default:
		break;
	}
	/* Workarounds return nothing, so x0 stays; the others are unknown. */
	answer = arch_features(id);
	if (answer == PSCI_NOT_SUPPORTED) {
		return number(PSCI_NOT_SUPPORTED);
	}
	/* Where it is always on, or not needed, it is not for the caller. */
	if (id == SMCCC_ARCH_WORKAROUND_2 &&
	    answer == SMCCC_WORKAROUND_NEEDED) {
		arch_store_bypass_mitigate(argument);
	}
	return function;
}

static int is_defined(uint32_t id, uint64_t esr)
{
	if (ESR_CLASS(esr) != ESR_SMC_AARCH64) {
		/* AArch32 has no 64-bit convention. [SMCCC] 2.5 */
		return !(id & SMCCC_64);
	}
	return !(esr & ESR_IMMEDIATE);
}

uint64_t smccc_call(uint64_t function, uint64_t x1, uint64_t x2, uint64_t x3,
		    uint64_t esr, struct psci *psci)
{
	uint32_t id = (uint32_t)function;

	if (!is_defined(id, esr)) {
		return number(PSCI_NOT_SUPPORTED);
	}
	if (is_psci(id)) {
		return number(psci_call(id, x1, x2, x3, psci));
	}
	if (is_arch(id)) {
		return arch_call(function, (uint32_t)x1);
	}
	/* MIGRATE and MIGRATE_INFO_UP_CPU too: there is no Trusted OS. */
	return number(PSCI_NOT_SUPPORTED);
}
