/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What audit and replay do with a result: the same for both.
 */
#ifndef TOOL_REPORTING_H
#define TOOL_REPORTING_H

#include <stdbool.h>

#include "file.h"
#include "report.h"

struct reporting {
	/* From the command line; NULL: not wanted. */
	const char *json;
	const char *baseline;
	const char *known;
	bool tap;

	struct output output;
	json_t *baseline_report;
	struct known known_list;
};

/*
 * Read and open what the options name, so that what is wrong with them is
 * said before a long run.  0, or -1 with a message.
 */
int reporting_start(struct reporting *reporting);

/*
 * Make the report and print it (source->known is set here).  An exit status:
 * STATUS_GOOD, _FINDINGS, or _ERROR with a message.
 */
int reporting_finish(struct reporting *reporting,
		     struct report_source *source);

/* Drop what is not finished.  Whatever reporting_start() returned. */
void reporting_end(struct reporting *reporting);

#endif
