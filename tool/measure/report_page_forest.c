/* SPDX-License-Identifier: BSD-2-Clause */
/* Ratios with their intervals, a figure for each pair of arms. */
#include <math.h>
#include <stdio.h>

#include "report_page.h"
#include "show.h"

#define ROW 20.0
/* An interval beyond ends in an arrow. */
#define RATIO_MAX 1e3

static double clamp(double ratio)
{
	if (isnan(ratio)) {
		return 1;
	}
	return fmin(fmax(ratio, 1 / RATIO_MAX), RATIO_MAX);
}

/* Everything of the pair, the margin, and 1. */
static size_t find_range(const struct experiment *experiment, size_t pair,
			 double *low, double *high)
{
	size_t rows = 0;

	*low = clamp(1 / (1 + experiment->margin));
	*high = clamp(1 + experiment->margin);
	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		const struct comparison *one = &experiment->comparisons[i];

		if (one->pair == pair) {
			rows++;
			*low = fmin(*low, clamp(one->result.low));
			*high = fmax(*high, clamp(one->result.high));
			*low = fmin(*low, clamp(one->result.ratio));
			*high = fmax(*high, clamp(one->result.ratio));
		}
	}
	*low /= 1.03;
	*high *= 1.03;
	return rows;
}

static void add_band(const struct chart *chart,
		     const struct experiment *experiment)
{
	double from = axis_at(&chart->x, 1 / (1 + experiment->margin));
	double to = axis_at(&chart->x, 1 + experiment->margin);
	double one = axis_at(&chart->x, 1);

	if (experiment->margin > 0) {
		buffer_print(chart->text, "<rect class=\"band\" x=\"%.1f\" "
			     "y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
			     from, chart->top, to - from,
			     chart->bottom - chart->top);
	}
	chart_line(chart, "one", one, chart->top, one, chart->bottom);
}

static void add_arrow(const struct chart *chart, double x, double y,
		      double length)
{
	buffer_print(chart->text, "<path class=\"arrow\" "
		     "d=\"M%.1f %.1fl%.1f -4v8z\"/>\n", x, y, -length);
}

static void add_interval(const struct chart *chart,
			 const struct stats_result *result, double y)
{
	double from = axis_at(&chart->x, result->low);
	double to = axis_at(&chart->x, result->high);

	chart_line(chart, "interval", from, y, to, y);
	if (result->low < chart->x.low) {
		add_arrow(chart, from - 2, y, -6);
	} else {
		chart_line(chart, "interval", from, y - 4, from, y + 4);
	}
	if (result->high > chart->x.high) {
		add_arrow(chart, to + 2, y, 6);
	} else {
		chart_line(chart, "interval", to, y - 4, to, y + 4);
	}
}

/* The verdict is written beside it, and shown by its shape. */
static void add_mark(const struct chart *chart, const struct comparison *one,
		     double y)
{
	double x = axis_at(&chart->x, one->result.ratio);
	const char *class = page_verdict_class(one->result.verdict);

	if (one->result.verdict == STATS_WORSE ||
	    one->result.verdict == STATS_BETTER) {
		buffer_print(chart->text, "<rect class=\"mark %s\" x=\"%.1f\" "
			     "y=\"%.1f\" width=\"9\" height=\"9\"/>\n", class,
			     x - 4.5, y - 4.5);
	} else {
		buffer_print(chart->text, "<circle class=\"mark %s\" "
			     "cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>\n", class, x,
			     y);
	}
}

static void add_row(const struct chart *chart, const struct comparison *one,
		    double y)
{
	chart_label(chart, 2, y + 4, "start", one->primary ? "primary" : "row",
		    metric_kinds[one->metric].name);
	if (isfinite(one->result.ratio)) {
		if (!isnan(one->result.low) && !isnan(one->result.high)) {
			add_interval(chart, &one->result, y);
		}
		add_mark(chart, one, y);
	}
	chart_label(chart, CHART_WIDTH - 2, y + 4, "end",
		    one->primary ? "primary" : "row",
		    stats_verdict_name(one->result.verdict));
}

static void draw_forest(struct page *page, size_t pair, size_t rows,
			double low, double high)
{
	const struct experiment *experiment = page->experiment;
	struct chart chart = {
		.text = page->text,
		.number = ++page->figures,
		.left = 96,
		.right = 268,
		.top = 4,
	};
	double y = chart.top + ROW / 2;

	chart.bottom = chart.top + ROW * (double)rows;
	chart.height = chart.bottom + 38;
	axis_make(&chart.x, AXIS_LOG, AXIS_PLAIN, low, high, 4);
	chart_open(&chart, "Ratios with their intervals",
		   "For each metric the ratio of the arm to arm 0 with its "
		   "95 % interval and the verdict. The table of verdicts has "
		   "the numbers.");
	add_band(&chart, experiment);
	chart_x_axis(&chart, "ratio to arm 0");
	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		if (experiment->comparisons[i].pair == pair) {
			add_row(&chart, &experiment->comparisons[i], y);
			y += ROW;
		}
	}
	chart_close(&chart);
}

void page_forest(struct page *page)
{
	const struct experiment *experiment = page->experiment;
	char note[96] = "Bold: declared before.";
	char heading[EXPERIMENT_NAME_MAX + 64];
	double low, high;

	if (experiment->margin > 0) {
		snprintf(note, sizeof(note),
			 "Bold: declared before. Band: within %.3g&nbsp;%%.",
			 100 * experiment->margin);
	}
	for (size_t i = 0; i + 1 < experiment->n_arms; i++) {
		size_t rows = find_range(experiment, i, &low, &high);

		if (rows > 0) {
			snprintf(heading, sizeof(heading),
				 "Arm %zu against arm 0: %s", i + 1,
				 experiment->arms[i + 1].name);
			page_figure_open(page, heading);
			draw_forest(page, i, rows, low, high);
			page_figure_close(page, note);
		}
	}
}
