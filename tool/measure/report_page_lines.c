/* SPDX-License-Identifier: BSD-2-Clause */
/* The two figures of all wake-ups: how many of each time, and the tail. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../tool.h"
#include "report_page.h"
#include "show.h"

#define BINS 120u

/* All arms' wake-ups, and their range. */
struct lines {
	struct histogram *arm[EXPERIMENT_ARMS_MAX];	/* NULL: none */
	double low_ns, high_ns;
	double most;				/* samples of an arm */
};

static bool collect(const struct experiment *experiment, struct lines *lines)
{
	*lines = (struct lines){ .low_ns = INFINITY };
	for (size_t i = 0; i < experiment->n_arms; i++) {
		struct histogram *sum = memory_get(sizeof(*sum));

		if (!experiment_histogram(experiment, i, sum) ||
		    sum->count == 0) {
			free(sum);
			continue;
		}
		lines->arm[i] = sum;
		lines->low_ns = fmin(lines->low_ns, (double)sum->min_ns);
		lines->high_ns = fmax(lines->high_ns, (double)sum->max_ns);
		lines->most = fmax(lines->most, (double)sum->count);
	}
	return lines->most > 0;
}

static void drop(struct lines *lines)
{
	for (size_t i = 0; i < EXPERIMENT_ARMS_MAX; i++) {
		free(lines->arm[i]);
	}
}

/* Counts in bins of equal width; the largest of any arm is returned. */
static double fill(const struct lines *lines, double bin_ns,
		   double counts[EXPERIMENT_ARMS_MAX][BINS + 1])
{
	double largest = 1;

	for (size_t i = 0; i < EXPERIMENT_ARMS_MAX * HISTOGRAM_BUCKETS; i++) {
		const struct histogram *arm = lines->arm[i / HISTOGRAM_BUCKETS];
		size_t bucket = i % HISTOGRAM_BUCKETS;
		double bin;
		double *count;

		if (arm == NULL || arm->bucket[bucket] == 0) {
			continue;
		}
		bin = floor((double)histogram_low_ns(bucket) / bin_ns);
		count = &counts[i / HISTOGRAM_BUCKETS]
			       [bin < BINS ? (size_t)bin : BINS];
		*count += (double)arm->bucket[bucket];
		largest = fmax(largest, *count);
	}
	return largest;
}

/* One is above the axis; nothing is on it. */
static void draw_bins(const struct chart *chart, const double *counts,
		      double bin_ns, size_t arm)
{
	struct chart_path path;

	chart_path_open(chart, &path, arm);
	chart_path_move(chart, &path, chart->left, chart->bottom);
	for (size_t i = 0; i <= BINS; i++) {
		double x = axis_at(&chart->x, (double)i * bin_ns);
		double y = counts[i] > 0 ? axis_at(&chart->y, counts[i]) :
					   chart->bottom;

		chart_path_step(chart, &path, x, y);
	}
	chart_path_step(chart, &path, chart->right, chart->bottom);
	chart_path_close(chart);
}

static struct chart make_chart(struct page *page)
{
	return (struct chart){
		.text = page->text,
		.number = ++page->figures,
		.height = 250,
		.left = 44,
		.right = 346,
		.top = 20,
		.bottom = 212,
	};
}

static void draw_histogram(struct page *page, const struct lines *lines)
{
	struct chart chart = make_chart(page);
	double (*counts)[BINS + 1] =
		memory_get(EXPERIMENT_ARMS_MAX * sizeof(*counts));
	double bin_ns = axis_round_up(fmax(lines->high_ns / BINS, 1));
	double largest = fill(lines, bin_ns, counts);
	char name[64];

	axis_make(&chart.x, AXIS_LINEAR, AXIS_MICROSECONDS, 0,
		  fmax(lines->high_ns, bin_ns) + bin_ns, 5);
	axis_make(&chart.y, AXIS_LOG, AXIS_COUNT, 0.5, fmax(largest, 10), 6);
	chart_open(&chart, "Histogram of wake-up latencies",
		   "Wake-ups of each latency, one line an arm, with a "
		   "logarithmic scale of counts. The table of quantiles has "
		   "the numbers.");
	snprintf(name, sizeof(name), "wake-ups per %g \xc2\xb5s", bin_ns / 1e3);
	chart_axes(&chart, "latency (\xc2\xb5s)", name);
	for (size_t i = 0; i < EXPERIMENT_ARMS_MAX; i++) {
		if (lines->arm[i] != NULL) {
			draw_bins(&chart, counts[i], bin_ns, i);
		}
	}
	chart_close(&chart);
	free(counts);
}

/* From all to one of n: what part is later than this. */
static void draw_tail_of(const struct chart *chart,
			 const struct histogram *arm, size_t number)
{
	struct chart_path path;
	uint64_t seen = 0;

	chart_path_open(chart, &path, number);
	chart_path_move(chart, &path, chart->left, axis_at(&chart->y, 1));
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t time_ns = histogram_high_ns(i);
		double later;

		if (arm->bucket[i] == 0) {
			continue;
		}
		seen += arm->bucket[i];
		later = (double)(arm->count - seen) / (double)arm->count;
		if (time_ns > arm->max_ns) {
			time_ns = arm->max_ns;
		}
		chart_path_step(chart, &path,
				axis_at(&chart->x, (double)time_ns),
				later > 0 ? axis_at(&chart->y, later) :
					    chart->bottom);
	}
	chart_path_close(chart);
}

static void draw_tail(struct page *page, const struct lines *lines)
{
	struct chart chart = make_chart(page);

	axis_make(&chart.x, AXIS_LOG, AXIS_TIME, fmax(lines->low_ns, 1),
		  fmax(lines->high_ns, 1), 5);
	axis_make(&chart.y, AXIS_LOG, AXIS_PART, 1, 0.5 / lines->most, 6);
	chart_open(&chart, "Tail of the wake-up latencies",
		   "The part of wake-ups that took longer than a time, one "
		   "line an arm, both scales logarithmic. The table of "
		   "quantiles has the numbers.");
	chart_axes(&chart, "latency", "part that is later (1 \xe2\x88\x92 F)");
	for (size_t i = 0; i < EXPERIMENT_ARMS_MAX; i++) {
		if (lines->arm[i] != NULL) {
			draw_tail_of(&chart, lines->arm[i], i);
		}
	}
	chart_close(&chart);
}

void page_histogram(struct page *page)
{
	struct lines lines;

	if (collect(page->experiment, &lines)) {
		page_figure_open(page, "Wake-up latency");
		draw_histogram(page, &lines);
		page_legend(page, PAGE_LEGEND_LINES);
		page_figure_close(page, "");
	}
	drop(&lines);
}

void page_tail(struct page *page)
{
	struct lines lines;

	if (collect(page->experiment, &lines)) {
		page_figure_open(page, "The tail of it");
		draw_tail(page, &lines);
		page_legend(page, PAGE_LEGEND_LINES);
		page_figure_close(page, "");
	}
	drop(&lines);
}
