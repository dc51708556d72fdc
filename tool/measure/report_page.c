/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "report_page.h"
#include "show.h"

void page_figure_open(struct page *page, const char *heading)
{
	buffer_add(page->text, "<figure><figcaption>");
	page_text(page->text, heading);
	buffer_add(page->text, "</figcaption>\n");
}

void page_figure_close(struct page *page, const char *note)
{
	if (note[0] != '\0') {
		buffer_print(page->text, "<p class=\"note\">%s</p>\n", note);
	}
	buffer_add(page->text, "</figure>\n");
}

static void add_key(struct page *page, enum page_legend kind, size_t arm)
{
	buffer_add(page->text, "<li><svg class=\"key\" viewBox=\"0 0 24 12\" "
		   "aria-hidden=\"true\">");
	if (kind == PAGE_LEGEND_LINES) {
		buffer_print(page->text, "<path class=\"line a%zu\" "
			     "d=\"M0 6h24\"/>", arm);
	} else {
		buffer_print(page->text, "<circle class=\"dot a%zu\" "
			     "cx=\"12\" cy=\"6\" r=\"4\"/>", arm);
	}
	buffer_print(page->text, "</svg><b>%zu</b> ", arm);
	page_text_cut(page->text, page->experiment->arms[arm].name, 40);
}

/* A maximum without its n would say nothing. */
static void add_maximum(struct page *page, const struct histogram *sum)
{
	buffer_print(page->text, ", max %s of %s",
		     show_value((double)sum->max_ns, "ns", SHOW_UTF8).text,
		     show_count(sum->count).text);
}

void page_legend(struct page *page, enum page_legend kind)
{
	const struct experiment *experiment = page->experiment;
	struct histogram sum;

	buffer_add(page->text, "<ul class=\"legend\">\n");
	for (size_t i = 0; i < experiment->n_arms; i++) {
		bool any = experiment_histogram(experiment, i, &sum) &&
			   sum.count > 0;

		if (kind == PAGE_LEGEND_LINES && !any) {
			continue;
		}
		add_key(page, kind, i);
		if (kind == PAGE_LEGEND_LINES) {
			add_maximum(page, &sum);
		}
		buffer_add(page->text, "</li>\n");
	}
	buffer_add(page->text, "</ul>\n");
}

static void add_head(struct page *page)
{
	/* Keeps the page from loading anything, whatever is in it. */
	buffer_add(page->text,
		   "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		   "<meta charset=\"utf-8\">\n"
		   "<meta http-equiv=\"Content-Security-Policy\" "
		   "content=\"default-src 'none'; style-src 'unsafe-inline'; "
		   "img-src data:\">\n"
		   "<meta name=\"viewport\" "
		   "content=\"width=device-width, initial-scale=1\">\n"
		   "<meta name=\"color-scheme\" content=\"light dark\">\n"
		   "<link rel=\"icon\" href=\"data:,\">\n<title>");
	page_text(page->text, show_title(page->experiment));
	buffer_add(page->text, " \xe2\x80\x93 fencepost measure</title>\n"
		   "<style>\n");
	for (size_t i = 0; page_style[i] != NULL; i++) {
		buffer_add(page->text, page_style[i]);
	}
	buffer_add(page->text, "</style>\n</head>\n");
}

static void add_labels(struct page *page)
{
	struct show_label labels[SHOW_LABELS_MAX];
	size_t n = show_labels(page->experiment, labels);

	for (size_t i = 0; i < n; i++) {
		buffer_print(page->text, "<p class=\"label\" role=\"note\">"
			     "<strong>%s</strong> %s</p>\n", labels[i].word,
			     labels[i].text.text);
	}
}

static void add_title(struct page *page)
{
	const struct experiment *experiment = page->experiment;

	buffer_add(page->text, "<header>\n<p class=\"tool\">fencepost measure"
		   "</p>\n<h1>");
	page_text(page->text, show_title(experiment));
	buffer_add(page->text, "</h1>\n<p class=\"lead\">load <b>");
	page_text(page->text, experiment->loads);
	buffer_add(page->text, "</b> \xc2\xb7 probe <b>");
	page_text(page->text, experiment->probe);
	buffer_print(page->text, "</b> \xc2\xb7 %zu runs</p>\n",
		     experiment->n_runs);
	add_labels(page);
	buffer_add(page->text, "</header>\n");
}

static void add_figures(struct page *page)
{
	size_t before;

	buffer_add(page->text, "<h2>Figures</h2>\n<div class=\"figures\">\n");
	before = page->text->length;
	page_forest(page);
	page_histogram(page);
	page_tail(page);
	page_dots(page);
	if (page->text->length == before) {
		buffer_add(page->text, "<p>No run was made.</p>\n");
	}
	buffer_add(page->text, "</div>\n");
}

void report_page(const struct experiment *experiment, struct buffer *text)
{
	struct page page = { experiment, text, 0 };

	add_head(&page);
	buffer_add(text, "<body>\n<main>\n");
	add_title(&page);
	page_verdicts(&page);
	page_means(&page);
	add_figures(&page);
	page_peers(&page);
	page_flags(&page);
	page_arms(&page);
	page_medians(&page);
	page_quantiles(&page);
	page_delivery(&page);
	page_facts(&page);
	page_runs(&page);
	buffer_add(text, "</main>\n</body>\n</html>\n");
}
