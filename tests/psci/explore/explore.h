/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All interleavings of the atomic steps of up to four CPUs that run lib/psci
 * itself; tests/psci/README.md says how and what is covered.
 *
 *	run.c		one CPU: runs the library up to its next step
 *	program.c	what a CPU does: the actions of its script
 *	machine.c	all CPUs: memory, events, and the effect of a step
 *	rules.c		what must hold, during a step and in the end
 *	search.c	every order of the steps, each state once
 *	scenarios.c	the scripts
 *	main.c		TAP
 */
#ifndef EXPLORE_H
#define EXPLORE_H

#include <stdbool.h>
#include <stdint.h>

#include "../../../lib/psci/internal.h"

#define CPUS PSCI_CPUS_MAX
#define ACTIONS_MAX 3
/* A call's number, from 1, stands in the low bits of all its arguments. */
#define CALL(cpu, action) ((cpu) * ACTIONS_MAX + (action) + 1)
#define CALLS (CPUS * ACTIONS_MAX + 1)
/* In place of a call: entered by the spin table. */
#define CALL_RELEASE 15u

/* ---- Places: what the CPUs share ---- */

enum place_kind {
	PLACE_STATE,
	PLACE_TICKET,
	PLACE_ADDRESS,	/* the four parts of the entry */
	PLACE_CONTEXT,
	PLACE_ENDIAN,
	PLACE_UNUSED,
	PLACE_RELEASE,	/* the spin-table word */
	PLACE_OS,	/* memory of the OS that only this CPU writes */
	PLACE_KINDS
};
#define PLACE(cpu, kind) ((cpu) * PLACE_KINDS + (kind))
#define PLACES (CPUS * PLACE_KINDS)
#define PLACE_CPU(place) ((place) / PLACE_KINDS)
#define PLACE_KIND(place) ((place) % PLACE_KINDS)

/* ---- Steps: what a CPU does next ---- */

enum op {
	OP_END,		/* its script is over */
	OP_READ,
	OP_WRITE,
	OP_BARRIER,
	OP_SEND,
	OP_WAIT,
	OP_AWAIT,	/* until a place has another value */
	OP_HOLD,	/* has the lock */
	OP_DROP,	/* is about to give it back */
	/* The rest only tells the rules. */
	OP_CALL,	/* value: its number */
	OP_RESULT,
	OP_PEN,		/* value: enum psci_pen */
	OP_ENTER,	/* value: struct psci_entry as pack_entry() has it */
};

struct step {
	uint64_t value;
	uint8_t op;
	uint8_t place;
};

/* ---- Scripts ---- */

enum model {
	MODEL_STRONG,	/* sequentially consistent */
	MODEL_SPURIOUS,	/* the same; waits also return without an event */
	MODEL_WEAK,	/* a store may be late, a load early: up to a barrier */
	MODELS
};

enum action_kind {
	DO_NOTHING,
	DO_ON,		/* CPU_ON once */
	DO_ON_RETRY,	/* until granted: again when the state has changed */
	DO_ON_WHEN_OFF,	/* once AFFINITY_INFO says OFF; waits by event */
	DO_ASK,		/* AFFINITY_INFO */
	DO_OFF,		/* CPU_OFF */
	DO_START,	/* come from a reset to the pen */
	DO_RELEASE,	/* write the spin-table word of a CPU */
	DO_RELEASE_BAD,	/* the same with an address that cannot be used */
	DO_LOCK,	/* take the lock, give it back */
};

struct action {
	uint8_t kind;
	uint8_t target;
};

struct scenario {
	const char *name;
	unsigned cpus;
	unsigned parked;	/* mask: in the pen before anything else */
	unsigned models;	/* mask of enum model */
	unsigned full;		/* the same, where time is no matter */
	enum psci_state state[CPUS];
	struct action script[CPUS][ACTIONS_MAX + 1];
};

/* Which one is explored. */
extern const struct scenario *scenario;
extern const struct scenario scenarios[];
extern const unsigned scenarios_count;

/* ---- run.c ---- */

/* A point in a CPU's run; equal points have equal futures. */
uint32_t run_start(unsigned cpu);
/* Where it is after its step, which got it this value (0 if it reads none). */
uint32_t run_next(uint32_t point, uint64_t input);
const struct step *run_step(uint32_t point);
unsigned run_points(void);
/* Forget all points; *scenario is another one. */
void run_reset(void);

/* For program.c: a step of this CPU; returns what it gets. */
uint64_t run_take(enum op op, unsigned place, uint64_t value);
extern struct psci run_psci;
/* SCTLR_EL2.EE of the caller from now on. */
void run_set_endian(uint32_t big_endian);

/* ---- program.c ---- */

void program_run(unsigned cpu);
/* The addresses that a spin-table word gets. */
extern const uint64_t program_release, program_release_bad;
/* From the calls' numbers that address, context and endianness belong to. */
struct tags {
	uint8_t address, context, endian;
};
struct tags program_unpack(uint64_t packed);

/* ---- machine.c ---- */

#define BUFFER_MAX 6
#define STALE_MAX 3

/* What the rules remember. */
struct ghost {
	uint8_t call[CPUS];	/* number, 0 outside */
	uint8_t seen[CPUS];	/* a mask: the target's states since then */
	uint8_t begun[CPUS];
	uint8_t wrote[CPUS];	/* something but its ticket, in this call */
	uint8_t pen[CPUS];	/* 1 + enum psci_pen, 0 outside */
	uint8_t granted[16];
	uint8_t entered[16];
	uint8_t holder;		/* of the lock: 1 + CPU */
};

struct store {
	uint8_t place;
	uint8_t value;
};

/* Values are numbers of machine_value(); 0 is 0. */
struct machine {
	uint32_t at[CPUS];
	uint8_t memory[PLACES];
	uint8_t event[CPUS];
	struct ghost ghost;
	/* MODEL_WEAK only, and last. */
	struct store buffer[CPUS][BUFFER_MAX];
	uint8_t stale[CPUS][PLACES][STALE_MAX];
};

/* The choices of a CPU: its step, with a stale value, a late store arrives. */
#define CHOICES_EACH (1 + STALE_MAX + BUFFER_MAX)
#define CHOICES (CPUS * CHOICES_EACH)

void machine_start(struct machine *machine);
/* Bytes at the start of the struct that are the state in this model. */
unsigned machine_size(void);
/* 1 if this was possible, else 0 and nothing was done. */
int machine_step(struct machine *machine, unsigned choice);
uint64_t machine_value(unsigned number);
/* One line, for people. */
void machine_describe(const struct machine *before, unsigned choice,
		      char *text, unsigned size);

extern enum model machine_model;
/* A place was read that its CPU was not known to read. */
extern bool machine_learned;

/* ---- rules.c ---- */

/* The first rule that was broken, or NULL. */
extern const char *rules_broken;
void rules_start(struct ghost *ghost);
void rules_step(struct machine *machine, unsigned cpu,
		const struct step *step);
/* A value arrives in memory; not yet there. */
void rules_store(struct machine *machine, unsigned cpu, unsigned place,
		 uint8_t value);
/* Nothing can happen any more. */
void rules_end(const struct machine *machine);

/* ---- search.c ---- */

struct search_result {
	uint64_t states;
	uint64_t steps;
	unsigned longest;
	bool is_complete;
};
/* Returns what was broken, after printing how, or NULL. */
const char *search_run(uint64_t states_max, struct search_result *result);

#endif
