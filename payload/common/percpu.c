/* SPDX-License-Identifier: BSD-2-Clause */
#include "payload.h"
#include "percpu.h"

struct percpu {
	const struct cpu *cpu;
	void (*turns)(void);
	void (*free)(void);
};

static uint32_t turn;

static uint32_t turns_of(uint64_t number)
{
	return 100 + 7 * (uint32_t)number;
}

static void take_turns(const struct percpu *me)
{
	uint32_t members = cpu_count();
	uint32_t number = (uint32_t)me->cpu->number;
	uint32_t most = turns_of(members - 1);

	for (uint32_t round = 0; round < most; round++) {
		uint32_t mine = round * members + number;

		cpu_await(&turn, mine);
		if (round < turns_of(number)) {
			me->turns();
		}
		cpu_set(&turn, mine + 1);
	}
	/* Together into the second part. */
	cpu_await(&turn, most * members);
}

static void run(void *argument)
{
	const struct percpu *me = argument;

	take_turns(me);
	for (uint64_t i = 0; i < 40 + 3 * me->cpu->number; i++) {
		me->free();
		arch_relax();
	}
}

void percpu_run(void (*turns)(void), void (*free)(void))
{
	static struct percpu all[CPUS_MAX];

	for (unsigned n = cpu_count(); n-- > 0;) {
		all[n] = (struct percpu){ &cpus[n], turns, free };
		if (n > 0) {
			cpu_start(n, run, &all[n]);
		}
	}
	run(&all[0]);
	for (unsigned n = 1; n < cpu_count(); n++) {
		cpu_wait(n);
	}
}
