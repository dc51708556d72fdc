/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "groups.h"
#include "report.h"
#include "rules.h"
#include "tool.h"

/* Rows of the table of sites; the JSON report has all. */
#define ROWS_MAX 40
#define OP_WIDTH 22

enum paint { PAINT_NONE, PAINT_HEAD, PAINT_BAD, PAINT_KNOWN };

struct page {
	struct buffer *text;
	enum report_colour colour;
	/* Columns that have a count at all. */
	bool shown[COUNT_FIELDS];
};

static const char *const column_names[COUNT_FIELDS] = {
	"issued", "required", "preventive", "deferrable", "redundant",
	"insufficient", "repeat", "unjudged", "over-scoped", "collateral",
};

enum report_colour report_choose_colour(void)
{
	const char *no = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) != 0 && (no == NULL || no[0] == '\0') ?
		REPORT_COLOUR : REPORT_PLAIN;
}

static void paint(const struct page *page, enum paint paint)
{
	static const char *const codes[] = {
		[PAINT_NONE] = "\033[0m",
		[PAINT_HEAD] = "\033[1m",
		[PAINT_BAD] = "\033[1;31m",
		[PAINT_KNOWN] = "\033[33m",
	};

	if (page->colour == REPORT_COLOUR) {
		buffer_add(page->text, codes[paint]);
	}
}

static void head(const struct page *page, const char *text)
{
	paint(page, PAINT_HEAD);
	buffer_print(page->text, "\n%s\n", text);
	paint(page, PAINT_NONE);
}

/* Long ones have a line of their own. */
static bool is_long(const char *key)
{
	return strcmp(key, "append") == 0 || strcmp(key, "loads") == 0 ||
		strcmp(key, "run") == 0;
}

static void print_value(const struct page *page, const json_t *value)
{
	if (json_is_integer(value)) {
		buffer_print(page->text, "%" JSON_INTEGER_FORMAT,
			     json_integer_value(value));
	} else {
		buffer_escape(page->text, json_is_string(value) ?
			      json_string_value(value) : "");
	}
}

static void print_label(const struct page *page, const char *label)
{
	struct buffer text = { 0 };

	paint(page, PAINT_HEAD);
	buffer_escape(&text, label);
	buffer_print(page->text, "%-9s", text.text);
	paint(page, PAINT_NONE);
	buffer_free(&text);
}

/* "label  key value, key value", then the long ones. */
static void print_members(const struct page *page, const char *label,
			  json_t *object)
{
	const char *separator = "";
	const char *key;
	json_t *value;

	print_label(page, label);
	json_object_foreach(object, key, value) {
		if (!is_long(key)) {
			buffer_add(page->text, separator);
			buffer_escape(page->text, key);
			buffer_add(page->text, " ");
			print_value(page, value);
			separator = ", ";
		}
	}
	buffer_add(page->text, "\n");
	json_object_foreach(object, key, value) {
		if (is_long(key)) {
			print_label(page, key);
			print_value(page, value);
			buffer_add(page->text, "\n");
		}
	}
}

static void print_title(const struct page *page, const json_t *report)
{
	print_members(page, "kernel", json_object_get(report, "kernel"));
	print_members(page, "machine", json_object_get(report, "machine"));
}

static int column_width(int column)
{
	return (int)strlen(column_names[column]) + 2 > 10 ?
		(int)strlen(column_names[column]) + 2 : 10;
}

static void print_columns(const struct page *page, const char *last)
{
	paint(page, PAINT_HEAD);
	for (int i = 0; i < COUNT_FIELDS; i++) {
		if (page->shown[i]) {
			buffer_print(page->text, "%*s", column_width(i),
				     column_names[i]);
		}
	}
	buffer_print(page->text, "  %s\n", last);
	paint(page, PAINT_NONE);
}

static void print_counts(const struct page *page, const struct counts *counts)
{
	for (int i = 0; i < COUNT_FIELDS; i++) {
		if (page->shown[i]) {
			buffer_print(page->text, "%*" PRIu64, column_width(i),
				     counts->n[i]);
		}
	}
}

static void print_group(const struct page *page, const struct group *group)
{
	const char *tab = strchr(group->key.text, '\t');

	print_counts(page, &group->counts);
	if (tab == NULL) {
		buffer_print(page->text, "  %s\n", group->key.text);
	} else {
		buffer_print(page->text, "  %-*.*s %s\n", OP_WIDTH,
			     (int)(tab - group->key.text), group->key.text,
			     tab + 1);
	}
}

static void print_sites(const struct page *page, const json_t *report)
{
	struct groups groups;
	uint64_t rest = 0;

	groups_of_sites(report, &groups);
	groups_sort_by_count(&groups);
	head(page, "Sites");
	print_columns(page, "operation              issued by <- called by");
	for (size_t i = 0; i < groups.count; i++) {
		if (i < ROWS_MAX) {
			print_group(page, &groups.list[i]);
		} else {
			rest += groups.list[i].counts.n[COUNT_ISSUED];
		}
	}
	if (groups.count > ROWS_MAX) {
		buffer_print(page->text, "%10" PRIu64 "  at %zu more sites\n",
			     rest, groups.count - ROWS_MAX);
	}
	groups_free(&groups);
}

/* The operations, and their sum. */
static void print_ops(struct page *page, const json_t *report)
{
	struct counts sum = { .n = { 0 } };
	struct groups groups;

	groups_of_ops(report, &groups);
	groups_sort_by_count(&groups);
	for (size_t i = 0; i < groups.count; i++) {
		counts_add(&sum, &groups.list[i].counts);
	}
	for (int i = 0; i < COUNT_FIELDS; i++) {
		page->shown[i] = i == COUNT_ISSUED || sum.n[i] > 0;
	}
	head(page, "Operations");
	print_columns(page, "operation");
	for (size_t i = 0; i < groups.count; i++) {
		print_group(page, &groups.list[i]);
	}
	paint(page, PAINT_HEAD);
	print_counts(page, &sum);
	buffer_add(page->text, "  total\n");
	paint(page, PAINT_NONE);
	groups_free(&groups);
}

static void print_chain(const struct page *page, const char *label,
			const json_t *object, const char *symbol,
			const char *callers)
{
	const json_t *list = json_object_get(object, callers);

	buffer_print(page->text, "    %-9s ", label);
	buffer_escape(page->text, report_text(object, symbol));
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *name = json_string_value(json_array_get(list, i));

		buffer_add(page->text, "\n              <- ");
		buffer_escape(page->text, name == NULL ? "" : name);
	}
	buffer_add(page->text, "\n");
}

static void print_escaped(const struct page *page, const char *label,
			  const char *value)
{
	buffer_add(page->text, label);
	buffer_escape(page->text, value);
}

static void print_first(const struct page *page, const json_t *first)
{
	const json_t *holders = json_object_get(first, "holders");

	print_escaped(page, "    range     from ", report_text(first, "va"));
	print_escaped(page, ", ASID ", report_text(first, "asid"));
	buffer_print(page->text, ", level %" JSON_INTEGER_FORMAT "\n",
		     report_number(first, "level"));
	print_escaped(page, "    held      ", report_text(first, "old"));
	buffer_add(page->text, " perhaps, by CPU");
	for (size_t i = 0; i < json_array_size(holders); i++) {
		buffer_print(page->text, " %" JSON_INTEGER_FORMAT,
			     json_integer_value(json_array_get(holders, i)));
	}
	print_escaped(page, "\n    in memory ", report_text(first, "new"));
	buffer_print(page->text, "\n    first     event %" JSON_INTEGER_FORMAT
		     " on CPU %" JSON_INTEGER_FORMAT
		     "; the store was event %" JSON_INTEGER_FORMAT "\n",
		     report_number(first, "event"),
		     report_number(first, "cpu"),
		     report_number(first, "made"));
}

static void print_finding(const struct page *page, const json_t *finding)
{
	const char *name = report_text(finding, "rule");
	const struct rule *rule = rule_find(name);
	const json_t *known = json_object_get(finding, "known");

	paint(page, json_is_string(known) ? PAINT_KNOWN : PAINT_BAD);
	print_escaped(page, json_is_string(known) ? "  known finding " :
		      "  finding ", name);
	paint(page, PAINT_NONE);
	buffer_print(page->text, " (count %" JSON_INTEGER_FORMAT ")\n",
		     report_number(finding, "count"));
	if (rule != NULL) {
		buffer_print(page->text, "    %s\n    %s; docs/model.md\n",
			     rule->text, rule->source);
	}
	if (json_is_string(known)) {
		print_escaped(page, "    known:    ", json_string_value(known));
		buffer_add(page->text, "\n");
	}
	print_chain(page, "site", finding, "site", "callers");
	print_chain(page, "stored by", finding, "maker", "maker_callers");
	print_first(page, json_object_get(finding, "first"));
	buffer_add(page->text, "\n");
}

static void print_findings(const struct page *page, const json_t *report)
{
	const json_t *list = json_object_get(report, "findings");

	if (json_array_size(list) == 0) {
		head(page, "No findings");
		return;
	}
	head(page, "Findings");
	for (size_t i = 0; i < json_array_size(list); i++) {
		print_finding(page, json_array_get(list, i));
	}
}

/* "name  count" lines under a heading; nothing for an empty list. */
static void print_tallies(const struct page *page, const char *heading,
			  const json_t *list, const char *key)
{
	if (json_array_size(list) == 0) {
		return;
	}
	head(page, heading);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *tally = json_array_get(list, i);

		buffer_print(page->text, "%10" JSON_INTEGER_FORMAT "  ",
			     report_number(tally, "count"));
		buffer_escape(page->text, report_text(tally, key));
		buffer_add(page->text, "\n");
	}
}

static bool same_place(const json_t *a, const json_t *b)
{
	return report_number(a, "cpu") == report_number(b, "cpu") &&
		strcmp(report_text(a, "at"), report_text(b, "at")) == 0;
}

/* The sum over all tags for the place and CPU of entry i, at its first one. */
static void print_place(const struct page *page, const json_t *list, size_t i)
{
	const json_t *first = json_array_get(list, i);
	json_int_t ghosts = 0;
	size_t tags = 0;

	for (size_t j = 0; j < json_array_size(list); j++) {
		const json_t *entry = json_array_get(list, j);

		if (same_place(entry, first)) {
			if (j < i) {
				return;
			}
			ghosts += report_number(entry, "ghosts");
			tags++;
		}
	}
	buffer_print(page->text, "%10" JSON_INTEGER_FORMAT "  CPU %"
		     JSON_INTEGER_FORMAT ", tags: %zu, at: ", ghosts,
		     report_number(first, "cpu"), tags);
	buffer_escape(page->text, report_text(first, "at"));
	buffer_add(page->text, "\n");
}

static void print_residue(const struct page *page, const json_t *report)
{
	const json_t *list = json_object_get(report, "residue");

	if (json_array_size(list) > 0) {
		head(page, "Residue: old translations under dead tags");
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		print_place(page, list, i);
	}
}

static void print_calls(const struct page *page, const json_t *report)
{
	const json_t *list = json_object_get(json_object_get(report,
							     "firmware"),
					     "calls");

	if (json_array_size(list) > 0) {
		head(page, "Firmware calls");
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *call = json_array_get(list, i);

		buffer_print(page->text, "%10" JSON_INTEGER_FORMAT "  ",
			     report_number(call, "count"));
		buffer_escape(page->text, report_text(call, "function"));
		buffer_print(page->text, ", %" JSON_INTEGER_FORMAT " to %"
			     JSON_INTEGER_FORMAT " instructions\n",
			     report_number(call, "instructions_min"),
			     report_number(call, "instructions_max"));
	}
}

static void print_notes(const struct page *page, const json_t *report)
{
	const json_t *list = json_object_get(json_object_get(report, "run"),
					     "notes");

	if (json_array_size(list) > 0) {
		head(page, "Notes");
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *note = json_string_value(json_array_get(list, i));

		print_escaped(page, "  ", note == NULL ? "" : note);
		buffer_add(page->text, "\n");
	}
}

/* What most people want to know. */
static void print_summary(const struct page *page, const json_t *report)
{
	const json_t *totals = json_object_get(report, "totals");
	json_int_t spare = report_number(totals, "preventive") +
		report_number(totals, "deferrable") +
		report_number(totals, "redundant");

	paint(page, PAINT_HEAD);
	buffer_print(page->text, "\n%" JSON_INTEGER_FORMAT
		     " invalidations: %" JSON_INTEGER_FORMAT " required, %"
		     JSON_INTEGER_FORMAT " not needed (preventive, deferrable "
		     "or redundant); %zu findings that are not known\n",
		     report_number(totals, "issued"),
		     report_number(totals, "required"), spare,
		     report_unknown_findings(report));
	paint(page, PAINT_NONE);
}

void report_print(const json_t *report, enum report_colour colour,
		  struct buffer *text)
{
	struct page page = { .text = text, .colour = colour };

	print_title(&page, report);
	print_ops(&page, report);
	print_sites(&page, report);
	print_findings(&page, report);
	print_tallies(&page, "Legal delays (docs/model.md)",
		      json_object_get(report, "delays"), "rule");
	print_tallies(&page, "Unjudged, and why",
		      json_object_get(report, "unjudged"), "reason");
	print_residue(&page, report);
	print_calls(&page, report);
	print_notes(&page, report);
	print_summary(&page, report);
}
