/* SPDX-License-Identifier: BSD-2-Clause */
/* Every run as a dot, in the order of time; runs beside those of a peer. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report_page.h"
#include "show.h"

/* Beyond this a linear scale would show only the largest. */
#define LINEAR_MAX 30

struct range {
	double low, high;
};

static void include(struct range *range, double value)
{
	if (isfinite(value)) {
		range->low = fmin(range->low, value);
		range->high = fmax(range->high, value);
	}
}

static void make_y(struct chart *chart, const struct range *range,
		   const char *unit)
{
	bool time = strcmp(unit, "ns") == 0 || strcmp(unit, "ns/s") == 0;
	bool wide = range->low > 0 && range->high > LINEAR_MAX * range->low;
	double margin = wide ? 0 : 0.06 * (range->high - range->low);
	double factor = wide ? 1.1 : 1;

	if (!(range->low <= range->high)) {
		axis_make(&chart->y, AXIS_LINEAR, AXIS_PLAIN, 0, 1, 4);
		return;
	}
	axis_make(&chart->y, wide ? AXIS_LOG : AXIS_LINEAR,
		  time ? AXIS_TIME : AXIS_COUNT,
		  range->low / factor - margin, range->high * factor + margin,
		  5);
}

static struct chart make_chart(struct page *page)
{
	return (struct chart){
		.text = page->text,
		.number = ++page->figures,
		.height = 220,
		.left = 54,
		.right = 352,
		.top = 20,
		.bottom = 182,
	};
}

/* Many runs have smaller dots. */
static double radius(size_t n)
{
	double room = n > 0 ? 330 / (double)n : 4;

	return room > 4 ? 4 : room < 1.8 ? 1.8 : room;
}

static double run_at(const struct chart *chart, size_t number)
{
	return axis_at(&chart->x, (double)number);
}

static void add_tip(struct buffer *text, const struct experiment *experiment,
		    const struct run *run, enum metric metric)
{
	buffer_print(text, "<title>run %zu, block %zu, arm %zu ", run->number,
		     run->block, run->arm);
	page_text(text, run->arm < experiment->n_arms ?
				experiment->arms[run->arm].name : "");
	buffer_print(text, ": %s",
		     show_value(run->value[metric], metric_kinds[metric].unit,
				SHOW_UTF8).text);
	for (size_t i = 0; i < run->flags.count; i++) {
		buffer_add(text, i == 0 ? "; flags: " : ", ");
		page_text(text, run->flags.list[i].name);
	}
	buffer_add(text, "</title>");
}

/* A circle; a diamond where something was odd; a cross on the axis for none. */
static void add_shape(const struct chart *chart, const struct run *run,
		      double x, double y, double r)
{
	struct buffer *text = chart->text;

	if (isnan(y)) {
		double bottom = chart->bottom - 4;

		buffer_print(text, "<path class=\"dot none a%zu\" "
			     "d=\"M%.1f %.1fl6 6m0 -6l-6 6\">", run->arm, x - 3,
			     bottom - 3);
	} else if (run->flags.count > 0) {
		double d = r * 1.5;

		buffer_print(text, "<path class=\"dot flagged a%zu\" "
			     "d=\"M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz\">",
			     run->arm, x, y - d, d, d, -d, d, -d, -d);
	} else {
		buffer_print(text, "<circle class=\"dot a%zu\" cx=\"%.1f\" "
			     "cy=\"%.1f\" r=\"%.1f\">", run->arm, x, y, r);
	}
}

static void add_dot(const struct chart *chart,
		    const struct experiment *experiment, const struct run *run,
		    enum metric metric)
{
	double value = run->value[metric];
	double y = isfinite(value) ? axis_at(&chart->y, value) : NAN;

	add_shape(chart, run, run_at(chart, run->number), y,
		  radius(experiment->n_planned));
	add_tip(chart->text, experiment, run, metric);
	buffer_add(chart->text, isfinite(value) && run->flags.count == 0 ?
				"</circle>\n" : "</path>\n");
}

static bool same_block(const struct run *a, const struct run *b)
{
	return a->block == b->block && a->pair == b->pair;
}

/* Every other block has a ground. */
static void add_blocks(const struct chart *chart,
		       const struct experiment *experiment)
{
	const struct run *runs = experiment->runs;
	size_t first = 0;
	unsigned n = 0;

	for (size_t i = 1; i <= experiment->n_runs; i++) {
		double from, to;

		if (i < experiment->n_runs &&
		    same_block(&runs[i], &runs[first])) {
			continue;
		}
		from = axis_at(&chart->x, (double)runs[first].number - 0.5);
		to = axis_at(&chart->x, (double)runs[i - 1].number + 0.5);
		if (n++ % 2 == 0) {
			buffer_print(chart->text, "<rect class=\"block\" "
				     "x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
				     "height=\"%.1f\"/>\n", from, chart->top,
				     to - from, chart->bottom - chart->top);
		}
		first = i;
	}
}

static double last_number(const struct experiment *experiment)
{
	double last = (double)experiment->n_planned - 1;

	for (size_t i = 0; i < experiment->n_runs; i++) {
		last = fmax(last, (double)experiment->runs[i].number);
	}
	return last;
}

static void draw_dots(struct page *page, enum metric metric)
{
	const struct experiment *experiment = page->experiment;
	const struct metric_kind *kind = &metric_kinds[metric];
	struct chart chart = make_chart(page);
	struct range range = { INFINITY, -INFINITY };
	char title[128];

	for (size_t i = 0; i < experiment->n_runs; i++) {
		include(&range, experiment->runs[i].value[metric]);
	}
	axis_make(&chart.x, AXIS_LINEAR, AXIS_PLAIN, -0.7,
		  last_number(experiment) + 0.7, 6);
	make_y(&chart, &range, kind->unit);
	snprintf(title, sizeof(title), "%s of each run, in order of time",
		 kind->name);
	chart_open(&chart, title, "A dot a run; diamonds are runs with a "
		   "flag, crosses have no value. The table of runs has the "
		   "numbers.");
	if (experiment->design == DESIGN_BLOCKS) {
		add_blocks(&chart, experiment);
	}
	chart_axes(&chart, "run, in order of time", kind->help);
	for (size_t i = 0; i < experiment->n_runs; i++) {
		add_dot(&chart, experiment, &experiment->runs[i], metric);
	}
	chart_close(&chart);
}

static bool lacks(const struct experiment *experiment, enum metric metric)
{
	for (size_t i = 0; i < experiment->n_runs; i++) {
		if (!isfinite(experiment->runs[i].value[metric])) {
			return true;
		}
	}
	return false;
}

static bool has_flags(const struct experiment *experiment)
{
	for (size_t i = 0; i < experiment->n_runs; i++) {
		if (experiment->runs[i].flags.count > 0) {
			return true;
		}
	}
	return false;
}

void page_dots(struct page *page)
{
	enum metric list[METRIC_COUNT];
	size_t n = show_metrics(page->experiment, list);
	const char *flags = has_flags(page->experiment) ?
		"Diamonds: runs with a flag. " : "";
	char heading[64], note[96];

	for (size_t i = 0; page->experiment->n_runs > 0 && i < n; i++) {
		snprintf(heading, sizeof(heading), "Runs: %s",
			 metric_kinds[list[i]].name);
		snprintf(note, sizeof(note), "%s%s", flags,
			 lacks(page->experiment, list[i]) ?
				 "Crosses: runs without a value." : "");
		page_figure_open(page, heading);
		draw_dots(page, list[i]);
		page_legend(page, PAGE_LEGEND_DOTS);
		page_figure_close(page, note);
	}
}

static void add_peer_pair(const struct chart *chart, const struct peer *peer,
			  size_t i)
{
	double x = axis_at(&chart->x, (double)i);
	double a = axis_at(&chart->y, peer->ours[i]);
	double b = axis_at(&chart->y, peer->theirs[i]);

	if (!isfinite(peer->ours[i]) || !isfinite(peer->theirs[i])) {
		return;
	}
	chart_line(chart, "grid", x, a, x, b);
	buffer_print(chart->text, "<circle class=\"peer a1\" cx=\"%.1f\" "
		     "cy=\"%.1f\" r=\"4\"/><rect class=\"peer a2\" x=\"%.1f\" "
		     "y=\"%.1f\" width=\"7\" height=\"7\"/>\n", x, a, x - 3.5,
		     b - 3.5);
}

static void draw_peer(struct page *page, const struct peer *peer)
{
	struct chart chart = make_chart(page);
	struct range range = { INFINITY, -INFINITY };
	struct buffer name = { 0 };

	for (size_t i = 0; i < peer->pairs; i++) {
		include(&range, peer->ours[i]);
		include(&range, peer->theirs[i]);
	}
	axis_make(&chart.x, AXIS_LINEAR, AXIS_PLAIN, -0.7,
		  (double)peer->pairs - 0.3, 6);
	make_y(&chart, &range, peer->unit);
	chart_open(&chart, "Pairs of runs with another program",
		   "Circles are ours, squares are theirs; the table of peers "
		   "has the medians.");
	page_text_cut(&name, peer->metric, 30);
	if (strcmp(peer->unit, "ns") != 0) {
		buffer_add(&name, " (");
		page_text_cut(&name, peer->unit, 10);
		buffer_add(&name, ")");
	}
	chart_axes(&chart, "pair of runs", name.text);
	buffer_free(&name);
	for (size_t i = 0; i < peer->pairs; i++) {
		add_peer_pair(&chart, peer, i);
	}
	chart_close(&chart);
}

static void add_peer_legend(struct page *page, const struct peer *peer)
{
	buffer_add(page->text, "<ul class=\"legend\"><li><svg class=\"key\" "
		   "viewBox=\"0 0 12 12\" aria-hidden=\"true\"><circle "
		   "class=\"peer a1\" cx=\"6\" cy=\"6\" r=\"4\"/></svg>"
		   "fencepost</li>\n<li><svg class=\"key\" viewBox=\"0 0 12 "
		   "12\" aria-hidden=\"true\"><rect class=\"peer a2\" x=\"2\" "
		   "y=\"2\" width=\"8\" height=\"8\"/></svg>");
	page_text(page->text, peer->name);
	buffer_add(page->text, "</li></ul>\n");
}

/* Another program's unit may be any text. */
static void add_peer_value(struct page_table *table, const struct peer *peer,
			   double value)
{
	if (strcmp(peer->unit, "ns") == 0) {
		page_cell(table, show_value(value, "ns", SHOW_UTF8).text);
	} else {
		page_cell_text(table,
			       show_value(value, peer->unit, SHOW_ASCII).text);
	}
}

static void add_peer_row(struct page_table *table, const struct peer *peer)
{
	double ours = show_median_of(peer->ours, peer->pairs);
	double theirs = show_median_of(peer->theirs, peer->pairs);

	page_row_open(table, "");
	page_cell_text(table, peer->name);
	page_cell_text(table, peer->metric);
	page_cell(table, show_count(peer->pairs).text);
	add_peer_value(table, peer, ours);
	add_peer_value(table, peer, theirs);
	page_cell(table, show_ratio(ours / theirs).text);
	page_row_close(table);
}

void page_peers(struct page *page)
{
	static const char *const columns[] = {
		"program", "metric", "pairs", "fencepost", "theirs", "ratio",
	};
	struct page_table table = { page, columns, 6, 0, NULL };
	const struct experiment *experiment = page->experiment;

	if (experiment->n_peers == 0) {
		return;
	}
	buffer_add(page->text, "<h2>Beside other programs</h2>\n");
	page_table_open(&table, "Medians of runs side by side");
	for (size_t i = 0; i < experiment->n_peers; i++) {
		add_peer_row(&table, &experiment->peers[i]);
	}
	page_table_close(&table);
	buffer_add(page->text, "<div class=\"figures\">\n");
	for (size_t i = 0; i < experiment->n_peers; i++) {
		page_figure_open(page, experiment->peers[i].metric);
		draw_peer(page, &experiment->peers[i]);
		add_peer_legend(page, &experiment->peers[i]);
		page_figure_close(page, "");
	}
	buffer_add(page->text, "</div>\n");
}
