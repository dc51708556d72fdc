/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "../tool.h"
#include "progress.h"

static void show(const char *line)
{
	if (isatty(STDERR_FILENO)) {
		status_show("%s", line);
	} else {
		message("%s", line);
	}
}

void progress_say(const char *format, ...)
{
	char line[256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line, sizeof(line), format, arguments);
	va_end(arguments);
	show(line);
}

void progress_run(const struct experiment *experiment, const struct run *run)
{
	double left_s = (double)(experiment->n_planned - run->number) *
		(experiment->seconds + experiment->warmup_s);

	if (isatty(STDERR_FILENO)) {
		progress_say("run %zu of %zu, %s (%.0f min %02.0f s left)",
			     run->number + 1, experiment->n_planned,
			     experiment->arms[run->arm].name,
			     floor(left_s / 60), fmod(left_s, 60));
	}
}

void progress_done(const struct run *run)
{
	static const enum metric shown[] = {
		METRIC_WAKEUP_P50, METRIC_WAKEUP_P999, METRIC_WAKEUP_MAX,
		METRIC_GAP_LOST, METRIC_LOAD_RATE,
	};
	char line[256];
	int length = snprintf(line, sizeof(line), "run %zu, arm %zu:",
			      run->number + 1, run->arm);

	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++) {
		const struct metric_kind *kind = &metric_kinds[shown[i]];

		if (!isnan(run->value[shown[i]])) {
			length += snprintf(line + length,
					   sizeof(line) - (size_t)length,
					   " %s %.0f %s", kind->name,
					   run->value[shown[i]], kind->unit);
		}
	}
	if (run->flags.count > 0) {
		snprintf(line + length, sizeof(line) - (size_t)length,
			 ", %zu flags", run->flags.count);
	}
	show(line);
}

void progress_end(void)
{
	status_clear();
}
