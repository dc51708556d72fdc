/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CPUs, their work, and the start and the end of a payload.
 */
#include "payload.h"

/* Far more rounds than any wait here takes. */
#define PATIENCE 100000000ul

struct cpu cpus[CPUS_MAX];

static unsigned online = 1;

unsigned cpu_count(void)
{
	return online;
}

void cpu_require(unsigned count)
{
	if (online < count) {
		tap_bail("too few CPUs", online);
	}
}

void cpu_set(uint32_t *word, uint32_t value)
{
	__atomic_store_n(word, value, __ATOMIC_RELEASE);
}

void cpu_await(const uint32_t *word, uint32_t value)
{
	unsigned long rounds = 0;

	while (__atomic_load_n(word, __ATOMIC_ACQUIRE) != value) {
		if (++rounds > PATIENCE) {
			tap_bail("waited too long for", value);
		}
		arch_relax();
	}
}

void cpu_start(unsigned n, void (*work)(void *argument), void *argument)
{
	cpus[n].argument = argument;
	__atomic_store_n(&cpus[n].work, work, __ATOMIC_RELEASE);
}

void cpu_wait(unsigned n)
{
	unsigned long rounds = 0;

	while (__atomic_load_n(&cpus[n].work, __ATOMIC_ACQUIRE) != NULL) {
		if (++rounds > PATIENCE) {
			tap_bail("waited too long for CPU", n);
		}
		arch_relax();
	}
}

void cpu_run(unsigned n, void (*work)(void *argument), void *argument)
{
	cpu_start(n, work, argument);
	cpu_wait(n);
}

/* Its own count, by the CPU itself: that is how a report tells CPUs apart. */
static void report_counts(void *argument)
{
	const struct cpu *cpu = argument;

	for (unsigned op = 0; op_names[op] != NULL; op++) {
		size_t length = 0;

		while (op_names[op][length] != '\0') {
			length++;
		}
		if (cpu->counts[op] > 0) {
			arch_magic(MAGIC_EXPECT, op_names[op], length,
				   cpu->counts[op]);
		}
	}
}

static void print_counts(const struct cpu *cpu)
{
	tap_note("counted by CPU", cpu->number);
	for (unsigned op = 0; op_names[op] != NULL; op++) {
		if (cpu->counts[op] > 0) {
			tap_note(op_names[op], cpu->counts[op]);
		}
	}
}

static void start_others(void)
{
	/* Their identifiers count up, and this CPU, on already, has one. */
	for (uint64_t id = 0; id < CPUS_MAX; id++) {
		struct cpu *cpu = &cpus[online];

		if (id != cpus[0].hardware_id && arch_cpu_on(id, cpu) == 0) {
			cpu->number = online;
			cpu->hardware_id = id;
			cpu_await(&cpu->online, 1);
			online++;
		}
	}
}

static _Noreturn void finish(void)
{
	report_counts(&cpus[0]);
	print_counts(&cpus[0]);
	for (unsigned n = 1; n < online; n++) {
		cpu_run(n, report_counts, &cpus[n]);
		print_counts(&cpus[n]);
	}
	tap_plan();
	arch_magic(MAGIC_STATUS, NULL, 0, (uint64_t)tap_failed());
	arch_off();
}

_Noreturn void payload_start(uint64_t hardware_id)
{
	cpus[0].hardware_id = hardware_id;
	cpus[0].online = 1;
	space_new(&kernel_space, 0);
	arch_enable(&kernel_space);
	start_others();
	payload_main();
	finish();
}

_Noreturn void payload_secondary(struct cpu *cpu)
{
	arch_enable(&kernel_space);
	cpu_set(&cpu->online, 1);
	for (;;) {
		void (*work)(void *argument) =
			__atomic_load_n(&cpu->work, __ATOMIC_ACQUIRE);

		if (work == NULL) {
			arch_relax();
			continue;
		}
		work(cpu->argument);
		__atomic_store_n(&cpu->work, NULL, __ATOMIC_RELEASE);
	}
}

_Noreturn void payload_trap(uint64_t cause, uint64_t pc, uint64_t address)
{
	tap_note("cause", cause);
	tap_note("address", address);
	tap_bail("unexpected trap at", pc);
}
