/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All CPUs together: the shared memory, one event register each, and what a
 * step does to them.
 *
 * MODEL_WEAK: a store may stay with its CPU while later stores to other places
 * arrive; a load may get what was in memory at any time since its CPU's last
 * barrier, except older than what the CPU itself has read or written there (the
 * last STALE_MAX values).  A barrier and an event that is sent end both; so
 * does, for loads, a wait that returns.  A load is never later than a store
 * that follows it.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore.h"

#define VALUES_MAX 256

enum model machine_model;
bool machine_learned;

static uint64_t values[VALUES_MAX];
static unsigned n_values = 1;
/* Stale values are kept only for those who may look. */
static bool reads[CPUS][PLACES];

static uint8_t number_of(uint64_t value)
{
	unsigned i = 0;

	while (i < n_values && values[i] != value) {
		i++;
	}
	if (i == VALUES_MAX) {
		fprintf(stderr, "explorer: too many values\n");
		abort();
	}
	if (i == n_values) {
		values[n_values++] = value;
	}
	return (uint8_t)i;
}

uint64_t machine_value(unsigned number)
{
	return values[number];
}

unsigned machine_size(void)
{
	return machine_model == MODEL_WEAK
		       ? sizeof(struct machine)
		       : offsetof(struct machine, buffer);
}

/* ---- Stores that are late: with 1 + place, 0 is none ---- */

static unsigned buffered(const struct machine *machine, unsigned cpu)
{
	unsigned i = 0;

	while (i < BUFFER_MAX && machine->buffer[cpu][i].place) {
		i++;
	}
	return i;
}

/* The newest there, or NULL. */
static const struct store *find_buffered(const struct machine *machine,
					 unsigned cpu, unsigned place)
{
	for (unsigned i = BUFFER_MAX; i-- > 0;) {
		if (machine->buffer[cpu][i].place == place + 1) {
			return &machine->buffer[cpu][i];
		}
	}
	return NULL;
}

/* ---- Values that are old; stored as 1 + value, the newest first ---- */

static void forget_stale(struct machine *machine, unsigned cpu)
{
	memset(machine->stale[cpu], 0, sizeof(machine->stale[cpu]));
}

static void keep_stale(struct machine *machine, unsigned cpu, unsigned place)
{
	uint8_t *stale = machine->stale[cpu][place];

	if (!reads[cpu][place]) {
		return;
	}
	memmove(stale + 1, stale, STALE_MAX - 1);
	stale[0] = machine->memory[place] + 1;
}

/* ---- Memory ---- */

static void arrive(struct machine *machine, unsigned cpu, unsigned place,
		   uint8_t value)
{
	rules_store(machine, cpu, place, value);
	if (machine->memory[place] == value) {
		return;
	}
	for (unsigned c = 0; machine_model == MODEL_WEAK && c < CPUS; c++) {
		if (c != cpu) {
			keep_stale(machine, c, place);
		}
	}
	machine->memory[place] = value;
}

/* A store before a barrier is not late: nothing of its CPU is in between. */
static int is_ordered(const struct machine *machine, unsigned cpu)
{
	uint8_t next = run_step(machine->at[cpu])->op;

	return machine_model != MODEL_WEAK ||
	       ((next == OP_BARRIER || next == OP_SEND) &&
		!buffered(machine, cpu));
}

/* The CPU has already moved on. */
static void store(struct machine *machine, unsigned cpu,
		  const struct step *step)
{
	uint8_t value = number_of(step->value);

	memset(machine->stale[cpu][step->place], 0, STALE_MAX);
	if (is_ordered(machine, cpu)) {
		arrive(machine, cpu, step->place, value);
		return;
	}
	machine->buffer[cpu][buffered(machine, cpu)] = (struct store){
		.place = step->place + 1,
		.value = value,
	};
}

/* The i-th that is late; those to one place stay in order. */
static int drain(struct machine *machine, unsigned cpu, unsigned i)
{
	struct store *buffer = machine->buffer[cpu];
	struct store late = buffer[i];

	if (!late.place) {
		return 0;
	}
	for (unsigned earlier = 0; earlier < i; earlier++) {
		if (buffer[earlier].place == late.place) {
			return 0;
		}
	}
	memmove(buffer + i, buffer + i + 1,
		(BUFFER_MAX - 1 - i) * sizeof(*buffer));
	buffer[BUFFER_MAX - 1] = (struct store){ .place = 0 };
	arrive(machine, cpu, late.place - 1u, late.value);
	return 1;
}

static void learn(unsigned cpu, unsigned place)
{
	if (!reads[cpu][place]) {
		reads[cpu][place] = true;
		machine_learned = true;
	}
}

/* variant: 0 is the present value, n the n-th newest of the stale ones. */
static int load(struct machine *machine, unsigned cpu, unsigned place,
		unsigned variant, uint64_t *input)
{
	const struct store *own = NULL;
	uint8_t *stale = machine->stale[cpu][place];

	learn(cpu, place);
	if (machine_model != MODEL_WEAK) {
		*input = values[machine->memory[place]];
		return variant == 0;
	}
	own = find_buffered(machine, cpu, place);
	if (variant && (own || !stale[variant - 1])) {
		return 0;
	}
	if (variant) {
		*input = values[stale[variant - 1] - 1];
		memset(stale + variant, 0, STALE_MAX - variant);
		return 1;
	}
	*input = values[own ? own->value : machine->memory[place]];
	memset(stale, 0, STALE_MAX);
	return 1;
}

/* ---- Steps ---- */

/* Can it, and what does it get? */
static int is_possible(struct machine *machine, unsigned cpu,
		       const struct step *step, unsigned variant,
		       uint64_t *input)
{
	bool late = machine_model == MODEL_WEAK && buffered(machine, cpu);

	*input = 0;
	if (step->op == OP_READ) {
		return load(machine, cpu, step->place, variant, input);
	}
	if (variant) {
		return 0;
	}
	switch (step->op) {
	case OP_END:
		return 0;
	case OP_WRITE:
		return !late || buffered(machine, cpu) < BUFFER_MAX;
	case OP_BARRIER:
	case OP_SEND:
		return !late;
	case OP_WAIT:
		return machine->event[cpu] || machine_model == MODEL_SPURIOUS;
	case OP_AWAIT:
		return values[machine->memory[step->place]] != step->value;
	default:
		return 1;
	}
}

static void apply(struct machine *machine, unsigned cpu,
		  const struct step *step)
{
	switch (step->op) {
	case OP_WRITE:
		store(machine, cpu, step);
		break;
	case OP_SEND:
		memset(machine->event, 1, sizeof(machine->event));
		break;
	case OP_WAIT:
		machine->event[cpu] = 0;
		break;
	default:
		break;
	}
	if (machine_model == MODEL_WEAK &&
	    (step->op == OP_BARRIER || step->op == OP_SEND ||
	     step->op == OP_WAIT || step->op == OP_AWAIT)) {
		forget_stale(machine, cpu);
	}
}

static int take(struct machine *machine, unsigned cpu, unsigned variant)
{
	const struct step *step = run_step(machine->at[cpu]);
	uint64_t input;

	if (!is_possible(machine, cpu, step, variant, &input)) {
		return 0;
	}
	rules_step(machine, cpu, step);
	machine->at[cpu] = run_next(machine->at[cpu], input);
	apply(machine, cpu, step);
	if (run_step(machine->at[cpu])->op == OP_END) {
		forget_stale(machine, cpu);
	}
	return 1;
}

/*
 * Steps that no other CPU can tell from none.  (A barrier makes old values
 * unreadable: the earlier it comes, the more of them there will be.)
 */
static int is_silent(const struct machine *machine, unsigned cpu)
{
	uint8_t op = run_step(machine->at[cpu])->op;

	return op >= OP_CALL || (op == OP_BARRIER && !(machine_model ==
		MODEL_WEAK && buffered(machine, cpu)));
}

int machine_step(struct machine *machine, unsigned choice)
{
	unsigned cpu = choice / CHOICES_EACH, variant = choice % CHOICES_EACH;
	int done;

	if (cpu >= scenario->cpus) {
		return 0;
	}
	if (variant <= STALE_MAX) {
		done = take(machine, cpu, variant);
	} else {
		done = machine_model == MODEL_WEAK &&
		       drain(machine, cpu, variant - STALE_MAX - 1);
	}
	while (done && is_silent(machine, cpu)) {
		take(machine, cpu, 0);
	}
	return done;
}

static void go_to_pen(struct machine *machine, unsigned cpu)
{
	unsigned choice = cpu * CHOICES_EACH;

	while (run_step(machine->at[cpu])->op != OP_WAIT ||
	       machine->event[cpu]) {
		if (!machine_step(machine, choice)) {
			machine_step(machine, choice + STALE_MAX + 1);
		}
	}
}

void machine_start(struct machine *machine)
{
	memset(machine, 0, sizeof(*machine));
	rules_start(&machine->ghost);
	for (unsigned cpu = 0; cpu < scenario->cpus; cpu++) {
		machine->memory[PLACE(cpu, PLACE_STATE)] =
			number_of(scenario->state[cpu]);
		machine->at[cpu] = run_start(cpu);
		while (is_silent(machine, cpu)) {
			take(machine, cpu, 0);
		}
	}
	for (unsigned cpu = 0; cpu < scenario->cpus; cpu++) {
		if (scenario->parked & 1u << cpu) {
			go_to_pen(machine, cpu);
		}
	}
}

/* ---- For people ---- */

static const char *const op_names[] = {
	[OP_END] = "end", [OP_READ] = "read", [OP_WRITE] = "write",
	[OP_BARRIER] = "barrier", [OP_SEND] = "send", [OP_WAIT] = "wait",
	[OP_AWAIT] = "await change of", [OP_HOLD] = "hold", [OP_DROP] = "drop",
	[OP_CALL] = "call", [OP_RESULT] = "result", [OP_PEN] = "pen",
	[OP_ENTER] = "enter",
};

static const char *const place_names[] = {
	[PLACE_STATE] = "state", [PLACE_TICKET] = "ticket",
	[PLACE_ADDRESS] = "address", [PLACE_CONTEXT] = "context",
	[PLACE_ENDIAN] = "endian", [PLACE_UNUSED] = "unused",
	[PLACE_RELEASE] = "release", [PLACE_OS] = "os",
};

void machine_describe(const struct machine *before, unsigned choice,
		      char *text, unsigned size)
{
	unsigned cpu = choice / CHOICES_EACH, variant = choice % CHOICES_EACH;
	const struct step *step = run_step(before->at[cpu]);
	unsigned place = step->place;
	uint64_t value = step->value;
	const char *what = op_names[step->op], *how = "";

	if (variant > STALE_MAX) {
		const struct store *late =
			&before->buffer[cpu][variant - STALE_MAX - 1];

		place = late->place - 1u;
		value = values[late->value];
		what = "arrives:";
	} else if (step->op == OP_READ) {
		value = values[variant ? before->stale[cpu][place]
							[variant - 1] - 1u
				       : before->memory[place]];
		how = variant ? " (old)" : "";
	}
	snprintf(text, size, "%u: %s %s[%u] %#llx%s", cpu, what,
		 place_names[PLACE_KIND(place)], PLACE_CPU(place),
		 (unsigned long long)value, how);
}
