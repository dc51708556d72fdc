/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Three CPUs call CPU_ON for the fourth at once: one is granted, and the CPU
 * enters with what that one gave, once.
 */
#include "../common/tap.h"
#include "call.h"
#include "cpu.h"
#include "ids.h"
#include "options.h"
#include "suite.h"
#include "sysreg.h"

struct race {
	unsigned target;
	struct meeting start;	/* of the racers */
	struct meeting end;	/* of all */
	volatile uint64_t answers[CPUS];
	/* Counted by the target. */
	uint64_t rounds;
	uint64_t not_one;
	uint64_t other_answers;
	uint64_t wrong_context;
	uint64_t wrong_entries;
	uint64_t wins[CPUS];
};

static uint64_t context_of(uint64_t round, unsigned cpu)
{
	return round << 8 | cpu;
}

static void race(struct race *race, uint64_t round)
{
	unsigned self = cpu_number();
	unsigned racers = ALL_CPUS & ~(1u << race->target);

	cpu_await_state(race->target, IS_OFF);
	meeting_wait(&race->start, racers);
	race->answers[self] = cpu_on(race->target, context_of(round, self));
	meeting_wait(&race->end, ALL_CPUS);
	/* The target has looked at the answers. */
	meeting_wait(&race->end, ALL_CPUS);
}

static void judge(struct race *race, uint64_t round, uint64_t entries)
{
	const struct cpu *self = cpu_self();
	unsigned granted = 0;

	for (unsigned n = 0; n < CPUS; n++) {
		uint64_t answer = race->answers[n];

		if (n == race->target) {
			continue;
		}
		if (answer == SUCCESS) {
			granted++;
			race->wins[n]++;
			race->wrong_context +=
				self->entry_x[0] != context_of(round, n);
		} else if (answer != ALREADY_ON && answer != ON_PENDING) {
			race->other_answers++;
		}
	}
	race->rounds++;
	race->not_one += granted != 1;
	race->wrong_entries += self->entries != entries + 1;
}

static void be_target(struct race *race, uint64_t round)
{
	uint64_t entries = cpu_self()->entries;

	cpu_off();
	meeting_wait(&race->end, ALL_CPUS);
	judge(race, round, entries);
	meeting_wait(&race->end, ALL_CPUS);
}

static void run(void *argument)
{
	struct race *one = argument;

	for (uint64_t round = 0; round < options()->races; round++) {
		if (cpu_number() == one->target) {
			be_target(one, round);
		} else {
			race(one, round);
		}
	}
}

static void report(const struct race *race)
{
	tap_note("races: target", race->target);
	for (unsigned n = 0; n < CPUS; n++) {
		tap_note("races: wins", race->wins[n]);
	}
	tap_is(race->rounds, options()->races, "races: rounds");
	tap_is(race->not_one, 0, "races: exactly one is granted");
	tap_is(race->other_answers, 0,
	       "races: the others get ALREADY_ON or ON_PENDING");
	tap_is(race->wrong_context, 0, "races: the context is the winner's");
	tap_is(race->wrong_entries, 0, "races: it enters once");
}

void test_races(void)
{
	static struct race races[CPUS];

	for (unsigned n = 0; n < CPUS; n++) {
		races[n].target = n;
		cpu_run_all(run, &races[n]);
		report(&races[n]);
	}
}
