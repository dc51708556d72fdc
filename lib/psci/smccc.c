/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which call it is.  The switches are compiled without jump tables: at EL3 no
 * indirect branch is left to be predicted.
 */
#include <arch/psci.h>
#include <psci/psci.h>

/* ESR_EL3 of SMC #0.  [ARM] ESR_EL3: EC in 31:26, IL in 25, ISS in 24:0 */
#define ESR_CLASS(esr)	((uint32_t)(esr) >> 26)
#define ESR_SMC_AARCH64	0x17u
#define ESR_IMMEDIATE	0xffffu

#define PSCI64(function) ((function) | SMCCC_64)

#define RESET2_VENDOR	0x80000000u
#define RESET2_WARM	0u

static uint64_t number(int32_t result)
{
	return (uint64_t)(int64_t)result;
}

/* Bit n: function n of the 32-bit, or of the 64-bit, convention is there. */
#define PSCI_BIT(function) (1u << ((function) & PSCI_NUMBER))
#define PSCI_NUMBER 0x1fu

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

int32_t psci_features(uint32_t function)
{
	uint32_t there = (function & SMCCC_64) ? features_64 : features_32;

	if (function == SMCCC_VERSION) {
		return PSCI_SUCCESS;
	}
	if ((function & ~(SMCCC_64 | PSCI_NUMBER)) != PSCI_VERSION) {
		return PSCI_NOT_SUPPORTED;
	}
	return (there & PSCI_BIT(function)) ? PSCI_SUCCESS
					    : PSCI_NOT_SUPPORTED;
}

static int32_t arch_features(uint32_t function)
{
	switch (function) {
	case SMCCC_VERSION:
	case SMCCC_ARCH_FEATURES:
		return PSCI_SUCCESS;
	case SMCCC_ARCH_WORKAROUND_1:
	case SMCCC_ARCH_WORKAROUND_2:
	case SMCCC_ARCH_WORKAROUND_3:
		return arch_workaround(function);
	default:
		return PSCI_NOT_SUPPORTED;
	}
}

/* They return nothing, so x0 stays; where there is none, it is unknown. */
static uint64_t workaround(uint64_t function, uint32_t argument)
{
	uint32_t id = (uint32_t)function;

	if (arch_workaround(id) == SMCCC_WORKAROUND_ABSENT) {
		return number(PSCI_NOT_SUPPORTED);
	}
	if (id == SMCCC_ARCH_WORKAROUND_2) {
		arch_store_bypass_mitigate(argument);
	}
	return function;
}

int32_t psci_system_reset2(uint32_t type)
{
	if (type != RESET2_WARM) {
		return PSCI_INVALID_PARAMETERS;
	}
	platform_reset();
	return PSCI_INTERNAL_FAILURE;
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
	if (!(id & SMCCC_64)) {
		x1 = (uint32_t)x1;
		x2 = (uint32_t)x2;
		x3 = (uint32_t)x3;
	}
	switch (id) {
	case SMCCC_VERSION:
		return SMCCC_VERSION_HERE;
	case SMCCC_ARCH_FEATURES:
		return number(arch_features((uint32_t)x1));
	case SMCCC_ARCH_WORKAROUND_1:
	case SMCCC_ARCH_WORKAROUND_2:
	case SMCCC_ARCH_WORKAROUND_3:
		return workaround(function, (uint32_t)x1);
	case PSCI_VERSION:
		return PSCI_VERSION_HERE;
	case PSCI_FEATURES:
		return number(psci_features((uint32_t)x1));
	case PSCI_CPU_SUSPEND:
	case PSCI64(PSCI_CPU_SUSPEND):
		return number(psci_cpu_suspend(psci, (uint32_t)x1, x2));
	case PSCI_CPU_OFF:
		arch_cpu_off();
		return number(PSCI_DENIED);
	case PSCI_CPU_ON:
	case PSCI64(PSCI_CPU_ON):
		return number(psci_cpu_on(psci, x1, x2, x3));
	case PSCI_AFFINITY_INFO:
	case PSCI64(PSCI_AFFINITY_INFO):
		return number(psci_affinity_info(psci, x1, x2));
	case PSCI_MIGRATE_INFO_TYPE:
		return PSCI_NO_MIGRATION;
	case PSCI_SYSTEM_OFF:
		platform_off();
		return number(PSCI_INTERNAL_FAILURE);
	case PSCI_SYSTEM_RESET:
		platform_reset();
		return number(PSCI_INTERNAL_FAILURE);
	case PSCI_SYSTEM_RESET2:
	case PSCI64(PSCI_SYSTEM_RESET2):
		return number(psci_system_reset2((uint32_t)x1));
	default:
		/* MIGRATE and MIGRATE_INFO_UP_CPU too: no Trusted OS. */
		return number(PSCI_NOT_SUPPORTED);
	}
}
