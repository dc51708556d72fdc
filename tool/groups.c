/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "groups.h"
#include "report.h"
#include "tool.h"

/* As many callers as tell what the kernel was about, mostly. */
#define GROUP_CALLERS 2

void groups_read_counts(const json_t *object, struct counts *counts)
{
	for (int i = 0; i < COUNT_FIELDS; i++) {
		json_int_t n = report_number(object, count_names[i]);

		counts->n[i] = n < 0 ? 0 : (uint64_t)n;
	}
}

static struct group *add(struct groups *groups)
{
	groups->list = memory_grow(groups->list, groups->count,
				   sizeof(groups->list[0]));
	groups->list[groups->count] = (struct group){ .key = { 0 } };
	return &groups->list[groups->count++];
}

static void add_name(struct buffer *key, const char *symbol)
{
	struct buffer name = { 0 };

	report_symbol_name(symbol, &name);
	/* A report of unknown origin must not break the key. */
	buffer_escape(key, name.text);
	buffer_free(&name);
}

static void add_chain(struct buffer *key, const json_t *object,
		      const char *symbol, const char *callers)
{
	const json_t *list = json_object_get(object, callers);

	add_name(key, report_text(object, symbol));
	for (size_t i = 0; i < json_array_size(list) && i < GROUP_CALLERS;
	     i++) {
		const char *caller = json_string_value(json_array_get(list, i));

		buffer_add(key, " <- ");
		add_name(key, caller == NULL ? "" : caller);
	}
}

static int compare_keys(const void *a, const void *b)
{
	const struct group *x = a;
	const struct group *y = b;

	return strcmp(x->key.text, y->key.text);
}

static int compare_counts(const void *a, const void *b)
{
	const struct group *x = a;
	const struct group *y = b;
	uint64_t m = x->counts.n[COUNT_ISSUED];
	uint64_t n = y->counts.n[COUNT_ISSUED];

	return m != n ? (m < n ? 1 : -1) : compare_keys(a, b);
}

/* Sort by key, and make one of those that are equal. */
static void merge(struct groups *groups)
{
	size_t kept = 0;

	if (groups->count == 0) {
		return;
	}
	qsort(groups->list, groups->count, sizeof(groups->list[0]),
	      compare_keys);
	for (size_t i = 0; i < groups->count; i++) {
		struct group *group = &groups->list[i];

		if (kept > 0 &&
		    compare_keys(&groups->list[kept - 1], group) == 0) {
			counts_add(&groups->list[kept - 1].counts,
				   &group->counts);
			buffer_free(&group->key);
		} else {
			groups->list[kept++] = *group;
		}
	}
	groups->count = kept;
}

void groups_of_sites(const json_t *report, struct groups *groups)
{
	const json_t *list = json_object_get(report, "sites");

	*groups = (struct groups){ 0 };
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *site = json_array_get(list, i);
		struct group *group = add(groups);

		buffer_escape(&group->key, report_text(site, "op"));
		buffer_add(&group->key, "\t");
		add_chain(&group->key, site, "symbol", "callers");
		groups_read_counts(site, &group->counts);
	}
	merge(groups);
}

void groups_of_ops(const json_t *report, struct groups *groups)
{
	const json_t *list = json_object_get(report, "ops");

	*groups = (struct groups){ 0 };
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *op = json_array_get(list, i);
		struct group *group = add(groups);

		buffer_escape(&group->key, report_text(op, "op"));
		groups_read_counts(op, &group->counts);
	}
	merge(groups);
}

void groups_of_findings(const json_t *report, struct groups *groups)
{
	const json_t *list = json_object_get(report, "findings");

	*groups = (struct groups){ 0 };
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *finding = json_array_get(list, i);
		struct group *group = add(groups);
		json_int_t n = report_number(finding, "count");

		buffer_escape(&group->key, report_text(finding, "rule"));
		buffer_add(&group->key, "\t");
		add_chain(&group->key, finding, "site", "callers");
		buffer_add(&group->key, ", stored by ");
		add_name(&group->key, report_text(finding, "maker"));
		group->counts.n[COUNT_ISSUED] = n < 0 ? 0 : (uint64_t)n;
	}
	merge(groups);
}

void groups_sort_by_count(struct groups *groups)
{
	if (groups->count > 0) {
		qsort(groups->list, groups->count, sizeof(groups->list[0]),
		      compare_counts);
	}
}

void groups_free(struct groups *groups)
{
	for (size_t i = 0; i < groups->count; i++) {
		buffer_free(&groups->list[i].key);
	}
	free(groups->list);
	*groups = (struct groups){ 0 };
}
