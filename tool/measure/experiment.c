/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiment.h"

/* clang-format off */
const struct metric_kind metric_kinds[METRIC_COUNT] = {
	[METRIC_WAKEUP_P50] = { "wakeup.p50", "ns", STATS_HIGHER_IS_WORSE,
		"wake-up latency, median" },
	[METRIC_WAKEUP_P99] = { "wakeup.p99", "ns", STATS_HIGHER_IS_WORSE,
		"wake-up latency, p99" },
	[METRIC_WAKEUP_P999] = { "wakeup.p99.9", "ns", STATS_HIGHER_IS_WORSE,
		"wake-up latency, p99.9" },
	[METRIC_WAKEUP_P9999] = { "wakeup.p99.99", "ns", STATS_HIGHER_IS_WORSE,
		"wake-up latency, p99.99" },
	[METRIC_WAKEUP_MEAN] = { "wakeup.mean", "ns", STATS_HIGHER_IS_WORSE,
		"wake-up latency, mean" },
	[METRIC_WAKEUP_MAX] = { "wakeup.max", "ns", STATS_HIGHER_IS_WORSE,
		"wake-up latency, largest of n" },
	[METRIC_GAP_LOST] = { "gap.lost", "ns/s", STATS_HIGHER_IS_WORSE,
		"time lost in gaps of a busy loop" },
	[METRIC_GAP_MAX] = { "gap.max", "ns", STATS_HIGHER_IS_WORSE,
		"longest gap of a busy loop" },
	[METRIC_LOAD_RATE] = { "load.rate", "1/s", STATS_HIGHER_IS_BETTER,
		"operations of the load a second" },
	[METRIC_LOAD_P50] = { "load.p50", "ns", STATS_HIGHER_IS_WORSE,
		"time of an operation, median" },
	[METRIC_LOAD_P99] = { "load.p99", "ns", STATS_HIGHER_IS_WORSE,
		"time of an operation, p99" },
	[METRIC_LOAD_MEAN] = { "load.mean", "ns", STATS_HIGHER_IS_WORSE,
		"time of an operation, mean" },
	[METRIC_MMAP_P50] = { "mmap.p50", "ns", STATS_HIGHER_IS_WORSE,
		"time of an mmap, median" },
	[METRIC_MMAP_P99] = { "mmap.p99", "ns", STATS_HIGHER_IS_WORSE,
		"time of an mmap, p99" },
	[METRIC_FAULT_P50] = { "fault.p50", "ns", STATS_HIGHER_IS_WORSE,
		"time of a page fault, median" },
	[METRIC_FAULT_P99] = { "fault.p99", "ns", STATS_HIGHER_IS_WORSE,
		"time of a page fault, p99" },
	[METRIC_STRESS_P50] = { "mmapstress.p50", "ns", STATS_HIGHER_IS_WORSE,
		"time of a small map of a file, median" },
	[METRIC_STRESS_P99] = { "mmapstress.p99", "ns", STATS_HIGHER_IS_WORSE,
		"time of a small map of a file, p99" },
	[METRIC_VM_TIME] = { "vm.time", "ns", STATS_HIGHER_IS_WORSE,
		"a VM from creation to destruction" },
};
/* clang-format on */

bool experiment_histogram(const struct experiment *experiment, size_t arm,
			  struct histogram *sum)
{
	bool any = false;

	memset(sum, 0, sizeof(*sum));
	for (size_t i = 0; i < experiment->n_runs; i++) {
		const struct run *run = &experiment->runs[i];

		if (run->arm == arm && run->wakeup != NULL) {
			histogram_merge(sum, run->wakeup);
			any = true;
		}
	}
	return any;
}

static void copy(char *to, size_t size, const char *from)
{
	size_t length = strnlen(from, size - 1);

	memcpy(to, from, length);
	to[length] = '\0';
}

void flags_add(struct flags *flags, const char *name, const char *format, ...)
{
	struct flag *flag = &flags->list[flags->count];
	va_list arguments;

	if (flags->count == EXPERIMENT_FLAGS_MAX) {
		flags->dropped++;
		return;
	}
	copy(flag->name, sizeof(flag->name), name);
	va_start(arguments, format);
	vsnprintf(flag->detail, sizeof(flag->detail), format, arguments);
	va_end(arguments);
	flags->count++;
}

bool flags_have(const struct flags *flags, const char *name)
{
	for (size_t i = 0; i < flags->count; i++) {
		if (strcmp(flags->list[i].name, name) == 0) {
			return true;
		}
	}
	return false;
}

static struct host_fact *find_fact(struct experiment *experiment,
				   const char *name)
{
	for (size_t i = 0; i < experiment->n_facts; i++) {
		if (strcmp(experiment->facts[i].name, name) == 0) {
			return &experiment->facts[i];
		}
	}
	return NULL;
}

void experiment_fact(struct experiment *experiment, const char *name,
		     const char *format, ...)
{
	struct host_fact *fact = find_fact(experiment, name);
	va_list arguments;

	if (fact == NULL) {
		if (experiment->n_facts == EXPERIMENT_FACTS_MAX) {
			return;
		}
		fact = &experiment->facts[experiment->n_facts++];
		copy(fact->name, sizeof(fact->name), name);
	}
	va_start(arguments, format);
	vsnprintf(fact->value, sizeof(fact->value), format, arguments);
	va_end(arguments);
}

const char *experiment_find_fact(const struct experiment *experiment,
				 const char *name)
{
	for (size_t i = 0; i < experiment->n_facts; i++) {
		if (strcmp(experiment->facts[i].name, name) == 0) {
			return experiment->facts[i].value;
		}
	}
	return NULL;
}

void experiment_free(struct experiment *experiment)
{
	for (size_t i = 0; i < experiment->n_runs; i++) {
		free(experiment->runs[i].wakeup);
	}
	free(experiment->runs);
	free(experiment->comparisons);
	experiment->runs = NULL;
	experiment->comparisons = NULL;
	experiment->n_runs = 0;
	experiment->n_comparisons = 0;
}
