/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From runs to comparisons.
 */
#ifndef MEASURE_JUDGE_H
#define MEASURE_JUDGE_H

#include "experiment.h"
#include "plan.h"

/*
 * Compare each pair in each metric that its runs have.  Holm's correction is
 * over the declared metrics of all pairs, which come first; the others are a
 * family of their own, and get worse or better only if all that was declared
 * is significant (a gate: [HOLM79] alone, over everything, would need more
 * blocks than anybody makes).
 *
 * Blocks that are not complete are left for a resumed experiment and flagged.
 * No verdict, and a flag that says why: where some complete blocks lack the
 * metric, as the others would be a choice; where arms last and the baseline
 * did not come back to what it was; in a design that drift could explain.
 */
void judge(struct experiment *experiment, const struct plan *plan);

/* The metrics that were declared before the run. */
bool judge_is_primary(const struct plan *plan, enum metric metric);

#endif
