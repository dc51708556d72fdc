/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The way of every event: into the ledger, and into the trace.
 *
 * A callback that may have one begins with feed_enter() and ends with
 * feed_leave(); everything else here, and what knows CPUs or records, is for
 * between them: QEMU may run its CPUs in several threads.
 */
#ifndef PLUGIN_FEED_H
#define PLUGIN_FEED_H

#include <stdint.h>

#include <ledger/event.h>
#include <ledger/ledger.h>

#include "arch.h"
#include "cpu.h"
#include "options.h"

/* 0, or -1 after a message. */
int feed_open(const struct options *options, const struct arch *arch,
	      unsigned cpus, int interface_version);

/*
 * The CPU that runs; NULL when there is nothing more to tell.  translators:
 * the CPUs that may have translated the code (cpu_fits()).
 */
struct cpu *feed_enter(unsigned vcpu, uint64_t translators);
void feed_leave(void);

/* The same for the translation callback, in which nothing is told. */
struct cpu *feed_enter_translation(void);

/* Something can't be relied on any more: say so, no further events. */
void feed_fail(const char *reason);

/*
 * The guest switches its machine off.  QEMU lets other CPUs run on for a
 * moment, which is never the same twice: nothing of it is told.
 */
void feed_power_down(void);

/*
 * The CPU runs at this level.  Its entry is an event only if the ledger
 * believes something else; so entries are told late, with what is done there
 * first, and not at all where nothing is done.  Returns are told at once.
 */
void feed_level(struct cpu *cpu, uint8_t privilege);

/* The number of a call chain. */
uint32_t feed_site(const struct site *site);

/* Who does what, for the events below. */
struct doer {
	struct cpu *cpu;
	uint8_t privilege;
	uint32_t site;
};

/* The aligned 8 bytes at pa hold value. */
void feed_store(const struct doer *doer, uint64_t pa, uint64_t value);
void feed_register(const struct doer *doer, enum event_register reg,
		   uint64_t value);
void feed_invalidation(const struct doer *doer, uint32_t word, uint64_t first,
		       uint64_t second);
void feed_barrier(const struct doer *doer, uint32_t word);
void feed_access(const struct doer *doer, uint64_t va, enum event_access kind);
void feed_power_off(struct cpu *cpu);
void feed_mark(struct cpu *cpu, const char *label);

/* Where va leads on this CPU by the ledger's tables.  0, or negative. */
int feed_translate(const struct cpu *cpu, uint64_t va, uint64_t *pa);

/* The machine ends: the result is written.  Takes the lock itself. */
void feed_close(void);

#endif
