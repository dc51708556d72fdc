/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a CPU does: calls as an OS would make them, and the part of the monitor
 * that is not lib/psci (into the pen, out of it).  Compiled like run.c.
 */
#include <arch/psci.h>

#include "explore.h"

#define ESR_SMC 0x5e000000u
#define CPU_ON (PSCI_CPU_ON | SMCCC_64)
#define AFFINITY_INFO (PSCI_AFFINITY_INFO | SMCCC_64)

/* Number n has the n-th address, the n-th context and the parity of n. */
#define MEMORY 0x80000ull
#define CONTEXT 0xc000000000000000ull

const uint64_t program_release = MEMORY + CALL_RELEASE * 4ull;
const uint64_t program_release_bad = 0x10;

static uint64_t pack_entry(const struct psci_entry *entry)
{
	return (entry->address - MEMORY) / 4 % 256 |
	       (entry->context % 256) << 8 |
	       (uint64_t)entry->big_endian << 16;
}

struct tags program_unpack(uint64_t packed)
{
	return (struct tags){
		.address = (uint8_t)packed,
		.context = (uint8_t)(packed >> 8),
		.endian = (uint8_t)(packed >> 16),
	};
}

static void touch_memory(void)
{
	run_take(OP_WRITE, PLACE(arch_cpu_number(), PLACE_OS), 1);
}

static void go_to_pen(enum psci_pen pen)
{
	struct psci_entry entry = { .address = 0 };

	run_take(OP_PEN, 0, pen);
	psci_park(&run_psci, arch_cpu_number(), pen, &entry);
	run_take(OP_ENTER, 0, pack_entry(&entry));
	touch_memory();
}

/* The last accesses of the life that ends, such as cleaning the caches. */
void arch_cpu_off(void)
{
	touch_memory();
	go_to_pen(PSCI_PEN_AGAIN);
}

static int32_t call_cpu_on(unsigned call, unsigned target)
{
	int32_t result;

	run_set_endian(call & 1);
	run_take(OP_CALL, PLACE(target, PLACE_STATE), call);
	result = (int32_t)smccc_call(CPU_ON, target, MEMORY + call * 4ull,
				     CONTEXT + call, ESR_SMC, &run_psci);
	run_take(OP_RESULT, PLACE(target, PLACE_STATE), (uint32_t)result);
	return result;
}

/* No rule looks at the result: what a CPU reads may be old at once. */
static int32_t call_affinity_info(unsigned target)
{
	return (int32_t)smccc_call(AFFINITY_INFO, target, 0, 0, ESR_SMC,
				   &run_psci);
}

static void retry_cpu_on(unsigned call, unsigned target)
{
	int32_t result = call_cpu_on(call, target);

	while (result == PSCI_ALREADY_ON || result == PSCI_ON_PENDING) {
		run_take(OP_AWAIT, PLACE(target, PLACE_STATE),
			 result == PSCI_ALREADY_ON ? PSCI_STATE_ON
						   : PSCI_STATE_ON_PENDING);
		result = call_cpu_on(call, target);
	}
}

static void cpu_on_when_off(unsigned call, unsigned target)
{
	while (call_affinity_info(target) != PSCI_STATE_OFF) {
		arch_event_wait();
	}
	call_cpu_on(call, target);
}

static void release(unsigned target, uint64_t address)
{
	run_take(OP_WRITE, PLACE(target, PLACE_RELEASE), address);
	run_take(OP_BARRIER, 0, 0);
	run_take(OP_SEND, 0, 0);
}

static void take_lock(void)
{
	psci_lock(&run_psci, arch_cpu_number());
	run_take(OP_HOLD, 0, 0);
	run_take(OP_DROP, 0, 0);
	psci_unlock(&run_psci, arch_cpu_number());
}

static void act(unsigned call, const struct action *action)
{
	switch (action->kind) {
	case DO_ON:
		call_cpu_on(call, action->target);
		break;
	case DO_ON_RETRY:
		retry_cpu_on(call, action->target);
		break;
	case DO_ON_WHEN_OFF:
		cpu_on_when_off(call, action->target);
		break;
	case DO_ASK:
		call_affinity_info(action->target);
		break;
	case DO_OFF:
		smccc_call(PSCI_CPU_OFF, 0, 0, 0, ESR_SMC, &run_psci);
		break;
	case DO_START:
		go_to_pen(PSCI_PEN_FIRST);
		break;
	case DO_RELEASE:
		release(action->target, program_release);
		break;
	case DO_RELEASE_BAD:
		release(action->target, program_release_bad);
		break;
	default:
		take_lock();
		break;
	}
}

void program_run(unsigned cpu)
{
	const struct action *script = scenario->script[cpu];

	run_psci.cpus = scenario->cpus;
	run_psci.memory[0] = (struct psci_range){ .first = 0x80, .count = 1 };
	run_psci.monitor = (struct psci_range){ .first = 0, .count = 1 };
	for (unsigned i = 0; script[i].kind != DO_NOTHING; i++) {
		act(CALL(cpu, i), &script[i]);
	}
	run_take(OP_END, 0, 0);
}
