/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "groups.h"
#include "report.h"
#include "tool.h"

/* One key in both reports; counts are zero where it is missing. */
struct pair {
	const char *key;
	struct counts a;
	struct counts b;
};

struct pairs {
	struct pair *list;
	size_t count;
};

static void add_pair(struct pairs *pairs, const char *key,
		     const struct counts *a, const struct counts *b)
{
	pairs->list = memory_grow(pairs->list, pairs->count,
				  sizeof(pairs->list[0]));
	pairs->list[pairs->count++] = (struct pair){ key, *a, *b };
}

/* Both are sorted by key. */
static void join(const struct groups *a, const struct groups *b,
		 struct pairs *pairs)
{
	static const struct group none = { .key = { .text = NULL } };
	size_t i = 0;
	size_t j = 0;

	*pairs = (struct pairs){ 0 };
	while (i < a->count || j < b->count) {
		const struct group *x = i < a->count ? &a->list[i] : &none;
		const struct group *y = j < b->count ? &b->list[j] : &none;
		int order = i == a->count ? 1 : j == b->count ? -1 :
			strcmp(x->key.text, y->key.text);

		add_pair(pairs, order <= 0 ? x->key.text : y->key.text,
			 order <= 0 ? &x->counts : &none.counts,
			 order >= 0 ? &y->counts : &none.counts);
		i += order <= 0;
		j += order >= 0;
	}
}

static uint64_t distance(const struct pair *pair)
{
	uint64_t sum = 0;

	for (int i = 0; i < COUNT_FIELDS; i++) {
		uint64_t a = pair->a.n[i];
		uint64_t b = pair->b.n[i];

		sum += a < b ? b - a : a - b;
	}
	return sum;
}

/* The largest change first. */
static int compare_pairs(const void *a, const void *b)
{
	const struct pair *x = a;
	const struct pair *y = b;
	uint64_t m = distance(x);
	uint64_t n = distance(y);

	return m != n ? (m < n ? 1 : -1) : strcmp(x->key, y->key);
}

static void sort(struct pairs *pairs)
{
	if (pairs->count > 0) {
		qsort(pairs->list, pairs->count, sizeof(pairs->list[0]),
		      compare_pairs);
	}
}

static json_t *build_counts(const struct counts *counts)
{
	json_t *object = json_object();

	for (int i = 0; i < COUNT_FIELDS; i++) {
		json_object_set_new(object, count_names[i], json_integer(
			(json_int_t)counts->n[i]));
	}
	return object;
}

/* The pairs that differ; first and second name the parts of the key. */
static json_t *build_pairs(const struct pairs *pairs, const char *first,
			   const char *second)
{
	json_t *list = json_array();

	for (size_t i = 0; i < pairs->count; i++) {
		const struct pair *pair = &pairs->list[i];
		const char *tab = strchr(pair->key, '\t');
		json_t *object = json_object();

		if (distance(pair) == 0) {
			json_decref(object);
			continue;
		}
		json_object_set_new(object, first, json_stringn(
			pair->key, strcspn(pair->key, "\t")));
		if (tab != NULL) {
			json_object_set_new(object, second,
					    json_string(tab + 1));
		}
		json_object_set_new(object, "a", build_counts(&pair->a));
		json_object_set_new(object, "b", build_counts(&pair->b));
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *build_list(const json_t *a, const json_t *b,
			  void (*gather)(const json_t *report,
					 struct groups *groups),
			  const char *first, const char *second)
{
	struct groups groups_a, groups_b;
	struct pairs pairs;
	json_t *list;

	gather(a, &groups_a);
	gather(b, &groups_b);
	join(&groups_a, &groups_b, &pairs);
	sort(&pairs);
	list = build_pairs(&pairs, first, second);
	free(pairs.list);
	groups_free(&groups_a);
	groups_free(&groups_b);
	return list;
}

/* Of findings only the number is of interest. */
static json_t *build_findings(const json_t *a, const json_t *b)
{
	json_t *list = build_list(a, b, groups_of_findings, "rule", "site");

	for (size_t i = 0; i < json_array_size(list); i++) {
		json_t *finding = json_array_get(list, i);

		json_object_set_new(finding, "a", json_integer(report_number(
			json_object_get(finding, "a"), "issued")));
		json_object_set_new(finding, "b", json_integer(report_number(
			json_object_get(finding, "b"), "issued")));
	}
	return list;
}

json_t *compare_build(const json_t *a, const json_t *b)
{
	json_t *comparison = json_object();

	json_object_set_new(comparison, "schema",
			    json_string("fencepost.compare/1"));
	json_object_set_new(comparison, "ops",
			    build_list(a, b, groups_of_ops, "op", "site"));
	json_object_set_new(comparison, "sites",
			    build_list(a, b, groups_of_sites, "op", "site"));
	json_object_set_new(comparison, "findings", build_findings(a, b));
	return comparison;
}

static void add_growth(json_t *list, const char *what, const char *where,
		       uint64_t a, uint64_t b)
{
	struct buffer text = { 0 };
	char *tab;

	if (b > a) {
		buffer_print(&text, "%s: %" PRIu64 " -> %" PRIu64 "  %s", what,
			     a, b, where);
		tab = strchr(text.text, '\t');
		if (tab != NULL) {
			*tab = ' ';
		}
		json_array_append_new(list, json_string(text.text));
		buffer_free(&text);
	}
}

static void site_growth(json_t *list, const struct pairs *pairs)
{
	for (size_t i = 0; i < pairs->count; i++) {
		const struct pair *pair = &pairs->list[i];

		add_growth(list, "redundant", pair->key,
			   pair->a.n[COUNT_REDUNDANT],
			   pair->b.n[COUNT_REDUNDANT]);
		add_growth(list, "preventive", pair->key,
			   pair->a.n[COUNT_PREVENTIVE],
			   pair->b.n[COUNT_PREVENTIVE]);
	}
}

static void finding_growth(json_t *list, const struct pairs *pairs)
{
	for (size_t i = 0; i < pairs->count; i++) {
		const struct pair *pair = &pairs->list[i];

		add_growth(list, "finding", pair->key, pair->a.n[COUNT_ISSUED],
			   pair->b.n[COUNT_ISSUED]);
	}
}

static void grow_by(const json_t *a, const json_t *b,
		    void (*gather)(const json_t *report,
				   struct groups *groups),
		    void (*growth)(json_t *list, const struct pairs *pairs),
		    json_t *list)
{
	struct groups groups_a, groups_b;
	struct pairs pairs;

	gather(a, &groups_a);
	gather(b, &groups_b);
	join(&groups_a, &groups_b, &pairs);
	growth(list, &pairs);
	free(pairs.list);
	groups_free(&groups_a);
	groups_free(&groups_b);
}

json_t *compare_growth(const json_t *baseline, const json_t *report)
{
	json_t *list = json_array();

	grow_by(baseline, report, groups_of_sites, site_growth, list);
	grow_by(baseline, report, groups_of_findings, finding_growth, list);
	return list;
}
