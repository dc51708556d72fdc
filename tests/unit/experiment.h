/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Experiments that nobody made, for the tests of the outputs: each name of
 * experiment_names gives one, always the same.
 */
#ifndef UNIT_EXPERIMENT_H
#define UNIT_EXPERIMENT_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../tool/measure/experiment.h"

static const char *const experiment_names[] = {
	"blocks", "many", "one-way", "single", "quick", "null", "simulated",
	"no-probe", "nan", "empty", "interrupted", "hostile", "one-run",
	"extreme", "equal", "peers", "idle", NULL,
};

static uint64_t experiment_random;

/* Not tool.h's: cmocka has a macro of a name in it. */
static void *experiment_get(size_t size)
{
	void *memory = calloc(1, size);

	if (memory == NULL) {
		abort();
	}
	return memory;
}

/* About 0, SD about 1: the sum of four uniform ones. */
static double experiment_noise(void)
{
	double sum = 0;

	for (int i = 0; i < 4; i++) {
		sum += (double)(stats_random(&experiment_random) >> 11) /
		       9007199254740992.0;
	}
	return (sum - 2) * 1.732;
}

/* A main body and a tail of a percent that is longer by the arm. */
static void experiment_wake(struct run *run, double base_ns, double tail_ns)
{
	run->wakeup = experiment_get(sizeof(*run->wakeup));
	for (int i = 0; i < 4000; i++) {
		double time_ns = base_ns * (1 + 0.08 * experiment_noise());

		if (i % 100 == 0) {
			time_ns += tail_ns * (0.2 + fabs(experiment_noise()));
		}
		histogram_add(run->wakeup,
			      time_ns > 300 ? (uint64_t)time_ns : 300);
	}
	run->value[METRIC_WAKEUP_P50] =
		(double)histogram_quantile_ns(run->wakeup, 0.5);
	run->value[METRIC_WAKEUP_P99] =
		(double)histogram_quantile_ns(run->wakeup, 0.99);
	run->value[METRIC_WAKEUP_P999] =
		(double)histogram_quantile_ns(run->wakeup, 0.999);
	run->value[METRIC_WAKEUP_MEAN] = (double)run->wakeup->sum_ns /
					 (double)run->wakeup->count;
	run->value[METRIC_WAKEUP_MAX] = (double)run->wakeup->max_ns;
}

static void experiment_fill(struct run *run, size_t arm)
{
	double slower = 1 + 0.08 * (double)arm;
	double rate = 41000 / slower * (1 + 0.01 * experiment_noise());

	for (int i = 0; i < METRIC_COUNT; i++) {
		run->value[i] = NAN;
	}
	experiment_wake(run, 11000, 14000 * slower * slower);
	run->value[METRIC_LOAD_RATE] = rate;
	run->value[METRIC_LOAD_MEAN] = 2e9 / rate;
	run->value[METRIC_LOAD_P50] = 1.9e9 / rate;
	run->value[METRIC_LOAD_P99] = 3e9 / rate;
	run->delivery = (struct delivery){
		.operations = (uint64_t)(rate * run->seconds),
		.tlb_ipis = (uint64_t)(2 * rate * run->seconds),
		.function_ipis = 812,
		.reschedule_ipis = UINT64_MAX,
		.workers = 2,
	};
}

static struct run *experiment_run(struct experiment *e, size_t pair,
				  size_t block, size_t arm)
{
	struct run *run = &e->runs[e->n_runs];

	run->number = e->n_runs++;
	run->pair = pair;
	run->block = block;
	run->arm = arm;
	run->started_s = 1790000000 + 12 * run->number;
	run->seconds = e->seconds;
	experiment_fill(run, arm);
	if (run->number % 7 == 3) {
		flags_add(&run->flags, "steal", "%zu ms stolen", run->number);
	}
	if (run->number % 11 == 5) {
		flags_add(&run->flags, "load-moved", "worker 1 on CPU 3");
		run->delivery.moved = 1;
	}
	return run;
}

static void experiment_run_pair(struct experiment *e, size_t pair)
{
	static enum stats_arm order[4 * STATS_BLOCKS_MAX];

	stats_draw_order(e->seed + pair, order, e->blocks);
	for (size_t i = 0; i < 4 * e->blocks; i++) {
		experiment_run(e, pair, i / 4,
			       order[i] == STATS_A ? 0 : pair + 1);
	}
}

static size_t experiment_values(const struct experiment *e, size_t pair,
				size_t arm, enum metric metric, double *values)
{
	size_t n = 0;

	for (size_t i = 0; i < e->n_runs; i++) {
		if (e->runs[i].pair == pair && e->runs[i].arm == arm) {
			values[n++] = e->runs[i].value[metric];
		}
	}
	return n;
}

static void experiment_compare(struct experiment *e, size_t pair,
			       enum metric metric)
{
	static struct stats_work work;
	static double a[2 * STATS_BLOCKS_MAX], b[2 * STATS_BLOCKS_MAX];
	struct comparison *one = &e->comparisons[e->n_comparisons];
	struct stats_data data = { a, b, e->blocks, 2 };

	one->pair = pair;
	one->metric = metric;
	one->primary = metric == METRIC_WAKEUP_P999 ||
		       metric == METRIC_LOAD_RATE;
	one->options = (struct stats_options){
		.seed = 18446744073709551557u,
		.sense = metric_kinds[metric].sense,
		.mode = e->quick ? STATS_QUICK : STATS_FULL,
		.margin = e->margin,
		.family = 1,
	};
	if (experiment_values(e, pair, 0, metric, a) == 2 * e->blocks &&
	    experiment_values(e, pair, pair + 1, metric, b) == 2 * e->blocks &&
	    stats_analyse(&data, &one->options, &work, &one->result) == 0) {
		e->n_comparisons++;
	}
}

static void experiment_judge(struct experiment *e)
{
	static const enum metric order[] = {
		METRIC_WAKEUP_P999, METRIC_LOAD_RATE, METRIC_WAKEUP_P50,
		METRIC_WAKEUP_P99, METRIC_WAKEUP_MAX, METRIC_LOAD_MEAN,
		METRIC_VM_TIME,
	};

	e->comparisons = experiment_get(16 * 8 * sizeof(*e->comparisons));
	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++) {
		for (size_t pair = 0; pair + 1 < e->n_arms; pair++) {
			experiment_compare(e, pair, order[i]);
		}
	}
}

static void experiment_describe(struct experiment *e, const char *recipe,
				size_t arms)
{
	static const char *const names[] = { "none", "never-run", "mmu-off",
					     "mmu-on" };
	static const char *const actions[] = {
		"", "vm --never-run --cpu 2", "vm --mmu off --cpu 2",
		"vm --mmu on --cpu 2",
	};

	snprintf(e->recipe, sizeof(e->recipe), "%s", recipe);
	snprintf(e->loads, sizeof(e->loads), "shootdown@0-1");
	snprintf(e->probe, sizeof(e->probe), "wakeup@3");
	e->n_arms = arms;
	for (size_t i = 0; i < arms; i++) {
		snprintf(e->arms[i].name, sizeof(e->arms[i].name), "%s%s",
			 names[i % 4], i < 4 ? "" : " again");
		snprintf(e->arms[i].action, sizeof(e->arms[i].action), "%s",
			 actions[i % 4]);
	}
	experiment_fact(e, "kernel", "6.12.43+deb13-arm64");
	experiment_fact(e, "arch", "aarch64");
	experiment_fact(e, "cpu", "Cortex-A53 r0p4 x 4");
	experiment_fact(e, "kvm", "nVHE");
	experiment_fact(e, "preempt", "PREEMPT_DYNAMIC, voluntary");
	flags_add(&e->flags, "governor", "CPU 3: ondemand");
	flags_add(&e->flags, "no-isolation", "CPU 3 is not in isolcpus");
}

static struct experiment *experiment_new(const char *recipe, size_t arms,
					 size_t blocks)
{
	struct experiment *e = experiment_get(sizeof(*e));

	e->seed = 18446744073709551557u;
	e->blocks = blocks;
	e->seconds = 20;
	e->warmup_s = 2;
	e->margin = 0.05;
	e->interval_ns = 997000;
	e->probe_cpu = 3;
	experiment_describe(e, recipe, arms);
	e->n_planned = 4 * blocks * (arms - 1);
	e->runs = experiment_get((e->n_planned + 1) * sizeof(*e->runs));
	return e;
}

static struct experiment *experiment_blocks(const char *recipe, size_t arms,
					    size_t blocks)
{
	struct experiment *e = experiment_new(recipe, arms, blocks);

	for (size_t pair = 0; pair + 1 < arms; pair++) {
		experiment_run_pair(e, pair);
	}
	experiment_judge(e);
	return e;
}

/* design is DESIGN_ONE_WAY or DESIGN_SINGLE. */
static struct experiment *experiment_row(enum design design, size_t arms,
					 size_t runs)
{
	struct experiment *e = experiment_new("", 2, 8);

	e->design = design;
	e->n_arms = arms;
	e->n_planned = arms * runs;
	for (size_t i = 0; i < arms * runs; i++) {
		experiment_run(e, 0, 0, i / runs);
	}
	return e;
}

static void experiment_forget_wakeups(struct experiment *e)
{
	for (size_t i = 0; i < e->n_runs; i++) {
		free(e->runs[i].wakeup);
		e->runs[i].wakeup = NULL;
		for (int m = 0; m <= METRIC_WAKEUP_MAX; m++) {
			e->runs[i].value[m] = NAN;
		}
	}
	e->probe[0] = '\0';
	e->probe_cpu = -1;
	e->interval_ns = 0;
	free(e->comparisons);
	e->n_comparisons = 0;
	experiment_judge(e);
}

/* Every metric of every third run is missing, and all of one. */
static void experiment_lose(struct experiment *e)
{
	for (size_t i = 0; i < e->n_runs; i++) {
		for (int m = 0; m < METRIC_COUNT; m++) {
			if (i % 3 == 0 || m == METRIC_LOAD_RATE) {
				e->runs[i].value[m] = NAN;
			}
		}
	}
	for (size_t i = 0; i < e->n_comparisons; i++) {
		struct stats_result *result = &e->comparisons[i].result;

		result->ratio = i % 2 == 0 ? NAN : 1.5;
		result->low = NAN;
		result->high = i % 3 == 0 ? INFINITY : NAN;
		result->p_holm = NAN;
		result->smallest_effect = INFINITY;
		result->verdict = STATS_NO_VERDICT;
	}
}

static void experiment_fill_text(char *text, size_t size, const char *with)
{
	for (size_t i = 0; i + 1 < size; i++) {
		text[i] = with[i % strlen(with)];
	}
	text[size - 1] = '\0';
}

/* Everything that comes from outside is as bad as it can be. */
static void experiment_spoil(struct experiment *e)
{
	static const char bad[] = "<script>alert(1)</script>&\"'#\\\033[31m"
				  "\xff\xc3\xa9\n\t\x01";
	static const char quoted[] = "\"><img src=x onerror=alert(1)>";

	experiment_fill_text(e->recipe, sizeof(e->recipe), bad);
	experiment_fill_text(e->loads, sizeof(e->loads), bad);
	experiment_fill_text(e->probe, sizeof(e->probe), "wide");
	for (size_t i = 0; i < e->n_arms; i++) {
		experiment_fill_text(e->arms[i].name, sizeof(e->arms[i].name),
				     i % 2 == 0 ? bad : quoted);
		experiment_fill_text(e->arms[i].action,
				     sizeof(e->arms[i].action), quoted);
	}
	experiment_fact(e, bad, "%s", quoted);
	experiment_fill_text(e->facts[0].value, sizeof(e->facts[0].value), bad);
	for (size_t i = 0; i < 2 * EXPERIMENT_FLAGS_MAX; i++) {
		flags_add(&e->flags, quoted, "%s", bad);
		flags_add(&e->runs[2].flags, i % 2 == 0 ? bad : quoted, "%s",
			  bad);
	}
	experiment_fill_text(e->flags.list[5].detail,
			     sizeof(e->flags.list[5].detail), "detail");
}

static void experiment_stretch(struct experiment *e)
{
	for (size_t i = 0; i < e->n_runs; i++) {
		struct run *run = &e->runs[i];

		histogram_add(run->wakeup, 0);
		histogram_add(run->wakeup, i % 2 == 0 ? UINT64_MAX :
							9000000000u);
		run->value[METRIC_WAKEUP_P999] = i % 2 == 0 ? 1e-90 : 1e90;
		run->value[METRIC_LOAD_RATE] = i % 2 == 0 ? 0 : -5;
	}
	for (size_t i = 0; i < e->n_comparisons; i++) {
		e->comparisons[i].result.low = 1e-60;
		e->comparisons[i].result.high = 1e60;
	}
}

static void experiment_level(struct experiment *e)
{
	for (size_t i = 0; i < e->n_runs; i++) {
		struct run *run = &e->runs[i];

		memset(run->wakeup, 0, sizeof(*run->wakeup));
		histogram_add(run->wakeup, 5000);
		run->value[METRIC_WAKEUP_P999] = 5000;
		run->value[METRIC_LOAD_RATE] = 0;
	}
}

static void experiment_add_peer(struct experiment *e, const char *name,
				const char *metric, const char *unit,
				double around)
{
	struct peer *peer = &e->peers[e->n_peers++];

	snprintf(peer->name, sizeof(peer->name), "%s", name);
	snprintf(peer->metric, sizeof(peer->metric), "%s", metric);
	snprintf(peer->unit, sizeof(peer->unit), "%s", unit);
	peer->pairs = 8;
	for (size_t i = 0; i < peer->pairs; i++) {
		peer->ours[i] = around * (1 + 0.05 * experiment_noise());
		peer->theirs[i] = around * (1.06 + 0.05 * experiment_noise());
	}
}

/* Arm 1 has no load: what a bystander pays can be told. */
static void experiment_idle(struct experiment *e)
{
	snprintf(e->arms[1].name, sizeof(e->arms[1].name), "idle");
	snprintf(e->arms[1].action, sizeof(e->arms[1].action), "load=none");
	for (size_t i = 0; i < e->n_runs; i++) {
		struct run *run = &e->runs[i];

		run->value[METRIC_WAKEUP_MEAN] = run->arm == 0 ? 13000 : 11000;
		run->value[METRIC_GAP_LOST] = run->arm == 0 ? 5e6 : 1e6;
		run->value[METRIC_LOAD_MEAN] = run->arm == 0 ? 25000 : NAN;
		run->delivery.operations =
			run->arm == 0 ? (uint64_t)(run->seconds * 40000) : 0;
	}
}

static struct experiment *experiment_special(const char *name)
{
	struct experiment *e;

	if (strcmp(name, "one-way") == 0) {
		return experiment_row(DESIGN_ONE_WAY, 2, 6);
	}
	if (strcmp(name, "single") == 0) {
		return experiment_row(DESIGN_SINGLE, 1, 5);
	}
	if (strcmp(name, "one-run") == 0) {
		return experiment_row(DESIGN_SINGLE, 1, 1);
	}
	if (strcmp(name, "empty") == 0) {
		return experiment_new("teardown-cost", 3, 8);
	}
	if (strcmp(name, "interrupted") == 0) {
		e = experiment_new("guest-residue", 4, 8);
		for (size_t i = 0; i < 6; i++) {
			experiment_run(e, 0, i / 4, i % 2);
		}
		return e;
	}
	if (strcmp(name, "many") == 0) {
		return experiment_blocks("teardown-cost", 9, 8);
	}
	return NULL;
}

static void experiment_change(struct experiment *e, const char *name)
{
	e->simulated = strcmp(name, "simulated") == 0;
	e->null = strcmp(name, "null") == 0;
	if (strcmp(name, "no-probe") == 0) {
		experiment_forget_wakeups(e);
	} else if (strcmp(name, "nan") == 0) {
		experiment_lose(e);
	} else if (strcmp(name, "hostile") == 0) {
		experiment_spoil(e);
	} else if (strcmp(name, "extreme") == 0) {
		experiment_stretch(e);
	} else if (strcmp(name, "equal") == 0) {
		experiment_level(e);
	} else if (strcmp(name, "idle") == 0) {
		experiment_idle(e);
	} else if (strcmp(name, "peers") == 0) {
		experiment_add_peer(e, "cyclictest", "wakeup.p50", "ns", 66000);
		experiment_add_peer(e, "stress-ng", "TLB IPIs", "1/s", 83000);
		experiment_add_peer(e, "other", "<b>odd", "pages & more", 12);
	}
}

static struct experiment *experiment_make(const char *name)
{
	struct experiment *e;

	experiment_random = 42;
	e = experiment_special(name);
	if (e != NULL) {
		return e;
	}
	if (strcmp(name, "quick") == 0) {
		e = experiment_new("guest-residue", 2, 4);
		e->quick = true;
		experiment_run_pair(e, 0);
		experiment_judge(e);
	} else {
		e = experiment_blocks("guest-residue",
				      strcmp(name, "blocks") == 0 ? 4 : 2, 8);
	}
	experiment_change(e, name);
	return e;
}

static void experiment_destroy(struct experiment *e)
{
	experiment_free(e);
	free(e);
}

#endif
