/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An experiment, as it was planned, made and judged: what the runner fills and
 * every output (table, JSON, TAP, page, histogram, cost file) reads.
 *
 * A run is one window of loads and a probe under one arm.  Arm 0 is the
 * baseline; each other arm is compared with it in blocks of its own, of four
 * runs in the order ABBA or BAAB (../live/stats.h).  Every metric of a run is
 * one number.  Nothing is dropped: what was odd about a run or the machine is
 * a flag beside the result.
 */
#ifndef MEASURE_EXPERIMENT_H
#define MEASURE_EXPERIMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../live/stats.h"
#include "histogram.h"

#define EXPERIMENT_ARMS_MAX 9u
#define EXPERIMENT_NAME_MAX 64u
#define EXPERIMENT_TEXT_MAX 512u
#define EXPERIMENT_FLAGS_MAX 64u	/* of one run, or of the machine */
#define EXPERIMENT_FACTS_MAX 64u
#define EXPERIMENT_PEERS_MAX 8u
#define EXPERIMENT_PAIRS_MAX 64u	/* of runs side by side with a peer */

/* One number a run; NAN where the run has none. */
enum metric {
	METRIC_WAKEUP_P50,		/* ns, of the wake-up probe */
	METRIC_WAKEUP_P99,
	METRIC_WAKEUP_P999,
	METRIC_WAKEUP_P9999,
	METRIC_WAKEUP_MEAN,
	METRIC_WAKEUP_MAX,		/* the largest of n samples */
	METRIC_GAP_LOST,		/* ns a second, of the busy-loop probe */
	METRIC_GAP_MAX,			/* ns */
	METRIC_LOAD_RATE,		/* operations a second, all workers */
	METRIC_LOAD_P50,		/* ns an operation */
	METRIC_LOAD_P99,
	METRIC_LOAD_MEAN,
	METRIC_MMAP_P50,		/* ns, of the load mappings */
	METRIC_MMAP_P99,
	METRIC_FAULT_P50,
	METRIC_FAULT_P99,
	METRIC_STRESS_P50,
	METRIC_STRESS_P99,
	METRIC_VM_TIME,			/* ns, create to destroy, mean */
	METRIC_COUNT,
};

struct metric_kind {
	const char *name;		/* "wakeup.p99.9": as in the JSON */
	const char *unit;		/* "ns", "ns/s" or "1/s" */
	enum stats_sense sense;
	const char *help;		/* for a person */
};

extern const struct metric_kind metric_kinds[METRIC_COUNT];

/* What may be wrong with a run or a machine; flags.c has the texts. */
struct flag {
	char name[EXPERIMENT_NAME_MAX];	/* "steal", "load-moved" ... */
	char detail[EXPERIMENT_TEXT_MAX];	/* for a person; may be empty */
};

struct flags {
	struct flag list[EXPERIMENT_FLAGS_MAX];
	size_t count;
	size_t dropped;			/* there was no room for so many */
};

/* A fact of the machine: "kernel" = "6.12.117". */
struct host_fact {
	char name[EXPERIMENT_NAME_MAX];
	char value[EXPERIMENT_TEXT_MAX];
};

/* Events of a run that prove that the load was delivered. */
struct delivery {
	uint64_t operations;
	uint64_t tlb_ipis;		/* UINT64_MAX: not counted */
	uint64_t function_ipis;		/* function calls; likewise */
	uint64_t reschedule_ipis;
	uint64_t workers;
	uint64_t moved;			/* read-backs on a CPU not asked for */
};

struct run {
	size_t number;			/* 0..n_planned-1: the order of time */
	size_t block;
	size_t pair;			/* of arms: 0 is arm 1 with arm 0 */
	size_t arm;			/* 0 or pair + 1 */
	uint64_t started_s;		/* CLOCK_REALTIME */
	char boot[EXPERIMENT_NAME_MAX];	/* the boot's id; "": not known */
	double seconds;			/* without the warm-up */
	double value[METRIC_COUNT];
	struct delivery delivery;
	struct flags flags;
	/* Of the wake-up probe; NULL if there is none. */
	struct histogram *wakeup;
};

struct arm {
	char name[EXPERIMENT_NAME_MAX];
	char action[EXPERIMENT_TEXT_MAX];	/* as written; "": nothing */
};

/* One metric of one pair of arms. */
struct comparison {
	size_t pair;
	enum metric metric;
	bool primary;			/* declared before the run */
	struct stats_options options;
	struct stats_result result;
};

/*
 * Another program that measured the same thing, in turns with this one: value i
 * of ours and value i of theirs are of one pair of runs.  Nothing is judged;
 * the outputs show both, with their medians.
 */
struct peer {
	char name[EXPERIMENT_NAME_MAX];	/* "cyclictest" */
	char metric[EXPERIMENT_NAME_MAX];	/* "wakeup.p50", "TLB IPIs" */
	char unit[EXPERIMENT_NAME_MAX];	/* "ns", "1/s" ..., of both */
	size_t pairs;
	double ours[EXPERIMENT_PAIRS_MAX];	/* NAN: none */
	double theirs[EXPERIMENT_PAIRS_MAX];
};

/* What the order of runs is. */
enum design {
	DESIGN_BLOCKS,			/* ABBA and BAAB at random */
	DESIGN_ONE_WAY,			/* A..., B...: no verdict */
	DESIGN_SINGLE,			/* one arm: nothing is compared */
};

struct experiment {
	char recipe[EXPERIMENT_NAME_MAX];	/* "": none */
	char loads[EXPERIMENT_TEXT_MAX];	/* as written; "none" */
	char probe[EXPERIMENT_TEXT_MAX];
	enum design design;
	bool quick;			/* label: screening only */
	bool null;			/* A/A: both arms are the same */
	bool simulated;			/* in QEMU: proves function only */
	uint64_t seed;
	size_t blocks;			/* of each pair */
	double seconds;			/* of a run */
	double warmup_s;
	double margin;			/* of equivalence: 0.05 is 5 % */
	uint64_t interval_ns;		/* of the wake-up probe; 0: none */
	int probe_cpu;			/* -1: none */

	struct host_fact facts[EXPERIMENT_FACTS_MAX];
	size_t n_facts;
	struct flags flags;		/* pre-flight */
	struct arm arms[EXPERIMENT_ARMS_MAX];
	size_t n_arms;
	struct run *runs;		/* those made, in the order of time */
	size_t n_runs;
	size_t n_planned;
	struct comparison *comparisons;	/* the primary ones first */
	size_t n_comparisons;
	struct peer peers[EXPERIMENT_PEERS_MAX];
	size_t n_peers;
};

/* All runs' wake-ups of an arm together; false if there are none. */
bool experiment_histogram(const struct experiment *experiment, size_t arm,
			  struct histogram *sum);

/* Add a flag; name and detail are cut where they don't fit. */
void flags_add(struct flags *flags, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
bool flags_have(const struct flags *flags, const char *name);
/* Set a fact (or change it). */
void experiment_fact(struct experiment *experiment, const char *name,
		     const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Its value, or NULL. */
const char *experiment_find_fact(const struct experiment *experiment,
				 const char *name);
void experiment_free(struct experiment *experiment);

#endif
