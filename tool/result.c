/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "result.h"
#include "tool.h"

#define FIELDS_MAX 48

/* Add one more, all zeros, to an array in struct result. */
#define NEW(array, count) \
	((array) = memory_grow((array), (count), sizeof(*(array))), \
	 memset(&(array)[(count)], 0, sizeof(*(array))), &(array)[(count)++])

struct line {
	unsigned number;
	unsigned count;
	const char *name;
	const char *keys[FIELDS_MAX];
	const char *values[FIELDS_MAX];
};

const char *const count_names[COUNT_FIELDS] = {
	"issued", "required", "preventive", "deferrable", "redundant",
	"insufficient", "repeat", "unjudged", "over_scoped", "collateral",
};

void counts_add(struct counts *sum, const struct counts *counts)
{
	for (int i = 0; i < COUNT_FIELDS; i++) {
		sum->n[i] += counts->n[i];
	}
}

static int bad(const struct line *line, const char *what)
{
	return fail("the result of the run is damaged: line %u (%s), %s",
		    line->number, line->name, what);
}

/* Cut "name\tkey=value\t..." into its parts. */
static int split(struct line *line, char *text)
{
	char *save = NULL;
	char *field = strtok_r(text, "\t", &save);

	line->count = 0;
	line->name = field == NULL ? "" : field;
	while ((field = strtok_r(NULL, "\t", &save)) != NULL) {
		char *equals = strchr(field, '=');

		if (equals == NULL || line->count == FIELDS_MAX) {
			return bad(line, "a field that is none");
		}
		*equals = '\0';
		line->keys[line->count] = field;
		line->values[line->count++] = equals + 1;
	}
	return 0;
}

/* The value of a field; empty and an error if it is missing. */
static const char *text_field(const struct line *line, const char *key,
			      int *error)
{
	for (unsigned i = 0; i < line->count; i++) {
		if (strcmp(line->keys[i], key) == 0) {
			return line->values[i];
		}
	}
	*error = bad(line, key);
	return "";
}

/* A whole number without a sign.  0 or -1. */
static int to_number(const char *text, char **end, int base, uint64_t *value)
{
	errno = 0;
	*value = strtoull(text, end, base);
	return errno != 0 || *end == text || text[0] == '-' ? -1 : 0;
}

static uint64_t number_in(const struct line *line, const char *key, int base,
			  int *error)
{
	int missing = 0;
	const char *text = text_field(line, key, &missing);
	uint64_t value = 0;
	char *end;

	if (missing < 0) {
		*error = -1;
	} else if (to_number(text, &end, base, &value) < 0 || *end != '\0') {
		*error = bad(line, key);
	}
	return value;
}

static uint64_t number(const struct line *line, const char *key, int *error)
{
	return number_in(line, key, 10, error);
}

static uint64_t address(const struct line *line, const char *key, int *error)
{
	return number_in(line, key, 16, error);
}

static bool has_field(const struct line *line, const char *key)
{
	for (unsigned i = 0; i < line->count; i++) {
		if (strcmp(line->keys[i], key) == 0) {
			return true;
		}
	}
	return false;
}

/*
 * pc_key, and callers_key with addresses between commas; all zero where the
 * place is unknown, and has no fields.
 */
static void chain(const struct line *line, const char *pc_key,
		  const char *callers_key, struct site *site, int *error)
{
	const char *text;
	char *end;

	*site = (struct site){ .pc = 0 };
	if (!has_field(line, pc_key)) {
		return;
	}
	site->pc = address(line, pc_key, error);
	text = text_field(line, callers_key, error);
	while (*text != '\0' && site->n_callers < SITE_CALLERS_MAX) {
		if (to_number(text, &end, 16,
			      &site->callers[site->n_callers]) < 0) {
			*error = bad(line, callers_key);
			return;
		}
		site->n_callers++;
		text = *end == ',' ? end + 1 : end;
	}
}

static void counts(const struct line *line, struct counts *sum, int *error)
{
	for (int i = 0; i < COUNT_FIELDS; i++) {
		sum->n[i] = number(line, i == COUNT_OVER_SCOPED ?
				   "overscoped" : count_names[i], error);
	}
}

static void take_arch(struct result *result, const struct line *line,
		      int *error)
{
	result->arch = text_field(line, "name", error);
}

static void take_cpus(struct result *result, const struct line *line,
		      int *error)
{
	result->cpus = number(line, "n", error);
}

static void take_events(struct result *result, const struct line *line,
			int *error)
{
	result->events = number(line, "n", error);
}

static void take_totals(struct result *result, const struct line *line,
			int *error)
{
	counts(line, &result->totals, error);
}

static void take_op(struct result *result, const struct line *line,
		    int *error)
{
	struct result_op *op = NEW(result->ops, result->n_ops);

	op->name = text_field(line, "name", error);
	counts(line, &op->counts, error);
}

static void take_site(struct result *result, const struct line *line,
		      int *error)
{
	struct result_site *site = NEW(result->sites, result->n_sites);

	site->op = text_field(line, "op", error);
	counts(line, &site->counts, error);
	chain(line, "pc", "callers", &site->chain, error);
}

static void take_finding(struct result *result, const struct line *line,
			 int *error)
{
	struct result_finding *finding = NEW(result->findings,
					     result->n_findings);

	finding->rule = text_field(line, "rule", error);
	finding->asid = text_field(line, "asid", error);
	finding->count = number(line, "count", error);
	finding->event = number(line, "event", error);
	finding->cpu = number(line, "cpu", error);
	finding->made = number(line, "made", error);
	finding->level = number(line, "level", error);
	finding->holders = address(line, "holders", error);
	finding->va = address(line, "va", error);
	finding->old = address(line, "old", error);
	finding->new = address(line, "new", error);
	chain(line, "sitepc", "sitecallers", &finding->site, error);
	chain(line, "makerpc", "makercallers", &finding->maker, error);
}

static void take_delay(struct result *result, const struct line *line,
		       int *error)
{
	struct result_tally *delay = NEW(result->delays, result->n_delays);

	delay->name = text_field(line, "rule", error);
	delay->count = number(line, "count", error);
}

static void take_unjudged(struct result *result, const struct line *line,
			  int *error)
{
	struct result_tally *reason = NEW(result->unjudged,
					  result->n_unjudged);

	reason->name = text_field(line, "reason", error);
	reason->count = number(line, "count", error);
}

static void take_residue(struct result *result, const struct line *line,
			 int *error)
{
	struct result_residue *residue = NEW(result->residue,
					     result->n_residue);

	residue->at = text_field(line, "at", error);
	residue->tag = text_field(line, "tag", error);
	residue->cpu = number(line, "cpu", error);
	residue->ghosts = number(line, "ghosts", error);
}

static void take_memory(struct result *result, const struct line *line,
			int *error)
{
	result->memory = number(line, "bytes", error);
}

static void take_version(struct result *result, const struct line *line,
			 int *error)
{
	result->qemu_interface = number(line, "qemu-interface", error);
}

static void take_cpu_op(struct result *result, const struct line *line,
			int *error)
{
	struct result_cpu_op *op = NEW(result->cpu_ops, result->n_cpu_ops);

	op->op = text_field(line, "op", error);
	op->cpu = number(line, "cpu", error);
	op->n = number(line, "issued", error);
}

static void take_expect(struct result *result, const struct line *line,
			int *error)
{
	struct result_cpu_op *expect = NEW(result->expects, result->n_expects);

	expect->op = text_field(line, "op", error);
	expect->cpu = number(line, "cpu", error);
	expect->n = number(line, "n", error);
}

static void take_status(struct result *result, const struct line *line,
			int *error)
{
	result->has_status = true;
	result->status = number(line, "value", error);
}

static void take_firmware(struct result *result, const struct line *line,
			  int *error)
{
	struct result_firmware *call = NEW(result->firmware,
					   result->n_firmware);

	call->function = number_in(line, "function", 0, error);
	call->count = number(line, "count", error);
	call->instructions_min = number(line, "instructions_min", error);
	call->instructions_max = number(line, "instructions_max", error);
	call->predictor_invalidations = number(line, "predictor_invalidations",
					       error);
}

static void take_note(struct result *result, const struct line *line,
		      int *error)
{
	const char **note = NEW(result->notes, result->n_notes);

	*note = text_field(line, "text", error);
}

static void take_nothing(struct result *result, const struct line *line,
			 int *error)
{
	(void)result;
	(void)line;
	(void)error;
}

static void take_end(struct result *result, const struct line *line,
		     int *error)
{
	result->end = text_field(line, "reason", error);
}

static const struct {
	const char *name;
	void (*take)(struct result *result, const struct line *line,
		     int *error);
} records[] = {
	{ "arch", take_arch },
	{ "cpus", take_cpus },
	{ "events", take_events },
	{ "totals", take_totals },
	{ "op", take_op },
	{ "cpu", take_cpu_op },
	{ "site", take_site },
	{ "finding", take_finding },
	{ "delay", take_delay },
	{ "residue", take_residue },
	{ "unjudged", take_unjudged },
	{ "memory", take_memory },
	{ "version", take_version },
	{ "power", take_nothing },
	{ "expect", take_expect },
	{ "status", take_status },
	{ "firmware", take_firmware },
	{ "note", take_note },
	{ "end", take_end },
};

static int take_line(struct result *result, struct line *line, char *text)
{
	int error = split(line, text);

	if (error < 0 || line->name[0] == '\0') {
		return error;
	}
	for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++) {
		if (strcmp(line->name, records[i].name) == 0) {
			records[i].take(result, line, &error);
			return error;
		}
	}
	return bad(line, "an unknown record");
}

int result_parse(struct result *result, const char *text)
{
	struct line line = { .number = 1, .name = "fencepost-result" };
	char *next;
	char *at;

	*result = (struct result){ .text = memory_text(text), .arch = "" };
	next = result->text;
	at = strsep(&next, "\n");
	if (strcmp(at, "fencepost-result 1") != 0) {
		return bad(&line, "not of version 1");
	}
	while ((at = strsep(&next, "\n")) != NULL) {
		line.number++;
		if (take_line(result, &line, at) < 0) {
			return -1;
		}
	}
	return 0;
}

void result_free(struct result *result)
{
	free(result->text);
	free(result->ops);
	free(result->sites);
	free(result->findings);
	free(result->delays);
	free(result->unjudged);
	free(result->residue);
	free(result->cpu_ops);
	free(result->expects);
	free(result->firmware);
	free(result->notes);
	*result = (struct result){ 0 };
}
