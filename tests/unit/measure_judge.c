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

/* 1 +- 1 %. */
static double jitter(void)
{
	return 1 + ((double)(stats_random(&noise) >> 40) / (1 << 24) - 0.5) /
			   50;
}

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
		run->value[METRIC_GAP_LOST] = 1000 * factor[run->arm] *
			jitter() * (1 + drift * (double)i);
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
};

int main(void)
{
	return run_tap(tests);
}
