/* SPDX-License-Identifier: BSD-2-Clause */
#include "cpu.h"
#include "ids.h"
#include "model.h"
#include "sysreg.h"

/* [PSCI] 5.4.2: power_state, original format. */
#define POWER_RESERVED 0xfcfe0000u
#define POWER_STATE_ID 0x0000ffffu

/* Cortex-A72 with CSV2 needs no invalidation of its branch predictor. */
static uint64_t arch_workaround_1(void)
{
	return PFR0_CSV2(read_id_aa64pfr0_el1()) == 0 ? SUCCESS : 1;
}

uint64_t model_arch_features(uint32_t function)
{
	switch (function) {
	case ID_SMCCC_VERSION:
	case ID_ARCH_FEATURES:
	case ID_WORKAROUND_2:
	case ID_WORKAROUND_3:
		return SUCCESS;
	case ID_WORKAROUND_1:
		return arch_workaround_1();
	default:
		return NOT_SUPPORTED;
	}
}

uint64_t model_psci_features(uint32_t function)
{
	switch (function) {
	case ID_SMCCC_VERSION:
	case ID_VERSION:
	case ID_SUSPEND:
	case ID_SUSPEND_64:
	case ID_CPU_OFF:
	case ID_CPU_ON:
	case ID_CPU_ON_64:
	case ID_AFFINITY_INFO:
	case ID_AFFINITY_INFO_64:
	case ID_MIGRATE_INFO_TYPE:
	case ID_SYSTEM_OFF:
	case ID_SYSTEM_RESET:
	case ID_FEATURES:
	case ID_SYSTEM_RESET2:
	case ID_SYSTEM_RESET2_64:
		return SUCCESS;
	default:
		return NOT_SUPPORTED;
	}
}

static int accepts_cpu_on(const struct call *call, uint64_t answer)
{
	if (call->x1 >= CPUS) {
		return answer == INVALID_PARAMETERS;
	}
	if (call->x2 != ENTRY) {
		return answer == INVALID_ADDRESS;
	}
	return answer == SUCCESS || answer == ALREADY_ON ||
	       answer == ON_PENDING;
}

static int accepts_affinity_info(const struct call *call, uint64_t answer)
{
	/* The level is a 32-bit parameter of both. */
	if (call->x1 >= CPUS || (uint32_t)call->x2 != 0) {
		return answer == INVALID_PARAMETERS;
	}
	return answer <= IS_ON_PENDING;
}

static int accepts_suspend(const struct call *call, uint64_t answer)
{
	uint32_t state = (uint32_t)call->x1;

	if ((state & (POWER_RESERVED | POWER_STATE_ID)) ||
	    state >= POWER_LEVEL_2) {
		return answer == INVALID_PARAMETERS;
	}
	if ((state & POWER_DOWN) && call->x2 != ENTRY) {
		return answer == INVALID_ADDRESS;
	}
	return answer == SUCCESS;
}

/* Of the 32-bit convention only the low halves are arguments. */
static struct call narrow(const struct call *call)
{
	uint64_t mask = (call->x0 & ID_64) ? ~0ull : 0xffffffffull;

	return (struct call){ (uint32_t)call->x0, call->x1 & mask,
			      call->x2 & mask, call->x3 & mask };
}

int model_is_final(const struct call *call)
{
	switch ((uint32_t)call->x0) {
	case ID_CPU_OFF:
	case ID_SYSTEM_OFF:
	case ID_SYSTEM_RESET:
		return 1;
	case ID_SYSTEM_RESET2:
	case ID_SYSTEM_RESET2_64:
		return (uint32_t)call->x1 == RESET_WARM;
	default:
		return 0;
	}
}

int model_accepts(const struct call *call, uint64_t answer)
{
	struct call seen = narrow(call);

	switch (seen.x0) {
	case ID_SMCCC_VERSION:
	case ID_VERSION:
		return answer == VERSION_1_1;
	case ID_ARCH_FEATURES:
		return answer == model_arch_features((uint32_t)seen.x1);
	case ID_WORKAROUND_1:
	case ID_WORKAROUND_2:
	case ID_WORKAROUND_3:
		return answer == call->x0; /* no result: all of x0 stays */
	case ID_SUSPEND:
	case ID_SUSPEND_64:
		return accepts_suspend(&seen, answer);
	case ID_CPU_ON:
	case ID_CPU_ON_64:
		return accepts_cpu_on(&seen, answer);
	case ID_AFFINITY_INFO:
	case ID_AFFINITY_INFO_64:
		return accepts_affinity_info(&seen, answer);
	case ID_MIGRATE_INFO_TYPE:
		return answer == NO_MIGRATION;
	case ID_FEATURES:
		return answer == model_psci_features((uint32_t)seen.x1);
	case ID_SYSTEM_RESET2:
	case ID_SYSTEM_RESET2_64:
		return answer == INVALID_PARAMETERS;
	default:
		return answer == NOT_SUPPORTED;
	}
}
