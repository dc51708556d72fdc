/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CPU_ON one at a time: what is refused, and what the CPU gets.
 */
#include "../common/tap.h"
#include "board.h"
#include "call.h"
#include "cpu.h"
#include "ids.h"
#include "suite.h"
#include "sysreg.h"

#define ODD(n) (ENTRY + (n))
#define ROWS(rows) (sizeof(rows) / sizeof((rows)[0]))

struct row {
	struct call call;
	uint64_t expected;
	const char *name;
};

/* clang-format off */
/* The target is off: only the argument is wrong.  Order: CPU, entry, state. */
static const struct row refused[] = {
	{ { ID_CPU_ON_64, 4, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON: CPU 4" },
	{ { ID_CPU_ON_64, 0xff, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON: CPU 0xff" },
	{ { ID_CPU_ON_64, 0x100, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON: Aff1" },
	{ { ID_CPU_ON_64, 0x10001, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON: Aff2" },
	{ { ID_CPU_ON_64, 0x100000001, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON: Aff3" },
	{ { ID_CPU_ON_64, 0x01000001, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON: bit 24" },
	{ { ID_CPU_ON_64, 0x40000001, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON: bit 30" },
	{ { ID_CPU_ON_64, 0x80000001, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON: bit 31" },
	{ { ID_CPU_ON_64, 0x10000000001, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON: bit 40" },
	{ { ID_CPU_ON_64, 0x8000000000000001, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON: bit 63" },
	{ { ID_CPU_ON_64, 0xffffffff, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON: CPU 0xffffffff" },
	{ { ID_CPU_ON_64, ~0ull, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON: CPU -1" },
	{ { ID_CPU_ON, 4, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON32: CPU 4" },
	{ { ID_CPU_ON, 0x80000001, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON32: bit 31" },
	{ { ID_CPU_ON, 0xffffffff, ENTRY, 0 }, INVALID_PARAMETERS, "CPU_ON32: CPU 0xffffffff" },
	{ { ID_CPU_ON_64, 4, ODD(1), 0 }, INVALID_PARAMETERS, "CPU_ON: CPU 4, odd entry" },
	{ { ID_CPU_ON_64, 1, ODD(1), 0 }, INVALID_ADDRESS, "CPU_ON: entry + 1" },
	{ { ID_CPU_ON_64, 1, ODD(2), 0 }, INVALID_ADDRESS, "CPU_ON: entry + 2" },
	{ { ID_CPU_ON_64, 1, ODD(3), 0 }, INVALID_ADDRESS, "CPU_ON: entry + 3" },
	{ { ID_CPU_ON, 1, ODD(1), 0 }, INVALID_ADDRESS, "CPU_ON32: entry + 1" },
	{ { ID_CPU_ON_64, 1, ENTRY + (1ull << 32), 0 }, INVALID_ADDRESS, "CPU_ON: entry + 4 GiB" },
	{ { ID_CPU_ON_64, 1, ENTRY + (1ull << 44), 0 }, INVALID_ADDRESS, "CPU_ON: entry, bit 44" },
	{ { ID_CPU_ON_64, 1, ENTRY + (1ull << 63), 0 }, INVALID_ADDRESS, "CPU_ON: entry, bit 63" },
	{ { ID_CPU_ON_64, 0, ENTRY, 0 }, ALREADY_ON, "CPU_ON: itself" },
	{ { ID_CPU_ON, 0, ENTRY, 0 }, ALREADY_ON, "CPU_ON32: itself" },
	{ { ID_CPU_ON_64, 0, ODD(1), 0 }, INVALID_ADDRESS, "CPU_ON: itself, odd entry" },
};
/* clang-format on */

static void check_bad_entries(void)
{
	struct tally tally = { 0 };

	for (unsigned i = 0; i < BAD_ENTRIES; i++) {
		uint64_t address = board()->bad_entries[i];
		struct call call = { ID_CPU_ON_64, 1, address, 0 };
		uint64_t answer = smc_call(call.x0, call.x1, call.x2, call.x3);

		tally_add(&tally, &call, answer, answer == INVALID_ADDRESS);
	}
	tally_report(&tally, 1,
		     "CPU_ON: entry in the monitor, a device, no memory");
}

void test_cpu_on_refused(void)
{
	for (unsigned i = 0; i < ROWS(refused); i++) {
		call_check(&refused[i].call, refused[i].expected,
			   refused[i].name);
	}
	check_bad_entries();
	tap_is(cpu_state(1), IS_OFF, "CPU_ON: refused, and CPU 1 is off");
	tap_is(cpus[1].entries, 0, "CPU_ON: refused, and CPU 1 has not run");
}

static void await_entries(unsigned n, uint64_t entries)
{
	struct patience patience = patience_start("a CPU does not enter");

	while (cpus[n].entries != entries) {
		patience_wait(&patience);
	}
	barrier_dsb_sy(); /* what it stored before is seen */
}

static void nothing(void *unused)
{
	(void)unused;
}

/* With whatever convention the call has. */
static void check_enter(const struct call *call, uint64_t context)
{
	unsigned n = (uint32_t)call->x1;
	uint64_t state;

	call_check(call, SUCCESS, "CPU_ON: granted");
	state = cpu_state(n);
	if (state == IS_OFF) {
		tap_bail("this CPU cannot be turned on", n);
	}
	tap_ok(state == IS_ON || state == IS_ON_PENDING,
	       "CPU_ON: then it is on, or about to be");
	await_entries(n, 1);
	tap_is(cpu_state(n), IS_ON, "CPU_ON: it is on when it has entered");
	tap_is(cpus[n].entry_x[0], context, "CPU_ON: x0 is context_id");
	cpu_run(n, nothing, NULL);
	call_check(call, ALREADY_ON, "CPU_ON: again");
	tap_is(cpus[n].entries, 1, "CPU_ON: it entered once");
}

void test_cpu_on(void)
{
	const struct call calls[] = {
		{ ID_CPU_ON_64, 1, ENTRY, 0xfedcba9876543210 },
		/* Upper halves: garbage. */
		{ ID_CPU_ON | 0xdead000000000000, 2 | 0xbad100000000,
		  ENTRY | 0xbad2000000000000, 0xbad3bad300000077 },
		{ ID_CPU_ON_64 | 0xbeef00000000, 3, ENTRY, 0 },
	};

	check_enter(&calls[0], calls[0].x3);
	check_enter(&calls[1], 0x77);
	check_enter(&calls[2], 0);
}
