/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that CPUs share without exclusive accesses, and events.  This is the
 * contract, and what tests implement; arch/ARCH/include/ has the same as inline
 * functions for a machine, found first there.
 */
#ifndef ARCH_SHARED_H
#define ARCH_SHARED_H

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
 * arch_event_send() makes all accesses before it complete, before any after it,
 * and lets every CPU's next (or present) arch_event_wait() return.  A wait may
 * return without an event, and has no bound of its own; no access after it is
 * made before it returns, or an event could be taken by a look that was too
 * early.
 */
void arch_event_send(void);
void arch_event_wait(void);

/* Until an interrupt is pending here, masked or not (DSB, WFI). */
void arch_interrupt_wait(void);

#endif
