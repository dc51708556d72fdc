/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * GICv2 as a non-secure system uses it, Linux for one: one enable bit in the
 * distributor, one in each CPU interface, all interrupts in what is called
 * group 0 without the Security Extensions and is group 1 with them.  Whether
 * they arrive so depends on the monitor.
 */
#ifndef SMCCC_GIC_H
#define SMCCC_GIC_H

#include <stdint.h>

#define INTERRUPT_SGI 1u
/* The EL2 physical timer's PPI on both boards. */
#define INTERRUPT_TIMER 26u
/* A shared one that no device of either board has. */
#define INTERRUPT_SPI 200u
#define INTERRUPT_NONE 1020u /* and above */

/* The distributor; then, on each CPU, what is its own. */
void gic_start(void);
void gic_start_cpu(void);
/* No interrupt to this CPU any more; the pending ones are taken away. */
void gic_stop_cpu(void);

void gic_send(unsigned cpu);
/* Make the SPI pending, for this CPU. */
void gic_raise_spi(unsigned cpu);
uint32_t gic_acknowledge(void);
void gic_complete(uint32_t interrupt);
/* This CPU's own timer: its PPI after so many ticks. */
void timer_start(uint64_t ticks);
void timer_stop(void);

/* Entered from assembly. */
void interrupt_taken(void);

#endif
