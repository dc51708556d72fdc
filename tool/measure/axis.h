/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An axis of a figure: where a value is, and round numbers to mark.
 */
#ifndef MEASURE_AXIS_H
#define MEASURE_AXIS_H

#include <stddef.h>

#define AXIS_TICKS_MAX 12u

enum axis_kind { AXIS_LINEAR, AXIS_LOG };

/* What the numbers at the ticks are. */
enum axis_unit {
	AXIS_TIME,		/* ns, shown with the unit that suits */
	AXIS_MICROSECONDS,	/* ns, shown as a number of them */
	AXIS_COUNT,		/* "10k" */
	AXIS_PART,		/* "0.01"; smaller ones as powers of ten */
	AXIS_PLAIN,
};

struct axis {
	enum axis_kind kind;
	enum axis_unit unit;
	double low, high;	/* low < high; positive if logarithmic */
	double from, to;	/* their places; to may be the smaller one */
	double ticks[AXIS_TICKS_MAX];
	size_t n_ticks;
};

/*
 * An axis that holds low to high, in any order, widened where they are equal,
 * with about want (2 to 8) ticks.  Of what is no number, or not positive on a
 * logarithmic axis, it makes 1.
 */
void axis_make(struct axis *axis, enum axis_kind kind, enum axis_unit unit,
	       double low, double high, size_t want);
void axis_place(struct axis *axis, double from, double to);

/* The place of a value; the nearer end for one that is outside. */
double axis_at(const struct axis *axis, double value);

struct axis_label {
	char text[32];
};

struct axis_label axis_label(const struct axis *axis, double tick);

/* The smallest of 1, 2, 5, 10, 20 ... (and tenths of them) >= value > 0. */
double axis_round_up(double value);

#endif
