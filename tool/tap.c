/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "report.h"
#include "rules.h"

/* Findings of a rule that are known, or not. */
static json_int_t count(const json_t *report, const char *rule, bool known)
{
	const json_t *list = json_object_get(report, "findings");
	json_int_t sum = 0;

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *finding = json_array_get(list, i);

		if (strcmp(report_text(finding, "rule"), rule) == 0 &&
		    json_is_string(json_object_get(finding, "known")) ==
		    known) {
			sum += report_number(finding, "count");
		}
	}
	return sum;
}

static void print_sites(const json_t *report, const char *rule,
			struct buffer *text)
{
	const json_t *list = json_object_get(report, "findings");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *finding = json_array_get(list, i);

		if (strcmp(report_text(finding, "rule"), rule) == 0) {
			buffer_print(text, "# %" JSON_INTEGER_FORMAT " at ",
				     report_number(finding, "count"));
			buffer_escape(text, report_text(finding, "site"));
			buffer_add(text, ", stored by ");
			buffer_escape(text, report_text(finding, "maker"));
			buffer_add(text, "\n");
		}
	}
}

static void print_growth(const json_t *growth, struct buffer *text)
{
	for (size_t i = 0; i < json_array_size(growth); i++) {
		buffer_add(text, "# ");
		buffer_escape(text,
			      json_string_value(json_array_get(growth, i)));
		buffer_add(text, "\n");
	}
}

void tap_print(const json_t *report, const json_t *growth, struct buffer *text)
{
	unsigned number = growth == NULL ? 0 : 1;

	for (const struct rule *rule = rules; rule->name != NULL; rule++) {
		number++;
	}
	buffer_print(text, "KTAP version 1\n1..%u\n", number);
	number = 0;
	for (const struct rule *rule = rules; rule->name != NULL; rule++) {
		json_int_t known = count(report, rule->name, true);

		print_sites(report, rule->name, text);
		buffer_print(text, "%s %u no finding %s",
			     count(report, rule->name, false) > 0 ?
			     "not ok" : "ok", ++number, rule->name);
		if (known > 0) {
			buffer_print(text, " # %" JSON_INTEGER_FORMAT
				     " known ones", known);
		}
		buffer_add(text, "\n");
	}
	if (growth != NULL) {
		print_growth(growth, text);
		buffer_print(text, "%s %u nothing grew since the baseline\n",
			     json_array_size(growth) > 0 ? "not ok" : "ok",
			     ++number);
	}
}
