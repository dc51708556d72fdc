/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is going on, on standard error: a line that renews itself on a
 * terminal, a line a run elsewhere.
 */
#ifndef MEASURE_PROGRESS_H
#define MEASURE_PROGRESS_H

#include "experiment.h"

void progress_say(const char *format, ...)
	__attribute__((format(printf, 1, 2)));
void progress_run(const struct experiment *experiment, const struct run *run);
void progress_done(const struct run *run);
void progress_end(void);

#endif
