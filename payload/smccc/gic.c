/* SPDX-License-Identifier: BSD-2-Clause */
#include "board.h"
#include "cpu.h"
#include "gic.h"
#include "sysreg.h"

/* [GICv2] 4.1.2 and 4.1.3 */
#define GICD_CTLR 0x000
#define GICD_ISENABLER 0x100
#define GICD_ISPENDR 0x200
#define GICD_IPRIORITYR 0x400
#define GICD_ITARGETSR 0x800
#define GICD_SGIR 0xf00
#define GICC_CTLR 0x000
#define GICC_PMR 0x004
#define GICC_IAR 0x00c
#define GICC_EOIR 0x010

#define IAR_ID 0x3ffu
#define PRIORITY 0x80u

static void distributor_write(uint64_t offset, uint32_t value)
{
	mmio_write(board()->distributor + offset, value);
}

static void interface_write(uint64_t offset, uint32_t value)
{
	mmio_write(board()->interface + offset, value);
}

/* Registers with a byte for each interrupt take bytes. [GICv2] 4.1.4 */
static void set_byte(uint64_t offset, uint32_t interrupt, uint8_t value)
{
	*(volatile uint8_t *)(board()->distributor + offset + interrupt) =
		value;
}

static void enable(uint32_t interrupt)
{
	set_byte(GICD_IPRIORITYR, interrupt, PRIORITY);
	distributor_write(GICD_ISENABLER + interrupt / 32 * 4,
			  1u << interrupt % 32);
}

void gic_start(void)
{
	enable(INTERRUPT_SPI);
	distributor_write(GICD_CTLR, 1);
}

void gic_start_cpu(void)
{
	enable(INTERRUPT_SGI);
	enable(INTERRUPT_TIMER);
	interface_write(GICC_PMR, 0xf0);
	interface_write(GICC_CTLR, 1);
}

void gic_stop_cpu(void)
{
	uint32_t interrupt;

	timer_stop();
	while ((interrupt = gic_acknowledge() & IAR_ID) < INTERRUPT_NONE) {
		gic_complete(interrupt);
	}
	interface_write(GICC_CTLR, 0);
	barrier_dsb_sy(); /* complete, before a WFI might look */
}

void gic_send(unsigned cpu)
{
	barrier_dsb_sy(); /* what was written for the receiver */
	distributor_write(GICD_SGIR, 1u << (16 + cpu) | INTERRUPT_SGI);
	barrier_dsb_sy(); /* sent, before a WFI might look */
}

void gic_raise_spi(unsigned cpu)
{
	set_byte(GICD_ITARGETSR, INTERRUPT_SPI, (uint8_t)(1u << cpu));
	barrier_dsb_sy(); /* the target, before it is pending */
	distributor_write(GICD_ISPENDR + INTERRUPT_SPI / 32 * 4,
			  1u << INTERRUPT_SPI % 32);
}

uint32_t gic_acknowledge(void)
{
	return mmio_read(board()->interface + GICC_IAR);
}

void gic_complete(uint32_t interrupt)
{
	interface_write(GICC_EOIR, interrupt);
}

void timer_start(uint64_t ticks)
{
	write_cnthp_cval_el2(read_cntpct_el0() + ticks);
	write_cnthp_ctl_el2(TIMER_ENABLE);
	barrier_isb(); /* started, before what waits for it */
}

/* Its level goes away before the interrupt is completed. */
void timer_stop(void)
{
	write_cnthp_ctl_el2(TIMER_MASK);
	barrier_isb();
}

void interrupt_taken(void)
{
	struct cpu *self = cpu_self();
	uint32_t acknowledged = gic_acknowledge();

	if ((acknowledged & IAR_ID) == INTERRUPT_TIMER) {
		timer_stop();
	}
	if ((acknowledged & IAR_ID) < INTERRUPT_NONE) {
		gic_complete(acknowledged);
	}
	self->interrupt = acknowledged & IAR_ID;
	self->interrupts++;
}
