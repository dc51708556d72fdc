// SPDX-License-Identifier: BSD-2-Clause
/*
 * From the order of runs to verdicts: whole experiments whose truth is known.
 */
#include "unit.h"

#include "../../tool/live/machine.h"
#include "../../tool/measure/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct experiment experiment;
static struct plan plan;
static uint64_t noise = 5;

static void reset(size_t arms, size_t blocks)
{
	experiment_free(&experiment);
	plan_free(&plan);
	memset(&experiment, 0, sizeof(experiment));
	memset(&plan, 0, sizeof(plan));
	experiment.n_arms = arms;
	experiment.blocks = blocks;
	experiment.seed = 7;
	experiment.margin = 0.05;
	plan.window.probe.kind = SAMPLER_GAP;
}

static double width = 0.01;

/* 1 +- width. */
static double jitter(void)
{
	return 1 + ((double)(stats_random(&noise) >> 40) / (1 << 24) - 0.5) *
			   2 * width;
}

/* Which metrics the runs have, each with the same effect. */
static const enum metric one_metric[] = { METRIC_GAP_LOST };
static const enum metric *metrics = one_metric;
static size_t n_metrics = 1;

/* Runs in the planned order; arms are factor[arm] of the baseline. */
static void make(const double *factor, double drift)
{
	assert_int_equal(plan_order(&plan, &experiment), 0);
	experiment.n_planned = plan.n_runs;
	experiment.runs = calloc(plan.n_runs, sizeof(*experiment.runs));
	for (size_t i = 0; i < plan.n_runs; i++) {
		struct run *run = &experiment.runs[i];

		*run = (struct run){ .number = i, .block = plan.runs[i].block,
			.pair = plan.runs[i].pair, .arm = plan.runs[i].arm };
		for (size_t j = 0; j < METRIC_COUNT; j++) {
			run->value[j] = NAN;
		}
		for (size_t j = 0; j < n_metrics; j++) {
			run->value[metrics[j]] = 1000 * factor[run->arm] *
				jitter() * (1 + drift * (double)i);
		}
	}
	experiment.n_runs = plan.n_runs;
	judge(&experiment, &plan);
}

static void verdicts(void **state)
{
	static const double factor[] = { 1, 1, 1.2, 0.8 };

	(void)state;
	reset(4, 8);
	make(factor, 0);
	assert_int_equal(experiment.n_comparisons, 3);
	assert_int_equal(experiment.comparisons[0].result.verdict,
			 STATS_NO_DIFFERENCE);
	assert_int_equal(experiment.comparisons[1].result.verdict,
			 STATS_WORSE);
	assert_int_equal(experiment.comparisons[2].result.verdict,
			 STATS_BETTER);
	for (size_t i = 0; i < 3; i++) {
		assert_true(experiment.comparisons[i].primary);
		assert_int_equal(experiment.comparisons[i].pair, i);
		assert_int_equal(experiment.comparisons[i].result.blocks, 8);
	}
	assert_int_equal(experiment.flags.count, 0);
}

/* A drift of 1 % a run is no effect. */
static void drift(void **state)
{
	static const double factor[] = { 1, 1 };

	(void)state;
	reset(2, 8);
	make(factor, 0.01);
	assert_int_equal(experiment.comparisons[0].result.verdict,
			 STATS_NO_DIFFERENCE);
}

/* What an interrupted experiment has of its last block does not count. */
static void incomplete(void **state)
{
	static const double factor[] = { 1, 1.2 };

	(void)state;
	reset(2, 8);
	make(factor, 0);
	experiment.n_runs -= 2;
	experiment.n_comparisons = 0;
	judge(&experiment, &plan);
	assert_int_equal(experiment.comparisons[0].result.blocks, 7);
	assert_true(flags_have(&experiment.flags, "incomplete"));
}

static void one_way(void **state)
{
	static const double factor[] = { 1, 1.5 };

	(void)state;
	reset(2, 8);
	experiment.design = DESIGN_ONE_WAY;
	make(factor, 0);
	for (size_t i = 0; i < plan.n_runs; i++) {
		assert_int_equal(plan.runs[i].arm, i >= plan.n_runs / 2);
	}
	assert_int_equal(experiment.comparisons[0].result.verdict,
			 STATS_NO_VERDICT);
	assert_true(flags_have(&experiment.flags, "one-way"));
}

/* Each block has two runs of each arm, as ABBA or BAAB; both occur. */
static void order(void **state)
{
	size_t abba = 0;

	(void)state;
	reset(3, 32);
	assert_int_equal(plan_order(&plan, &experiment), 0);
	assert_int_equal(plan.n_runs, 2 * 32 * 4);
	for (size_t i = 0; i < plan.n_runs; i += 4) {
		const struct planned_run *run = &plan.runs[i];

		assert_int_equal(run[0].arm, run[3].arm);
		assert_int_equal(run[1].arm, run[2].arm);
		assert_true(run[0].arm != run[1].arm);
		assert_int_equal(run[0].arm + run[1].arm, run[0].pair + 1);
		for (size_t j = 1; j < 4; j++) {
			assert_int_equal(run[j].pair, run[0].pair);
			assert_int_equal(run[j].block, run[0].block);
		}
		abba += run[0].arm == 0;
	}
	assert_in_range(abba, 16, 48);
}

/* What the wake-up probe has of a load: two are declared. */
static const enum metric all_metrics[] = {
	METRIC_WAKEUP_P50, METRIC_WAKEUP_P99, METRIC_WAKEUP_P999,
	METRIC_WAKEUP_P9999, METRIC_WAKEUP_MEAN, METRIC_WAKEUP_MAX,
	METRIC_LOAD_RATE, METRIC_LOAD_P50, METRIC_LOAD_P99, METRIC_LOAD_MEAN,
};

static void reset_all(size_t blocks)
{
	reset(2, blocks);
	plan.window.probe.kind = SAMPLER_WAKEUP;
	plan.window.n_loads = 1;
	metrics = all_metrics;
	n_metrics = COUNT(all_metrics);
}

static void reset_one(void)
{
	reset(2, 8);
	metrics = one_metric;
	n_metrics = 1;
	width = 0.01;
}

/* Of the one comparison of this metric. */
static const struct comparison *find(enum metric metric)
{
	for (size_t i = 0; i < experiment.n_comparisons; i++) {
		if (experiment.comparisons[i].metric == metric) {
			return &experiment.comparisons[i];
		}
	}
	fail_msg("no comparison of %s", metric_kinds[metric].name);
	return NULL;
}

/*
 * The blocks that are the default suffice for what was declared, however much
 * else is measured; and the smallest effect is of the same family.
 */
static void families(void **state)
{
	static const double factor[] = { 1, 1.2 };
	const struct comparison *one;

	(void)state;
	reset_all(8);
	make(factor, 0);
	assert_int_equal(experiment.n_comparisons, COUNT(all_metrics));
	assert_int_equal(experiment.flags.count, 0);
	one = find(METRIC_WAKEUP_P999);
	assert_true(one->primary);
	assert_int_equal(one->options.family, 2);
	assert_int_equal(one->result.verdict, STATS_WORSE);
	assert_true(one->result.smallest_effect < 0.1);
	/* Eight others in eight blocks: 8 * 2/256 is more than 5 %. */
	one = find(METRIC_WAKEUP_P50);
	assert_false(one->primary);
	assert_int_equal(one->options.family, 8);
	assert_int_equal(one->result.verdict, STATS_INCONCLUSIVE);
	assert_true(isinf(one->result.smallest_effect));
	reset_all(12);
	make(factor, 0);
	assert_int_equal(find(METRIC_WAKEUP_P50)->result.verdict, STATS_WORSE);
	reset_one();
}

/* No others without all that was declared. */
static void gate(void **state)
{
	static const double factor[] = { 1, 1.2 };

	(void)state;
	reset_all(12);
	make(factor, 0);
	experiment.n_comparisons = 0;
	for (size_t i = 0; i < experiment.n_runs; i++) {
		experiment.runs[i].value[METRIC_LOAD_RATE] = 1000 * jitter();
	}
	judge(&experiment, &plan);
	assert_int_equal(find(METRIC_WAKEUP_P999)->result.verdict, STATS_WORSE);
	assert_int_equal(find(METRIC_WAKEUP_P50)->result.verdict,
			 STATS_INCONCLUSIVE);
	assert_true(find(METRIC_WAKEUP_P50)->result.p_holm >=
		    find(METRIC_LOAD_RATE)->result.p_holm);
	reset_one();
}

/* A run without a value: what is left is a choice, and is no verdict. */
static void missing_values(void **state)
{
	static const double bad[] = { NAN, INFINITY, 0, -1 };
	static const double factor[] = { 1, 1.2 };

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		reset(2, 8);
		make(factor, 0);
		experiment.n_comparisons = 0;
		experiment.runs[5].value[METRIC_GAP_LOST] = bad[i];
		judge(&experiment, &plan);
		assert_int_equal(experiment.n_comparisons, 1);
		assert_int_equal(experiment.comparisons[0].result.blocks, 7);
		assert_int_equal(experiment.comparisons[0].result.verdict,
				 STATS_NO_VERDICT);
		assert_true(flags_have(&experiment.flags, "missing-values"));
	}
	reset(2, 8);
	n_metrics = 0;
	make(factor, 0);
	assert_int_equal(experiment.n_comparisons, 0);
	assert_true(flags_have(&experiment.flags, "missing-values"));
	reset_one();
}

static void too_few_blocks(void **state)
{
	static const double factor[] = { 1, 1, 1 };

	(void)state;
	/* Two comparisons: 2 * 2/64 is more than 5 %, 2 * 2/128 is not. */
	reset(3, 6);
	make(factor, 0);
	assert_true(flags_have(&experiment.flags, "too-few-blocks"));
	reset(3, 7);
	make(factor, 0);
	assert_false(flags_have(&experiment.flags, "too-few-blocks"));
	reset(3, 6);
	experiment.quick = true;
	make(factor, 0);
	assert_false(flags_have(&experiment.flags, "too-few-blocks"));
	assert_true(experiment.comparisons[0].result.screening);
	reset_one();
}

/* 1: some verdict of a difference; of any metric, or of this one. */
static bool has_verdict(enum metric metric)
{
	for (size_t i = 0; i < experiment.n_comparisons; i++) {
		const struct comparison *one = &experiment.comparisons[i];

		if ((metric == METRIC_COUNT || one->metric == metric) &&
		    (one->result.verdict == STATS_WORSE ||
		     one->result.verdict == STATS_BETTER)) {
			return true;
		}
	}
	return false;
}

#define SIMULATIONS 400u

static unsigned simulate(size_t blocks, double effect, enum metric metric)
{
	const double factor[] = { 1, effect };
	unsigned n = 0;

	for (unsigned i = 0; i < SIMULATIONS; i++) {
		reset_all(blocks);
		/* A standard deviation of 3 %. */
		width = 0.03 * sqrt(3);
		experiment.seed = i;
		experiment.margin = 0;
		make(factor, 0);
		n += has_verdict(metric);
	}
	reset_one();
	return n;
}

/* Whole experiments without an effect, with the default blocks and more. */
static void false_verdicts(void **state)
{
	unsigned n = simulate(8, 1, METRIC_COUNT);
	unsigned more = simulate(14, 1, METRIC_COUNT);

	(void)state;
	diag("%u and %u false of %u", n, more, SIMULATIONS);
	assert_in_range(n, 1, SIMULATIONS / 20);
	assert_in_range(more, 1, SIMULATIONS / 20);
}

static void power(void **state)
{
	unsigned n = simulate(8, 1.1, METRIC_WAKEUP_P999);

	(void)state;
	diag("10 %%: found in %u of %u", n, SIMULATIONS);
	assert_true(n >= SIMULATIONS * 8 / 10);
}

/* Reference runs that have no value say nothing. */
static void wash_out_unknown(void **state)
{
	static const double factor[] = { 1, 1.5 };

	(void)state;
	reset(2, 8);
	make(factor, 0);
	experiment.n_comparisons = 0;
	for (size_t i = 0; i < PLAN_REFERENCE_RUNS; i++) {
		struct run *run = &experiment.runs[i];

		run->block = experiment.blocks;
		run->arm = 0;
		run->value[METRIC_GAP_LOST] = NAN;
	}
	judge(&experiment, &plan);
	assert_false(flags_have(&experiment.flags, "not-washed-out"));
	assert_true(flags_have(&experiment.flags, "wash-out-unknown"));
	assert_int_equal(experiment.comparisons[0].result.verdict, STATS_WORSE);
	reset_one();
}

/* Where arms last, a baseline that does not come back refuses all verdicts. */
static void not_washed_out(void **state)
{
	static const double factor[] = { 1, 1.5 };

	(void)state;
	reset(2, 8);
	make(factor, 0);
	/* As if four reference runs, half as long, had come first. */
	for (size_t i = 0; i < PLAN_REFERENCE_RUNS; i++) {
		struct run *run = &experiment.runs[i];

		run->block = experiment.blocks;
		run->arm = 0;
		run->pair = 0;
		run->value[METRIC_GAP_LOST] = 500;
	}
	experiment.n_comparisons = 0;
	judge(&experiment, &plan);
	assert_true(flags_have(&experiment.flags, "not-washed-out"));
	assert_int_equal(experiment.comparisons[0].result.verdict,
			 STATS_NO_VERDICT);
	reset(2, 8);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(verdicts),
	cmocka_unit_test(drift),
	cmocka_unit_test(incomplete),
	cmocka_unit_test(one_way),
	cmocka_unit_test(order),
	cmocka_unit_test(not_washed_out),
	cmocka_unit_test(wash_out_unknown),
	cmocka_unit_test(families),
	cmocka_unit_test(gate),
	cmocka_unit_test(missing_values),
	cmocka_unit_test(too_few_blocks),
	cmocka_unit_test(false_verdicts),
	cmocka_unit_test(power),
};

int main(void)
{
	return run_tap(tests);
}
