/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool.h"
#include "verdicts.h"

static const char *const verdict_names[VERDICT_COUNT] = {
	[VERDICT_REQUIRED] = "required",
	[VERDICT_PREVENTIVE] = "preventive",
	[VERDICT_DEFERRABLE] = "deferrable",
	[VERDICT_INSUFFICIENT] = "insufficient",
	[VERDICT_REPEAT] = "repeat",
	[VERDICT_REDUNDANT] = "redundant",
	[VERDICT_UNJUDGED] = "unjudged",
};

static const char *const finding_names[FINDING_COUNT] = {
	[FINDING_BBM] = "BBM",
	[FINDING_TABLE_REUSE] = "TABLE-REUSE",
	[FINDING_TAG_REUSE] = "TAG-REUSE",
	[FINDING_STALE_GRANT] = "STALE-GRANT",
	[FINDING_INSUFFICIENT] = "INSUFFICIENT",
	[FINDING_UNORDERED] = "UNORDERED",
	[FINDING_UNFENCED_USE] = "UNFENCED-USE",
};

static struct verdict_line *add(struct verdicts *verdicts, uint64_t event,
				const char *kind, const char *name)
{
	verdicts->list = memory_grow(verdicts->list, verdicts->count,
				     sizeof(verdicts->list[0]));
	verdicts->list[verdicts->count] = (struct verdict_line){
		.event = event,
		.kind = kind,
		.name = name,
	};
	return &verdicts->list[verdicts->count++];
}

void verdicts_add_judgement(struct verdicts *verdicts,
			    const struct judgement *judgement)
{
	struct verdict_line *line =
		add(verdicts, judgement->event, "verdict",
		    verdict_names[judgement->verdict]);

	line->over_scoped = judgement->over_scoped;
	line->collateral = judgement->collateral;
}

void verdicts_add_finding(struct verdicts *verdicts,
			  const struct finding *finding)
{
	add(verdicts, finding->event, "finding", finding_names[finding->rule]);
}

static int compare(const void *a, const void *b)
{
	const struct verdict_line *x = a;
	const struct verdict_line *y = b;
	int order = strcmp(x->kind, y->kind);

	if (x->event != y->event) {
		return x->event < y->event ? -1 : 1;
	}
	return order != 0 ? order : strcmp(x->name, y->name);
}

void verdicts_print(struct verdicts *verdicts, struct buffer *text)
{
	buffer_add(text, "");
	if (verdicts->count > 0) {
		qsort(verdicts->list, verdicts->count,
		      sizeof(verdicts->list[0]), compare);
	}
	for (size_t i = 0; i < verdicts->count; i++) {
		const struct verdict_line *line = &verdicts->list[i];

		buffer_print(text, "%s %" PRIu64 " %s", line->kind,
			     line->event, line->name);
		if (strcmp(line->kind, "verdict") == 0) {
			buffer_print(text, " %d %" PRIu64, line->over_scoped,
				     line->collateral);
		}
		buffer_add(text, "\n");
	}
}

static int compare_text(const void *a, const void *b)
{
	char *const *x = a;
	char *const *y = b;

	return strcmp(*x, *y);
}

/* "asid:12" is 12 here: only ASIDs have residue. */
static char *residue_line(const struct result_residue *residue)
{
	struct buffer line = { 0 };
	const char *colon = strchr(residue->tag, ':');

	buffer_print(&line, "residue %s %" PRIu64 " %s %" PRIu64 "\n",
		     residue->at, residue->cpu,
		     colon == NULL ? residue->tag : colon + 1,
		     residue->ghosts);
	return line.text;
}

void verdicts_print_sums(const struct result *result, struct buffer *text)
{
	size_t count = result->n_delays + result->n_residue;
	char **lines = memory_get((count + 1) * sizeof(lines[0]));
	size_t n = 0;

	for (size_t i = 0; i < result->n_delays; i++) {
		struct buffer line = { 0 };

		buffer_print(&line, "delay %s %" PRIu64 "\n",
			     result->delays[i].name, result->delays[i].count);
		lines[n++] = line.text;
	}
	for (size_t i = 0; i < result->n_residue; i++) {
		lines[n++] = residue_line(&result->residue[i]);
	}
	qsort(lines, n, sizeof(lines[0]), compare_text);
	for (size_t i = 0; i < n; i++) {
		buffer_add(text, lines[i]);
		free(lines[i]);
	}
	free(lines);
}

void verdicts_free(struct verdicts *verdicts)
{
	free(verdicts->list);
	*verdicts = (struct verdicts){ 0 };
}
