/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interrupts reach a non-secure EL2 that knows nothing of groups, on every CPU,
 * however it was turned on.
 */
#include <stddef.h>

#include "../common/tap.h"
#include "cpu.h"
#include "gic.h"
#include "registers.h"
#include "suite.h"
#include "sysreg.h"

/* Ticks: it is lost then. */
#define SECOND 62500000ull

enum kind {
	KIND_SGI,
	KIND_TIMER,
	KIND_SPI,
	KINDS,
};

struct arrivals {
	uint32_t is_irq[CPUS][KINDS]; /* and no FIQ, before it is taken */
	uint32_t number[CPUS][KINDS];
	uint32_t count[CPUS][KINDS];
};

static void raise(enum kind kind)
{
	switch (kind) {
	case KIND_SGI:
		gic_send(cpu_number());
		break;
	case KIND_TIMER:
		timer_start(1000);
		break;
	default:
		gic_raise_spi(cpu_number());
		break;
	}
}

static void wait_pending(void)
{
	uint64_t start = read_cntpct_el0();

	while (read_isr_el1() == 0 && read_cntpct_el0() - start < SECOND) {
		event_wait();
	}
}

static void take_all_kinds(void *argument)
{
	struct arrivals *arrivals = argument;
	struct cpu *self = cpu_self();
	unsigned n = cpu_number();

	gic_start_cpu();
	write_hcr_el2(HCR_RW | HCR_IMO | HCR_FMO);
	barrier_isb(); /* interrupts are EL2's */
	for (unsigned kind = 0; kind < KINDS; kind++) {
		self->interrupts = 0;
		self->interrupt = INTERRUPT_NONE;
		raise((enum kind)kind);
		wait_pending();
		arrivals->is_irq[n][kind] = read_isr_el1() == ISR_IRQ;
		interrupts_unmask();
		barrier_isb(); /* a pending one is taken here */
		interrupts_mask();
		arrivals->number[n][kind] = self->interrupt;
		arrivals->count[n][kind] = self->interrupts;
	}
	gic_stop_cpu();
	registers_clean();
}

static void report(const struct arrivals *arrivals, unsigned n)
{
	static const uint32_t numbers[KINDS] = { INTERRUPT_SGI,
						 INTERRUPT_TIMER,
						 INTERRUPT_SPI };
	static const char *const names[KINDS] = {
		"interrupts: software-generated", "interrupts: timer",
		"interrupts: shared"
	};

	tap_note("interrupts: CPU", n);
	for (unsigned kind = 0; kind < KINDS; kind++) {
		tap_is(arrivals->number[n][kind], numbers[kind], names[kind]);
		tap_ok(arrivals->is_irq[n][kind] &&
			       arrivals->count[n][kind] == 1,
		       "interrupts: once, as IRQ");
	}
}

void test_interrupts(void)
{
	static struct arrivals arrivals;

	gic_start();
	for (unsigned n = 0; n < CPUS; n++) {
		cpu_run(n, take_all_kinds, &arrivals);
		report(&arrivals, n);
		if (arrivals.count[n][KIND_SGI] == 0) {
			tap_bail("no interrupts on CPU", n);
		}
	}
}
