/* SPDX-License-Identifier: BSD-2-Clause */
#include "compare.h"
#include "reporting.h"
#include "tool.h"

int reporting_start(struct reporting *reporting)
{
	reporting->output.fd = -1;
	if (known_read_shipped(&reporting->known_list) < 0) {
		return -1;
	}
	if (reporting->known != NULL &&
	    known_read(&reporting->known_list, reporting->known) < 0) {
		return -1;
	}
	if (reporting->baseline != NULL) {
		reporting->baseline_report = report_read(reporting->baseline);
		if (reporting->baseline_report == NULL) {
			return -1;
		}
	}
	if (reporting->json != NULL) {
		return output_open(&reporting->output, reporting->json);
	}
	return 0;
}

static int write_json(struct reporting *reporting, const json_t *report)
{
	struct buffer text = { 0 };
	int result;

	if (reporting->json == NULL) {
		return 0;
	}
	report_write(report, &text);
	result = output_write(&reporting->output, text.text, text.length);
	buffer_free(&text);
	return result < 0 ? result : output_finish(&reporting->output);
}

static void print_growth(const json_t *growth, struct buffer *text)
{
	size_t count = json_array_size(growth);

	if (growth == NULL) {
		return;
	}
	buffer_add(text, count == 0 ? "Nothing grew since the baseline\n" :
		   "\nGrown since the baseline\n");
	for (size_t i = 0; i < count; i++) {
		buffer_add(text, "  ");
		buffer_escape(text,
			      json_string_value(json_array_get(growth, i)));
		buffer_add(text, "\n");
	}
}

static int print(const struct reporting *reporting, const json_t *report,
		 const json_t *growth)
{
	struct buffer text = { 0 };
	int result;

	if (reporting->tap) {
		tap_print(report, growth, &text);
	} else {
		report_print(report, report_choose_colour(), &text);
		print_growth(growth, &text);
	}
	result = output_print(&text);
	buffer_free(&text);
	return result;
}

int reporting_finish(struct reporting *reporting,
		     struct report_source *source)
{
	json_t *growth = NULL;
	json_t *report;
	int status = STATUS_GOOD;

	source->known = &reporting->known_list;
	report = report_build(source);
	if (reporting->baseline_report != NULL) {
		growth = compare_growth(reporting->baseline_report, report);
	}
	if (report_unknown_findings(report) > 0 ||
	    json_array_size(growth) > 0) {
		status = STATUS_FINDINGS;
	}
	if (write_json(reporting, report) < 0 ||
	    print(reporting, report, growth) < 0) {
		status = STATUS_ERROR;
	}
	json_decref(report);
	json_decref(growth);
	return status;
}

void reporting_end(struct reporting *reporting)
{
	output_cancel(&reporting->output);
	json_decref(reporting->baseline_report);
	known_free(&reporting->known_list);
}
