/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "report_bars.h"
#include "show.h"

#define WIDTH 100
#define RED "\033[1;31m"
#define GREEN "\033[1;32m"
#define YELLOW "\033[1;33m"
#define BOLD "\033[1m"
#define NORMAL "\033[0m"

static int has_colour(enum report_colour colour)
{
	return ((unsigned)colour & REPORT_COLOUR) != 0;
}

static void paint(struct buffer *text, enum report_colour colour,
		  const char *code)
{
	if (has_colour(colour)) {
		buffer_add(text, code);
	}
}

/* Escaped, and cut to width columns with "..." where it is longer. */
static void add_cut(struct buffer *text, const char *value, size_t width)
{
	struct buffer escaped = { 0 };

	buffer_escape(&escaped, value);
	if (escaped.length <= width) {
		buffer_add(text, escaped.text);
	} else {
		buffer_add_bytes(text, escaped.text, width - 3);
		buffer_add(text, "...");
	}
	buffer_free(&escaped);
}

/* Escaped, in as many lines as it takes, indented after the first. */
static void add_wrapped(struct buffer *text, const char *value, int indent)
{
	struct buffer escaped = { 0 };
	size_t room = (size_t)(WIDTH - indent);

	buffer_escape(&escaped, value);
	for (size_t at = 0; at < escaped.length; at += room) {
		size_t left = escaped.length - at;

		if (at > 0) {
			buffer_print(text, "\n%*s", indent, "");
		}
		buffer_add_bytes(text, escaped.text + at,
				 left < room ? left : room);
	}
	buffer_add(text, "\n");
	buffer_free(&escaped);
}

static void add_member(struct buffer *text, const char *name, const char *value)
{
	size_t before = text->length;

	buffer_add(text, "  ");
	add_cut(text, name, 24);
	buffer_print(text, "%*s", (int)(28 - (text->length - before)), "");
	add_wrapped(text, value, 28);
}

static void add_heading(struct buffer *text, enum report_colour colour,
			const char *heading)
{
	buffer_add(text, "\n");
	paint(text, colour, BOLD);
	buffer_add(text, heading);
	paint(text, colour, NORMAL);
	buffer_add(text, "\n");
}

static void add_labels(struct buffer *text, enum report_colour colour,
		       const struct experiment *experiment)
{
	struct show_label labels[SHOW_LABELS_MAX];
	size_t n = show_labels(experiment, labels);

	for (size_t i = 0; i < n; i++) {
		paint(text, colour, YELLOW);
		buffer_print(text, "*** %s: %s ***", labels[i].word,
			     labels[i].text.text);
		paint(text, colour, NORMAL);
		buffer_add(text, "\n");
	}
}

static void add_plan(struct buffer *text, const struct experiment *experiment)
{
	struct buffer line = { 0 };

	buffer_print(&line, "%s, seed %llu, %zu blocks a pair, %zu runs",
		     show_design(experiment->design),
		     (unsigned long long)experiment->seed, experiment->blocks,
		     experiment->n_runs);
	add_member(text, "design", line.text);
	buffer_free(&line);
	buffer_print(&line, "%.3g s after %.3g s of warm-up",
		     experiment->seconds, experiment->warmup_s);
	add_member(text, "a run", line.text);
	buffer_free(&line);
}

static void add_header(struct buffer *text, enum report_colour colour,
		       const struct experiment *experiment)
{
	add_labels(text, colour, experiment);
	paint(text, colour, BOLD);
	buffer_add(text, "fencepost measure: ");
	add_cut(text, show_title(experiment), WIDTH - 20);
	paint(text, colour, NORMAL);
	buffer_add(text, "\n");
	add_member(text, "loads", experiment->loads);
	add_member(text, "probe", experiment->probe);
	add_plan(text, experiment);
	for (size_t i = 0; i < experiment->n_facts; i++) {
		add_member(text, experiment->facts[i].name,
			   experiment->facts[i].value);
	}
}

static void add_dropped(struct buffer *text, size_t dropped)
{
	if (dropped > 0) {
		buffer_print(text, "  and %zu more, for which there was no "
			     "room\n", dropped);
	}
}

static void add_machine_flags(struct buffer *text, enum report_colour colour,
			      const struct flags *flags)
{
	if (flags->count == 0) {
		return;
	}
	add_heading(text, colour, "Flags of the machine");
	for (size_t i = 0; i < flags->count; i++) {
		add_member(text, flags->list[i].name, flags->list[i].detail);
	}
	add_dropped(text, flags->dropped);
}

static void add_arms(struct buffer *text, enum report_colour colour,
		     const struct experiment *experiment)
{
	struct buffer name = { 0 };

	add_heading(text, colour, "Arms");
	for (size_t i = 0; i < experiment->n_arms; i++) {
		const char *action = experiment->arms[i].action;

		buffer_print(&name, "%zu %s", i, experiment->arms[i].name);
		add_member(text, name.text, action[0] == '\0' ? "(nothing)" :
								action);
		buffer_free(&name);
	}
}

static const char *colour_of(enum stats_verdict verdict)
{
	switch (verdict) {
	case STATS_WORSE:
		return RED;
	case STATS_BETTER:
	case STATS_NO_DIFFERENCE:
		return GREEN;
	default:
		return YELLOW;
	}
}

/* Beside a maximum: it grows with the number it is the largest of. */
static void add_largest(struct buffer *text,
			const struct experiment *experiment, size_t pair)
{
	buffer_print(text, "                largest of %s and %s wake-ups\n",
		     show_count(show_wakeups(experiment, pair, 0)).text,
		     show_count(show_wakeups(experiment, pair, pair + 1)).text);
}

static void add_comparison(struct buffer *text, enum report_colour colour,
			   const struct experiment *experiment,
			   const struct comparison *one)
{
	const struct metric_kind *kind = &metric_kinds[one->metric];
	const struct stats_result *result = &one->result;
	double a = show_median(experiment, one->pair, 0, one->metric);
	double b = show_median(experiment, one->pair, one->pair + 1,
			       one->metric);

	buffer_print(text, "%c %-14s %9s %9s  %7s  %-15s %6s  ",
		     one->primary ? '*' : ' ', kind->name,
		     show_value(a, kind->unit, SHOW_ASCII).text,
		     show_value(b, kind->unit, SHOW_ASCII).text,
		     show_ratio(result->ratio).text,
		     show_interval(result->low, result->high, SHOW_ASCII).text,
		     show_p(result->p_holm).text);
	paint(text, colour, colour_of(result->verdict));
	buffer_print(text, "%-21s", show_verdict(one).text);
	paint(text, colour, NORMAL);
	buffer_print(text, "%7s\n", show_effect(result->smallest_effect).text);
	if (one->metric == METRIC_WAKEUP_MAX) {
		add_largest(text, experiment, one->pair);
	}
}

static void add_pair(struct buffer *text, enum report_colour colour,
		     const struct experiment *experiment, size_t pair)
{
	bool any = false;

	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		const struct comparison *one = &experiment->comparisons[i];

		if (one->pair != pair) {
			continue;
		}
		if (!any) {
			buffer_print(text, "\nArm %zu, ", pair + 1);
			add_cut(text, experiment->arms[pair + 1].name, 30);
			buffer_add(text, ", against arm 0, ");
			add_cut(text, experiment->arms[0].name, 30);
			buffer_print(text, "\n  %-14s %9s %9s  %7s  %-15s %6s"
				     "  %-21s%7s\n", "metric", "arm 0", "arm",
				     "ratio", "95 % interval", "p", "verdict",
				     "sees");
			any = true;
		}
		add_comparison(text, colour, experiment, one);
	}
}

static void add_pairs(struct buffer *text, enum report_colour colour,
		      const struct experiment *experiment)
{
	if (experiment->n_comparisons == 0) {
		buffer_add(text, "\nNothing is compared.\n");
		return;
	}
	for (size_t i = 0; i + 1 < experiment->n_arms; i++) {
		add_pair(text, colour, experiment, i);
	}
	buffer_add(text, "\n* declared before the runs.  Values are medians of "
			 "runs; p is Holm's; \"sees\" is the\n  smallest "
			 "effect that this experiment could have seen.\n");
}

static void add_means(struct buffer *text, enum report_colour colour,
		      const struct experiment *experiment)
{
	if (!show_has_means(experiment)) {
		return;
	}
	add_heading(text, colour,
		    "Ratios of means, arm to arm 0 (without a verdict)");
	buffer_print(text, "  %-4s", "arm");
	for (size_t i = 0; i < SHOW_MEANS; i++) {
		buffer_print(text, " %12s", metric_kinds[show_means[i]].name);
	}
	for (size_t i = 0; i + 1 < experiment->n_arms; i++) {
		buffer_print(text, "\n  %-4zu", i + 1);
		for (size_t j = 0; j < SHOW_MEANS; j++) {
			double ratio = show_mean_ratio(experiment, i,
						       show_means[j]);

			buffer_print(text, " %12s", show_ratio(ratio).text);
		}
	}
	buffer_add(text, "\n");
}

/* Each run's value, as many as two lines have. */
#define VALUES_MAX 16u

static void add_values(struct buffer *text, const struct experiment *experiment,
		       size_t arm, enum metric metric)
{
	size_t n = 0;

	buffer_print(text, "  %-4zu", arm);
	for (size_t i = 0; i < experiment->n_runs; i++) {
		const struct run *run = &experiment->runs[i];

		if (run->arm != arm || n++ >= VALUES_MAX) {
			continue;
		}
		buffer_print(text, "%s %9s", n == VALUES_MAX / 2 + 1 ?
			     "\n      " : "",
			     show_value(run->value[metric],
					metric_kinds[metric].unit,
					SHOW_ASCII).text);
	}
	if (n > VALUES_MAX) {
		buffer_print(text, " and %zu more", n - VALUES_MAX);
	}
	buffer_add(text, "\n");
}

static void add_runs(struct buffer *text, enum report_colour colour,
		     const struct experiment *experiment)
{
	enum metric list[METRIC_COUNT];
	size_t n = show_metrics(experiment, list);

	for (size_t i = 0; experiment->n_runs > 0 && i < n; i++) {
		struct buffer heading = { 0 };

		buffer_print(&heading, "Runs of each arm, %s",
			     metric_kinds[list[i]].name);
		add_heading(text, colour, heading.text);
		buffer_free(&heading);
		for (size_t j = 0; j < experiment->n_arms; j++) {
			add_values(text, experiment, j, list[i]);
		}
	}
}

static void add_metric(struct buffer *text, const struct experiment *experiment,
		       enum metric metric)
{
	const struct metric_kind *kind = &metric_kinds[metric];

	buffer_print(text, "  %-14s", kind->name);
	for (size_t i = 0; i < experiment->n_arms; i++) {
		double median = show_median(experiment, SHOW_ALL_PAIRS, i,
					    metric);

		buffer_print(text, " %8s",
			     show_value(median, kind->unit, SHOW_ASCII).text);
	}
	buffer_add(text, "\n");
}

static void add_counts(struct buffer *text, const struct experiment *experiment)
{
	buffer_print(text, "  %-14s", "wake-ups");
	for (size_t i = 0; i < experiment->n_arms; i++) {
		double n = (double)show_wakeups(experiment, SHOW_ALL_PAIRS, i);

		buffer_print(text, " %8.3g", n);
	}
	buffer_add(text, "\n");
}

static void add_metrics(struct buffer *text, enum report_colour colour,
			const struct experiment *experiment)
{
	if (experiment->n_runs == 0) {
		return;
	}
	add_heading(text, colour, "Medians of each arm's runs");
	buffer_print(text, "  %-14s", "arm");
	for (size_t i = 0; i < experiment->n_arms; i++) {
		buffer_print(text, " %8zu", i);
	}
	buffer_add(text, "\n");
	for (int i = 0; i < METRIC_COUNT; i++) {
		if (show_has_metric(experiment, (enum metric)i)) {
			add_metric(text, experiment, (enum metric)i);
		}
	}
	if (show_has_metric(experiment, METRIC_WAKEUP_MAX)) {
		add_counts(text, experiment);
	}
}

static struct shown show_rate(double rate)
{
	return show_value(rate, "1/s", SHOW_ASCII);
}

static void add_delivery(struct buffer *text, enum report_colour colour,
			 const struct experiment *experiment)
{
	struct show_delivery sum;

	if (experiment->n_runs == 0) {
		return;
	}
	add_heading(text, colour, "What the loads did");
	buffer_print(text, "  %-4s %6s %8s %14s %12s %14s %12s %8s %6s\n",
		     "arm", "runs", "flagged", "operations", "TLB IPIs",
		     "function IPIs", "resched.", "workers", "moved");
	for (size_t i = 0; i < experiment->n_arms; i++) {
		show_deliver(experiment, i, &sum);
		buffer_print(text, "  %-4zu %6zu %8zu %14s %12s %14s %12s "
			     "%8llu %6llu\n", i, sum.runs, sum.flagged,
			     show_rate(sum.operations_rate).text,
			     show_rate(sum.tlb_rate).text,
			     show_rate(sum.function_rate).text,
			     show_rate(sum.reschedule_rate).text,
			     (unsigned long long)sum.workers,
			     (unsigned long long)sum.moved);
	}
}

static void add_run_flags(struct buffer *text, enum report_colour colour,
			  const struct experiment *experiment)
{
	struct show_flag *flags;
	size_t n = show_flags(experiment, &flags);
	struct buffer line = { 0 };

	if (n > 0) {
		add_heading(text, colour, "Flags of runs (no run is left out)");
	}
	for (size_t i = 0; i < n; i++) {
		buffer_print(&line, "%zu %s, first run %zu%s%s",
			     flags[i].runs, flags[i].runs == 1 ? "run" : "runs",
			     flags[i].first,
			     flags[i].detail[0] == '\0' ? "" : ": ",
			     flags[i].detail);
		add_member(text, flags[i].name, line.text);
		buffer_free(&line);
	}
	add_dropped(text, show_dropped_flags(experiment));
	free(flags);
}

static void add_peer(struct buffer *text, const struct peer *peer)
{
	double ours = show_median_of(peer->ours, peer->pairs);
	double theirs = show_median_of(peer->theirs, peer->pairs);
	struct buffer line = { 0 };

	buffer_print(&line, "%s: here %s, there %s, ratio %s, %zu pairs",
		     peer->metric,
		     show_value(ours, peer->unit, SHOW_ASCII).text,
		     show_value(theirs, peer->unit, SHOW_ASCII).text,
		     show_ratio(ours / theirs).text, peer->pairs);
	add_member(text, peer->name, line.text);
	buffer_free(&line);
}

static void add_peers(struct buffer *text, enum report_colour colour,
		      const struct experiment *experiment)
{
	if (experiment->n_peers > 0) {
		add_heading(text, colour, "Beside other programs (medians)");
	}
	for (size_t i = 0; i < experiment->n_peers; i++) {
		add_peer(text, &experiment->peers[i]);
	}
}

void report_table(const struct experiment *experiment,
		  enum report_colour colour, struct buffer *text)
{
	add_header(text, colour, experiment);
	add_machine_flags(text, colour, &experiment->flags);
	add_arms(text, colour, experiment);
	add_pairs(text, colour, experiment);
	add_means(text, colour, experiment);
	add_metrics(text, colour, experiment);
	add_runs(text, colour, experiment);
	report_bars(experiment, colour, text);
	add_delivery(text, colour, experiment);
	add_run_flags(text, colour, experiment);
	add_peers(text, colour, experiment);
}
