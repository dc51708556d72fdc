/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The states of a CPU, and who changes them:
 *
 *	ON -> OFF		the CPU itself, in the pen
 *	OFF -> ON_PENDING	the caller of CPU_ON, under the lock
 *	OFF -> ON		the CPU itself, by spin table, under the lock
 *	ON_PENDING -> ON	the CPU itself, on its way out
 *
 * The entry belongs to the caller of CPU_ON while the CPU is OFF and the lock
 * is held, else to the CPU.
 */
#include <arch/psci.h>

#include "internal.h"

static int32_t turn_on(struct psci_cpu *cpu, uint64_t address,
		       uint64_t context)
{
	switch (arch_shared_read(&cpu->state)) {
	case PSCI_STATE_OFF:
		break;
	case PSCI_STATE_ON:
		return PSCI_ALREADY_ON;
	case PSCI_STATE_ON_PENDING:
		return PSCI_ON_PENDING;
	default:
		return PSCI_INVALID_PARAMETERS;
	}
	cpu->entry.address = address;
	cpu->entry.context = context;
	cpu->entry.big_endian = arch_caller_is_big_endian();
	/* The CPU reads its entry when it sees the state. */
	arch_shared_barrier();
	arch_shared_write(&cpu->state, PSCI_STATE_ON_PENDING);
	return PSCI_SUCCESS;
}

int32_t psci_cpu_on(struct psci *psci, uint64_t target, uint64_t address,
		    uint64_t context)
{
	unsigned self = arch_cpu_number();
	int32_t result;

	/* With this, reserved bits of the affinity are 0. */
	if (target >= psci->cpus) {
		return PSCI_INVALID_PARAMETERS;
	}
	if (!psci_entry_is_good(psci, address)) {
		return PSCI_INVALID_ADDRESS;
	}
	psci_lock(psci, self);
	result = turn_on(&psci->cpu[target], address, context);
	/* Sends the event that ends the CPU's wait, too. */
	psci_unlock(psci, self);
	return result;
}

int32_t psci_affinity_info(const struct psci *psci, uint64_t target,
			   uint32_t level)
{
	uint32_t state;

	/* Levels above 0 are optional since PSCI 1.0. [PSCI] 5.7.1 */
	if (level || target >= psci->cpus) {
		return PSCI_INVALID_PARAMETERS;
	}
	state = arch_shared_read(&psci->cpu[target].state);
	return state <= PSCI_STATE_ON_PENDING ? (int32_t)state
					      : PSCI_INVALID_PARAMETERS;
}

/* Released by the spin table?  CPU_ON may be about to turn it on as well. */
static int is_released(struct psci *psci, unsigned self,
		       struct psci_entry *entry)
{
	struct psci_cpu *cpu = &psci->cpu[self];
	uint64_t address = platform_release_address(self);
	int released = 0;

	if (!address || !psci_entry_is_good(psci, address)) {
		return 0;
	}
	psci_lock(psci, self);
	if (arch_shared_read(&cpu->state) == PSCI_STATE_OFF) {
		platform_release_taken(self);
		*entry = (struct psci_entry){ .address = address };
		arch_shared_write(&cpu->state, PSCI_STATE_ON);
		released = 1;
	}
	psci_unlock(psci, self);
	return released;
}

void psci_park(struct psci *psci, unsigned self, enum psci_pen pen,
	       struct psci_entry *entry)
{
	struct psci_cpu *cpu = &psci->cpu[self];

	/* As after a reset, whatever the last owner of the CPU wanted. */
	arch_store_bypass_mitigate(1);
	arch_shared_barrier();
	arch_shared_write(&cpu->state, PSCI_STATE_OFF);
	/* Whoever waits for this one to be off. */
	arch_event_send();
	while (arch_shared_read(&cpu->state) != PSCI_STATE_ON_PENDING) {
		if (pen == PSCI_PEN_FIRST &&
		    is_released(psci, self, entry)) {
			return;
		}
		arch_event_wait();
	}
	/* The entry was written before the state. */
	arch_shared_barrier();
	*entry = cpu->entry;
	arch_shared_write(&cpu->state, PSCI_STATE_ON);
}
