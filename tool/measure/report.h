/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is made of an experiment.  Each adds to text and can't fail; none
 * changes the experiment.  Facts, names and details come from outside: each
 * output escapes them as it needs.
 */
#ifndef MEASURE_REPORT_H
#define MEASURE_REPORT_H

#include "../buffer.h"
#include "experiment.h"

/* REPORT_UTF8 can be added to either: bars of block characters. */
enum report_colour {
	REPORT_PLAIN,
	REPORT_COLOUR,
	REPORT_UTF8,
	REPORT_COLOUR_UTF8,
};

/* For a terminal: header, flags, arms, metrics, verdicts. */
void report_table(const struct experiment *experiment,
		  enum report_colour colour, struct buffer *text);
/* Schema fencepost.measure/1 (docs/measure-format.md). */
void report_json(const struct experiment *experiment, struct buffer *text);
/* KTAP: a test point a comparison; "worse" is not ok. */
void report_tap(const struct experiment *experiment, struct buffer *text);
/* One HTML page with inline SVG; nothing is loaded from anywhere. */
void report_page(const struct experiment *experiment, struct buffer *text);
/*
 * The wake-ups as cyclictest --json writes them: a "thread" is an arm, bins of
 * a microsecond.  An empty object where there are none.
 */
void report_cyclictest(const struct experiment *experiment,
		       struct buffer *text);
/*
 * The cost file that audit --costs reads, schema fencepost.costs/1: what an
 * operation of the load costs its issuer and a bystander, with the machine,
 * the flags and the source of each figure.
 */
void report_costs(const struct experiment *experiment, struct buffer *text);

#endif
