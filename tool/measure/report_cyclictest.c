/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The members that cyclictest of rt-tests 2.x writes with --json, two of which
 * have a colon in their names.  Programs that read those files find the
 * threads' histograms here; what only cyclictest knows is left out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../live/json.h"
#include "../tool.h"
#include "report.h"

static void add_bin(struct buffer *text, uint64_t time_us, uint64_t count)
{
	char key[24];

	if (count > 0) {
		snprintf(key, sizeof(key), "%llu", (unsigned long long)time_us);
		live_json_number(text, key, count);
	}
}

/* From 128 us on our buckets are wider than its bins. */
static void add_bins(struct buffer *text, const struct histogram *histogram)
{
	uint64_t bin_us = histogram->min_ns / 1000;
	uint64_t count = 0;

	live_json_open(text, "histogram", '{');
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t time_us = histogram_low_ns(i) / 1000;

		if (histogram->bucket[i] == 0) {
			continue;
		}
		if (time_us > bin_us) {
			add_bin(text, bin_us, count);
			bin_us = time_us;
			count = 0;
		}
		count += histogram->bucket[i];
	}
	add_bin(text, bin_us, count);
	live_json_close(text, '}');
}

static void add_thread(struct buffer *text, const struct experiment *experiment,
		       size_t number, const struct histogram *histogram)
{
	double count = histogram->count > 0 ? (double)histogram->count : 1;
	char key[24];

	snprintf(key, sizeof(key), "%zu", number);
	live_json_open(text, key, '{');
	add_bins(text, histogram);
	live_json_number(text, "cycles", histogram->count);
	live_json_number(text, "min", histogram->min_ns / 1000);
	live_json_number(text, "max", histogram->max_ns / 1000);
	live_json_real(text, "avg", (double)histogram->sum_ns / count / 1000);
	live_json_number(text, "cpu", experiment->probe_cpu < 0 ? 0 :
				      (uint64_t)experiment->probe_cpu);
	live_json_close(text, '}');
}

static size_t add_threads(struct buffer *text,
			  const struct experiment *experiment)
{
	struct histogram *sum = memory_get(sizeof(*sum));
	size_t number = 0;

	live_json_open(text, "thread", '{');
	for (size_t i = 0; i < experiment->n_arms; i++) {
		if (experiment_histogram(experiment, i, sum)) {
			add_thread(text, experiment, number++, sum);
		}
	}
	live_json_close(text, '}');
	free(sum);
	return number;
}

static void add_time(struct buffer *text, const char *key, uint64_t time_s)
{
	time_t seconds = (time_t)time_s;
	struct tm parts;
	char shown[64] = "";

	if (gmtime_r(&seconds, &parts) != NULL) {
		strftime(shown, sizeof(shown), "%a, %d %b %Y %H:%M:%S +0000",
			 &parts);
	}
	live_json_text(text, key, shown);
}

static void add_fact(struct buffer *text, const struct experiment *experiment,
		     const char *key, const char *name)
{
	const char *value = experiment_find_fact(experiment, name);

	live_json_text(text, key, value == NULL ? "" : value);
}

static void add_system(struct buffer *text, const struct experiment *experiment)
{
	live_json_open(text, "sysinfo", '{');
	live_json_text(text, "sysname", "Linux");
	add_fact(text, experiment, "release", "kernel");
	add_fact(text, experiment, "machine", "arch");
	live_json_close(text, '}');
}

/* Which thread is which arm; beside what cyclictest has. */
static void add_arms(struct buffer *text, const struct experiment *experiment)
{
	struct histogram *sum = memory_get(sizeof(*sum));

	live_json_open(text, "fencepost_arms", '[');
	for (size_t i = 0; i < experiment->n_arms; i++) {
		if (experiment_histogram(experiment, i, sum)) {
			live_json_text(text, NULL, experiment->arms[i].name);
		}
	}
	live_json_close(text, ']');
	free(sum);
}

static uint64_t end_s(const struct experiment *experiment)
{
	const struct run *last = &experiment->runs[experiment->n_runs - 1];
	bool known = last->seconds > 0 && last->seconds < 1e9;

	return last->started_s + (known ? (uint64_t)last->seconds : 0);
}

static void add_all(struct buffer *text, const struct experiment *experiment)
{
	size_t threads;

	live_json_number(text, "file_version", 1);
	live_json_text(text, "cmdline:", "fencepost measure");
	live_json_text(text, "rt_test_version:", "fencepost " TOOL_VERSION);
	add_time(text, "start_time", experiment->runs[0].started_s);
	add_time(text, "end_time", end_s(experiment));
	live_json_number(text, "return_code", 0);
	add_system(text, experiment);
	threads = add_threads(text, experiment);
	live_json_number(text, "num_threads", threads);
	live_json_number(text, "resolution_in_ns", 0);
	add_arms(text, experiment);
}

static bool has_wakeups(const struct experiment *experiment)
{
	for (size_t i = 0; i < experiment->n_runs; i++) {
		if (experiment->runs[i].wakeup != NULL) {
			return true;
		}
	}
	return false;
}

void report_cyclictest(const struct experiment *experiment, struct buffer *text)
{
	live_json_open(text, NULL, '{');
	if (has_wakeups(experiment)) {
		add_all(text, experiment);
	}
	live_json_close(text, '}');
	buffer_add(text, "\n");
}
