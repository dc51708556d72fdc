/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../tool.h"
#include "report_page.h"
#include "show.h"

/* Roles, as a table that is shown as blocks is no table to a reader's. */
void page_table_open(struct page_table *table, const char *caption)
{
	struct buffer *text = table->page->text;

	buffer_print(text, "<div class=\"wide\"><table role=\"table\" "
		     "class=\"%s\"><caption>", table->class == NULL ? "" : table->class);
	page_text(text, caption);
	buffer_add(text, "</caption><thead role=\"rowgroup\">"
		   "<tr role=\"row\">");
	for (size_t i = 0; i < table->n_columns; i++) {
		buffer_add(text, "<th role=\"columnheader\" scope=\"col\">");
		page_text(text, table->columns[i]);
		buffer_add(text, "</th>");
	}
	buffer_add(text, "</tr></thead><tbody role=\"rowgroup\">\n");
}

void page_row_open(struct page_table *table, const char *class)
{
	buffer_print(table->page->text, "<tr role=\"row\" class=\"%s\">",
		     class);
	table->next = 0;
}

void page_cell(struct page_table *table, const char *value)
{
	struct buffer *text = table->page->text;

	buffer_add(text, "<td role=\"cell\" data-column=\"");
	page_text(text, table->columns[table->next++]);
	buffer_add(text, "\"><span>");
	buffer_add(text, value);
	buffer_add(text, "</span></td>");
}

void page_cell_text(struct page_table *table, const char *value)
{
	struct buffer cell = { 0 };

	buffer_add(&cell, "");
	page_text(&cell, value);
	page_cell(table, cell.text);
	buffer_free(&cell);
}

void page_row_close(struct page_table *table)
{
	buffer_add(table->page->text, "</tr>\n");
}

void page_table_close(struct page_table *table)
{
	buffer_add(table->page->text, "</tbody></table></div>\n");
}

const char *page_verdict_class(enum stats_verdict verdict)
{
	switch (verdict) {
	case STATS_WORSE:
		return "worse";
	case STATS_BETTER:
		return "better";
	case STATS_NO_DIFFERENCE:
		return "equal";
	default:
		return "open";
	}
}

static const char *arm_name(const struct experiment *experiment, size_t arm)
{
	return arm < experiment->n_arms ? experiment->arms[arm].name : "";
}

static void add_numbers(struct page_table *table, const struct comparison *one)
{
	const struct experiment *experiment = table->page->experiment;
	const struct metric_kind *kind = &metric_kinds[one->metric];
	const struct stats_result *result = &one->result;
	double a = show_median(experiment, one->pair, 0, one->metric);
	double b = show_median(experiment, one->pair, one->pair + 1,
			       one->metric);

	page_cell(table, show_value(a, kind->unit, SHOW_UTF8).text);
	page_cell(table, show_value(b, kind->unit, SHOW_UTF8).text);
	page_cell(table, show_ratio(result->ratio).text);
	page_cell(table,
		  show_interval(result->low, result->high, SHOW_UTF8).text);
	page_cell(table, result->p_holm < 0.001 ? "&lt;0.001" :
			 show_p(result->p_holm).text);
	page_cell(table, show_effect(result->smallest_effect).text);
}

/* The verdict first, as a word in a shape of its colour. */
static void add_verdict(struct page_table *table, const struct comparison *one)
{
	char cell[256];

	snprintf(cell, sizeof(cell), "<em class=\"verdict\">%s%s</em>",
		 stats_verdict_name(one->result.verdict),
		 one->result.screening ? " (screening)" : "");
	page_cell(table, cell);
}

static void add_arm_cell(struct page_table *table, size_t arm)
{
	struct buffer cell = { 0 };

	buffer_print(&cell, "<b>%zu</b> ", arm);
	page_text(&cell, arm_name(table->page->experiment, arm));
	page_cell(table, cell.text);
	buffer_free(&cell);
}

/* A maximum is shown with the numbers that it is the largest of. */
static void add_metric_cell(struct page_table *table,
			    const struct comparison *one)
{
	const struct experiment *experiment = table->page->experiment;
	const struct metric_kind *kind = &metric_kinds[one->metric];
	struct buffer cell = { 0 };

	buffer_print(&cell, "<b>%s</b>", kind->name);
	if (one->metric == METRIC_WAKEUP_MAX) {
		uint64_t a = show_wakeups(experiment, one->pair, 0);
		uint64_t b = show_wakeups(experiment, one->pair, one->pair + 1);

		buffer_print(&cell, " <small>largest of %s and %s</small>",
			     show_count(a).text, show_count(b).text);
	} else {
		buffer_print(&cell, " <small>%s</small>", kind->help);
	}
	page_cell(table, cell.text);
	buffer_free(&cell);
}

static void add_verdict_row(struct page_table *table,
			    const struct comparison *one)
{
	page_row_open(table, page_verdict_class(one->result.verdict));
	add_arm_cell(table, one->pair + 1);
	add_metric_cell(table, one);
	add_verdict(table, one);
	add_numbers(table, one);
	page_row_close(table);
}

static void add_question(struct page *page)
{
	buffer_add(page->text, "<p class=\"note\">Each arm against arm 0. "
		   "Values are medians of runs; the interval is of 95 %, p is "
		   "corrected by Holm's method. <i>Sees</i> is the smallest "
		   "effect that this experiment could have seen.");
	if (page->experiment->margin > 0) {
		buffer_print(page->text, " <i>No difference</i>: none larger "
			     "than %.3g %%.", 100 * page->experiment->margin);
	}
	buffer_add(page->text, "</p>\n");
}

enum rank { PRIMARY, SECONDARY };

static size_t count_rank(const struct experiment *experiment, enum rank rank)
{
	size_t n = 0;

	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		n += experiment->comparisons[i].primary == (rank == PRIMARY);
	}
	return n;
}

/* What was asked before the runs is what is read first. */
static void add_verdicts(struct page_table *table, enum rank rank)
{
	const struct experiment *experiment = table->page->experiment;
	struct buffer *text = table->page->text;

	if (count_rank(experiment, rank) == 0) {
		return;
	}
	if (rank == SECONDARY) {
		buffer_add(text, "<details><summary>Verdicts of other metrics"
			   "</summary>\n");
	}
	page_table_open(table, rank == PRIMARY ?
				"Verdicts, of what was declared before the runs"
				: "Verdicts of other metrics");
	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		if (experiment->comparisons[i].primary == (rank == PRIMARY)) {
			add_verdict_row(table, &experiment->comparisons[i]);
		}
	}
	page_table_close(table);
	buffer_add(text, rank == SECONDARY ? "</details>\n" : "");
}

void page_verdicts(struct page *page)
{
	static const char *const columns[] = {
		"arm", "metric", "verdict", "arm 0", "arm", "ratio",
		"95 % interval", "p", "sees",
	};
	struct page_table table = { page, columns, 9, 0, "verdicts" };
	const struct experiment *experiment = page->experiment;

	buffer_add(page->text, "<h2>Result</h2>\n");
	if (experiment->n_comparisons == 0) {
		buffer_add(page->text, "<p>Nothing is compared.</p>\n");
		return;
	}
	add_verdicts(&table, PRIMARY);
	add_question(page);
	add_verdicts(&table, SECONDARY);
}

void page_means(struct page *page)
{
	static const char *const columns[] = {
		"arm", "mean latency", "largest latency", "load's rate",
	};
	struct page_table table = { page, columns, 4, 0, NULL };
	const struct experiment *experiment = page->experiment;

	if (!show_has_means(experiment)) {
		return;
	}
	buffer_add(page->text, "<details><summary>Ratios of means</summary>\n");
	page_table_open(&table, "Means of the runs, by those of arm 0: "
				"without a verdict");
	for (size_t i = 0; i + 1 < experiment->n_arms; i++) {
		page_row_open(&table, "");
		add_arm_cell(&table, i + 1);
		for (size_t j = 0; j < SHOW_MEANS; j++) {
			double ratio = show_mean_ratio(experiment, i,
						       show_means[j]);

			page_cell(&table, show_ratio(ratio).text);
		}
		page_row_close(&table);
	}
	page_table_close(&table);
	buffer_add(page->text, "</details>\n");
}

static void add_quantiles(struct page_table *table, size_t arm,
			  const struct histogram *sum)
{
	static const double parts[] = { 0.5, 0.99, 0.999, 0.9999 };

	page_row_open(table, "");
	add_arm_cell(table, arm);
	page_cell(table, show_count(sum->count).text);
	page_cell(table, show_value((double)sum->min_ns, "ns", SHOW_UTF8).text);
	for (size_t i = 0; i < 4; i++) {
		double time_ns = (double)histogram_quantile_ns(sum, parts[i]);

		page_cell(table, histogram_has_quantile(sum, parts[i]) ?
				show_value(time_ns, "ns", SHOW_UTF8).text :
				"too few");
	}
	page_cell(table, show_value((double)sum->max_ns, "ns", SHOW_UTF8).text);
	page_row_close(table);
}

void page_quantiles(struct page *page)
{
	static const char *const columns[] = {
		"arm", "wake-ups", "min", "p50", "p99", "p99.9", "p99.99",
		"max",
	};
	struct page_table table = { page, columns, 8, 0, NULL };
	struct histogram *sum = memory_get(sizeof(*sum));
	bool any = false;

	for (size_t i = 0; i < page->experiment->n_arms; i++) {
		if (!experiment_histogram(page->experiment, i, sum) ||
		    sum->count == 0) {
			continue;
		}
		if (!any) {
			buffer_add(page->text, "<h2>Wake-up latencies</h2>\n");
			page_table_open(&table, "All runs of an arm together");
			any = true;
		}
		add_quantiles(&table, i, sum);
	}
	if (any) {
		page_table_close(&table);
	}
	free(sum);
}

static void add_rate(struct page_table *table, double rate)
{
	page_cell(table, show_value(rate, "1/s", SHOW_ASCII).text);
}

static void add_delivery_row(struct page_table *table, size_t arm)
{
	struct show_delivery sum;

	show_deliver(table->page->experiment, arm, &sum);
	page_row_open(table, "");
	add_arm_cell(table, arm);
	page_cell(table, show_count(sum.runs).text);
	page_cell(table, show_count(sum.flagged).text);
	add_rate(table, sum.operations_rate);
	add_rate(table, sum.tlb_rate);
	add_rate(table, sum.function_rate);
	add_rate(table, sum.reschedule_rate);
	page_cell(table, show_count(sum.workers).text);
	page_cell(table, show_count(sum.moved).text);
	page_row_close(table);
}

void page_delivery(struct page *page)
{
	static const char *const columns[] = {
		"arm", "runs", "flagged", "operations", "TLB IPIs",
		"function IPIs", "reschedule IPIs", "workers", "moved",
	};
	struct page_table table = { page, columns, 9, 0, NULL };

	if (page->experiment->n_runs == 0) {
		return;
	}
	buffer_add(page->text, "<h2>What the loads did</h2>\n");
	page_table_open(&table, "Delivery, all runs of an arm together");
	for (size_t i = 0; i < page->experiment->n_arms; i++) {
		add_delivery_row(&table, i);
	}
	page_table_close(&table);
}
