/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A call changes x0 and nothing else: from EL2 and from EL1, with several
 * patterns in all other registers.  [SMCCC] 1.1: x1 to x17 too, since no call
 * here has more than one result.
 */
#include <stddef.h>

#include "../common/tap.h"
#include "call.h"
#include "cpu.h"
#include "gic.h"
#include "ids.h"
#include "model.h"
#include "registers.h"
#include "rng.h"
#include "suite.h"
#include "sysreg.h"

#define ROWS(rows) (sizeof(rows) / sizeof((rows)[0]))
#define PATTERNS 4
/* DN, FZ, RMode; all cumulative flags and QC. */
#define FPCR_PATTERN 0x03c00000ull
#define FPSR_PATTERN 0x0800009full
#define NZCV_MASK 0xf0000000ull

/* All that return; those with an argument get it in the low half of x1. */
static const struct call calls[] = {
	{ ID_SMCCC_VERSION, 0, 0, 0 },
	{ ID_ARCH_FEATURES, ID_WORKAROUND_1, 0, 0 },
	{ ID_ARCH_FEATURES, ID_WORKAROUND_2, 0, 0 },
	{ ID_WORKAROUND_1, 0, 0, 0 },
	{ ID_WORKAROUND_2, 0, 0, 0 },
	{ ID_WORKAROUND_2, 1, 0, 0 },
	{ ID_WORKAROUND_3, 0, 0, 0 },
	{ ID_VERSION, 0, 0, 0 },
	{ ID_SUSPEND, POWER_STANDBY, 0, 0 },
	{ ID_SUSPEND_64, POWER_DOWN, ENTRY, 0 },
	{ ID_SUSPEND_64, 0xffff, ENTRY, 0 },
	{ ID_CPU_ON, 0, ENTRY, 0 },
	{ ID_CPU_ON_64, 0, ENTRY, 0 },
	{ ID_CPU_ON_64, 1, ENTRY + 1, 0 },
	{ ID_CPU_ON_64, 4, ENTRY, 0 },
	{ ID_AFFINITY_INFO, 0, 0, 0 },
	{ ID_AFFINITY_INFO_64, 1, 0, 0 },
	{ ID_AFFINITY_INFO_64, 1, 1, 0 },
	{ ID_MIGRATE, 0, 0, 0 },
	{ ID_MIGRATE_INFO_TYPE, 0, 0, 0 },
	{ ID_MIGRATE_INFO_UP_CPU | ID_64, 0, 0, 0 },
	{ ID_FEATURES, ID_VERSION, 0, 0 },
	{ ID_SYSTEM_RESET2, RESET_VENDOR, 0, 0 },
	{ ID_SYSTEM_RESET2_64, 1, 0, 0 },
	{ 0x84000666, 0, 0, 0 },
	{ 0xc4000666, 0, 0, 0 },
	{ 0xc2000001, 0, 0, 0 },
	{ 0x00000001, 0, 0, 0 },
	{ 0xffffffff, 0, 0, 0 },
};

struct preserve {
	struct tally answers;
	unsigned different;
	const char *first;
	uint64_t first_function;
	struct frame in;
	struct frame out;
	uint64_t before[REGISTERS_MAX];
	uint64_t after[REGISTERS_MAX];
};

static struct preserve states[CPUS];

static void differs(struct preserve *state, const char *what)
{
	if (state->different++ == 0) {
		state->first = what;
		state->first_function = state->in.x[0];
	}
}

static void fill(struct frame *frame, const struct call *call, uint64_t *rng)
{
	for (unsigned i = 0; i < 31; i++) {
		frame->x[i] = rng_next(rng);
	}
	for (unsigned i = 0; i < 64; i++) {
		frame->v[i] = rng_next(rng);
	}
	frame->x[0] = call->x0 | (rng_next(rng) << 32);
	frame->x[1] = call->x1;
	frame->x[2] = call->x2;
	if (!(call->x0 & ID_64)) {
		frame->x[1] |= rng_next(rng) << 32;
		frame->x[2] |= rng_next(rng) << 32;
	}
	frame->sp = rng_next(rng);
	frame->nzcv = rng_next(rng) & NZCV_MASK;
	frame->daif = rng_next(rng) & DAIF_ALL;
	frame->fpcr = FPCR_PATTERN & rng_next(rng);
	frame->fpsr = FPSR_PATTERN & rng_next(rng);
	frame->tpidr_el0 = rng_next(rng);
	frame->tpidrro_el0 = rng_next(rng);
	frame->tpidr_el1 = rng_next(rng);
	frame->tpidr_el2 = rng_next(rng);
}

static void compare_vectors(struct preserve *state)
{
	for (unsigned i = 0; i < 64; i++) {
		if (state->in.v[i] != state->out.v[i]) {
			differs(state, "a vector register");
		}
	}
	if (state->in.fpcr != state->out.fpcr ||
	    state->in.fpsr != state->out.fpsr) {
		differs(state, "FPCR, FPSR");
	}
}

static void compare_frames(struct preserve *state, unsigned el)
{
	const struct frame *in = &state->in;
	const struct frame *out = &state->out;

	for (unsigned i = 1; i < 31; i++) {
		if (in->x[i] != out->x[i]) {
			differs(state, i < 4	? "x1 to x3"
				       : i < 18 ? "x4 to x17"
						: "x18 to x30");
		}
	}
	if (in->sp != out->sp) {
		differs(state, "SP");
	}
	if (in->nzcv != out->nzcv || in->daif != out->daif) {
		differs(state, "NZCV, DAIF");
	}
	if (in->tpidr_el0 != out->tpidr_el0 ||
	    in->tpidrro_el0 != out->tpidrro_el0 ||
	    in->tpidr_el1 != out->tpidr_el1 ||
	    (el == 2 && in->tpidr_el2 != out->tpidr_el2)) {
		differs(state, "a thread register");
	}
	compare_vectors(state);
}

static void try_call(struct preserve *state, const struct call *call,
		     unsigned el, uint64_t *rng)
{
	struct call made;

	fill(&state->in, call, rng);
	if ((uint32_t)call->x0 == ID_SUSPEND ||
	    (uint32_t)call->x0 == ID_SUSPEND_64) {
		state->in.daif = DAIF_ALL; /* an interrupt is pending */
	}
	if (el == 2) {
		frame_call_el2(&state->in, &state->out);
	} else {
		frame_call_el1(&state->in, &state->out);
	}
	made = (struct call){ state->in.x[0], state->in.x[1], state->in.x[2],
			      state->in.x[3] };
	tally_add(&state->answers, &made, state->out.x[0],
		  model_accepts(&made, state->out.x[0]));
	compare_frames(state, el);
}

static uint64_t try_all(struct preserve *state, unsigned el)
{
	uint64_t rng = rng_start(el * CPUS + cpu_number());

	for (unsigned i = 0; i < ROWS(calls) * PATTERNS; i++) {
		uint32_t id = (uint32_t)calls[i / PATTERNS].x0;
		int waits = id == ID_SUSPEND || id == ID_SUSPEND_64;

		if (waits) {
			gic_start_cpu();
			gic_send(cpu_number());
		}
		try_call(state, &calls[i / PATTERNS], el, &rng);
		if (waits) {
			gic_stop_cpu();
		}
	}
	return 0;
}

static void work_el2(void *argument)
{
	struct preserve *state = &((struct preserve *)argument)[cpu_number()];

	registers_clean();
	try_all(state, 2);
}

/* At EL1 the timer that gic_stop_cpu() stops is EL2's: no waiting calls. */
static uint64_t at_el1(void *argument)
{
	uint64_t rng = rng_start(77 + cpu_number());

	for (unsigned i = 0; i < ROWS(calls) * PATTERNS; i++) {
		uint32_t id = (uint32_t)calls[i / PATTERNS].x0;

		if (id != ID_SUSPEND && id != ID_SUSPEND_64) {
			try_call(argument, &calls[i / PATTERNS], 1, &rng);
		}
	}
	return 0;
}

static void work_el1(void *argument)
{
	struct preserve *state = &((struct preserve *)argument)[cpu_number()];

	lower_prepare();
	el1_run(at_el1, state);
	registers_clean();
}

static void compare_registers(struct preserve *state)
{
	for (unsigned n = 0; registers[n].name; n++) {
		if (state->before[n] != state->after[n]) {
			differs(state, registers[n].name);
		}
	}
}

/* The rest: dirt in all that may be written, and back. */
static void work_registers(void *argument)
{
	struct preserve *state = &((struct preserve *)argument)[cpu_number()];

	for (unsigned i = 0; i < ROWS(calls); i++) {
		const struct call *call = &calls[i];

		state->in.x[0] = call->x0;
		gic_start_cpu();
		gic_send(cpu_number());
		registers_dirty();
		registers_read(state->before);
		smc_call(call->x0, call->x1, call->x2, call->x3);
		registers_read(state->after);
		registers_clean();
		gic_stop_cpu();
		compare_registers(state);
	}
}

static void report(const char *answers, const char *registers_name)
{
	struct tally tallies[CPUS];
	unsigned different = 0;

	for (unsigned n = 0; n < CPUS; n++) {
		tallies[n] = states[n].answers;
		different += states[n].different;
	}
	if (answers) {
		tally_report(tallies, CPUS, answers);
	}
	tap_ok(different == 0, registers_name);
	for (unsigned n = 0; n < CPUS; n++) {
		if (states[n].different) {
			tap_note(states[n].first, states[n].different);
			tap_note_hex("first by", states[n].first_function);
		}
		states[n] = (struct preserve){ 0 };
	}
}

void test_preserve(void)
{
	gic_start();
	cpu_run_all(work_el2, states);
	report("from EL2: answers",
	       "from EL2: x1 to x30, SP, v0 to v31, flags");
	cpu_run_all(work_registers, states);
	report(NULL, "from EL2: system registers");
	cpu_run_all(work_el1, states);
	report("from EL1: answers",
	       "from EL1: x1 to x30, SP, v0 to v31, flags");
}
