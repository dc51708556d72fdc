/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "chart.h"

static void add_character(struct buffer *text, char c)
{
	switch (c) {
	case '&':
		buffer_add(text, "&amp;");
		break;
	case '<':
		buffer_add(text, "&lt;");
		break;
	case '>':
		buffer_add(text, "&gt;");
		break;
	case '"':
		buffer_add(text, "&quot;");
		break;
	case '\'':
		buffer_add(text, "&#39;");
		break;
	default:
		buffer_add_bytes(text, &c, 1);
	}
}

void page_text_cut(struct buffer *text, const char *value, size_t width)
{
	struct buffer escaped = { 0 };
	size_t shown;

	buffer_escape(&escaped, value);
	shown = escaped.length > width ? width - 1 : escaped.length;
	for (size_t i = 0; i < shown; i++) {
		add_character(text, escaped.text[i]);
	}
	if (shown < escaped.length) {
		buffer_add(text, "\xe2\x80\xa6");
	}
	buffer_free(&escaped);
}

void page_text(struct buffer *text, const char *value)
{
	page_text_cut(text, value, SIZE_MAX);
}

void chart_open(struct chart *chart, const char *title, const char *description)
{
	struct buffer *text = chart->text;
	unsigned n = chart->number;

	buffer_print(text, "<svg viewBox=\"0 0 %g %g\" role=\"img\" "
		     "aria-labelledby=\"t%u d%u\">", CHART_WIDTH,
		     chart->height, n, n);
	buffer_print(text, "<title id=\"t%u\">", n);
	page_text(text, title);
	buffer_print(text, "</title><desc id=\"d%u\">", n);
	page_text(text, description);
	buffer_add(text, "</desc>\n");
	axis_place(&chart->x, chart->left, chart->right);
	axis_place(&chart->y, chart->bottom, chart->top);
}

void chart_close(struct chart *chart)
{
	buffer_add(chart->text, "</svg>\n");
}

void chart_line(const struct chart *chart, const char *class, double x1,
		double y1, double x2, double y2)
{
	buffer_print(chart->text, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" "
		     "x2=\"%.1f\" y2=\"%.1f\"/>\n", class, x1, y1, x2, y2);
}

void chart_label(const struct chart *chart, double x, double y,
		 const char *anchor, const char *class, const char *label)
{
	buffer_print(chart->text, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" "
		     "text-anchor=\"%s\">", class, x, y, anchor);
	buffer_add(chart->text, label);
	buffer_add(chart->text, "</text>\n");
}

/* In columns: the sign for micro has two bytes. */
static double width_of(const char *label)
{
	size_t columns = 0;

	for (; *label != '\0'; label++) {
		columns += ((unsigned char)*label & 0xc0) != 0x80;
	}
	return CHART_CHARACTER * (double)columns;
}

/* As near to its tick as keeps it whole; not where it would touch another. */
static void add_x_label(const struct chart *chart, double at,
			const char *label, double *free_from)
{
	double half = width_of(label) / 2;
	double x = fmax(half + 1, fmin(at, CHART_WIDTH - half - 1));

	if (x - half >= *free_from) {
		chart_label(chart, x, chart->bottom + 15, "middle", "tick",
			    label);
		*free_from = x + half + 4;
	}
}

void chart_x_axis(const struct chart *chart, const char *x_name)
{
	double free_from = 0;

	for (size_t i = 0; i < chart->x.n_ticks; i++) {
		double at = axis_at(&chart->x, chart->x.ticks[i]);

		chart_line(chart, "grid", at, chart->top, at, chart->bottom);
		add_x_label(chart, at,
			    axis_label(&chart->x, chart->x.ticks[i]).text,
			    &free_from);
	}
	chart_line(chart, "axis", chart->left, chart->bottom, chart->right,
		   chart->bottom);
	chart_label(chart, (chart->left + chart->right) / 2,
		    chart->bottom + 31, "middle", "name", x_name);
}

static void add_y_axis(const struct chart *chart, const char *y_name)
{
	double free_from = CHART_WIDTH * 10;

	for (size_t i = 0; i < chart->y.n_ticks; i++) {
		double at = axis_at(&chart->y, chart->y.ticks[i]);

		chart_line(chart, "grid", chart->left, at, chart->right, at);
		if (at + 8 > free_from) {
			continue;
		}
		chart_label(chart, chart->left - 5, at + 4, "end", "tick",
			    axis_label(&chart->y, chart->y.ticks[i]).text);
		free_from = at - 7;
	}
	chart_line(chart, "axis", chart->left, chart->top, chart->left,
		   chart->bottom);
	chart_label(chart, 2, 11, "start", "name", y_name);
}

void chart_axes(const struct chart *chart, const char *x_name,
		const char *y_name)
{
	add_y_axis(chart, y_name);
	chart_x_axis(chart, x_name);
}

void chart_path_open(const struct chart *chart, struct chart_path *path,
		     size_t arm)
{
	*path = (struct chart_path){ 0 };
	buffer_print(chart->text, "<path class=\"line a%zu\" d=\"", arm);
}

void chart_path_move(const struct chart *chart, struct chart_path *path,
		     double x, double y)
{
	buffer_print(chart->text, "M%.1f %.1f", x, y);
	path->x = x;
	path->y = y;
	path->points++;
}

void chart_path_step(const struct chart *chart, struct chart_path *path,
		     double x, double y)
{
	if (path->points == 0) {
		chart_path_move(chart, path, x, y);
		return;
	}
	if (fabs(x - path->x) < 0.4 && fabs(y - path->y) < 0.4) {
		return;
	}
	buffer_print(chart->text, "H%.1fV%.1f", x, y);
	path->x = x;
	path->y = y;
	path->points++;
}

void chart_path_close(const struct chart *chart)
{
	buffer_add(chart->text, "\"/>\n");
}
