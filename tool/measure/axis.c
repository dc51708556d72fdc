/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "axis.h"

#define LARGEST 1e100
#define SMALLEST 1e-100

double axis_round_up(double value)
{
	double power = pow(10, floor(log10(value)));
	double part = value / power;

	/* What is 2 but for rounding is 2. */
	part *= 1 - 1e-9;
	return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static double sane(enum axis_kind kind, double value)
{
	if (isnan(value) || (kind == AXIS_LOG && value <= 0)) {
		return 1;
	}
	if (kind == AXIS_LOG && value < SMALLEST) {
		return SMALLEST;
	}
	return value > LARGEST ? LARGEST : value < -LARGEST ? -LARGEST : value;
}

static void widen(struct axis *axis)
{
	if (axis->kind == AXIS_LOG) {
		/* Less than this would be marked with too many digits. */
		if (axis->high / axis->low < 1.02) {
			axis->low /= 1.01;
			axis->high *= 1.01;
		}
		return;
	}
	if (axis->high - axis->low <= 1e-6 * fabs(axis->high)) {
		axis->low -= 0.1 * fabs(axis->low);
		axis->high += 0.1 * fabs(axis->high);
	}
	if (axis->high - axis->low < SMALLEST) {
		axis->high = axis->low + 1;
	}
}

static void add_tick(struct axis *axis, double value)
{
	double slack = axis->kind == AXIS_LOG ? 0 :
		1e-9 * (axis->high - axis->low);

	if (axis->n_ticks < AXIS_TICKS_MAX && value >= axis->low - slack &&
	    value <= axis->high + slack) {
		axis->ticks[axis->n_ticks++] = value;
	}
}

static void mark_linear(struct axis *axis, size_t want)
{
	double step = axis_round_up((axis->high - axis->low) / (double)want);
	double first = ceil(axis->low / step - 1e-9);

	for (size_t i = 0; i <= want; i++) {
		add_tick(axis, (first + (double)i) * step);
	}
}

/* 1, 2 and 5 of each decade, where they are few. */
static void mark_within(struct axis *axis)
{
	double power = pow(10, floor(log10(axis->low)));

	for (; power <= axis->high; power *= 10) {
		add_tick(axis, power);
		add_tick(axis, 2 * power);
		add_tick(axis, 5 * power);
	}
}

static void mark_decades(struct axis *axis, size_t want)
{
	double first = ceil(log10(axis->low) - 1e-9);
	double last = floor(log10(axis->high) + 1e-9);
	double step = ceil((last - first) / (double)want);

	for (double at = first; at <= last; at += step > 1 ? step : 1) {
		/* pow() may be off by its last bit. */
		double tick = pow(10, at);

		tick = tick < axis->low ? axis->low :
			tick > axis->high ? axis->high : tick;
		add_tick(axis, tick);
	}
}

static void mark(struct axis *axis, size_t want)
{
	axis->n_ticks = 0;
	if (axis->kind == AXIS_LINEAR || axis->high / axis->low < 6) {
		mark_linear(axis, want);
	} else if (axis->high / axis->low < 200) {
		mark_within(axis);
	} else {
		mark_decades(axis, want);
	}
}

void axis_make(struct axis *axis, enum axis_kind kind, enum axis_unit unit,
	       double low, double high, size_t want)
{
	double a = sane(kind, low), b = sane(kind, high);

	*axis = (struct axis){
		.kind = kind,
		.unit = unit,
		.low = a < b ? a : b,
		.high = a < b ? b : a,
		.to = 1,
	};
	widen(axis);
	mark(axis, want);
}

void axis_place(struct axis *axis, double from, double to)
{
	axis->from = from;
	axis->to = to;
}

double axis_at(const struct axis *axis, double value)
{
	double part;

	if (value >= axis->high) {
		return axis->to;
	}
	/* NAN, too. */
	if (!(value > axis->low)) {
		return axis->from;
	}
	part = axis->kind == AXIS_LOG ?
		       log(value / axis->low) / log(axis->high / axis->low) :
		       (value - axis->low) / (axis->high - axis->low);
	return axis->from + part * (axis->to - axis->from);
}

struct suffix {
	double from;
	const char *text;
};

static const struct suffix time_suffixes[] = {
	{ 1e9, " s" }, { 1e6, " ms" }, { 1e3, " \xc2\xb5s" }, { 0, " ns" },
};
static const struct suffix count_suffixes[] = {
	{ 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" }, { 0, "" },
};

static struct axis_label scaled(double tick, const struct suffix *suffix)
{
	struct axis_label label;

	while (suffix->from > 0 && fabs(tick) < suffix->from * 0.9999999) {
		suffix++;
	}
	snprintf(label.text, sizeof(label.text), "%.6g%s",
		 suffix->from > 0 ? tick / suffix->from : tick, suffix->text);
	return label;
}

static struct axis_label part_label(double tick)
{
	static const char *const small[] = {
		"\xe2\x81\xb0", "\xc2\xb9", "\xc2\xb2", "\xc2\xb3",
		"\xe2\x81\xb4", "\xe2\x81\xb5", "\xe2\x81\xb6",
		"\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9",
	};
	struct axis_label label;
	int power = (int)round(-log10(tick));

	if (power < 4 || fabs(tick * pow(10, power) - 1) > 1e-6) {
		snprintf(label.text, sizeof(label.text), "%g", tick);
	} else {
		snprintf(label.text, sizeof(label.text),
			 "10\xe2\x81\xbb%s%s",
			 power < 10 ? "" : small[power / 10 % 10],
			 small[power % 10]);
	}
	return label;
}

struct axis_label axis_label(const struct axis *axis, double tick)
{
	struct axis_label label;

	/* 0.30000000000000004 - 0.3 is 0. */
	if (axis->kind == AXIS_LINEAR &&
	    fabs(tick) < 1e-9 * (axis->high - axis->low)) {
		tick = 0;
	}
	switch (axis->unit) {
	case AXIS_TIME:
		return scaled(tick, time_suffixes);
	case AXIS_COUNT:
		return scaled(tick, count_suffixes);
	case AXIS_MICROSECONDS:
		snprintf(label.text, sizeof(label.text), "%.10g", tick / 1e3);
		return label;
	case AXIS_PART:
		return part_label(tick);
	case AXIS_PLAIN:
		break;
	}
	snprintf(label.text, sizeof(label.text), "%.6g", tick);
	return label;
}
