/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What must hold.  The first that does not is remembered.
 */
#include <string.h>

#include "explore.h"

const char *rules_broken;

static void require(int holds, const char *rule)
{
	if (!holds && !rules_broken) {
		rules_broken = rule;
	}
}

static uint64_t state_of(const struct machine *machine, unsigned cpu)
{
	return machine_value(machine->memory[PLACE(cpu, PLACE_STATE)]);
}

static const struct action *action_of(unsigned call)
{
	return &scenario->script[(call - 1) / ACTIONS_MAX]
				[(call - 1) % ACTIONS_MAX];
}

void rules_start(struct ghost *ghost)
{
	memset(ghost, 0, sizeof(*ghost));
	rules_broken = NULL;
}

/* ---- CPU_ON ---- */

static uint8_t bit(uint64_t state)
{
	return (uint8_t)(1u << state);
}

/* A call begins no earlier than with its first step. */
static void begin_call(struct machine *machine, unsigned cpu)
{
	struct ghost *ghost = &machine->ghost;

	if (ghost->call[cpu] && !ghost->begun[cpu]) {
		unsigned target = action_of(ghost->call[cpu])->target;

		ghost->begun[cpu] = 1;
		ghost->seen[cpu] = bit(state_of(machine, target));
	}
}

static void check_refused(struct ghost *ghost, unsigned cpu)
{
	require(!ghost->wrote[cpu], "a refused CPU_ON writes nothing");
	require(!ghost->entered[ghost->call[cpu]],
		"a refused CPU_ON starts nothing");
}

static void end_call(struct ghost *ghost, unsigned cpu, int32_t result)
{
	unsigned call = ghost->call[cpu];
	uint8_t wanted = 0;

	switch (result) {
	case PSCI_SUCCESS:
		ghost->granted[call] = 1;
		wanted = bit(PSCI_STATE_OFF);
		break;
	case PSCI_ALREADY_ON:
		wanted = bit(PSCI_STATE_ON);
		break;
	case PSCI_ON_PENDING:
		wanted = bit(PSCI_STATE_ON_PENDING);
		break;
	case PSCI_INVALID_PARAMETERS:
		wanted = bit(PSCI_STATE_ABSENT);
		break;
	default:
		break;
	}
	if (result != PSCI_SUCCESS) {
		check_refused(ghost, cpu);
	}
	require(ghost->seen[cpu] & wanted,
		"the result fits a state that there was during the call");
	ghost->call[cpu] = ghost->seen[cpu] = ghost->begun[cpu] =
		ghost->wrote[cpu] = 0;
}

/* ---- Into the OS ---- */

static void enter(struct machine *machine, unsigned cpu, uint64_t value)
{
	struct tags tags = program_unpack(value);
	struct ghost *ghost = &machine->ghost;

	ghost->pen[cpu] = 0;
	if (tags.address == CALL_RELEASE) {
		require(!tags.context && !tags.endian,
			"released by the spin table: x0 is 0");
		require(!ghost->entered[CALL_RELEASE], "no CPU enters twice");
		ghost->entered[CALL_RELEASE] = 1;
		return;
	}
	require(tags.address && tags.address < CALLS &&
			tags.context == tags.address &&
			tags.endian == (tags.address & 1),
		"the whole entry is that of one call");
	if (rules_broken) {
		return;
	}
	require(action_of(tags.address)->target == cpu,
		"the right CPU enters");
	require(!ghost->entered[tags.address], "no CPU enters twice");
	ghost->entered[tags.address] = 1;
}

/* ---- Steps ---- */

static void hold(struct ghost *ghost, unsigned cpu)
{
	require(!ghost->holder, "one CPU has the lock");
	ghost->holder = (uint8_t)(cpu + 1);
}

static void note_write(struct ghost *ghost, unsigned cpu, unsigned place)
{
	if (ghost->call[cpu] && place != PLACE(cpu, PLACE_TICKET)) {
		ghost->wrote[cpu] = 1;
	}
}

void rules_step(struct machine *machine, unsigned cpu,
		const struct step *step)
{
	struct ghost *ghost = &machine->ghost;

	if (step->op < OP_CALL) {
		begin_call(machine, cpu);
	}
	switch (step->op) {
	case OP_CALL:
		ghost->call[cpu] = (uint8_t)step->value;
		break;
	case OP_RESULT:
		end_call(ghost, cpu, (int32_t)step->value);
		break;
	case OP_PEN:
		ghost->pen[cpu] = (uint8_t)(1 + step->value);
		break;
	case OP_ENTER:
		enter(machine, cpu, step->value);
		break;
	case OP_HOLD:
		hold(ghost, cpu);
		break;
	case OP_DROP:
		ghost->holder = 0;
		break;
	case OP_WRITE:
		note_write(ghost, cpu, step->place);
		break;
	default:
		break;
	}
}

void rules_store(struct machine *machine, unsigned cpu, unsigned place,
		 uint8_t value)
{
	struct ghost *ghost = &machine->ghost;

	if (PLACE_KIND(place) == PLACE_OS) {
		require(state_of(machine, cpu) != PSCI_STATE_OFF,
			"a CPU that is OFF touches no memory of the OS");
	}
	if (PLACE_KIND(place) != PLACE_STATE) {
		return;
	}
	for (unsigned c = 0; c < scenario->cpus; c++) {
		if (ghost->begun[c] && action_of(ghost->call[c])->target ==
					       PLACE_CPU(place)) {
			ghost->seen[c] |= bit(machine_value(value));
		}
	}
}

/* ---- The end ---- */

static int is_usable(uint64_t address)
{
	return address && address != program_release_bad;
}

/* Waits for a CPU_ON that nobody made. */
static int is_parked(const struct machine *machine, unsigned cpu)
{
	const uint8_t *memory = machine->memory;

	return machine->ghost.pen[cpu] &&
	       run_step(machine->at[cpu])->op == OP_WAIT &&
	       state_of(machine, cpu) == PSCI_STATE_OFF &&
	       !memory[PLACE(cpu, PLACE_TICKET)] &&
	       (machine->ghost.pen[cpu] == 1 + PSCI_PEN_AGAIN ||
		!is_usable(machine_value(memory[PLACE(cpu, PLACE_RELEASE)])));
}

static void end_of_cpu(const struct machine *machine, unsigned cpu)
{
	if (run_step(machine->at[cpu])->op == OP_END) {
		require(state_of(machine, cpu) == PSCI_STATE_ON,
			"a CPU that runs is ON in the end");
	} else {
		require(is_parked(machine, cpu), "no CPU waits for ever");
	}
}

void rules_end(const struct machine *machine)
{
	const struct ghost *ghost = &machine->ghost;

	for (unsigned cpu = 0; cpu < scenario->cpus; cpu++) {
		end_of_cpu(machine, cpu);
	}
	for (unsigned call = 1; call < CALLS; call++) {
		unsigned kind = action_of(call)->kind;

		require(ghost->granted[call] == ghost->entered[call],
			"a CPU enters for each CPU_ON that was granted");
		require(kind != DO_ON_RETRY || ghost->granted[call],
			"who asks again in the end succeeds");
	}
}
