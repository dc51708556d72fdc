/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "../tool.h"
#include "report_bars.h"
#include "show.h"

#define COLUMNS 72
#define HEIGHTS 8

struct bars {
	double low_ns, high_ns;		/* of all arms */
	double largest;			/* count in a column */
	double count[EXPERIMENT_ARMS_MAX][COLUMNS];
	bool any[EXPERIMENT_ARMS_MAX];
};

static const char *const blocks[HEIGHTS + 1] = {
	" ", "\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84",
	"\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87", "\xe2\x96\x88",
};
static const char *const signs[HEIGHTS + 1] = {
	" ", ".", ":", "-", "=", "+", "*", "%", "@",
};

static double at_least_one(uint64_t time_ns)
{
	return time_ns > 0 ? (double)time_ns : 1;
}

static size_t column_of(const struct bars *bars, double time_ns)
{
	double range = log(bars->high_ns / bars->low_ns);
	double part = range > 0 ? log(time_ns / bars->low_ns) / range : 0.5;

	return part <= 0 ? 0 : part >= 1 ? COLUMNS - 1 :
		(size_t)(part * COLUMNS);
}

/* The range first: every arm has the same columns. */
static bool find_range(const struct experiment *experiment, struct bars *bars,
		       struct histogram *sum)
{
	bool any = false;

	for (size_t i = 0; i < experiment->n_arms; i++) {
		if (!experiment_histogram(experiment, i, sum) ||
		    sum->count == 0) {
			continue;
		}
		if (!any || at_least_one(sum->min_ns) < bars->low_ns) {
			bars->low_ns = at_least_one(sum->min_ns);
		}
		if (!any || at_least_one(sum->max_ns) > bars->high_ns) {
			bars->high_ns = at_least_one(sum->max_ns);
		}
		bars->any[i] = true;
		any = true;
	}
	return any;
}

static void count_arm(const struct experiment *experiment, struct bars *bars,
		      size_t arm, struct histogram *sum)
{
	if (!bars->any[arm]) {
		return;
	}
	experiment_histogram(experiment, arm, sum);
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		double *count = &bars->count[arm][column_of(
			bars, at_least_one(histogram_low_ns(i)))];

		if (sum->bucket[i] == 0) {
			continue;
		}
		*count += (double)sum->bucket[i];
		if (*count > bars->largest) {
			bars->largest = *count;
		}
	}
}

/* A single one is seen: height 1 is a count of 1. */
static int height(const struct bars *bars, double count)
{
	double top = log1p(bars->largest);

	if (count <= 0) {
		return 0;
	}
	return 1 + (int)((HEIGHTS - 1) * (log1p(count) - log(2)) /
			 (top > log(2) ? top - log(2) : 1) + 0.5);
}

static void add_arm(struct buffer *text, const struct bars *bars, size_t arm,
		    const char *const *signs_used)
{
	if (!bars->any[arm]) {
		return;
	}
	buffer_print(text, "  %-4zu |", arm);
	for (size_t i = 0; i < COLUMNS; i++) {
		buffer_add(text, signs_used[height(bars, bars->count[arm][i])]);
	}
	buffer_add(text, "|\n");
}

static void add_scale(struct buffer *text, const struct bars *bars)
{
	double middle_ns = sqrt(bars->low_ns) * sqrt(bars->high_ns);

	buffer_print(text, "        %-32s%-8s%32s\n",
		     show_value(bars->low_ns, "ns", SHOW_ASCII).text,
		     show_value(middle_ns, "ns", SHOW_ASCII).text,
		     show_value(bars->high_ns, "ns", SHOW_ASCII).text);
}

void report_bars(const struct experiment *experiment,
		 enum report_colour colour, struct buffer *text)
{
	struct histogram *sum = memory_get(sizeof(*sum));
	struct bars *bars = memory_get(sizeof(*bars));
	bool utf8 = ((unsigned)colour & REPORT_UTF8) != 0;

	if (find_range(experiment, bars, sum)) {
		for (size_t i = 0; i < experiment->n_arms; i++) {
			count_arm(experiment, bars, i, sum);
		}
		buffer_print(text, "\nWake-up latency of each arm, both scales "
			     "logarithmic; highest: %.3g a column\n",
			     bars->largest);
		for (size_t i = 0; i < experiment->n_arms; i++) {
			add_arm(text, bars, i, utf8 ? blocks : signs);
		}
		add_scale(text, bars);
	}
	free(bars);
	free(sum);
}
