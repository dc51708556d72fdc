/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "tool.h"

/* Counts that "totals" has: issued, and the seven verdicts it is the sum of. */
#define TOTALS_FIELDS (COUNT_UNJUDGED + 1)

/* A site with its chain of names; equal chains become one. */
struct row {
	struct buffer key;
	const struct result_site *site;
	struct counts counts;
};

struct finding_row {
	struct buffer key;
	const struct result_finding *finding;
	uint64_t count;
};

/* Strings of a result and of symbols are of unknown origin. */
static json_t *safe_string(const char *text)
{
	struct buffer escaped = { 0 };
	json_t *value;

	buffer_escape(&escaped, text);
	value = json_string(escaped.text);
	buffer_free(&escaped);
	return value;
}

/* What is larger than JSON's usual integers can't be a count. */
static json_t *number(uint64_t n)
{
	return json_integer(n > INT64_MAX ? INT64_MAX : (json_int_t)n);
}

static json_t *hexadecimal(uint64_t n)
{
	return json_sprintf("0x%" PRIx64, n);
}

static void add_counts(json_t *object, const struct counts *counts, int fields)
{
	for (int i = 0; i < fields; i++) {
		json_object_set_new(object, count_names[i],
				    number(counts->n[i]));
	}
}

static json_t *symbol_of(struct symbols *symbols, uint64_t address,
			 enum symbols_address kind)
{
	struct buffer name = { 0 };
	json_t *value;

	symbols_name(symbols, address, kind, &name);
	value = json_string(name.text);
	buffer_free(&name);
	return value;
}

static json_t *callers_of(struct symbols *symbols, const struct site *chain)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < chain->n_callers; i++) {
		json_array_append_new(list, symbol_of(symbols,
						      chain->callers[i],
						      SYMBOLS_RETURN));
	}
	return list;
}

/* What makes two call chains the same for a reader. */
static void add_key(struct symbols *symbols, const struct site *chain,
		    struct buffer *key)
{
	symbols_name(symbols, chain->pc, SYMBOLS_PC, key);
	for (unsigned i = 0; i < chain->n_callers; i++) {
		buffer_add(key, "\n");
		symbols_name(symbols, chain->callers[i], SYMBOLS_RETURN, key);
	}
	buffer_add(key, "\t");
}

static json_t *build_object(const struct facts *facts, const char *group)
{
	json_t *object = json_object();
	size_t length = strlen(group);

	for (size_t i = 0; i < facts->count; i++) {
		const char *key = facts->list[i].key;

		if (strncmp(key, group, length) == 0 && key[length] == '.') {
			json_object_set_new(object, key + length + 1,
					    safe_string(facts->list[i].value));
		}
	}
	return object;
}

static json_t *build_machine(const struct report_source *source)
{
	json_t *machine = build_object(source->facts, "machine");

	json_object_set_new(machine, "arch",
			    safe_string(source->result->arch));
	json_object_set_new(machine, "smp", number(source->result->cpus));
	return machine;
}

static int compare_ops(const void *a, const void *b)
{
	const struct result_op *x = a;
	const struct result_op *y = b;
	uint64_t m = x->counts.n[COUNT_ISSUED];
	uint64_t n = y->counts.n[COUNT_ISSUED];

	return m != n ? (m < n ? 1 : -1) : strcmp(x->name, y->name);
}

static json_t *build_ops(const struct result *result)
{
	json_t *list = json_array();
	size_t size = result->n_ops * sizeof(struct result_op);
	struct result_op *ops = memory_get(size);

	if (size > 0) {
		memcpy(ops, result->ops, size);
		qsort(ops, result->n_ops, sizeof(*ops), compare_ops);
	}
	for (size_t i = 0; i < result->n_ops; i++) {
		json_t *op = json_object();

		json_object_set_new(op, "op", safe_string(ops[i].name));
		add_counts(op, &ops[i].counts, COUNT_FIELDS);
		json_array_append_new(list, op);
	}
	free(ops);
	return list;
}

static json_t *build_cpu_ops(const struct result_cpu_op *ops, size_t count,
			     const char *key)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++) {
		json_t *value = json_object();

		json_object_set_new(value, "cpu", number(ops[i].cpu));
		json_object_set_new(value, "op", safe_string(ops[i].op));
		json_object_set_new(value, key, number(ops[i].n));
		json_array_append_new(list, value);
	}
	return list;
}

static int compare_keys(const void *a, const void *b)
{
	const struct row *x = a;
	const struct row *y = b;

	return strcmp(x->key.text, y->key.text);
}

static int compare_rows(const void *a, const void *b)
{
	const struct row *x = a;
	const struct row *y = b;
	uint64_t m = x->counts.n[COUNT_ISSUED];
	uint64_t n = y->counts.n[COUNT_ISSUED];

	return m != n ? (m < n ? 1 : -1) : compare_keys(a, b);
}

/* Sorted by key: add each run of equal ones up.  How many are left. */
static size_t merge_rows(struct row *rows, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		if (kept > 0 && compare_keys(&rows[kept - 1], &rows[i]) == 0) {
			counts_add(&rows[kept - 1].counts, &rows[i].counts);
			buffer_free(&rows[i].key);
		} else {
			rows[kept++] = rows[i];
		}
	}
	return kept;
}

static json_t *build_site(const struct report_source *source,
			  const struct row *row)
{
	const struct site *chain = &row->site->chain;
	struct buffer line = { 0 };
	json_t *site = json_object();

	json_object_set_new(site, "symbol",
			    symbol_of(source->symbols, chain->pc, SYMBOLS_PC));
	json_object_set_new(site, "callers",
			    callers_of(source->symbols, chain));
	json_object_set_new(site, "op", safe_string(row->site->op));
	add_counts(site, &row->counts, COUNT_FIELDS);
	if (symbols_source(source->symbols, chain->pc, &line)) {
		json_object_set_new(site, "source", json_string(line.text));
	}
	buffer_free(&line);
	return site;
}

static json_t *build_sites(const struct report_source *source)
{
	const struct result *result = source->result;
	size_t count = result->n_sites;
	struct row *rows = memory_get(count * sizeof(*rows));
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++) {
		rows[i].site = &result->sites[i];
		rows[i].counts = result->sites[i].counts;
		add_key(source->symbols, &result->sites[i].chain,
			&rows[i].key);
		buffer_add(&rows[i].key, result->sites[i].op);
	}
	qsort(rows, count, sizeof(*rows), compare_keys);
	count = merge_rows(rows, count);
	qsort(rows, count, sizeof(*rows), compare_rows);
	for (size_t i = 0; i < count; i++) {
		json_array_append_new(list, build_site(source, &rows[i]));
		buffer_free(&rows[i].key);
	}
	free(rows);
	return list;
}

static json_t *build_holders(uint64_t mask)
{
	json_t *list = json_array();

	for (unsigned cpu = 0; cpu < LEDGER_CPUS_MAX; cpu++) {
		if ((mask >> cpu & 1) != 0) {
			json_array_append_new(list, number(cpu));
		}
	}
	return list;
}

static json_t *build_first(const struct result_finding *finding)
{
	json_t *first = json_object();

	json_object_set_new(first, "event", number(finding->event));
	json_object_set_new(first, "cpu", number(finding->cpu));
	json_object_set_new(first, "made", number(finding->made));
	json_object_set_new(first, "holders", build_holders(finding->holders));
	json_object_set_new(first, "va", hexadecimal(finding->va));
	json_object_set_new(first, "old", hexadecimal(finding->old));
	json_object_set_new(first, "new", hexadecimal(finding->new));
	json_object_set_new(first, "asid", safe_string(finding->asid));
	json_object_set_new(first, "level", number(finding->level));
	return first;
}

static json_t *build_finding(const struct report_source *source,
			     const struct finding_row *row)
{
	const struct result_finding *finding = row->finding;
	struct symbols *symbols = source->symbols;
	json_t *value = json_object();
	const char *known;

	json_object_set_new(value, "rule", safe_string(finding->rule));
	json_object_set_new(value, "count", number(row->count));
	json_object_set_new(value, "known", json_null());
	json_object_set_new(value, "site",
			    symbol_of(symbols, finding->site.pc, SYMBOLS_PC));
	json_object_set_new(value, "callers",
			    callers_of(symbols, &finding->site));
	json_object_set_new(value, "maker",
			    symbol_of(symbols, finding->maker.pc, SYMBOLS_PC));
	json_object_set_new(value, "maker_callers",
			    callers_of(symbols, &finding->maker));
	json_object_set_new(value, "first", build_first(finding));
	known = known_find(source->known, value,
			   facts_get(source->facts, "kernel.version"));
	if (known != NULL) {
		json_object_set_new(value, "known", safe_string(known));
	}
	return value;
}

/* By rule and chains; of equal ones, the earliest first. */
static int compare_findings(const void *a, const void *b)
{
	const struct finding_row *x = a;
	const struct finding_row *y = b;
	int order = strcmp(x->key.text, y->key.text);

	if (order != 0) {
		return order;
	}
	return x->finding->event < y->finding->event ? -1 :
		x->finding->event > y->finding->event;
}

static size_t merge_findings(struct finding_row *rows, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		if (kept > 0 && strcmp(rows[kept - 1].key.text,
				       rows[i].key.text) == 0) {
			rows[kept - 1].count += rows[i].count;
			buffer_free(&rows[i].key);
		} else {
			rows[kept++] = rows[i];
		}
	}
	return kept;
}

static json_t *build_findings(const struct report_source *source)
{
	const struct result *result = source->result;
	size_t count = result->n_findings;
	struct finding_row *rows = memory_get(count * sizeof(*rows));
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++) {
		rows[i].finding = &result->findings[i];
		rows[i].count = result->findings[i].count;
		buffer_print(&rows[i].key, "%s\t", result->findings[i].rule);
		add_key(source->symbols, &result->findings[i].site,
			&rows[i].key);
		add_key(source->symbols, &result->findings[i].maker,
			&rows[i].key);
	}
	qsort(rows, count, sizeof(*rows), compare_findings);
	count = merge_findings(rows, count);
	for (size_t i = 0; i < count; i++) {
		json_array_append_new(list, build_finding(source, &rows[i]));
		buffer_free(&rows[i].key);
	}
	free(rows);
	return list;
}

static json_t *build_tallies(const struct result_tally *tallies, size_t count,
			     const char *key)
{
	json_t *list = json_array();

	for (size_t i = 0; i < count; i++) {
		json_t *value = json_object();

		json_object_set_new(value, key, safe_string(tallies[i].name));
		json_object_set_new(value, "count", number(tallies[i].count));
		json_array_append_new(list, value);
	}
	return list;
}

static json_t *build_residue(const struct result *result)
{
	json_t *list = json_array();

	for (size_t i = 0; i < result->n_residue; i++) {
		const struct result_residue *residue = &result->residue[i];
		json_t *value = json_object();

		json_object_set_new(value, "at", safe_string(residue->at));
		json_object_set_new(value, "cpu", number(residue->cpu));
		json_object_set_new(value, "tag", safe_string(residue->tag));
		json_object_set_new(value, "ghosts", number(residue->ghosts));
		json_array_append_new(list, value);
	}
	return list;
}

static json_t *build_firmware(const struct result *result)
{
	json_t *calls = json_array();
	json_t *firmware = json_object();

	for (size_t i = 0; i < result->n_firmware; i++) {
		const struct result_firmware *call = &result->firmware[i];
		json_t *value = json_object();

		json_object_set_new(value, "function",
				    hexadecimal(call->function));
		json_object_set_new(value, "count", number(call->count));
		json_object_set_new(value, "instructions_min",
				    number(call->instructions_min));
		json_object_set_new(value, "instructions_max",
				    number(call->instructions_max));
		json_object_set_new(value, "predictor_invalidations",
				    number(call->predictor_invalidations));
		json_array_append_new(calls, value);
	}
	json_object_set_new(firmware, "calls", calls);
	return firmware;
}

json_t *report_build(const struct report_source *source)
{
	const struct result *result = source->result;
	json_t *report = json_object();
	json_t *totals = json_object();

	add_counts(totals, &result->totals, TOTALS_FIELDS);
	json_object_set_new(report, "schema", json_string(REPORT_SCHEMA));
	json_object_set_new(report, "arch", safe_string(result->arch));
	json_object_set_new(report, "kernel",
			    build_object(source->facts, "kernel"));
	json_object_set_new(report, "machine", build_machine(source));
	json_object_set_new(report, "totals", totals);
	json_object_set_new(report, "ops", build_ops(result));
	json_object_set_new(report, "cpus", build_cpu_ops(
		result->cpu_ops, result->n_cpu_ops, "issued"));
	json_object_set_new(report, "expect", build_cpu_ops(
		result->expects, result->n_expects, "n"));
	json_object_set_new(report, "sites", build_sites(source));
	json_object_set_new(report, "findings", build_findings(source));
	json_object_set_new(report, "delays", build_tallies(
		result->delays, result->n_delays, "rule"));
	json_object_set_new(report, "unjudged", build_tallies(
		result->unjudged, result->n_unjudged, "reason"));
	json_object_set_new(report, "residue", build_residue(result));
	json_object_set_new(report, "firmware", build_firmware(result));
	json_object_set_new(report, "run", source->run);
	return report;
}
