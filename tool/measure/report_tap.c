/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "report.h"
#include "show.h"

/* A # would begin a directive. */
static void add_name(struct buffer *text, const char *name)
{
	for (const char *at = name; *at != '\0'; at++) {
		if (*at == '#') {
			buffer_add(text, "\\x23");
		} else {
			buffer_escape_bytes(text, at, 1);
		}
	}
}

static void add_comments(struct buffer *text,
			 const struct experiment *experiment)
{
	struct show_label labels[SHOW_LABELS_MAX];
	size_t n = show_labels(experiment, labels);
	struct show_flag *flags;

	for (size_t i = 0; i < n; i++) {
		buffer_print(text, "# %s: %s\n", labels[i].word,
			     labels[i].text.text);
	}
	for (size_t i = 0; i < experiment->flags.count; i++) {
		buffer_add(text, "# flag: ");
		buffer_escape(text, experiment->flags.list[i].name);
		buffer_add(text, "\n");
	}
	n = show_flags(experiment, &flags);
	for (size_t i = 0; i < n; i++) {
		buffer_print(text, "# flag of %zu runs: ", flags[i].runs);
		buffer_escape(text, flags[i].name);
		buffer_add(text, "\n");
	}
	free(flags);
}

/* What was not decided neither passed nor failed. */
static const char *why_skipped(enum stats_verdict verdict)
{
	switch (verdict) {
	case STATS_NO_VERDICT:
		return " # SKIP no verdict";
	case STATS_INCONCLUSIVE:
		return " # SKIP inconclusive";
	default:
		return "";
	}
}

static const char *arm_name(const struct experiment *experiment, size_t arm)
{
	return arm < experiment->n_arms ? experiment->arms[arm].name : "";
}

static void add_point(struct buffer *text, const struct experiment *experiment,
		      size_t i)
{
	const struct comparison *comparison = &experiment->comparisons[i];
	const struct stats_result *result = &comparison->result;

	buffer_print(text, "# ratio %s, 95 %% interval %s, p %s\n",
		     show_ratio(result->ratio).text,
		     show_interval(result->low, result->high, SHOW_ASCII).text,
		     show_p(result->p_holm).text);
	buffer_print(text, "%s %zu %s of ",
		     result->verdict == STATS_WORSE ? "not ok" : "ok", i + 1,
		     metric_kinds[comparison->metric].name);
	add_name(text, arm_name(experiment, comparison->pair + 1));
	buffer_print(text, " is not worse%s\n", why_skipped(result->verdict));
}

void report_tap(const struct experiment *experiment, struct buffer *text)
{
	size_t n = experiment->n_comparisons;

	buffer_add(text, "KTAP version 1\n");
	buffer_print(text, n > 0 ? "1..%zu\n" :
				   "1..%zu # SKIP nothing was compared\n", n);
	add_comments(text, experiment);
	for (size_t i = 0; i < n; i++) {
		add_point(text, experiment, i);
	}
}
