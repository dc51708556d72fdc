/* SPDX-License-Identifier: BSD-2-Clause */
#include "../common/tap.h"
#include "call.h"
#include "cpu.h"
#include "ids.h"
#include "suite.h"
#include "sysreg.h"

/* Ticks: a minute at 62.5 MHz. */
#define PATIENCE 3750000000ull

struct cpu cpus[CPUS];

unsigned cpu_number(void)
{
	return read_mpidr_el1() & 0xff;
}

struct cpu *cpu_self(void)
{
	return &cpus[cpu_number()];
}

struct patience patience_start(const char *what)
{
	return (struct patience){ read_cntpct_el0() + PATIENCE, what };
}

void patience_wait(const struct patience *patience)
{
	if (read_cntpct_el0() > patience->end) {
		tap_bail(patience->what, cpu_number());
	}
	event_wait();
}

/* The store completes before the event, which is after it in no order. */
void cpu_set(volatile uint32_t *word, uint32_t value)
{
	barrier_dsb_sy();
	*word = value;
	barrier_dsb_sy();
	event_send();
}

void cpu_await(const volatile uint32_t *word, uint32_t value, const char *what)
{
	struct patience patience = patience_start(what);

	while (*word != value) {
		patience_wait(&patience);
	}
	barrier_dsb_sy(); /* what was written before *word is seen */
}

void meeting_wait(struct meeting *meeting, unsigned members)
{
	struct patience patience = patience_start("a CPU did not come");
	unsigned self = cpu_number();
	uint32_t mine = meeting->rounds[self] + 1;

	cpu_set(&meeting->rounds[self], mine);
	for (unsigned n = 0; n < CPUS; n++) {
		while ((members >> n & 1) &&
		       (int32_t)(meeting->rounds[n] - mine) < 0) {
			patience_wait(&patience);
		}
	}
	barrier_dsb_sy(); /* what they wrote before they came is seen */
}

void cpu_start(unsigned n, void (*work)(void *argument), void *argument)
{
	cpus[n].argument = argument;
	barrier_dsb_sy(); /* the argument, before the work that has it */
	cpus[n].work = work;
	barrier_dsb_sy(); /* the work, before the event */
	event_send();
}

void cpu_wait(unsigned n)
{
	struct patience patience = patience_start("a CPU did not finish");

	/* Work that has waits of its own bails there first. */
	patience.end += 9 * PATIENCE;
	while (cpus[n].work != NULL) {
		patience_wait(&patience);
	}
	barrier_dsb_sy(); /* its results are seen */
}

void cpu_run(unsigned n, void (*work)(void *argument), void *argument)
{
	if (n == cpu_number()) {
		work(argument);
		return;
	}
	cpu_start(n, work, argument);
	cpu_wait(n);
}

void cpu_run_all(void (*work)(void *argument), void *argument)
{
	for (unsigned n = 1; n < CPUS; n++) {
		cpu_start(n, work, argument);
	}
	work(argument);
	for (unsigned n = 1; n < CPUS; n++) {
		cpu_wait(n);
	}
}

void cpu_run_two(unsigned a, void (*on_a)(void *argument), unsigned b,
		 void (*on_b)(void *argument), void *argument)
{
	if (a == 0) {
		cpu_start(b, on_b, argument);
		on_a(argument);
		cpu_wait(b);
		return;
	}
	cpu_start(a, on_a, argument);
	cpu_run(b, on_b, argument);
	cpu_wait(a);
}

unsigned cpu_partner(unsigned n)
{
	return n == 1 ? 2 : 1;
}

void cpu_off(void)
{
	if (!cpu_nap(ID_CPU_OFF, 0, 0, 0)) {
		tap_bail("CPU_OFF returned", cpu_self()->entry_x[0]);
	}
}

uint64_t cpu_state(unsigned n)
{
	return smc_call(ID_AFFINITY_INFO_64, n, 0, 0);
}

uint64_t cpu_on(unsigned n, uint64_t context)
{
	return smc_call(ID_CPU_ON_64, n, ENTRY, context);
}

void cpu_await_state(unsigned n, uint64_t state)
{
	struct patience patience = patience_start("a state is not reached");

	while (cpu_state(n) != state) {
		patience_wait(&patience);
	}
}

uint64_t time_ms(void)
{
	return read_cntpct_el0() / 62500;
}

_Noreturn void trap(uint64_t esr, uint64_t elr, uint64_t far, uint64_t slot)
{
	tap_note("exception on CPU", cpu_number());
	tap_note("vector", slot);
	tap_note_hex("ELR", elr);
	tap_note_hex("FAR", far);
	tap_bail("unexpected exception, ESR", esr);
}

static _Noreturn void work_for_ever(struct cpu *self)
{
	for (;;) {
		while (self->work == NULL) {
			event_wait();
		}
		barrier_dsb_sy(); /* the argument is seen */
		self->work(self->argument);
		barrier_dsb_sy(); /* the results, before the end of the work */
		self->work = NULL;
		barrier_dsb_sy(); /* the end, before the event */
		event_send();
	}
}

_Noreturn void cpu_main(void)
{
	if (cpu_number() == 0) {
		suite_run();
		arch_off();
	}
	work_for_ever(cpu_self());
}
