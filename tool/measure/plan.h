/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the user asked for, and the order of runs that follows from it.
 */
#ifndef MEASURE_PLAN_H
#define MEASURE_PLAN_H

#include "action.h"
#include "experiment.h"
#include "window.h"

/* How what an arm leaves behind is removed before the next baseline run. */
enum wash_out {
	WASH_OUT_NONE,
	WASH_OUT_ROLLOVER,		/* use up all VMIDs */
	WASH_OUT_COMMAND,
	WASH_OUT_REBOOT,
	WASH_OUT_IMPOSSIBLE,		/* baseline first, then the arm */
};

/* Runs of the baseline before anything else, where arms last. */
#define PLAN_REFERENCE_RUNS 4u

struct planned_run {
	size_t block;
	size_t pair;
	size_t arm;
};

struct plan {
	struct window window;
	struct workload loads[WORKLOADS_MAX];
	struct actions arms[EXPERIMENT_ARMS_MAX];
	int guest_cpu;
	enum wash_out wash_out;
	unsigned vmid_bits;
	char command[ACTION_TEXT_MAX];	/* of WASH_OUT_COMMAND */
	struct planned_run *runs;
	size_t n_runs;
};

/*
 * The order, from experiment's seed, blocks, design and arms.  Blocks of the
 * pairs alternate, in an order of their own within each round.  Where arms
 * last, PLAN_REFERENCE_RUNS baseline runs come first, in block number
 * experiment->blocks of pair 0.  0, or -1 with a message.
 */
int plan_order(struct plan *plan, const struct experiment *experiment);
void plan_free(struct plan *plan);

#endif
