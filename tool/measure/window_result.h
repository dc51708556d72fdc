/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From what processes and kernel left behind to the numbers of a run.
 */
#ifndef MEASURE_WINDOW_RESULT_H
#define MEASURE_WINDOW_RESULT_H

#include "counters.h"
#include "window.h"

struct window_state {
	struct shared *shared;
	struct workload_processes processes;
	struct counters before;
	struct counters after;
	double seconds;			/* that the window took */
	uint64_t seen;			/* threads of the loads, looked at */
	uint64_t outside;		/* of them, on a CPU not asked for */
	size_t bad;			/* load processes that failed */
};

void window_collect(const struct window *window,
		    const struct window_state *state, struct run *run);

#endif
