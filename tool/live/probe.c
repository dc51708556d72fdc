/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "../file.h"
#include "../options.h"
#include "../tool.h"
#include "machine.h"
#include "probe.h"

#define DEBUGFS "/sys/kernel/debug"
#define TEXT_MAX (8u << 20)

/* The answer is no guest's failure, but has that number. */
#define STATUS_UNDECIDED 3

struct probe_request {
	const char *report;
	const char *json;
};

/* The table of options, with where they go. */
#define ENTRIES(request) { \
	{ "report", "FILE", "a saved report instead of the module's", \
	  .value = &(request)->report }, \
	{ "json", "FILE", "write the result there", \
	  .value = &(request)->json }, \
	{ NULL, NULL, NULL, NULL, NULL, NULL }, \
}

/* Why there is no report of the module, in the order of what to do. */
static int check_module(void)
{
	if (access(PROBE_REPORT, R_OK) == 0) {
		return 0;
	}
	if (strcmp(arch_name, "riscv64") != 0) {
		return fail("this is no riscv64 machine; --report FILE reads "
			    "what one said");
	}
	if (errno == EACCES) {
		return fail("%s: only root may read it", PROBE_REPORT);
	}
	if (!file_exists("/sys/module/fencepost_probe")) {
		return fail("the module fencepost_probe is not loaded");
	}
	return fail("%s is not there: is debugfs mounted at " DEBUGFS "?",
		    PROBE_REPORT);
}

static int read_report(const struct probe_request *request,
		       struct probe_report *report)
{
	const char *path = request->report;
	struct buffer text = { 0 };
	int result;

	if (path == NULL) {
		if (check_module() < 0) {
			return -1;
		}
		path = PROBE_REPORT;
	}
	result = file_read(path, TEXT_MAX, &text);
	if (result == 0) {
		result = probe_parse(report, text.text != NULL ? text.text : "",
				     text.length);
		if (result < 0) {
			fail("%s: %s", path, report->error);
		}
	}
	buffer_free(&text);
	return result;
}

static int write_json(const char *path, const struct probe_report *report)
{
	struct buffer text = { 0 };
	int result;

	if (path == NULL) {
		return 0;
	}
	probe_print_json(&text, report);
	result = output_text(path, &text);
	buffer_free(&text);
	return result;
}

static int print(const struct probe_report *report)
{
	struct buffer text = { 0 };
	int result;

	probe_print(&text, report);
	result = output_print(&text);
	buffer_free(&text);
	return result;
}

static int run(const struct probe_request *request)
{
	struct probe_report report = { 0 };
	int status = STATUS_ERROR;

	if (read_report(request, &report) == 0 &&
	    write_json(request->json, &report) == 0 && print(&report) == 0) {
		status = probe_conclude(&report) == PROBE_UNDECIDED ?
			STATUS_UNDECIDED : STATUS_GOOD;
	}
	probe_free(&report);
	return status;
}

int probe_main(int argc, char **argv)
{
	struct probe_request request = { 0 };
	const struct option_entry table[] = ENTRIES(&request);

	if (options_want_help(argc, argv)) {
		return options_help("probe [OPTIONS]", table);
	}
	if (options_parse(table, argc, argv, NULL, NULL) < 0) {
		return STATUS_ERROR;
	}
	return run(&request);
}
