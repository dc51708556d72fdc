/* SPDX-License-Identifier: BSD-2-Clause */
/* What the outputs derive from the runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../tool.h"
#include "show.h"

static bool is_of(const struct run *run, size_t pair, size_t arm)
{
	return run->arm == arm && (pair == SHOW_ALL_PAIRS || run->pair == pair);
}

double show_median_of(const double *values, size_t count)
{
	double *sorted;
	double median = NAN;
	size_t n = 0;

	if (count == 0) {
		return NAN;
	}
	sorted = memory_get(count * sizeof(*sorted));
	for (size_t i = 0; i < count; i++) {
		if (isfinite(values[i])) {
			sorted[n++] = values[i];
		}
	}
	if (n > 0) {
		stats_sort(sorted, n);
		median = stats_median_sorted(sorted, n);
	}
	free(sorted);
	return median;
}

double show_median(const struct experiment *experiment, size_t pair,
		   size_t arm, enum metric metric)
{
	double *values;
	double median;
	size_t n = 0;

	if (experiment->n_runs == 0) {
		return NAN;
	}
	values = memory_get(experiment->n_runs * sizeof(*values));
	for (size_t i = 0; i < experiment->n_runs; i++) {
		if (is_of(&experiment->runs[i], pair, arm)) {
			values[n++] = experiment->runs[i].value[metric];
		}
	}
	median = show_median_of(values, n);
	free(values);
	return median;
}

bool show_has_metric(const struct experiment *experiment, enum metric metric)
{
	for (size_t i = 0; i < experiment->n_runs; i++) {
		if (isfinite(experiment->runs[i].value[metric])) {
			return true;
		}
	}
	return false;
}

const enum metric show_means[SHOW_MEANS] = {
	METRIC_WAKEUP_MEAN, METRIC_WAKEUP_MAX, METRIC_LOAD_RATE,
};

/* Of runs that have it; the reference is of no block, and of no pair. */
static double mean(const struct experiment *experiment, size_t pair,
		   size_t arm, enum metric metric)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < experiment->n_runs; i++) {
		const struct run *run = &experiment->runs[i];

		if (is_of(run, pair, arm) && run->block < experiment->blocks &&
		    isfinite(run->value[metric])) {
			sum += run->value[metric];
			n++;
		}
	}
	return n > 0 ? sum / (double)n : NAN;
}

double show_mean_ratio(const struct experiment *experiment, size_t pair,
		       enum metric metric)
{
	double before = mean(experiment, pair, 0, metric);

	if (before == 0) {
		return NAN;
	}
	return mean(experiment, pair, pair + 1, metric) / before;
}

bool show_has_means(const struct experiment *experiment)
{
	for (size_t i = 0; i + 1 < experiment->n_arms; i++) {
		for (size_t j = 0; j < SHOW_MEANS; j++) {
			if (isfinite(show_mean_ratio(experiment, i,
						     show_means[j]))) {
				return true;
			}
		}
	}
	return false;
}

static bool is_primary(const struct experiment *experiment, enum metric metric)
{
	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		if (experiment->comparisons[i].primary &&
		    experiment->comparisons[i].metric == metric) {
			return true;
		}
	}
	return false;
}

size_t show_metrics(const struct experiment *experiment,
		    enum metric list[METRIC_COUNT])
{
	static const enum metric choice[] = {
		METRIC_WAKEUP_P999, METRIC_LOAD_RATE, METRIC_VM_TIME,
		METRIC_GAP_LOST, METRIC_WAKEUP_P50, METRIC_LOAD_MEAN,
	};
	size_t n = 0;

	for (int i = 0; i < METRIC_COUNT; i++) {
		if (is_primary(experiment, (enum metric)i)) {
			list[n++] = (enum metric)i;
		}
	}
	if (n > 0) {
		return n;
	}
	for (size_t i = 0; i < sizeof(choice) / sizeof(*choice); i++) {
		if (n < 2 && show_has_metric(experiment, choice[i])) {
			list[n++] = choice[i];
		}
	}
	return n;
}

uint64_t show_wakeups(const struct experiment *experiment, size_t pair,
		      size_t arm)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < experiment->n_runs; i++) {
		const struct run *run = &experiment->runs[i];

		if (is_of(run, pair, arm) && run->wakeup != NULL) {
			sum += run->wakeup->count;
		}
	}
	return sum;
}

/* One run without the counter, and the sum means nothing. */
static void add_events(double *sum, uint64_t events)
{
	*sum += events == UINT64_MAX ? NAN : (double)events;
}

static void deliver_run(const struct run *run, struct show_delivery *sum)
{
	const struct delivery *one = &run->delivery;

	sum->runs++;
	sum->flagged += run->flags.count > 0;
	sum->seconds += run->seconds;
	add_events(&sum->operations_rate, one->operations);
	add_events(&sum->tlb_rate, one->tlb_ipis);
	add_events(&sum->function_rate, one->function_ipis);
	add_events(&sum->reschedule_rate, one->reschedule_ipis);
	if (one->workers > sum->workers) {
		sum->workers = one->workers;
	}
	sum->moved += one->moved;
}

void show_deliver(const struct experiment *experiment, size_t arm,
		  struct show_delivery *delivery)
{
	double seconds;

	*delivery = (struct show_delivery){ 0 };
	for (size_t i = 0; i < experiment->n_runs; i++) {
		if (experiment->runs[i].arm == arm) {
			deliver_run(&experiment->runs[i], delivery);
		}
	}
	seconds = delivery->seconds > 0 ? delivery->seconds : NAN;
	delivery->operations_rate /= seconds;
	delivery->tlb_rate /= seconds;
	delivery->function_rate /= seconds;
	delivery->reschedule_rate /= seconds;
}

static struct show_flag *find_flag(struct show_flag *list, size_t count,
				   const char *name)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(list[i].name, name) == 0) {
			return &list[i];
		}
	}
	return NULL;
}

/* A name that a run has twice counts once. */
static bool came_before(const struct flags *flags, size_t i)
{
	for (size_t j = 0; j < i; j++) {
		if (strcmp(flags->list[j].name, flags->list[i].name) == 0) {
			return true;
		}
	}
	return false;
}

static size_t add_flag(struct show_flag **list, size_t count,
		       const struct run *run, size_t i)
{
	const struct flag *flag = &run->flags.list[i];
	struct show_flag *known = find_flag(*list, count, flag->name);

	if (known == NULL) {
		*list = memory_grow(*list, count, sizeof(**list));
		known = &(*list)[count++];
		*known = (struct show_flag){
			.name = flag->name,
			.detail = flag->detail,
			.first = run->number,
		};
	}
	if (known->detail[0] == '\0') {
		known->detail = flag->detail;
	}
	known->runs += !came_before(&run->flags, i);
	return count;
}

static int more_frequent(const void *a, const void *b)
{
	const struct show_flag *x = a;
	const struct show_flag *y = b;

	if (x->runs != y->runs) {
		return x->runs < y->runs ? 1 : -1;
	}
	return strcmp(x->name, y->name);
}

size_t show_flags(const struct experiment *experiment, struct show_flag **list)
{
	size_t count = 0;

	*list = NULL;
	for (size_t i = 0; i < experiment->n_runs; i++) {
		const struct run *run = &experiment->runs[i];

		for (size_t j = 0; j < run->flags.count; j++) {
			count = add_flag(list, count, run, j);
		}
	}
	if (count > 0) {
		qsort(*list, count, sizeof(**list), more_frequent);
	}
	return count;
}

size_t show_dropped_flags(const struct experiment *experiment)
{
	size_t dropped = 0;

	for (size_t i = 0; i < experiment->n_runs; i++) {
		dropped += experiment->runs[i].flags.dropped;
	}
	return dropped;
}
