/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "report.h"
#include "rules.h"

struct tally {
	json_int_t known;
	json_int_t unknown;
};

static struct tally count(const json_t *report, const char *rule)
{
	const json_t *list = json_object_get(report, "findings");
	struct tally sum = { 0 };

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *finding = json_array_get(list, i);

		if (strcmp(report_text(finding, "rule"), rule) != 0) {
			continue;
		}
		if (json_is_string(json_object_get(finding, "known"))) {
			sum.known += report_number(finding, "count");
		} else {
			sum.unknown += report_number(finding, "count");
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
		struct tally sum = count(report, rule->name);

		print_sites(report, rule->name, text);
		buffer_print(text, "%s %u no finding %s",
			     sum.unknown > 0 ? "not ok" : "ok", ++number,
			     rule->name);
		if (sum.known > 0) {
			buffer_print(text, " # %" JSON_INTEGER_FORMAT
				     " known ones", sum.known);
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
