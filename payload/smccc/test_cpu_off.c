/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CPU_OFF: of each CPU, CPU 0 included; what other CPUs see of it; nothing but
 * CPU_ON ends it.
 */
#include "../common/tap.h"
#include "call.h"
#include "cpu.h"
#include "gic.h"
#include "ids.h"
#include "registers.h"
#include "suite.h"
#include "sysreg.h"

#define GARBAGE 0x5a5aa5a500000000ull
#define MILLISECOND 62500

struct off {
	unsigned target;
	uint64_t entries;	/* before */
	uint64_t stayed;	/* AFFINITY_INFO after a while */
	uint64_t ran;		/* entries after a while */
	uint64_t granted;
	uint64_t second;	/* answer to another CPU_ON at once */
	int returned;
};

static void turn_off(void *argument)
{
	struct off *off = argument;

	/* Another interrupt, at any time: it must not wake. */
	gic_start_cpu();
	gic_send(cpu_number());
	off->entries = cpu_self()->entries;
	/* It has no parameter; Linux passes one. */
	off->returned = !cpu_nap(ID_CPU_OFF | GARBAGE, 0x10000 | GARBAGE,
				 ENTRY, GARBAGE);
	registers_clean();
	gic_stop_cpu();
}

static void turn_on_twice(void *argument)
{
	struct off *off = argument;
	uint64_t start;

	cpu_await_state(off->target, IS_OFF);
	start = read_cntpct_el0();
	while (read_cntpct_el0() - start < MILLISECOND) {
		gic_send(off->target);
		event_send();
		event_wait();
	}
	off->stayed = cpu_state(off->target);
	off->ran = cpus[off->target].entries;
	off->granted = cpu_on(off->target, 0xaa);
	off->second = smc_call(ID_CPU_ON_64, off->target, ENTRY, 0xbb);
}

static void report(const struct off *off)
{
	const struct cpu *target = &cpus[off->target];

	tap_note("CPU_OFF: CPU", off->target);
	tap_ok(!off->returned, "CPU_OFF: does not return");
	tap_is(off->stayed, IS_OFF,
	       "CPU_OFF: interrupts and events do not turn it on");
	tap_is(off->ran, off->entries, "CPU_OFF: nor let it run");
	tap_is(off->granted, SUCCESS, "CPU_OFF: CPU_ON ends it");
	tap_ok(off->second == ON_PENDING || off->second == ALREADY_ON,
	       "CPU_ON: again at once");
	tap_is(target->entry_x[0], 0xaa, "CPU_ON: again changes nothing");
	tap_is(target->entries, off->entries + 1, "CPU_ON: entered once");
	tap_is(cpu_state(off->target), IS_ON, "CPU_ON: it is on");
}

void test_cpu_off(void)
{
	static struct off offs[CPUS];

	gic_start();
	for (unsigned n = 0; n < CPUS; n++) {
		offs[n].target = n;
		cpu_run_two(n, turn_off, cpu_partner(n), turn_on_twice,
			    &offs[n]);
		report(&offs[n]);
	}
}
