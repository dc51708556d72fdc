/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What lib/psci stands on.  On the board: monitor/ and platform/<board>/; in
 * tests: the explorer, and mocks.
 */
#ifndef ARCH_PSCI_H
#define ARCH_PSCI_H

#include <stdint.h>

/* The number of the CPU that executes this: its MPIDR affinity. */
unsigned arch_cpu_number(void);

/*
 * Shared memory: single-copy atomic, not reordered by the compiler.  Order
 * against other accesses, as other CPUs see it, only by the barrier.
 */
uint32_t arch_shared_read(const uint32_t *word);
void arch_shared_write(uint32_t *word, uint32_t value);
/* Every access before it is observed before every access after it (DMB SY). */
void arch_shared_barrier(void);

/*
 * arch_event_send() makes all accesses before it complete, then lets every
 * CPU's next (or present) arch_event_wait() return.  A wait may return
 * without an event; it has no bound of its own.
 */
void arch_event_send(void);
void arch_event_wait(void);

/* Until an interrupt is pending here, masked or not (DSB, WFI). */
void arch_interrupt_wait(void);

/* SCTLR_EL2.EE of the caller: 0 or 1. */
uint32_t arch_caller_is_big_endian(void);

/* SMCCC_WORKAROUND_*, for this CPU; function: SMCCC_ARCH_WORKAROUND_*. */
int32_t arch_workaround(uint32_t function);
/*
 * Speculative store bypass (loads that pass older stores to unknown
 * addresses) on this CPU: 0 lets it happen, else it is off.  In force for
 * everything after the return.
 */
void arch_store_bypass_mitigate(uint32_t on);

/* Off, and into the pen: psci_park(PSCI_PEN_AGAIN).  Tests may return. */
void arch_cpu_off(void);

/* Never return on a board; tests may return. */
void platform_off(void);
void platform_reset(void);

/*
 * The address in this CPU's spin-table word, 0 if none.  MMU off.
 * Taken: the word is 0 from then on.
 */
uint64_t platform_release_address(unsigned cpu);
void platform_release_taken(unsigned cpu);

#endif
