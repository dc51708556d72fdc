/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * docs/costs-format.md says what the figures are.  What an experiment can't
 * tell is null: a bystander's cost wants an arm without the load, in blocks
 * with an arm that has it, and a probe that measures it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../live/json.h"
#include "../tool.h"
#include "report.h"
#include "report_parts.h"
#include "show.h"

#define NO_LOAD "load=none"
/* Not the experiment's: the same file for the same runs, whatever its seed. */
#define INTERVAL_SEED 1

/* One figure with its 95 % interval; all NAN: not known. */
struct cost {
	double value;
	double low, high;
	size_t count;			/* values that it is the median of */
};

/* The runs of a block of two arms, as the mean of a quantity of each. */
struct block {
	double loaded, idle;
	size_t n_loaded, n_idle;
};

/* Of a run: NAN if it does not have it. */
typedef double quantity_fn(const struct run *run);

static double wakeup_mean(const struct run *run)
{
	return run->value[METRIC_WAKEUP_MEAN];
}

static double gap_lost(const struct run *run)
{
	return run->value[METRIC_GAP_LOST];
}

static double load_mean(const struct run *run)
{
	return run->value[METRIC_LOAD_MEAN];
}

static double vm_time(const struct run *run)
{
	return run->value[METRIC_VM_TIME];
}

/* At most STATS_BLOCKS_MAX values, all finite. */
static struct cost make_cost(const double *values, size_t count)
{
	struct cost cost = { NAN, NAN, NAN, count };
	struct stats_work *work;

	if (count == 0) {
		return cost;
	}
	work = memory_get(sizeof(*work));
	memcpy(work->sorted, values, count * sizeof(*values));
	stats_sort(work->sorted, count);
	cost.value = stats_median_sorted(work->sorted, count);
	/* One value has no interval. */
	if (count > 1) {
		stats_bootstrap_median(work, count, INTERVAL_SEED, &cost.low,
				       &cost.high);
	}
	free(work);
	return cost;
}

static struct cost cost_of_runs(const struct experiment *experiment, size_t arm,
				quantity_fn *quantity)
{
	double values[STATS_BLOCKS_MAX];
	size_t count = 0;

	for (size_t i = 0; i < experiment->n_runs; i++) {
		const struct run *run = &experiment->runs[i];

		if (run->arm == arm && isfinite(quantity(run)) &&
		    count < STATS_BLOCKS_MAX) {
			values[count++] = quantity(run);
		}
	}
	return make_cost(values, count);
}

static void add_run(struct block *block, const struct run *run, size_t idle,
		    quantity_fn *quantity)
{
	if (!isfinite(quantity(run))) {
		return;
	}
	if (run->arm == idle) {
		block->idle += quantity(run);
		block->n_idle++;
	} else {
		block->loaded += quantity(run);
		block->n_loaded++;
	}
}

/* What the arm has more of than the idle one, block by block. */
static struct cost cost_of_blocks(const struct experiment *experiment,
				  size_t pair, size_t idle,
				  quantity_fn *quantity)
{
	struct block blocks[STATS_BLOCKS_MAX] = { 0 };
	double values[STATS_BLOCKS_MAX];
	size_t count = 0;

	for (size_t i = 0; i < experiment->n_runs; i++) {
		const struct run *run = &experiment->runs[i];

		if (run->pair == pair && run->block < STATS_BLOCKS_MAX) {
			add_run(&blocks[run->block], run, idle, quantity);
		}
	}
	for (size_t i = 0; i < STATS_BLOCKS_MAX; i++) {
		const struct block *block = &blocks[i];

		if (block->n_idle > 0 && block->n_loaded > 0) {
			values[count++] =
				block->loaded / (double)block->n_loaded -
				block->idle / (double)block->n_idle;
		}
	}
	return make_cost(values, count);
}

static bool is_idle(const struct experiment *experiment, size_t arm)
{
	return strcmp(experiment->arms[arm].action, NO_LOAD) == 0 ||
	       strcmp(experiment->loads, "none") == 0 ||
	       experiment->loads[0] == '\0';
}

/* The idle arm that shares blocks with arm, and their pair. */
static bool find_idle(const struct experiment *experiment, size_t arm,
		      size_t *idle, size_t *pair)
{
	size_t first = arm == 0 ? 1 : 0;
	size_t end = arm == 0 ? experiment->n_arms : 1;

	if (experiment->design != DESIGN_BLOCKS) {
		return false;
	}
	for (size_t i = first; i < end; i++) {
		if (is_idle(experiment, i)) {
			*idle = i;
			*pair = (arm == 0 ? i : arm) - 1;
			return true;
		}
	}
	return false;
}

static void divide(struct cost *cost, double by)
{
	cost->value /= by;
	cost->low /= by;
	cost->high /= by;
}

static void add_cost(struct buffer *text, const char *name,
		     const struct cost *cost)
{
	char key[32];

	snprintf(key, sizeof(key), "%s_ns", name);
	live_json_real(text, key, cost->value);
	snprintf(key, sizeof(key), "%s_low_ns", name);
	live_json_real(text, key, cost->low);
	snprintf(key, sizeof(key), "%s_high_ns", name);
	live_json_real(text, key, cost->high);
}

static void add_source(struct buffer *text, const struct experiment *experiment,
		       size_t count)
{
	const char *kernel = experiment_find_fact(experiment, "kernel");
	struct buffer source = { 0 };

	buffer_print(&source, "fencepost measure%s%s, %zu runs",
		     experiment->recipe[0] == '\0' ? "" : " ",
		     experiment->recipe, count);
	if (kernel != NULL) {
		buffer_print(&source, ", kernel %s", kernel);
	}
	live_json_text(text, "source", source.text);
	buffer_free(&source);
}

static void add_entry(struct buffer *text, const struct experiment *experiment,
		      size_t arm, const char *what, const struct cost *issuer)
{
	struct cost unknown = { NAN, NAN, NAN, 0 };
	struct cost bystander = unknown, wakeup = unknown;
	struct show_delivery delivery;
	size_t idle, pair;

	show_deliver(experiment, arm, &delivery);
	if (strcmp(what, "vm") != 0 &&
	    find_idle(experiment, arm, &idle, &pair)) {
		wakeup = cost_of_blocks(experiment, pair, idle, wakeup_mean);
		bystander = cost_of_blocks(experiment, pair, idle, gap_lost);
		divide(&bystander, delivery.operations_rate);
	}
	live_json_open(text, NULL, '{');
	live_json_text(text, "what", what);
	live_json_text(text, "arm", experiment->arms[arm].name);
	add_cost(text, "issuer", issuer);
	add_cost(text, "bystander", &bystander);
	add_cost(text, "wakeup", &wakeup);
	live_json_real(text, "rate", delivery.operations_rate);
	add_source(text, experiment, delivery.runs);
	live_json_close(text, '}');
}

static void add_arm(struct buffer *text, const struct experiment *experiment,
		    size_t arm)
{
	struct cost load = cost_of_runs(experiment, arm, load_mean);
	struct cost vm = cost_of_runs(experiment, arm, vm_time);

	if (!is_idle(experiment, arm)) {
		add_entry(text, experiment, arm, experiment->loads, &load);
	}
	if (vm.count > 0) {
		add_entry(text, experiment, arm, "vm", &vm);
	}
}

void report_costs(const struct experiment *experiment, struct buffer *text)
{
	live_json_open(text, NULL, '{');
	live_json_text(text, "schema", "fencepost.costs/1");
	report_json_facts(text, "machine", experiment);
	report_json_truth(text, "simulated", experiment->simulated);
	report_json_truth(text, "screening", experiment->quick);
	report_json_flags(text, &experiment->flags);
	live_json_open(text, "costs", '[');
	/* Without a run there is nothing to say. */
	for (size_t i = 0; i < experiment->n_arms; i++) {
		if (experiment->n_runs > 0) {
			add_arm(text, experiment, i);
		}
	}
	live_json_close(text, ']');
	live_json_close(text, '}');
	buffer_add(text, "\n");
}
