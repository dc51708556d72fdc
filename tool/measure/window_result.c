/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../tool.h"
#include "window_result.h"

#define NS_PER_S 1000000000
/* Clocks are steered by up to 500 ppm; a jump is more than that. */
#define CLOCK_STEERING 0.0005
#define CLOCK_JUMP_NS 10000000.0
#define FREQUENCY_CHANGE 0.05

static void collect_load(const struct window_state *state, struct run *run)
{
	struct histogram *sum = memory_get(sizeof(*sum));

	memset(sum, 0, sizeof(*sum));
	for (size_t i = 0; i < SHARED_WORKERS_MAX; i++) {
		const struct worker *worker = &state->shared->workers[i];

		if (worker->operations > 0) {
			run->delivery.workers++;
			histogram_merge(sum, &worker->time);
		}
	}
	run->delivery.operations = sum->count;
	if (sum->count > 0) {
		run->value[METRIC_LOAD_RATE] =
			(double)sum->count / state->seconds;
		run->value[METRIC_LOAD_P50] =
			(double)histogram_quantile_ns(sum, 0.5);
		run->value[METRIC_LOAD_P99] =
			(double)histogram_quantile_ns(sum, 0.99);
		run->value[METRIC_LOAD_MEAN] =
			(double)sum->sum_ns / (double)sum->count;
	}
	free(sum);
}

static void set_quantile(struct run *run, enum metric metric,
			 const struct histogram *histogram, double q)
{
	if (histogram_has_quantile(histogram, q)) {
		run->value[metric] =
			(double)histogram_quantile_ns(histogram, q);
	}
}

/* Where VMs are the load, its operations are VMs. */
static void collect_vms(const struct window *window, struct run *run)
{
	if (window->n_loads == 1 && window->loads[0].load == &workload_vm) {
		run->value[METRIC_VM_TIME] = run->value[METRIC_LOAD_MEAN];
	}
}

/* The load mappings has three workers on each CPU, in this order. */
static void collect_mappings(const struct window *window,
			     const struct window_state *state, struct run *run)
{
	static const enum metric metrics[] = {
		METRIC_MMAP_P50, METRIC_FAULT_P50, METRIC_STRESS_P50,
	};
	struct histogram *sum = memory_get(sizeof(*sum));

	for (size_t kind = 0; kind < 3 &&
	     workload_is_mappings(window->loads, window->n_loads); kind++) {
		memset(sum, 0, sizeof(*sum));
		for (size_t i = kind; i < SHARED_WORKERS_MAX; i += 3) {
			if (state->shared->workers[i].operations > 0) {
				histogram_merge(
					sum, &state->shared->workers[i].time);
			}
		}
		set_quantile(run, metrics[kind], sum, 0.5);
		set_quantile(run, metrics[kind] + 1, sum, 0.99);
	}
	free(sum);
}

static void collect_wakeup(const struct histogram *latency, struct run *run)
{
	if (latency->count == 0) {
		flags_add(&run->flags, "no-samples", "the probe did not run");
		return;
	}
	set_quantile(run, METRIC_WAKEUP_P50, latency, 0.5);
	set_quantile(run, METRIC_WAKEUP_P99, latency, 0.99);
	set_quantile(run, METRIC_WAKEUP_P999, latency, 0.999);
	set_quantile(run, METRIC_WAKEUP_P9999, latency, 0.9999);
	run->value[METRIC_WAKEUP_MEAN] =
		(double)latency->sum_ns / (double)latency->count;
	run->value[METRIC_WAKEUP_MAX] = (double)latency->max_ns;
	run->wakeup = memory_get(sizeof(*run->wakeup));
	*run->wakeup = *latency;
}

static void collect_gap(const struct probe_result *result, struct run *run)
{
	if (result->measured_ns == 0) {
		flags_add(&run->flags, "no-samples", "the probe did not run");
		return;
	}
	/* A metric of 0 has no logarithm: no gap counts as 1 ns. */
	run->value[METRIC_GAP_LOST] =
		fmax(1, (double)result->lost_ns * NS_PER_S /
		     (double)result->measured_ns);
	run->value[METRIC_GAP_MAX] = fmax(1, (double)result->latency.max_ns);
}

static void flag_probe(const struct window *window,
		       const struct probe_result *result, struct run *run)
{
	if (window->probe.kind == SAMPLER_WAKEUP && result->fifo == 0) {
		flags_add(&run->flags, "no-fifo", "the probe was an ordinary "
			  "thread: root, CAP_SYS_NICE or RLIMIT_RTPRIO is "
			  "wanted");
	}
	if (result->locked == 0) {
		flags_add(&run->flags, "not-locked", "the probe's memory was "
			  "not locked (RLIMIT_MEMLOCK)");
	}
	if (result->faults > 0) {
		flags_add(&run->flags, "probe-faults", "%" PRIu64
			  " page faults of the probe", result->faults);
	}
	if (result->switches > 0 && window->probe.kind == SAMPLER_WAKEUP) {
		flags_add(&run->flags, "probe-preempted", "%" PRIu64
			  " times by another thread", result->switches);
	}
	if (result->late > 0) {
		flags_add(&run->flags, "late-wakeups", "%" PRIu64 " times "
			  "passed while the probe was late for another: "
			  "there are %" PRIu64 " wake-ups", result->late,
			  result->latency.count);
	}
	if (result->done == 0) {
		flags_add(&run->flags, "probe-lost", "it did not see the end: "
			  "what kept it is in no figure");
	} else if (result->cpu != window->probe.cpu) {
		flags_add(&run->flags, "probe-moved", "it ended on CPU %"
			  PRId64, result->cpu);
	}
}

static void flag_load(const struct window *window,
		      const struct window_state *state, struct run *run)
{
	const struct shared *shared = state->shared;

	run->delivery.moved = state->outside;
	if (state->outside > 0) {
		flags_add(&run->flags, "load-moved", "%" PRIu64 " of %" PRIu64
			  " looks at a thread found it on a CPU not asked for",
			  state->outside, state->seen);
	}
	if (shared->failed != 0) {
		flags_add(&run->flags, "load-failed", "%s: %ld", shared->reason,
			  shared->number);
	} else if (state->bad > 0) {
		flags_add(&run->flags, "load-failed", "%zu processes did not "
			  "end well", state->bad);
	}
	for (size_t i = 0; i < window->n_loads; i++) {
		if (window->loads[i].load->count > 0 &&
		    run->delivery.operations == 0) {
			flags_add(&run->flags, "load-idle",
				  "no operation ended in the window");
			break;
		}
	}
}

/* COUNTERS_NONE as well where it went back: its CPU or its device is gone. */
static uint64_t delta(uint64_t after, uint64_t before)
{
	return after == COUNTERS_NONE || before == COUNTERS_NONE ||
	       after < before ? COUNTERS_NONE : after - before;
}

static bool went_back(uint64_t after, uint64_t before)
{
	return before != COUNTERS_NONE &&
	       (after == COUNTERS_NONE || after < before);
}

static void flag_count(struct run *run, const char *name, uint64_t count,
		       const char *what)
{
	if (count != COUNTERS_NONE && count > 0) {
		flags_add(&run->flags, name, "%" PRIu64 " %s", count, what);
	}
}

static void flag_machine(const struct window_state *state, struct run *run)
{
	const struct counters *a = &state->before;
	const struct counters *b = &state->after;
	double jump_ns = fabs((double)(b->clock_offset_ns -
				       a->clock_offset_ns));

	flag_count(run, "steal", delta(b->steal_ticks, a->steal_ticks),
		   "ticks were the hypervisor's");
	flag_count(run, "throttled", delta(b->throttled, a->throttled),
		   "thermal events");
	flag_count(run, "kernel-log",
		   delta(b->kernel_messages, a->kernel_messages),
		   "new messages of the kernel");
	flag_count(run, "device-interrupts",
		   delta(b->device_interrupts, a->device_interrupts),
		   "interrupts of devices on the probe's CPU");
	if (went_back(b->tlb_ipis, a->tlb_ipis) ||
	    went_back(b->function_ipis, a->function_ipis) ||
	    went_back(b->reschedule_ipis, a->reschedule_ipis) ||
	    went_back(b->device_interrupts, a->device_interrupts)) {
		flags_add(&run->flags, "counters-back", "counts of interrupts "
			  "became smaller: a CPU or a device went away");
	}
	if (jump_ns > CLOCK_JUMP_NS +
		      CLOCK_STEERING * state->seconds * NS_PER_S) {
		flags_add(&run->flags, "clock-jump", "real time moved by "
			  "%.0f ms against monotonic time", jump_ns / 1e6);
	}
	if (a->frequency_khz > 0 &&
	    fabs((double)b->frequency_khz / (double)a->frequency_khz - 1) >
		    FREQUENCY_CHANGE) {
		flags_add(&run->flags, "frequency", "from %" PRIu64 " to %"
			  PRIu64 " kHz", a->frequency_khz, b->frequency_khz);
	}
}

void window_collect(const struct window *window,
		    const struct window_state *state, struct run *run)
{
	const struct probe_result *probe = &state->shared->probe;
	const struct counters *a = &state->before;
	const struct counters *b = &state->after;

	for (size_t i = 0; i < METRIC_COUNT; i++) {
		run->value[i] = NAN;
	}
	run->seconds = state->seconds;
	collect_load(state, run);
	collect_vms(window, run);
	collect_mappings(window, state, run);
	run->delivery.tlb_ipis = delta(b->tlb_ipis, a->tlb_ipis);
	run->delivery.function_ipis = delta(b->function_ipis,
					    a->function_ipis);
	run->delivery.reschedule_ipis = delta(b->reschedule_ipis,
					      a->reschedule_ipis);
	flag_load(window, state, run);
	if (window->probe.kind == SAMPLER_WAKEUP) {
		collect_wakeup(&probe->latency, run);
	} else if (window->probe.kind == SAMPLER_GAP) {
		collect_gap(probe, run);
	}
	if (window->probe.kind != SAMPLER_LOAD) {
		flag_probe(window, probe, run);
	}
	flag_machine(state, run);
}
