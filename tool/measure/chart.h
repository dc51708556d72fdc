/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A figure of the page: one svg element with a title, a description and two
 * axes.  Every figure has the same width, in units of which a text's height
 * has 11, so that it can be read on a phone and on a desk.
 */
#ifndef MEASURE_CHART_H
#define MEASURE_CHART_H

#include "../buffer.h"
#include "axis.h"

#define CHART_WIDTH 360.0
#define CHART_CHARACTER 6.2	/* width of one, on the safe side */

struct chart {
	struct buffer *text;
	unsigned number;		/* on the page: makes its ids */
	double height;
	double left, right, top, bottom;	/* of the plot */
	struct axis x, y;
};

/* Text of unknown origin, for an element or an attribute of HTML. */
void page_text(struct buffer *text, const char *value);
void page_text_cut(struct buffer *text, const char *value, size_t width);

/* title and description are escaped. */
void chart_open(struct chart *chart, const char *title,
		const char *description);
void chart_close(struct chart *chart);
/* Lines and numbers at the ticks, and the names of both axes. */
void chart_axes(const struct chart *chart, const char *x_name,
		const char *y_name);
void chart_x_axis(const struct chart *chart, const char *x_name);

/* One line; class is of style.c. */
void chart_line(const struct chart *chart, const char *class, double x1,
		double y1, double x2, double y2);
/* anchor: "start", "middle" or "end". */
void chart_label(const struct chart *chart, double x, double y,
		 const char *anchor, const char *class, const char *label);

/*
 * A path through points that come with growing x; points that are nearer to
 * the last one than can be seen are left out.
 */
struct chart_path {
	double x, y;
	size_t points;
};

void chart_path_open(const struct chart *chart, struct chart_path *path,
		     size_t arm);
void chart_path_move(const struct chart *chart, struct chart_path *path,
		     double x, double y);
/* Along x first, then up or down. */
void chart_path_step(const struct chart *chart, struct chart_path *path,
		     double x, double y);
void chart_path_close(const struct chart *chart);

#endif
