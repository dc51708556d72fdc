/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random calls from all CPUs at once.  An interrupt is pending on each all the
 * time, so that none waits in CPU_SUSPEND; all go off now and then but one,
 * another in each round, which sees to it that the others get to their end.
 */
#include "../common/tap.h"
#include "board.h"
#include "call.h"
#include "cpu.h"
#include "gic.h"
#include "ids.h"
#include "model.h"
#include "options.h"
#include "registers.h"
#include "rng.h"
#include "suite.h"

/* Of so many calls, one is CPU_OFF. */
#define OFF_EVERY 64

static const uint32_t functions[] = {
	ID_SMCCC_VERSION, ID_ARCH_FEATURES, ID_WORKAROUND_1, ID_WORKAROUND_2,
	ID_WORKAROUND_3, ID_VERSION, ID_SUSPEND, ID_SUSPEND_64, ID_CPU_ON,
	ID_CPU_ON_64, ID_CPU_ON_64, ID_AFFINITY_INFO, ID_AFFINITY_INFO_64,
	ID_MIGRATE, ID_MIGRATE_INFO_TYPE, ID_MIGRATE_INFO_UP_CPU, ID_FEATURES,
	ID_SYSTEM_RESET2, ID_SYSTEM_RESET2_64,
};
#define FUNCTIONS (sizeof(functions) / sizeof(functions[0]))

struct random {
	unsigned anchor;
	struct tally tallies[CPUS];
	/* Of CPU_ON, by caller and target. */
	uint64_t granted[CPUS][CPUS];
	uint64_t entries[CPUS]; /* before */
	volatile uint32_t finished[CPUS];
};

static uint32_t random_function(uint64_t *rng)
{
	uint32_t known = functions[rng_below(rng, FUNCTIONS)];

	switch (rng_below(rng, 8)) {
	case 0:
		return known ^ 1u << rng_below(rng, 32);
	case 1:
		return (known & 0xff000000) | rng_below(rng, 0x100);
	case 2:
		return (uint32_t)rng_next(rng);
	default:
		return known;
	}
}

static uint64_t random_argument(uint64_t *rng)
{
	switch (rng_below(rng, 8)) {
	case 0:
		return 1ull << rng_below(rng, 64) | rng_below(rng, CPUS);
	case 1:
		return functions[rng_below(rng, FUNCTIONS)];
	case 2:
		return rng_next(rng);
	case 3:
		return rng_next(rng) & (POWER_DOWN | POWER_LEVEL_1 | 3);
	default:
		return rng_below(rng, CPUS);
	}
}

/* What may be good for something is ENTRY alone, in both conventions. */
static uint64_t random_entry(uint64_t *rng)
{
	switch (rng_below(rng, 8)) {
	case 0:
		return board()->bad_entries[rng_below(rng, BAD_ENTRIES)];
	case 1:
		return rng_next(rng) | 1;
	case 2:
		return ENTRY | (1 + rng_below(rng, 3));
	case 3:
		return ENTRY | rng_next(rng) << 32;
	case 4:
		return 0;
	default:
		return ENTRY;
	}
}

static struct call random_call(uint64_t *rng)
{
	uint64_t garbage = rng_below(rng, 2) ? rng_next(rng) << 32 : 0;
	struct call call = {
		random_function(rng) | garbage,
		random_argument(rng),
		random_entry(rng),
		rng_next(rng),
	};

	if (rng_below(rng, 4) == 0) {
		call.x1 |= rng_next(rng) << 32;
	}
	return call;
}

static int is_cpu_on(const struct call *call)
{
	return ((uint32_t)call->x0 & ~ID_64) == ID_CPU_ON;
}

static void make_call(struct random *random, uint64_t *rng)
{
	unsigned self = cpu_number();
	struct call call = random_call(rng);
	uint64_t answer;

	if (model_is_final(&call)) {
		return;
	}
	answer = smc_call(call.x0, call.x1, call.x2, call.x3);
	tally_add(&random->tallies[self], &call, answer,
		  model_accepts(&call, answer));
	if (is_cpu_on(&call) && answer == SUCCESS) {
		random->granted[self][call.x1 % CPUS]++;
	}
}

/* The others may be off and nobody calls any more: then this one does. */
static void see_to_the_others(struct random *random)
{
	struct patience patience = patience_start("a CPU stays off");
	unsigned self = cpu_number();

	for (unsigned n = 0; n < CPUS; n++) {
		while (n != self && !random->finished[n]) {
			if (cpu_state(n) == IS_OFF &&
			    cpu_on(n, 0) == SUCCESS) {
				random->granted[self][n]++;
			}
			patience_wait(&patience);
		}
	}
}

static void hold_interrupt(void)
{
	gic_start_cpu();
	gic_send(cpu_number());
}

static void call_randomly(void *argument)
{
	struct random *random = argument;
	unsigned self = cpu_number();
	uint64_t rng = rng_start(1000 + random->anchor * CPUS + self);
	uint64_t calls = options()->random_calls / CPUS / CPUS;

	hold_interrupt();
	for (uint64_t i = 0; i < calls; i++) {
		if (self != random->anchor && rng_below(&rng, OFF_EVERY) == 0) {
			cpu_off();
			hold_interrupt();
		}
		make_call(random, &rng);
	}
	cpu_set(&random->finished[self], 1);
	if (self == random->anchor) {
		see_to_the_others(random);
	}
	smc_call(ID_WORKAROUND_2, 1, 0, 0);
	registers_clean();
	gic_stop_cpu();
}

static void report(const struct random *random)
{
	unsigned wrong = 0;

	tally_report(random->tallies, CPUS, "random: answers");
	for (unsigned n = 0; n < CPUS; n++) {
		uint64_t granted = 0;

		for (unsigned caller = 0; caller < CPUS; caller++) {
			granted += random->granted[caller][n];
		}
		tap_note("random: turned on", granted);
		wrong += cpus[n].entries - random->entries[n] != granted;
	}
	tap_is(wrong, 0, "random: each CPU entered as often as it was granted");
}

void test_random(void)
{
	static struct random rounds[CPUS];
	uint64_t start = time_ms();

	gic_start();
	for (unsigned anchor = 0; anchor < CPUS; anchor++) {
		struct random *random = &rounds[anchor];

		random->anchor = anchor;
		for (unsigned n = 0; n < CPUS; n++) {
			random->entries[n] = cpus[n].entries;
		}
		tap_note("random: always on is CPU", anchor);
		cpu_run_all(call_randomly, random);
		report(random);
	}
	tap_note("random: ms by the counter", time_ms() - start);
}
