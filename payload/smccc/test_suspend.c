/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CPU_SUSPEND.  Where a call should be refused, an interrupt is pending all the
 * same: a monitor that waits is found out by its answer, not by a hang.
 */
#include "../common/tap.h"
#include "call.h"
#include "cpu.h"
#include "gic.h"
#include "ids.h"
#include "model.h"
#include "suite.h"
#include "sysreg.h"

#define GARBAGE 0x5a5aa5a500000000ull
#define MILLISECOND 62500
/* A wait may end early, but not for nothing all the time. */
#define EARLY_MAX 1000

static int is_pending(void)
{
	return (read_isr_el1() & ISR_IRQ) != 0;
}

static void hold_interrupt(void)
{
	gic_start_cpu();
	gic_send(cpu_number());
}

static void suspend(struct tally *tally, uint64_t x0, uint64_t x1,
		    uint64_t entry)
{
	struct call call = { x0, x1, entry, 0x99 };
	uint64_t answer = smc_call(x0, x1, entry, 0x99);

	tally_add(tally, &call, answer, model_accepts(&call, answer));
}

/* Every bit of power_state alone, beside the good ones, in both conventions. */
static void refuse_states(void *argument)
{
	const uint64_t entries[] = { ENTRY, ENTRY | 1, 0xf0000000000 };
	const uint32_t bases[] = { POWER_STANDBY, POWER_DOWN, POWER_LEVEL_1,
				   POWER_DOWN | POWER_LEVEL_1 };
	struct tally *tally = &((struct tally *)argument)[cpu_number()];

	hold_interrupt();
	for (unsigned i = 0; i < 4 * 3 * 33; i++) {
		uint64_t bit = i % 33 < 32 ? 1ull << i % 33 : 0;
		uint64_t state = bases[i / 33 % 4] ^ bit;

		suspend(tally, ID_SUSPEND, state | GARBAGE,
			entries[i / 132]);
		suspend(tally, ID_SUSPEND_64 | GARBAGE, state | GARBAGE,
			entries[i / 132]);
	}
	gic_stop_cpu();
}

struct nap {
	uint64_t answers; /* or'ed */
	unsigned early;
	int was_pending;
};

static void suspend_until_pending(struct nap *nap)
{
	nap->early = 0;
	nap->answers = 0;
	do {
		nap->answers |= smc_call(ID_SUSPEND_64, POWER_STANDBY, 0, 0);
		nap->was_pending = is_pending();
	} while (!nap->was_pending && ++nap->early < EARLY_MAX);
}

static void wake_by_timer(void *argument)
{
	struct nap *nap = &((struct nap *)argument)[cpu_number()];

	gic_start_cpu();
	timer_start(MILLISECOND);
	suspend_until_pending(nap);
	gic_stop_cpu();
}

/* Asleep as another CPU sees it; and who is. */
static volatile uint32_t sleeper;

static void sleep_until_sent(void *argument)
{
	struct nap *nap = &((struct nap *)argument)[cpu_number()];

	gic_start_cpu();
	cpu_set(&sleeper, 1 + cpu_number());
	suspend_until_pending(nap);
	gic_stop_cpu();
}

static void send_to_sleeper(void *unused)
{
	struct patience patience = patience_start("nobody sleeps");
	uint64_t start;

	(void)unused;
	while (sleeper == 0) {
		patience_wait(&patience);
	}
	start = read_cntpct_el0();
	while (read_cntpct_el0() - start < MILLISECOND) {
		event_wait();
	}
	gic_send(sleeper - 1);
}

static void check_naps(const struct nap naps[CPUS], const char *name)
{
	uint64_t answers = 0;
	unsigned woken = 0;

	for (unsigned n = 0; n < CPUS; n++) {
		answers |= naps[n].answers;
		woken += naps[n].was_pending != 0;
		tap_note("early returns", naps[n].early);
	}
	tap_is(woken, CPUS, name);
	tap_is(answers, SUCCESS, "CPU_SUSPEND: its answers");
}

void test_suspend(void)
{
	static struct tally tallies[CPUS];
	static struct nap naps[CPUS];

	gic_start();
	cpu_run_all(refuse_states, tallies);
	tally_report(tallies, CPUS,
		     "CPU_SUSPEND: power_state and entry, interrupt pending");
	for (unsigned n = 0; n < CPUS; n++) {
		cpu_run(n, wake_by_timer, naps);
	}
	check_naps(naps, "CPU_SUSPEND: the timer wakes, masked in PSTATE");
	for (unsigned n = 0; n < CPUS; n++) {
		sleeper = 0;
		cpu_run_two(n, sleep_until_sent, cpu_partner(n),
			    send_to_sleeper, naps);
	}
	check_naps(naps, "CPU_SUSPEND: another CPU wakes, masked in PSTATE");
}
