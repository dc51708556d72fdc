/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The runs, one after the other, with what lies between them.
 */
#ifndef MEASURE_RUNNER_H
#define MEASURE_RUNNER_H

#include "plan.h"
#include "state.h"

/* What runner_go() returns besides 0 and -1. */
#define RUNNER_REBOOT 1			/* another boot is wanted first */

/*
 * Make the planned runs that experiment does not have yet.  Each is added to
 * it, and to the state file if there is one.  0; RUNNER_REBOOT after a message
 * that says what to boot; or -1 with a message (a signal counts, the runs made
 * so far stay).  In any case the system is as it was before.
 */
int runner_go(const struct plan *plan, struct experiment *experiment,
	      struct state *state);

#endif
