/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MEASURE_REPORT_BARS_H
#define MEASURE_REPORT_BARS_H

#include "report.h"

/*
 * The wake-ups of each arm as one line of bars over a common logarithmic scale
 * of time; a bar's height is the logarithm of its count.  Nothing where there
 * are none.
 */
void report_bars(const struct experiment *experiment,
		 enum report_colour colour, struct buffer *text);

#endif
