/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lamport's bakery, for memory without exclusive accesses.  [LAMPORT74]
 *
 * A ticket is 0: not interested; 1: taking a number; more: that number.  The
 * lowest number is next, the lower CPU first where two took the same.  Numbers
 * start again whenever nobody is interested; 32 bits last for 4 billion calls
 * without such a moment.
 */
#include <arch/psci.h>

#include "internal.h"

#define TAKING 1u

static uint32_t take_number(struct psci *psci, unsigned self)
{
	uint32_t highest = TAKING;

	arch_shared_write(&psci->cpu[self].ticket, TAKING);
	/* Seen to be taking one before the others' are looked at. */
	arch_shared_barrier();
	for (unsigned cpu = 0; cpu < psci->cpus; cpu++) {
		uint32_t ticket = arch_shared_read(&psci->cpu[cpu].ticket);

		if (ticket > highest) {
			highest = ticket;
		}
	}
	arch_shared_write(&psci->cpu[self].ticket, highest + 1);
	/* Also for those who wait until this one is no longer TAKING. */
	arch_event_send();
	return highest + 1;
}

/* Is a CPU with this ticket before the one that asks? */
static int goes_first(uint32_t ticket, unsigned cpu, uint32_t mine,
		      unsigned self)
{
	return ticket && (ticket < mine || (ticket == mine && cpu < self));
}

void psci_lock(struct psci *psci, unsigned self)
{
	uint32_t mine = take_number(psci, self);

	for (unsigned cpu = 0; cpu < psci->cpus; cpu++) {
		const uint32_t *ticket = &psci->cpu[cpu].ticket;

		while (goes_first(arch_shared_read(ticket), cpu, mine, self)) {
			arch_event_wait();
		}
	}
	/* What the last owner wrote is seen. */
	arch_shared_barrier();
}

void psci_unlock(struct psci *psci, unsigned self)
{
	/* What this owner wrote is seen first. */
	arch_shared_barrier();
	arch_shared_write(&psci->cpu[self].ticket, 0);
	arch_event_send();
}
