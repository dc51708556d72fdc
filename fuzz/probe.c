/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libFuzzer target: any bytes as the report of fencepost_probe.  It is refused
 * with a reason, or what was read adds up, and can be printed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tool/live/probe.h"

/* Not assert(): it must hold in every build. */
#define require(condition)                                                  \
	do {                                                                \
		if (!(condition)) {                                         \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,  \
				#condition);                                \
			abort();                                            \
		}                                                           \
	} while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_case(const struct probe_report *report, size_t i)
{
	const struct probe_case *k = &report->cases[i];
	uint64_t sum = 0;

	for (size_t n = PROBE_CLEAN; n <= PROBE_BROKEN; n++) {
		sum += k->count[n];
	}
	require(sum == report->tries);
	require(k->count[PROBE_STALE] <= report->tries);
	require(i < PROBE_CASES_EACH ||
		k->cpu > report->cases[i - PROBE_CASES_EACH].cpu);
	require(k->answer != PROBE_NOT_KEPT ||
		(k->count[PROBE_CLEAN] == report->tries &&
		 k->count[PROBE_STALE] > 0));
	require(k->answer != PROBE_KEPT || k->count[PROBE_STILL] > 0);
}

static void check_text(const struct probe_report *report)
{
	struct buffer text = { 0 };

	probe_print(&text, report);
	require(strstr(text.text, "DOES NOT KEEP") == NULL ||
		probe_conclude(report) == PROBE_NOT_KEPT);
	probe_print_json(&text, report);
	for (size_t i = 0; i < text.length; i++) {
		require(text.text[i] == '\n' || text.text[i] == '\t' ||
			(text.text[i] >= ' ' && text.text[i] <= '~'));
	}
	buffer_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct probe_report report;
	/* Without a terminator, so that reading on is seen. */
	char *copy = malloc(size + (size == 0));
	int result;

	require(copy != NULL);
	memcpy(copy, data, size);
	result = probe_parse(&report, copy, size);
	free(copy);
	if (result == 0) {
		require(report.n_cases == report.online * PROBE_CASES_EACH);
		for (size_t i = 0; i < report.n_cases; i++) {
			check_case(&report, i);
		}
		check_text(&report);
	} else {
		require(report.error[0] != '\0');
	}
	probe_free(&report);
	return 0;
}
