/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What lib/psci stands on.  On the board: monitor/ and platform/<board>/; in
 * tests: the explorer, and mocks.
 */
#ifndef ARCH_PSCI_H
#define ARCH_PSCI_H

#include <stdint.h>

#include <arch/shared.h>

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
