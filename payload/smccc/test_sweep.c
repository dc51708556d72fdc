/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Function numbers 0 to 0xffff of every owner, fast and yielding, 32 and 64
 * bits: all, or one in a stride and those that are near a function.
 */
#include "../common/tap.h"
#include "call.h"
#include "cpu.h"
#include "ids.h"
#include "model.h"
#include "options.h"
#include "suite.h"

#define OWNERS 0x100u
#define NUMBERS 0x10000u
/* An affinity, a level, a power_state and a reset type that nothing takes. */
#define ARGUMENT 0x80000000u

static int has_functions(uint32_t owner)
{
	return (owner & 0xbf) == ID_SMCCC_VERSION >> 24 ||
	       (owner & 0xbf) == ID_VERSION >> 24;
}

/* Within 256 of the first PSCI call, or of a workaround. */
static int is_near(uint32_t owner, uint32_t number)
{
	return has_functions(owner) && ((number + 0x100) & 0x3fff) < 0x200;
}

static void sweep_number(struct tally *tally, uint32_t id)
{
	struct call call = { id, ARGUMENT, 0, 0 };
	uint64_t answer;

	if (model_is_final(&call)) {
		return;
	}
	answer = smc_call(call.x0, call.x1, 0, 0);
	tally_add(tally, &call, answer, model_accepts(&call, answer));
}

static void sweep_owner(struct tally *tally, uint32_t owner)
{
	uint64_t stride = options()->stride;
	uint64_t shift = options()->seed + owner;

	for (uint32_t number = 0; number < NUMBERS; number++) {
		if ((number + shift) % stride == 0 || is_near(owner, number)) {
			sweep_number(tally, owner << 24 | number);
		}
	}
}

static void sweep(void *argument)
{
	struct tally *tallies = argument;
	unsigned self = cpu_number();

	for (uint32_t owner = self; owner < OWNERS; owner += CPUS) {
		sweep_owner(&tallies[self], owner);
	}
}

void test_sweep(void)
{
	static struct tally tallies[CPUS];
	uint64_t start = time_ms();

	cpu_run_all(sweep, tallies);
	tally_report(tallies, CPUS, "sweep: function numbers of all owners");
	tap_note("sweep: ms by the counter", time_ms() - start);
}
