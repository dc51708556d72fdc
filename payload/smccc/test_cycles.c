/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Off and on, many times, each CPU.
 */
#include "../common/tap.h"
#include "cpu.h"
#include "ids.h"
#include "options.h"
#include "suite.h"
#include "sysreg.h"

struct cycles {
	unsigned target;
	uint64_t wrong_answers;
	uint64_t first_answer;
	uint64_t wrong_contexts;
	uint64_t done;
};

static void go_off(void *argument)
{
	struct cycles *cycles = argument;
	const struct cpu *self = cpu_self();

	for (uint64_t i = 0; i < options()->cycles; i++) {
		cpu_off();
		cycles->wrong_contexts += self->entry_x[0] != ~i;
		cycles->done++;
	}
}

static void turn_on(void *argument)
{
	struct cycles *cycles = argument;

	for (uint64_t i = 0; i < options()->cycles; i++) {
		uint64_t answer;

		cpu_await_state(cycles->target, IS_OFF);
		answer = cpu_on(cycles->target, ~i);
		if (answer != SUCCESS && cycles->wrong_answers++ == 0) {
			cycles->first_answer = answer;
		}
	}
}

void test_cycles(void)
{
	static struct cycles all[CPUS];

	for (unsigned n = 0; n < CPUS; n++) {
		struct cycles *cycles = &all[n];
		uint64_t start = time_ms();

		cycles->target = n;
		tap_note("cycles: CPU", n);
		cpu_run_two(n, go_off, cpu_partner(n), turn_on, cycles);
		tap_is(cycles->done, options()->cycles, "cycles: off and on");
		tap_is(cycles->wrong_answers, 0, "cycles: CPU_ON is granted");
		tap_is(cycles->wrong_contexts, 0, "cycles: each context");
		tap_note("cycles: ms by the counter", time_ms() - start);
	}
}
