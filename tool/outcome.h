/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How an audited machine ended, and whether its result can be used.
 */
#ifndef TOOL_OUTCOME_H
#define TOOL_OUTCOME_H

#include <jansson.h>

#include "guest.h"
#include "result.h"
#include "run.h"

/*
 * Parse the plugin's text into result if the run is good.  STATUS_GOOD, or
 * with a message: STATUS_GUEST (it panicked, hung, failed), STATUS_ERROR.
 */
int outcome_check(const struct run *run, enum guest_kind kind,
		  const char *text, struct result *result);

/*
 * Whether our counts equal the guest's own, but for unjudged ones: those may
 * be the firmware's.  0, or -1 with a message.
 */
int outcome_check_counts(const struct result *result);

/* "run" of the report: what a replay does not have. */
json_t *outcome_fields(const struct result *result, const char *qemu_version);

#endif
