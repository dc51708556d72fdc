/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tool.h"
#include "probe.h"

const char *const probe_entry_names[] = { "leaf", "table" };
const char *const probe_access_names[] = { "load", "store", "fetch" };
const char *const probe_count_names[] = { "clean", "late", "kept", "broken",
					  "stale", "cured" };
const char *const probe_answer_names[] = { "kept", "not-kept", "undecided" };
static const char *const mode_names[] = { "sv39", "sv48", "sv57" };

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* What is left of the text, and the line that at is in. */
struct cursor {
	const char *at;
	const char *end;
	unsigned line;
	struct probe_report *report;
};

static int refuse(const struct cursor *c, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int refuse(const struct cursor *c, const char *format, ...)
{
	char *error = c->report->error;
	va_list arguments;
	int length = snprintf(error, PROBE_ERROR_MAX, "line %u: ", c->line);

	va_start(arguments, format);
	vsnprintf(error + length, PROBE_ERROR_MAX - (size_t)length, format,
		  arguments);
	va_end(arguments);
	return -1;
}

static bool next_is(const struct cursor *c, const char *word)
{
	size_t length = strlen(word);

	return (size_t)(c->end - c->at) >= length &&
	       memcmp(c->at, word, length) == 0;
}

static int take(struct cursor *c, const char *word)
{
	if (!next_is(c, word)) {
		return refuse(c, "\"%.*s\" is wanted",
			      (int)strcspn(word, "\n"), word);
	}
	c->at += strlen(word);
	c->line += strchr(word, '\n') != NULL;
	return 0;
}

/* Decimal, without a sign and without zeros in front. */
static int take_number(struct cursor *c, const char *word, uint32_t max,
		       uint32_t *number)
{
	uint64_t value = 0;
	const char *start;

	if (take(c, word) < 0) {
		return -1;
	}
	for (start = c->at; c->at < c->end && *c->at >= '0' && *c->at <= '9';
	     c->at++) {
		value = value * 10 + (uint64_t)(*c->at - '0');
		if (value > max) {
			return refuse(c, "%sof more than %lu", word,
				      (unsigned long)max);
		}
	}
	if (c->at == start || (*start == '0' && c->at != start + 1)) {
		return refuse(c, "%sis no number", word);
	}
	*number = (uint32_t)value;
	return 0;
}

/* One of the names, ended by a blank or the end of the line. */
static int take_name(struct cursor *c, const char *const *names, size_t count,
		     size_t *index)
{
	for (size_t i = 0; i < count; i++) {
		size_t length = strlen(names[i]);

		if (next_is(c, names[i]) && c->at + length < c->end &&
		    strchr(" \n", c->at[length]) != NULL) {
			c->at += length;
			*index = i;
			return 0;
		}
	}
	return refuse(c, "not a name that may stand there");
}

static int take_head(struct cursor *c)
{
	struct probe_report *r = c->report;
	size_t mode = 0;

	if (take(c, "fencepost_probe ") < 0) {
		return refuse(c, "this is no report of fencepost_probe");
	}
	if (take(c, "1\n") < 0) {
		return refuse(c, "a format of fencepost_probe that this "
			      "version does not know");
	}
	if (take(c, "mode ") < 0 ||
	    take_name(c, mode_names, COUNT_OF(mode_names), &mode) < 0 ||
	    take_number(c, " online ", PROBE_CPUS_MAX, &r->online) < 0 ||
	    take_number(c, " present ", PROBE_CPUS_MAX, &r->present) < 0 ||
	    take(c, "\n") < 0 ||
	    take_number(c, "tries ", PROBE_TRIES_MAX, &r->tries) < 0 ||
	    take_number(c, " retries ", UINT32_MAX, &r->retries) < 0 ||
	    take_number(c, " wait_us ", UINT32_MAX, &r->wait_us) < 0 ||
	    take_number(c, " test_hold_store ", 1, &r->hold_store) < 0 ||
	    take(c, "\n") < 0) {
		return -1;
	}
	memcpy(r->mode, mode_names[mode], strlen(mode_names[mode]) + 1);
	return r->online == 0 || r->tries == 0 ?
		refuse(c, "no CPU or no try") : 0;
}

/* The module's rule, once more. */
static enum probe_answer answer_of(const struct probe_case *k, uint32_t tries)
{
	if (k->count[PROBE_BROKEN] != 0 || k->count[PROBE_CURED] != tries) {
		return PROBE_UNDECIDED;
	}
	if (k->count[PROBE_STILL] != 0) {
		return PROBE_KEPT;
	}
	return k->count[PROBE_LATE] != 0 || k->count[PROBE_STALE] == 0 ?
		PROBE_UNDECIDED : PROBE_NOT_KEPT;
}

static int check_case(const struct cursor *c, const struct probe_case *k)
{
	const struct probe_report *r = c->report;
	size_t place = r->n_cases % PROBE_CASES_EACH;
	uint64_t sum = 0;

	for (size_t i = PROBE_CLEAN; i <= PROBE_BROKEN; i++) {
		sum += k->count[i];
	}
	if (sum != r->tries) {
		return refuse(c, "clean, late, kept and broken are not %lu "
			      "tries", (unsigned long)r->tries);
	}
	if (k->entry != place / PROBE_ACCESSES ||
	    k->access != place % PROBE_ACCESSES ||
	    (r->n_cases > 0 && (place == 0 ?
			k->cpu <= r->cases[r->n_cases - 1].cpu :
			k->cpu != r->cases[r->n_cases - 1].cpu))) {
		return refuse(c, "a case that is missing, twice or out of "
			      "order");
	}
	return k->answer == answer_of(k, r->tries) ? 0 :
		refuse(c, "the answer is not what the counts say");
}

static int take_counts(struct cursor *c, struct probe_case *k)
{
	for (size_t i = 0; i < PROBE_COUNTS; i++) {
		char word[16];

		snprintf(word, sizeof(word), " %s ", probe_count_names[i]);
		if (take_number(c, word, c->report->tries, &k->count[i]) < 0) {
			return -1;
		}
	}
	return 0;
}

static int take_case(struct cursor *c)
{
	struct probe_report *r = c->report;
	struct probe_case k = { 0 };
	size_t entry = 0, access = 0, answer = 0;

	if (take_number(c, "cpu ", PROBE_CPUS_MAX - 1, &k.cpu) < 0 ||
	    take(c, " entry ") < 0 ||
	    take_name(c, probe_entry_names, PROBE_ENTRIES, &entry) < 0 ||
	    take(c, " access ") < 0 ||
	    take_name(c, probe_access_names, PROBE_ACCESSES, &access) < 0 ||
	    take_counts(c, &k) < 0 || take(c, " answer ") < 0 ||
	    take_name(c, probe_answer_names, PROBE_ANSWERS, &answer) < 0) {
		return -1;
	}
	k.entry = (enum probe_entry)entry;
	k.access = (enum probe_access)access;
	k.answer = (enum probe_answer)answer;
	if (check_case(c, &k) < 0 || take(c, "\n") < 0) {
		return -1;
	}
	r->cases = memory_grow(r->cases, r->n_cases, sizeof(k));
	r->cases[r->n_cases++] = k;
	return 0;
}

int probe_parse(struct probe_report *report, const char *text, size_t length)
{
	struct cursor c = { text, text + length, 1, report };

	*report = (struct probe_report){ 0 };
	if (take_head(&c) < 0) {
		return -1;
	}
	while (next_is(&c, "cpu ")) {
		if (take_case(&c) < 0) {
			return -1;
		}
	}
	if (take(&c, "end\n") < 0) {
		return -1;
	}
	if (c.at != c.end) {
		return refuse(&c, "something follows the end");
	}
	if (report->n_cases != (size_t)report->online * PROBE_CASES_EACH ||
	    report->present < report->online) {
		return refuse(&c, "%zu cases are not those of %lu of %lu CPUs",
			      report->n_cases, (unsigned long)report->online,
			      (unsigned long)report->present);
	}
	return 0;
}

void probe_free(struct probe_report *report)
{
	free(report->cases);
	report->cases = NULL;
	report->n_cases = 0;
}

enum probe_answer probe_conclude(const struct probe_report *report)
{
	enum probe_answer all = report->online < report->present ?
		PROBE_UNDECIDED : PROBE_NOT_KEPT;

	for (size_t i = 0; i < report->n_cases; i++) {
		enum probe_answer one = report->cases[i].answer;

		if (one == PROBE_KEPT) {
			return PROBE_KEPT;
		}
		if (one == PROBE_UNDECIDED) {
			all = PROBE_UNDECIDED;
		}
	}
	return all;
}
