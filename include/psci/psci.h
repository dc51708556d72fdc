/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * PSCI 1.1 and SMCCC 1.1 for a machine whose CPU n has MPIDR affinity n
 * (Aff0 = n, the other fields 0), without a Trusted OS and without power
 * domains that software controls: a CPU that is off waits.
 *
 * Everything shared lies in struct psci, in memory that all CPUs see alike
 * whether their MMU is on or not (Device or Non-cacheable).  No exclusive
 * access is used: on BCM2711 one may never succeed there.  What the library
 * stands on is declared in arch/psci.h.
 *
 * All arguments may be wrong or hostile.  A call that is refused has no effect.
 */
#ifndef PSCI_PSCI_H
#define PSCI_PSCI_H

#include <stdint.h>

#include <psci/smccc.h>

#define PSCI_CPUS_MAX 4
#define PSCI_RANGES_MAX 4

#define PSCI_PAGE_SHIFT 12

/* The first three are what AFFINITY_INFO returns.  [PSCI] 5.7 */
enum psci_state {
	PSCI_STATE_ON = 0,
	PSCI_STATE_OFF = 1,	/* in the pen: touches the monitor alone */
	PSCI_STATE_ON_PENDING = 2,
	PSCI_STATE_ABSENT = 3,	/* did not come to the pen at start-up */
};

/* Where a CPU enters, at EL2 (AArch64, interrupts masked, MMU off). */
struct psci_entry {
	uint64_t address;
	uint64_t context;	/* its x0 */
	uint32_t big_endian;	/* SCTLR_EL2.EE, as the caller's; 0 or 1 */
	uint32_t unused;
};

struct psci_cpu {
	struct psci_entry entry;
	uint32_t state;		/* enum psci_state */
	uint32_t ticket;	/* of the lock; lib/psci/lock.c */
};

/* Whole pages of 4 KiB, by number. */
struct psci_range {
	uint32_t first;
	uint32_t count;
};

struct psci {
	struct psci_cpu cpu[PSCI_CPUS_MAX];
	/* Where an entry point may be: memory, of which the monitor is not. */
	struct psci_range memory[PSCI_RANGES_MAX];
	struct psci_range monitor;
	uint32_t cpus;		/* 1 to PSCI_CPUS_MAX */
	uint32_t unused;
};

_Static_assert(sizeof(struct psci_entry) == 24, "known to assembly");
_Static_assert(sizeof(struct psci_cpu) == 32, "known to assembly");

/*
 * Answer an SMC: x0 to x3 as the caller had them, ESR_EL3, the shared state.
 * Returns the caller's x0; everything else the caller gets back as it was.
 * Does not return from CPU_OFF, SYSTEM_OFF, SYSTEM_RESET and SYSTEM_RESET2
 * when they are granted.  The caller of this has invalidated the branch
 * predictor, if this CPU needs it: ARCH_WORKAROUND_1 and _3 do nothing here.
 *
 * For AArch32 callers, and for functions of the 32-bit convention, only the
 * low halves of x1 to x3 are looked at.
 */
uint64_t smccc_call(uint64_t function, uint64_t x1, uint64_t x2, uint64_t x3,
		    uint64_t esr, struct psci *psci);

/*
 * The pen.  Say that CPU self is off, and wait to be turned on: by CPU_ON, or,
 * the first time, by an address in its spin-table word, where an unusable one
 * is left alone.  Fills in *entry; the CPU counts as on when this returns.
 *
 * When: nothing of the CPU's may reach memory that is not the monitor's any
 * more (its caches are clean and off), since OFF becomes visible here.
 */
enum psci_pen {
	PSCI_PEN_FIRST,		/* after a reset: spin table or CPU_ON */
	PSCI_PEN_AGAIN,		/* after CPU_OFF: CPU_ON alone */
};
void psci_park(struct psci *psci, unsigned self, enum psci_pen pen,
	       struct psci_entry *entry);

#endif
