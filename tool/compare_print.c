/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <string.h>

#include "compare.h"
#include "file.h"
#include "options.h"
#include "report.h"
#include "tool.h"

#define SYNOPSIS "compare [--json FILE] A.json B.json"

static const char *json_path;

static const struct option_entry options[] = {
	{ .name = "json", .argument = "FILE", .value = &json_path,
	  .help = "write the comparison as JSON" },
	{ .name = NULL },
};

static void print_change(const char *what, json_int_t a, json_int_t b,
			 struct buffer *text)
{
	if (a != b) {
		buffer_print(text, "    %-12s %10" JSON_INTEGER_FORMAT
			     " -> %-10" JSON_INTEGER_FORMAT
			     " (%+" JSON_INTEGER_FORMAT ")\n",
			     what, a, b, b - a);
	}
}

static void print_entry(const json_t *entry, struct buffer *text)
{
	const json_t *a = json_object_get(entry, "a");
	const json_t *b = json_object_get(entry, "b");

	buffer_add(text, "  ");
	buffer_escape(text, report_text(entry, "rule"));
	buffer_escape(text, report_text(entry, "op"));
	if (json_object_get(entry, "site") != NULL) {
		buffer_add(text, "  ");
		buffer_escape(text, report_text(entry, "site"));
	}
	buffer_add(text, "\n");
	if (json_is_integer(a)) {
		print_change("count", json_integer_value(a),
			     json_integer_value(b), text);
		return;
	}
	for (int i = 0; i < COUNT_FIELDS; i++) {
		print_change(count_names[i], report_number(a, count_names[i]),
			     report_number(b, count_names[i]), text);
	}
}

static void print_list(const json_t *comparison, const char *heading,
		       const char *key, struct buffer *text)
{
	const json_t *list = json_object_get(comparison, key);

	buffer_print(text, "%s%s\n", heading,
		     json_array_size(list) == 0 ? ": the same" : "");
	for (size_t i = 0; i < json_array_size(list); i++) {
		print_entry(json_array_get(list, i), text);
	}
}

void compare_print(const json_t *comparison, struct buffer *text)
{
	print_list(comparison, "Operations", "ops", text);
	print_list(comparison, "Sites", "sites", text);
	print_list(comparison, "Findings", "findings", text);
}

static int compare_reports(const json_t *a, const json_t *b)
{
	json_t *comparison = compare_build(a, b);
	struct buffer json = { 0 };
	struct buffer text = { 0 };
	int result = 0;

	if (json_path != NULL) {
		report_write(comparison, &json);
		result = output_text(json_path, &json);
	}
	if (result == 0) {
		compare_print(comparison, &text);
		result = output_print(&text);
	}
	buffer_free(&json);
	buffer_free(&text);
	json_decref(comparison);
	return result;
}

static int compare_files(const char *path_a, const char *path_b)
{
	json_t *a = report_read(path_a);
	json_t *b = a == NULL ? NULL : report_read(path_b);
	int result = b == NULL ? -1 : compare_reports(a, b);

	json_decref(a);
	json_decref(b);
	return result;
}

int compare_main(int argc, char **argv)
{
	struct words rest = { 0 };
	int result;

	if (options_want_help(argc, argv)) {
		return options_help(SYNOPSIS, options);
	}
	result = options_parse(options, argc, argv, &rest, NULL);
	if (result == 0 && rest.count != 2) {
		result = fail("usage: fencepost %s", SYNOPSIS);
	}
	if (result == 0) {
		result = compare_files(rest.list[0], rest.list[1]);
	}
	words_free(&rest);
	return result < 0 ? STATUS_ERROR : STATUS_GOOD;
}
