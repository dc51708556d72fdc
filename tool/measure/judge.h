/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From runs to comparisons.
 */
#ifndef MEASURE_JUDGE_H
#define MEASURE_JUDGE_H

#include "experiment.h"
#include "plan.h"

/*
 * Compare each pair in each metric that all its runs have, the declared ones
 * first, as one family.  Blocks that are not complete are left for a resumed
 * experiment and flagged.  Where arms last and the baseline did not come back
 * to what it was, the pair gets no verdict and a flag says so; the same for a
 * design that drift could explain.
 */
void judge(struct experiment *experiment, const struct plan *plan);

/* The metrics that were declared before the run. */
bool judge_is_primary(const struct plan *plan, enum metric metric);

#endif
