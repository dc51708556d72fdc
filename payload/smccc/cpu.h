/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The CPUs, and work for them.
 *
 * The MMU stays off: memory is Device, so an exclusive access might never
 * succeed on a real board.  Nothing here uses one: each word has one writer.
 * Every wait is a WFE, which under an emulator with one thread is what lets
 * the other CPUs run, and has a bound.
 */
#ifndef SMCCC_CPU_H
#define SMCCC_CPU_H

#include <stddef.h>
#include <stdint.h>

#include "layout.h"

struct cpu {
	uint64_t nap_sp;	/* not 0: in cpu_nap() */
	uint64_t entry_x[4];	/* x0 to x3 when it entered */
	uint64_t entry_sctlr;	/* SCTLR_EL2 */
	volatile uint64_t entries; /* how often it entered */
	uint64_t call_sp;
	uint64_t call_out;
	uint64_t lower_sp;
	/* Work for this CPU, which sets it to NULL when it is done. */
	void (*volatile work)(void *argument);
	void *volatile argument;
	volatile uint32_t interrupts; /* taken */
	volatile uint32_t interrupt;  /* the last one */
	uint8_t unused[CPU_SIZE - 104];
} __attribute__((aligned(CPU_SIZE)));

_Static_assert(sizeof(struct cpu) == CPU_SIZE, "known to assembly");
_Static_assert(offsetof(struct cpu, entry_x) == CPU_ENTRY_X, "assembly");
_Static_assert(offsetof(struct cpu, entry_sctlr) == CPU_ENTRY_SCTLR,
	       "known to assembly");
_Static_assert(offsetof(struct cpu, entries) == CPU_ENTRIES, "assembly");
_Static_assert(offsetof(struct cpu, call_out) == CPU_CALL_OUT, "assembly");
_Static_assert(offsetof(struct cpu, lower_sp) == CPU_LOWER_SP, "assembly");

extern struct cpu cpus[CPUS];

/* Where CPU_ON lets a CPU enter; any context will do. */
extern char cpu_entry[];
#define ENTRY ((uint64_t)cpu_entry)

unsigned cpu_number(void);
struct cpu *cpu_self(void);

/* Let CPU n (also this one) do something: start and go on, wait, or both. */
void cpu_start(unsigned n, void (*work)(void *argument), void *argument);
void cpu_wait(unsigned n);
void cpu_run(unsigned n, void (*work)(void *argument), void *argument);
/* On all CPUs at once, this one included. */
void cpu_run_all(void (*work)(void *argument), void *argument);
/* On two, of which CPU 0, which calls this, may be one. */
void cpu_run_two(unsigned a, void (*on_a)(void *argument), unsigned b,
		 void (*on_b)(void *argument), void *argument);

/*
 * Turn this CPU off by an SMC with these arguments.  Returns 1 when it was
 * turned on again, 0 if the call returned.
 */
int cpu_nap(uint64_t function, uint64_t x1, uint64_t x2, uint64_t x3);
/* CPU_OFF; bails if that returns. */
void cpu_off(void);
/* Another CPU that turns CPU n off and on again. */
unsigned cpu_partner(unsigned n);

/* AFFINITY_INFO; CPU_ON with an entry that is good. */
uint64_t cpu_state(unsigned n);
uint64_t cpu_on(unsigned n, uint64_t context);
void cpu_await_state(unsigned n, uint64_t state);

/* A bound for a loop that waits. */
struct patience {
	uint64_t end;
	const char *what;
};
struct patience patience_start(const char *what);
/* Waits for an event; bails when it has lasted too long. */
void patience_wait(const struct patience *patience);

/* A store that other CPUs see at once, and the event. */
void cpu_set(volatile uint32_t *word, uint32_t value);
void cpu_await(const volatile uint32_t *word, uint32_t value,
	       const char *what);

/* All CPUs in members (a bit each) come here; always the same members. */
struct meeting {
	volatile uint32_t rounds[CPUS];
};
void meeting_wait(struct meeting *meeting, unsigned members);
#define ALL_CPUS ((1u << CPUS) - 1)

uint64_t time_ms(void);

/* Entered from assembly. */
_Noreturn void cpu_main(void);
_Noreturn void trap(uint64_t esr, uint64_t elr, uint64_t far, uint64_t slot);

#endif
