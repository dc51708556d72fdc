/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One run: loads and probe for a while, and what came of it.
 */
#ifndef MEASURE_WINDOW_H
#define MEASURE_WINDOW_H

#include "experiment.h"
#include "sampler.h"
#include "workload.h"

struct window {
	const struct workload *loads;
	size_t n_loads;
	cpu_set_t load_cpus;
	struct sampler probe;
	double seconds;
	double warmup_s;
	/* In each load before it begins: speculation control, say. */
	struct workload_hook hook;	/* prepare may be NULL */
};

/*
 * Fill run's values, delivery, flags and histogram.  What spoils the run is a
 * flag of it.  0, or -1 with a message: nothing could be started, or a signal
 * came; run is not to be used then, and no process is left.
 */
int window_run(const struct window *window, struct run *run);

#endif
