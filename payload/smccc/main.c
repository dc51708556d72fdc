/* SPDX-License-Identifier: BSD-2-Clause */
#include "../common/tap.h"
#include "board.h"
#include "call.h"
#include "cpu.h"
#include "ids.h"
#include "options.h"
#include "suite.h"

static void end_machine(void *unused)
{
	(void)unused;
	switch (options()->ending & 0xff) {
	case END_RESET:
		smc_call(ID_SYSTEM_RESET, 0, 0, 0);
		break;
	case END_RESET2:
		smc_call(ID_SYSTEM_RESET2, RESET_WARM, 0, 0);
		break;
	case END_RESET2_64:
		smc_call(ID_SYSTEM_RESET2_64, RESET_WARM, 0, 0);
		break;
	default:
		smc_call(ID_SYSTEM_OFF, 0, 0, 0);
		break;
	}
	tap_bail("the end of the machine returned", options()->ending);
}

static void run_tests(void)
{
	test_cpu_on_refused();
	test_cpu_on();
	test_ids();
	test_features();
	test_affinity_info();
	test_interrupts();
	test_suspend();
	test_preserve();
	test_lower();
	test_cpu_off();
	test_reset_state();
	test_stale_tlb();
	test_races();
	test_cycles();
	test_sweep();
	test_random();
}

void suite_run(void)
{
	tap_note(board()->name, 0);
	tap_note("seed", options()->seed);
	test_boot();
	if (!(options()->ending & ENDING_ONLY)) {
		run_tests();
	} else if (options()->ending_cpu != 0) {
		test_cpu_on();
	}
	tap_plan();
	cpu_run((unsigned)options()->ending_cpu % CPUS, end_machine, 0);
}
