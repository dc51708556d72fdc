/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of the page.  Each adds its own; none where there is nothing to
 * show.
 */
#ifndef MEASURE_REPORT_PAGE_H
#define MEASURE_REPORT_PAGE_H

#include "chart.h"
#include "report.h"

struct page {
	const struct experiment *experiment;
	struct buffer *text;
	unsigned figures;		/* so far */
};

/* All of its style, up to a NULL; nothing is loaded. */
extern const char *const page_style[];

/* A figure with its heading, up to the svg element. */
void page_figure_open(struct page *page, const char *heading);
/* A line of what is what: the arms that have wake-ups, or all. */
enum page_legend { PAGE_LEGEND_LINES, PAGE_LEGEND_DOTS };
void page_legend(struct page *page, enum page_legend kind);
/* note may be ""; it is HTML. */
void page_figure_close(struct page *page, const char *note);

void page_histogram(struct page *page);
void page_tail(struct page *page);
void page_dots(struct page *page);
void page_forest(struct page *page);
void page_peers(struct page *page);

/*
 * A table whose rows become blocks on a narrow screen, where each cell has its
 * column's name before it.
 */
struct page_table {
	struct page *page;
	const char *const *columns;
	size_t n_columns;
	size_t next;
	const char *class;		/* NULL: none */
};

void page_table_open(struct page_table *table, const char *caption);
/* class is "" or one of style.c */
void page_row_open(struct page_table *table, const char *class);
/* value is HTML of our own; the other is for what comes from outside. */
void page_cell(struct page_table *table, const char *value);
void page_cell_text(struct page_table *table, const char *value);
void page_row_close(struct page_table *table);
void page_table_close(struct page_table *table);

/* Verdicts, quantiles, delivery, runs: what the figures show, in numbers. */
void page_verdicts(struct page *page);
void page_means(struct page *page);
void page_medians(struct page *page);
void page_quantiles(struct page *page);
void page_delivery(struct page *page);
void page_runs(struct page *page);
void page_arms(struct page *page);
void page_flags(struct page *page);
void page_facts(struct page *page);

/* A word without blanks for a verdict: the class that colours it. */
const char *page_verdict_class(enum stats_verdict verdict);

#endif
