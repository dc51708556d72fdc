/* SPDX-License-Identifier: BSD-2-Clause */
/* What was done, where, and what was odd. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "report_page.h"
#include "show.h"

static void add_item(struct page *page, const char *name, const char *value)
{
	buffer_add(page->text, "<div><dt>");
	page_text(page->text, name);
	buffer_add(page->text, "</dt><dd>");
	page_text(page->text, value[0] == '\0' ? "-" : value);
	buffer_add(page->text, "</dd></div>\n");
}

void page_arms(struct page *page)
{
	const struct experiment *experiment = page->experiment;
	struct buffer name = { 0 };

	buffer_add(page->text, "<h2>Arms</h2>\n<dl>\n");
	for (size_t i = 0; i < experiment->n_arms; i++) {
		const char *action = experiment->arms[i].action;

		buffer_print(&name, "%zu %s", i, experiment->arms[i].name);
		add_item(page, name.text,
			 action[0] == '\0' ? "(nothing)" : action);
		buffer_free(&name);
	}
	buffer_add(page->text, "</dl>\n");
}

static void add_dropped(struct page *page, size_t dropped)
{
	if (dropped > 0) {
		buffer_print(page->text, "<p>%zu more, for which there was no "
			     "room.</p>\n", dropped);
	}
}

static void add_run_flag(struct page *page, const struct show_flag *flag)
{
	struct buffer line = { 0 };

	buffer_print(&line, "%zu %s, first run %zu%s%s", flag->runs,
		     flag->runs == 1 ? "run" : "runs", flag->first,
		     flag->detail[0] == '\0' ? "" : ": ",
		     flag->detail);
	add_item(page, flag->name, line.text);
	buffer_free(&line);
}

static void add_run_flags(struct page *page)
{
	struct show_flag *flags;
	size_t n = show_flags(page->experiment, &flags);

	if (n > 0) {
		buffer_add(page->text, "<h3>Of runs (none is left out)</h3>\n"
			   "<dl>\n");
		for (size_t i = 0; i < n; i++) {
			add_run_flag(page, &flags[i]);
		}
		buffer_add(page->text, "</dl>\n");
	}
	add_dropped(page, show_dropped_flags(page->experiment));
	free(flags);
}

void page_flags(struct page *page)
{
	const struct flags *flags = &page->experiment->flags;

	buffer_add(page->text, "<h2>Flags</h2>\n<h3>Of the machine</h3>\n");
	if (flags->count == 0) {
		buffer_add(page->text, "<p>None.</p>\n");
	} else {
		buffer_add(page->text, "<dl>\n");
		for (size_t i = 0; i < flags->count; i++) {
			add_item(page, flags->list[i].name,
				 flags->list[i].detail);
		}
		buffer_add(page->text, "</dl>\n");
	}
	add_dropped(page, flags->dropped);
	add_run_flags(page);
}

static void add_design(struct page *page)
{
	const struct experiment *experiment = page->experiment;
	struct buffer line = { 0 };

	add_item(page, "order", show_design(experiment->design));
	buffer_print(&line, "%llu", (unsigned long long)experiment->seed);
	add_item(page, "seed", line.text);
	buffer_free(&line);
	buffer_print(&line, "%zu of %zu, %zu blocks a pair", experiment->n_runs,
		     experiment->n_planned, experiment->blocks);
	add_item(page, "runs", line.text);
	buffer_free(&line);
	buffer_print(&line, "%.3g s after %.3g s of warm-up",
		     experiment->seconds, experiment->warmup_s);
	add_item(page, "a run", line.text);
	buffer_free(&line);
	if (experiment->probe_cpu >= 0) {
		buffer_print(&line, "CPU %d, every %llu ns",
			     experiment->probe_cpu,
			     (unsigned long long)experiment->interval_ns);
		add_item(page, "probe", line.text);
		buffer_free(&line);
	}
}

void page_facts(struct page *page)
{
	const struct experiment *experiment = page->experiment;

	buffer_add(page->text, "<h2>Design</h2>\n<dl>\n");
	add_design(page);
	buffer_add(page->text, "</dl>\n");
	if (experiment->n_facts == 0) {
		return;
	}
	buffer_add(page->text, "<h2>Machine</h2>\n<dl>\n");
	for (size_t i = 0; i < experiment->n_facts; i++) {
		add_item(page, experiment->facts[i].name,
			 experiment->facts[i].value);
	}
	buffer_add(page->text, "</dl>\n");
}

static void add_medians(struct page_table *table, enum metric metric)
{
	const struct experiment *experiment = table->page->experiment;
	const struct metric_kind *kind = &metric_kinds[metric];

	page_row_open(table, "");
	page_cell(table, kind->name);
	for (size_t i = 0; i < experiment->n_arms; i++) {
		double median = show_median(experiment, SHOW_ALL_PAIRS, i,
					    metric);

		page_cell(table, show_value(median, kind->unit,
					    SHOW_UTF8).text);
	}
	page_row_close(table);
}

void page_medians(struct page *page)
{
	static const char *const columns[] = {
		"metric", "arm 0", "arm 1", "arm 2", "arm 3", "arm 4", "arm 5",
		"arm 6", "arm 7", "arm 8",
	};
	struct page_table table = {
		page, columns, page->experiment->n_arms + 1, 0, NULL,
	};

	_Static_assert(EXPERIMENT_ARMS_MAX == 9, "a column for each arm");
	if (page->experiment->n_runs == 0) {
		return;
	}
	buffer_add(page->text, "<h2>All metrics</h2>\n");
	page_table_open(&table, "Medians of each arm's runs");
	for (int i = 0; i < METRIC_COUNT; i++) {
		if (show_has_metric(page->experiment, (enum metric)i)) {
			add_medians(&table, (enum metric)i);
		}
	}
	page_table_close(&table);
}

static void add_flag_names(struct page_table *table, const struct flags *flags)
{
	struct buffer cell = { 0 };

	buffer_add(&cell, "");
	for (size_t i = 0; i < flags->count; i++) {
		buffer_add(&cell, i > 0 ? ", " : "");
		page_text(&cell, flags->list[i].name);
	}
	page_cell(table, cell.text);
	buffer_free(&cell);
}

static void add_run(struct page_table *table, const struct run *run,
		    const enum metric *list, size_t n)
{
	char number[32];

	page_row_open(table, "");
	snprintf(number, sizeof(number), "%zu", run->number);
	page_cell(table, number);
	snprintf(number, sizeof(number), "%zu/%zu", run->pair, run->block);
	page_cell(table, number);
	snprintf(number, sizeof(number), "%zu", run->arm);
	page_cell(table, number);
	for (size_t i = 0; i < n; i++) {
		page_cell(table, show_value(run->value[list[i]],
					    metric_kinds[list[i]].unit,
					    SHOW_UTF8).text);
	}
	add_flag_names(table, &run->flags);
	page_row_close(table);
}

void page_runs(struct page *page)
{
	const struct experiment *experiment = page->experiment;
	const char *columns[METRIC_COUNT + 4] = { "run", "pair/block", "arm" };
	struct page_table table = { page, columns, 4, 0, NULL };
	enum metric list[METRIC_COUNT];
	size_t n = show_metrics(experiment, list);

	if (experiment->n_runs == 0) {
		return;
	}
	for (size_t i = 0; i < n; i++) {
		columns[3 + i] = metric_kinds[list[i]].name;
	}
	columns[3 + n] = "flags";
	table.n_columns = 4 + n;
	buffer_print(page->text, "<details><summary>All %zu runs</summary>\n",
		     experiment->n_runs);
	page_table_open(&table, "Runs in the order of time");
	for (size_t i = 0; i < experiment->n_runs; i++) {
		add_run(&table, &experiment->runs[i], list, n);
	}
	page_table_close(&table);
	buffer_add(page->text, "</details>\n");
}
