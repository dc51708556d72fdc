/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * include/arch/shared.h for a CPU: a handful of instructions, of which calls
 * would be the larger part.
 */
#ifndef ARCH_SHARED_H
#define ARCH_SHARED_H

#include <stdint.h>

static inline unsigned arch_cpu_number(void)
{
	uint64_t mpidr;

	__asm__ volatile("mrs %0, mpidr_el1" : "=r"(mpidr));
	return mpidr & 0xff;	/* Aff0 */
}

static inline uint32_t arch_shared_read(const uint32_t *word)
{
	return *(const volatile uint32_t *)word;
}

static inline void arch_shared_write(uint32_t *word, uint32_t value)
{
	*(volatile uint32_t *)word = value;
}

static inline void arch_shared_barrier(void)
{
	__asm__ volatile("dmb sy" : : : "memory");
}

static inline void arch_event_send(void)
{
	/* What it tells of is there before the event. */
	__asm__ volatile("dsb sy\n\tsev" : : : "memory");
}

static inline void arch_event_wait(void)
{
	/* WFE by itself does not hold a later load back. */
	__asm__ volatile("wfe\n\tdmb sy" : : : "memory");
}

static inline void arch_interrupt_wait(void)
{
	/* What the caller told a device is done before the CPU sleeps. */
	__asm__ volatile("dsb sy\n\twfi" : : : "memory");
}

#endif
