/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../tool.h"
#include "judge.h"

#define RUNS 2u				/* of an arm in a block */

struct samples {
	double a[STATS_BLOCKS_MAX * RUNS];
	double b[STATS_BLOCKS_MAX * RUNS];
	size_t blocks;			/* complete ones */
};

bool judge_is_primary(const struct plan *plan, enum metric metric)
{
	switch (plan->window.probe.kind) {
	case SAMPLER_WAKEUP:
		return metric == METRIC_WAKEUP_P999 ||
		       (metric == METRIC_LOAD_RATE && plan->window.n_loads > 0);
	case SAMPLER_GAP:
		return metric == METRIC_GAP_LOST;
	default:
		/* Rates of three kinds of operation together mean nothing. */
		return workload_is_mappings(plan->window.loads,
					    plan->window.n_loads) ?
			metric == METRIC_FAULT_P50 ||
			metric == METRIC_MMAP_P50 : metric == METRIC_LOAD_RATE;
	}
}

/* Both arms' values of one block.  Whether all are there and can be used. */
static bool take_block(const struct experiment *experiment, size_t pair,
		       size_t block, enum metric metric,
		       struct samples *samples)
{
	size_t n[2] = { 0, 0 };

	for (size_t i = 0; i < experiment->n_runs; i++) {
		const struct run *run = &experiment->runs[i];
		double value = run->value[metric];
		size_t side = run->arm != 0;
		double *to = side ? samples->b : samples->a;

		if (run->pair != pair || run->block != block) {
			continue;
		}
		if (!(value >= STATS_VALUE_MIN && value <= STATS_VALUE_MAX) ||
		    n[side] == RUNS) {
			return false;
		}
		to[samples->blocks * RUNS + n[side]++] = value;
	}
	return n[0] == RUNS && n[1] == RUNS;
}

/* Whether each block that was completed has this metric. */
static bool take_pair(const struct experiment *experiment, size_t pair,
		      enum metric metric, struct samples *samples)
{
	samples->blocks = 0;
	for (size_t block = 0; block < experiment->blocks; block++) {
		if (take_block(experiment, pair, block, metric, samples)) {
			samples->blocks++;
		}
	}
	return samples->blocks > 0;
}

static struct comparison *add(struct experiment *experiment)
{
	experiment->comparisons =
		memory_grow(experiment->comparisons,
			    experiment->n_comparisons,
			    sizeof(*experiment->comparisons));
	return &experiment->comparisons[experiment->n_comparisons++];
}

static void compare(struct experiment *experiment, const struct plan *plan,
		    size_t pair, enum metric metric, struct samples *samples,
		    struct stats_work *work)
{
	struct comparison comparison = {
		.pair = pair,
		.metric = metric,
		.primary = judge_is_primary(plan, metric),
		.options = {
			.seed = experiment->seed,
			.sense = metric_kinds[metric].sense,
			.mode = experiment->quick ? STATS_QUICK : STATS_FULL,
			.margin = experiment->margin,
			.family = 1,
		},
	};
	struct stats_data data = {
		.a = samples->a, .b = samples->b, .blocks = samples->blocks,
		.runs = RUNS,
	};

	if (take_pair(experiment, pair, metric, samples)) {
		data.blocks = samples->blocks;
		if (stats_analyse(&data, &comparison.options, work,
				  &comparison.result) == 0) {
			*add(experiment) = comparison;
		}
	}
}

/* All that were declared, or all the others. */
enum which { DECLARED, OTHERS };

static void compare_all(struct experiment *experiment, const struct plan *plan,
			enum which which, struct samples *samples,
			struct stats_work *work)
{
	for (size_t pair = 0; pair + 1 < experiment->n_arms; pair++) {
		for (size_t i = 0; i < METRIC_COUNT; i++) {
			enum metric metric = (enum metric)i;

			if (judge_is_primary(plan, metric) ==
			    (which == DECLARED)) {
				compare(experiment, plan, pair, metric,
					samples, work);
			}
		}
	}
}

static void judge_family(struct experiment *experiment)
{
	size_t n = experiment->n_comparisons;
	struct stats_result *results;
	struct stats_options *options;

	if (n == 0 || n > STATS_FAMILY_MAX) {
		return;
	}
	results = memory_get(n * sizeof(*results));
	options = memory_get(n * sizeof(*options));
	for (size_t i = 0; i < n; i++) {
		experiment->comparisons[i].options.family = n;
		results[i] = experiment->comparisons[i].result;
		options[i] = experiment->comparisons[i].options;
	}
	if (stats_judge_family(results, options, n) == 0) {
		for (size_t i = 0; i < n; i++) {
			experiment->comparisons[i].result = results[i];
		}
	}
	free(results);
	free(options);
}

static void refuse(struct experiment *experiment, const char *flag,
		   const char *why)
{
	flags_add(&experiment->flags, flag, "%s: no verdict", why);
	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		experiment->comparisons[i].result.verdict = STATS_NO_VERDICT;
	}
}

/* The reference runs, and the last baseline runs, in one metric. */
static size_t take_ends(const struct experiment *experiment,
			enum metric metric, struct samples *samples)
{
	size_t n = 0;
	size_t late = 0;

	for (size_t i = 0; i < experiment->n_runs; i++) {
		if (experiment->runs[i].block == experiment->blocks &&
		    n < PLAN_REFERENCE_RUNS) {
			samples->a[n++] = experiment->runs[i].value[metric];
		}
	}
	for (size_t i = experiment->n_runs; i > 0 && late < n; i--) {
		const struct run *run = &experiment->runs[i - 1];

		if (run->arm == 0 && run->block != experiment->blocks) {
			samples->b[late++] = run->value[metric];
		}
	}
	return late == n ? n : 0;
}

/*
 * Whether the ranges of the first and the last baseline runs are apart: with
 * four and four the exact two-sided p of that is 2/70 = 0.029.
 */
static bool are_apart(const struct samples *samples, size_t n)
{
	double low_a = INFINITY;
	double low_b = INFINITY;
	double high_a = -INFINITY;
	double high_b = -INFINITY;

	for (size_t i = 0; i < n; i++) {
		low_a = fmin(low_a, samples->a[i]);
		high_a = fmax(high_a, samples->a[i]);
		low_b = fmin(low_b, samples->b[i]);
		high_b = fmax(high_b, samples->b[i]);
	}
	return n == PLAN_REFERENCE_RUNS && (high_a < low_b || high_b < low_a);
}

static void check_wash_out(struct experiment *experiment,
			   const struct plan *plan, struct samples *samples)
{
	for (size_t i = 0; i < METRIC_COUNT; i++) {
		enum metric metric = (enum metric)i;

		if (judge_is_primary(plan, metric) &&
		    are_apart(samples, take_ends(experiment, metric,
						 samples))) {
			refuse(experiment, "not-washed-out", "the baseline did "
			       "not come back to what it was");
			return;
		}
	}
}

void judge(struct experiment *experiment, const struct plan *plan)
{
	struct samples *samples = memory_get(sizeof(*samples));
	struct stats_work *work = memory_get(sizeof(*work));

	compare_all(experiment, plan, DECLARED, samples, work);
	compare_all(experiment, plan, OTHERS, samples, work);
	judge_family(experiment);
	if (experiment->design == DESIGN_ONE_WAY) {
		refuse(experiment, "one-way", "all baseline runs came first, "
		       "so drift is not excluded");
	}
	check_wash_out(experiment, plan, samples);
	if (experiment->n_runs < experiment->n_planned) {
		flags_add(&experiment->flags, "incomplete", "%zu of %zu runs",
			  experiment->n_runs, experiment->n_planned);
	}
	free(samples);
	free(work);
}
