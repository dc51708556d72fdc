/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CPU_SUSPEND.  The original format of power_state is the one of this
 * implementation, as PSCI_FEATURES says: [PSCI] 5.4.2
 *
 *	15:0 StateID   16 power-down   25:24 level   the others 0
 *
 * There is one state to offer, waiting for an interrupt, with StateID 0.
 * Power-down is what the caller can live without, so it gets the same, as if it
 * had been woken at once; its entry point has to be good all the same.
 */
#include <arch/psci.h>

#include "internal.h"

#define STATE_RESERVED 0xfcfe0000u
#define STATE_ID 0xffffu
#define STATE_POWER_DOWN (1u << 16)
#define STATE_LEVEL(state) ((state) >> 24)

/* 0: a CPU; 1: the cluster, which is the machine. */
#define LEVEL_MAX 1

int32_t psci_cpu_suspend(const struct psci *psci, uint32_t state,
			 uint64_t address)
{
	if ((state & (STATE_RESERVED | STATE_ID)) ||
	    STATE_LEVEL(state) > LEVEL_MAX) {
		return PSCI_INVALID_PARAMETERS;
	}
	if ((state & STATE_POWER_DOWN) && !psci_entry_is_good(psci, address)) {
		return PSCI_INVALID_ADDRESS;
	}
	arch_interrupt_wait();
	return PSCI_SUCCESS;
}
