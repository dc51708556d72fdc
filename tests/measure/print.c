/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Print what is made of an experiment of tests/unit/experiment.h:
 * print FORMAT NAME, or print names.
 */
#include <stdio.h>

#include "../unit/experiment.h"

#include "../../tool/measure/report.h"

static void print_table(const struct experiment *experiment,
			struct buffer *text)
{
	report_table(experiment, REPORT_PLAIN, text);
}

static void print_colours(const struct experiment *experiment,
			  struct buffer *text)
{
	report_table(experiment, REPORT_COLOUR_UTF8, text);
}

static const struct format {
	const char *name;
	void (*print)(const struct experiment *experiment, struct buffer *text);
} formats[] = {
	{ "table", print_table },
	{ "colours", print_colours },
	{ "json", report_json },
	{ "tap", report_tap },
	{ "page", report_page },
	{ "cyclictest", report_cyclictest },
	{ "costs", report_costs },
};

static int print_names(void)
{
	for (size_t i = 0; experiment_names[i] != NULL; i++) {
		puts(experiment_names[i]);
	}
	return 0;
}

static int print(const struct format *format, const char *name)
{
	struct experiment *experiment = experiment_make(name);
	struct buffer text = { 0 };

	format->print(experiment, &text);
	fwrite(text.text, 1, text.length, stdout);
	buffer_free(&text);
	experiment_destroy(experiment);
	return fflush(stdout) == 0 ? 0 : 2;
}

static bool is_known(const char *name)
{
	for (size_t i = 0; experiment_names[i] != NULL; i++) {
		if (strcmp(experiment_names[i], name) == 0) {
			return true;
		}
	}
	return false;
}

int main(int count, char **arguments)
{
	if (count == 2 && strcmp(arguments[1], "names") == 0) {
		return print_names();
	}
	for (size_t i = 0; count == 3 && is_known(arguments[2]) &&
	     i < sizeof(formats) / sizeof(*formats); i++) {
		if (strcmp(formats[i].name, arguments[1]) == 0) {
			return print(&formats[i], arguments[2]);
		}
	}
	fprintf(stderr, "usage: print FORMAT NAME | print names\n");
	return 2;
}
