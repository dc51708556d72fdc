/* SPDX-License-Identifier: BSD-2-Clause */
#include "../common/tap.h"
#include "call.h"

void call_check(const struct call *call, uint64_t expected, const char *name)
{
	tap_is(smc_call(call->x0, call->x1, call->x2, call->x3), expected,
	       name);
}

void tally_add(struct tally *tally, const struct call *call, uint64_t answer,
	       int is_right)
{
	tally->calls++;
	if (is_right) {
		return;
	}
	if (tally->wrong++ == 0) {
		tally->call = *call;
		tally->answer = answer;
	}
}

static void show_first(const struct tally *tally)
{
	tap_note("wrong answers here", tally->wrong);
	tap_note_hex("the first: x0", tally->call.x0);
	tap_note_hex("           x1", tally->call.x1);
	tap_note_hex("           x2", tally->call.x2);
	tap_note_hex("           x3", tally->call.x3);
	tap_note_hex("       answer", tally->answer);
}

void tally_report(const struct tally *tallies, unsigned count,
		  const char *name)
{
	uint64_t calls = 0;
	uint64_t wrong = 0;

	for (unsigned i = 0; i < count; i++) {
		calls += tallies[i].calls;
		wrong += tallies[i].wrong;
	}
	tap_ok(wrong == 0 && calls > 0, name);
	for (unsigned i = 0; i < count; i++) {
		if (tallies[i].wrong > 0) {
			show_first(&tallies[i]);
		}
	}
	tap_note("calls", calls);
}
