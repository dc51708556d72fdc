/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "report.h"
#include "tool.h"

#define REPORT_FILE_MAX (256u << 20)

json_t *report_read(const char *path)
{
	struct buffer content = { 0 };
	json_t *report = NULL;
	json_error_t error;

	if (file_read(path, REPORT_FILE_MAX, &content) == 0) {
		report = json_loadb(content.text, content.length, 0, &error);
		if (report == NULL) {
			fail("%s:%d: no JSON: %s", path, error.line,
			     error.text);
		} else if (strcmp(report_text(report, "schema"),
				  REPORT_SCHEMA) != 0) {
			fail("%s is no report of schema %s", path,
			     REPORT_SCHEMA);
			json_decref(report);
			report = NULL;
		}
	}
	buffer_free(&content);
	return report;
}

void report_write(const json_t *report, struct buffer *text)
{
	char *dump = json_dumps(report, JSON_INDENT(1) | JSON_ENSURE_ASCII);

	if (dump == NULL) {
		message("out of memory");
		exit(STATUS_ERROR);
	}
	buffer_print(text, "%s\n", dump);
	free(dump);
}

size_t report_unknown_findings(const json_t *report)
{
	const json_t *list = json_object_get(report, "findings");
	size_t count = 0;

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *finding = json_array_get(list, i);

		if (!json_is_string(json_object_get(finding, "known"))) {
			count++;
		}
	}
	return count;
}

const char *report_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text == NULL ? "" : text;
}

json_int_t report_number(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

void report_symbol_name(const char *symbol, struct buffer *name)
{
	buffer_free(name);
	buffer_add_bytes(name, symbol, strcspn(symbol, "+"));
}
