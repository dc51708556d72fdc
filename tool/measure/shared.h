/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the processes of one run share: the runner, which sets the phase, the
 * workers of the loads and the probe, which obey it.  It lies in memory mapped
 * shared before they are forked, so that what was measured survives whatever
 * happens to them.
 */
#ifndef MEASURE_SHARED_H
#define MEASURE_SHARED_H

#include <stdint.h>
#include <sys/types.h>

#include "histogram.h"

#define SHARED_WORKERS_MAX 256u
#define SHARED_REASON_MAX 160u

/* In this order.  Only what begins in PHASE_MEASURE counts. */
enum phase {
	PHASE_WARM_UP,
	PHASE_MEASURE,
	PHASE_END,
};

/* Written by its worker alone; on lines of its own. */
struct worker {
	_Alignas(128) uint64_t operations;
	uint64_t started_ns;		/* of the operation; 0: not counted */
	uint64_t next_ns;		/* of a paced load */
	uint32_t begun;			/* 1: it has come to an operation */
	struct histogram time;		/* of an operation */
};

struct probe_result {
	struct histogram latency;	/* wake-ups, or gaps */
	uint64_t lost_ns;		/* in gaps */
	uint64_t measured_ns;
	int64_t cpu;			/* where it ended */
	uint64_t faults;		/* page faults while measuring */
	uint64_t switches;		/* involuntary, while measuring */
	uint32_t ready;
	uint32_t done;
	uint32_t fifo;			/* 1: it had a real-time priority */
	uint32_t locked;		/* 1: its memory was locked */
	uint64_t late;			/* times that passed unused */
};

struct shared {
	uint32_t phase;			/* enum phase, atomic */
	uint64_t deadline_ns;		/* nobody goes on after it; 0: none */
	struct probe_result probe;
	uint32_t failed;		/* the first to set it has the reason */
	char reason[SHARED_REASON_MAX];
	long number;
	struct worker workers[SHARED_WORKERS_MAX];
};

/* NULL with a message. */
struct shared *shared_create(void);
void shared_destroy(struct shared *shared);

enum phase shared_phase(const struct shared *shared);
void shared_set_phase(struct shared *shared, enum phase phase);
/*
 * In a child of parent: it is killed when parent ends, and ends at once if
 * parent ended before it could ask for that.
 */
void shared_die_with(pid_t parent);
/* From any process: remember why, if it is the first reason. */
void shared_fail(struct shared *shared, const char *reason, long number);

#endif
