/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A report is a JSON value (docs/report-format.md); texts for people, KTAP,
 * comparisons and the exit status are all made from it.
 */
#ifndef TOOL_REPORT_H
#define TOOL_REPORT_H

#include <jansson.h>

#include "buffer.h"
#include "facts.h"
#include "known.h"
#include "result.h"
#include "symbols.h"

#define REPORT_SCHEMA "fencepost.audit/1"

struct report_source {
	const struct result *result;
	struct symbols *symbols;
	const struct facts *facts;
	const struct known *known;
	json_t *run;		/* the run's own fields; taken over */
};

/*
 * The report.  The same for the same result, symbols, facts and known list,
 * but for what is in run.
 */
json_t *report_build(const struct report_source *source);

/* Read one from a file.  NULL with a message: it is none. */
json_t *report_read(const char *path);

/* Its text, with a newline at the end. */
void report_write(const json_t *report, struct buffer *text);

/* How many findings are not known ones (each group counts as one). */
size_t report_unknown_findings(const json_t *report);

enum report_colour { REPORT_PLAIN, REPORT_COLOUR };

/* What standard output wants: a terminal, and no NO_COLOR. */
enum report_colour report_choose_colour(void);

/* The text for people. */
void report_print(const json_t *report, enum report_colour colour,
		  struct buffer *text);

/*
 * KTAP: a line for each rule, and one for the baseline unless growth, the list
 * of what grew (compare.h), is NULL.
 */
void tap_print(const json_t *report, const json_t *growth,
	       struct buffer *text);

/* Members of a report of unknown origin: "", 0 when missing. */
const char *report_text(const json_t *object, const char *key);
json_int_t report_number(const json_t *object, const char *key);

/* "name" of "name+0x10 [module]", into a buffer that is emptied first. */
void report_symbol_name(const char *symbol, struct buffer *name);

#endif
