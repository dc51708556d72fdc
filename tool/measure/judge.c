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
	size_t blocks;			/* with all their values */
	size_t without;			/* made, but a run has no value */
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

enum block { BLOCK_TAKEN, BLOCK_NOT_MADE, BLOCK_WITHOUT };

/* Both arms' values of one block, if all of it was made. */
static enum block take_block(const struct experiment *experiment, size_t pair,
			     size_t block, enum metric metric,
			     struct samples *samples)
{
	size_t n[2] = { 0, 0 };
	bool good = true;

	for (size_t i = 0; i < experiment->n_runs; i++) {
		const struct run *run = &experiment->runs[i];
		double value = run->value[metric];
		size_t side = run->arm != 0;
		double *to = side ? samples->b : samples->a;

		if (run->pair != pair || run->block != block) {
			continue;
		}
		if (n[side] == RUNS) {
			return BLOCK_NOT_MADE;
		}
		to[samples->blocks * RUNS + n[side]++] = value;
		good = good && value >= STATS_VALUE_MIN &&
		       value <= STATS_VALUE_MAX;
	}
	if (n[0] != RUNS || n[1] != RUNS) {
		return BLOCK_NOT_MADE;
	}
	return good ? BLOCK_TAKEN : BLOCK_WITHOUT;
}

/* Whether any block has this metric. */
static bool take_pair(const struct experiment *experiment, size_t pair,
		      enum metric metric, struct samples *samples)
{
	samples->blocks = 0;
	samples->without = 0;
	for (size_t block = 0; block < experiment->blocks; block++) {
		enum block found = take_block(experiment, pair, block, metric,
					      samples);

		samples->blocks += found == BLOCK_TAKEN;
		samples->without += found == BLOCK_WITHOUT;
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
		    size_t pair, enum metric metric, size_t family,
		    struct samples *samples, struct stats_work *work)
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
			.family = family,
		},
	};
	struct stats_data data = {
		.a = samples->a, .b = samples->b, .blocks = samples->blocks,
		.runs = RUNS,
	};

	if (stats_analyse(&data, &comparison.options, work,
			  &comparison.result) == 0) {
		*add(experiment) = comparison;
	}
}

/* All that were declared, or all the others: a family each. */
enum which { DECLARED, OTHERS };

static bool is_of(const struct plan *plan, enum metric metric, enum which which)
{
	return judge_is_primary(plan, metric) == (which == DECLARED);
}

static size_t count_family(const struct experiment *experiment,
			   const struct plan *plan, enum which which,
			   struct samples *samples)
{
	size_t n = 0;

	for (size_t pair = 0; pair + 1 < experiment->n_arms; pair++) {
		for (size_t i = 0; i < METRIC_COUNT; i++) {
			n += is_of(plan, (enum metric)i, which) &&
			     take_pair(experiment, pair, (enum metric)i,
				       samples);
		}
	}
	return n;
}

static void compare_all(struct experiment *experiment, const struct plan *plan,
			enum which which, struct samples *samples,
			struct stats_work *work)
{
	size_t family = count_family(experiment, plan, which, samples);

	for (size_t pair = 0; pair + 1 < experiment->n_arms; pair++) {
		for (size_t i = 0; i < METRIC_COUNT; i++) {
			enum metric metric = (enum metric)i;

			if (is_of(plan, metric, which) &&
			    take_pair(experiment, pair, metric, samples)) {
				compare(experiment, plan, pair, metric, family,
					samples, work);
			}
		}
	}
}

_Static_assert((EXPERIMENT_ARMS_MAX - 1) * METRIC_COUNT <= STATS_FAMILY_MAX,
	       "all comparisons together are one family at most");

/* Comparisons from first on, n of them. */
static void judge_family(struct experiment *experiment, size_t first, size_t n)
{
	struct comparison *list = experiment->comparisons;
	struct stats_result results[STATS_FAMILY_MAX];
	struct stats_options options[STATS_FAMILY_MAX];

	for (size_t i = 0; i < n; i++) {
		results[i] = list[first + i].result;
		options[i] = list[first + i].options;
	}
	if (n > 0 && stats_judge_family(results, options, n) < 0) {
		/* Without the correction there is none. */
		for (size_t i = 0; i < n; i++) {
			results[i].verdict = STATS_NO_VERDICT;
		}
	}
	for (size_t i = 0; i < n; i++) {
		list[first + i].result = results[i];
	}
}

/*
 * What was not declared is asked only where all that was declared has its
 * answer: so both families together make no more than 5 % false verdicts.
 */
static void close_gate(struct experiment *experiment, size_t declared)
{
	double gate = declared > 0 ? 0 : 1;

	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		struct stats_result *result =
			&experiment->comparisons[i].result;

		if (i < declared) {
			gate = fmax(gate, result->p_holm);
			continue;
		}
		result->p_holm = fmax(result->p_holm, gate);
		if (gate > STATS_ALPHA && (result->verdict == STATS_WORSE ||
					   result->verdict == STATS_BETTER)) {
			result->verdict = STATS_INCONCLUSIVE;
		}
	}
}

/* Blocks that have a metric are a choice of blocks, if others have it not. */
static void refuse_chosen(struct experiment *experiment,
			  struct samples *samples)
{
	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		struct comparison *one = &experiment->comparisons[i];

		take_pair(experiment, one->pair, one->metric, samples);
		if (samples->without > 0) {
			flags_add(&experiment->flags, "missing-values",
				  "%s, arm %zu: no verdict, since %zu of %zu "
				  "blocks lack it", metric_kinds[one->metric].name,
				  one->pair + 1, samples->without,
				  samples->without + samples->blocks);
			one->result.verdict = STATS_NO_VERDICT;
		}
	}
}

/* What was declared and can't be compared at all. */
static void flag_missing(struct experiment *experiment, const struct plan *plan,
			 struct samples *samples)
{
	for (size_t pair = 0; pair + 1 < experiment->n_arms; pair++) {
		for (size_t i = 0; i < METRIC_COUNT; i++) {
			if (is_of(plan, (enum metric)i, DECLARED) &&
			    !take_pair(experiment, pair, (enum metric)i,
				       samples) && samples->without > 0) {
				flags_add(&experiment->flags, "missing-values",
					  "%s, arm %zu: no block has it "
					  "(longer runs have more samples)",
					  metric_kinds[i].name, pair + 1);
			}
		}
	}
}

/* The smallest p of so many blocks is 2 / 2^blocks; Holm's is n times that. */
static void flag_design(struct experiment *experiment, size_t declared)
{
	size_t wanted = 1;

	while (declared > 0 && (double)declared * ldexp(2, -(int)wanted) >
				       STATS_ALPHA) {
		wanted++;
	}
	if (!experiment->quick && experiment->blocks < wanted) {
		flags_add(&experiment->flags, "too-few-blocks", "%zu blocks "
			  "can't make any of %zu declared comparisons worse or "
			  "better: --blocks %zu or more is wanted",
			  experiment->blocks, declared, wanted);
	}
}

static void refuse(struct experiment *experiment, const char *flag,
		   const char *why)
{
	flags_add(&experiment->flags, flag, "%s: no verdict", why);
	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		experiment->comparisons[i].result.verdict = STATS_NO_VERDICT;
	}
}

/*
 * The reference runs, and the last baseline runs, in one metric; 0 unless all
 * have it.
 */
static size_t take_ends(const struct experiment *experiment,
			enum metric metric, struct samples *samples)
{
	size_t n = 0;
	size_t late = 0;
	bool good = true;

	for (size_t i = 0; i < experiment->n_runs; i++) {
		double value = experiment->runs[i].value[metric];

		if (experiment->runs[i].block == experiment->blocks &&
		    n < PLAN_REFERENCE_RUNS) {
			samples->a[n++] = value;
			good = good && isfinite(value);
		}
	}
	for (size_t i = experiment->n_runs; i > 0 && late < n; i--) {
		const struct run *run = &experiment->runs[i - 1];

		if (run->arm == 0 && run->block != experiment->blocks) {
			samples->b[late++] = run->value[metric];
			good = good && isfinite(run->value[metric]);
		}
	}
	return late == n && good ? n : 0;
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

static bool has_reference(const struct experiment *experiment)
{
	return experiment->n_runs > 0 &&
	       experiment->runs[0].block == experiment->blocks;
}

static void check_wash_out(struct experiment *experiment,
			   const struct plan *plan, struct samples *samples)
{
	for (size_t i = 0; has_reference(experiment) && i < METRIC_COUNT; i++) {
		enum metric metric = (enum metric)i;
		size_t n;

		if (!judge_is_primary(plan, metric)) {
			continue;
		}
		n = take_ends(experiment, metric, samples);
		if (n == 0) {
			flags_add(&experiment->flags, "wash-out-unknown",
				  "%s: the first and the last baseline runs "
				  "can't be compared", metric_kinds[i].name);
		} else if (are_apart(samples, n)) {
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
	size_t declared;

	compare_all(experiment, plan, DECLARED, samples, work);
	declared = experiment->n_comparisons;
	compare_all(experiment, plan, OTHERS, samples, work);
	judge_family(experiment, 0, declared);
	judge_family(experiment, declared,
		     experiment->n_comparisons - declared);
	close_gate(experiment, declared);
	refuse_chosen(experiment, samples);
	flag_missing(experiment, plan, samples);
	if (experiment->design == DESIGN_ONE_WAY) {
		refuse(experiment, "one-way", "all baseline runs came first, "
		       "so drift is not excluded");
	} else {
		flag_design(experiment, declared);
	}
	check_wash_out(experiment, plan, samples);
	if (experiment->n_runs < experiment->n_planned) {
		flags_add(&experiment->flags, "incomplete", "%zu of %zu runs",
			  experiment->n_runs, experiment->n_planned);
	}
	free(samples);
	free(work);
}
