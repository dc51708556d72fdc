// SPDX-License-Identifier: BSD-2-Clause
/* The lines of the result: collected, sorted, printed. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

#define AFTER_ALL UINT64_MAX
#define LINE_BYTES 160

static void add_line(struct oracle *o, uint64_t event, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void add_line(struct oracle *o, uint64_t event, const char *format, ...)
{
	char *text = oracle_alloc(LINE_BYTES);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, LINE_BYTES, format, arguments);
	va_end(arguments);
	o->lines = oracle_grow(o->lines, o->n_lines, &o->max_lines,
			       sizeof(*o->lines));
	o->lines[o->n_lines++] = (struct line){ event, text };
}

void output_finding(struct oracle *o, const char *rule)
{
	add_line(o, o->now, "finding %" PRIu64 " %s", o->now, rule);
}

static const char *verdict_name(const struct op *op)
{
	if (op->unjudged != NULL) {
		return "unjudged";
	}
	if (op->required) {
		return "required";
	}
	if (op->preventive) {
		return "preventive";
	}
	if (op->removed) {
		return "deferrable";
	}
	if (op->insufficient) {
		return "insufficient";
	}
	return op->repeats ? "repeat" : "redundant";
}

void output_verdict(struct oracle *o, const struct op *op)
{
	bool judged = op->unjudged == NULL;

	add_line(o, op->event, "verdict %" PRIu64 " %s %d %" PRIu64, op->event,
		 verdict_name(op), judged && op->over_scoped,
		 judged ? op->collateral : 0);
}

void output_residue(struct oracle *o, const char *label, unsigned cpu,
		    uint32_t asid, uint64_t count)
{
	add_line(o, AFTER_ALL, "residue %s %u %" PRIu32 " %" PRIu64, label, cpu,
		 asid, count);
}

static const char *const DELAY_NAMES[DELAY_COUNT] = {
	[DELAY_ACCESSED_CLEAR] = "ACCESSED-CLEAR",
	[DELAY_PERMISSION_RAISE] = "PERMISSION-RAISE",
	[DELAY_LAZY_UNMAP] = "LAZY-UNMAP",
	[DELAY_REMAP_RACE] = "REMAP-RACE",
	[DELAY_READONLY_MOVE] = "READONLY-MOVE",
	[DELAY_UNFENCED_USE] = "UNFENCED-USE",
};

static int compare_lines(const void *left, const void *right)
{
	const struct line *a = left;
	const struct line *b = right;

	if (a->event != b->event) {
		return a->event < b->event ? -1 : 1;
	}
	return strcmp(a->text, b->text);
}

void output_print(struct oracle *o)
{
	unsigned d;
	size_t i;

	for (d = 0; d < DELAY_COUNT; d++) {
		if (o->delays[d] != 0) {
			add_line(o, AFTER_ALL, "delay %s %" PRIu64,
				 DELAY_NAMES[d], o->delays[d]);
		}
	}
	if (o->n_lines > 0) {
		qsort(o->lines, o->n_lines, sizeof(*o->lines), compare_lines);
	}
	for (i = 0; i < o->n_lines; i++) {
		puts(o->lines[i].text);
	}
	if (fflush(stdout) != 0 || ferror(stdout)) {
		oracle_die("can't write the result");
	}
}
