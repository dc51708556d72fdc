/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts of a report, gathered under names that stay the same from one build
 * of a kernel to the next: symbols without offsets, few callers.
 */
#ifndef TOOL_GROUPS_H
#define TOOL_GROUPS_H

#include <jansson.h>

#include "buffer.h"
#include "result.h"

struct group {
	struct buffer key;	/* "op\tname <- caller <- caller" */
	struct counts counts;
};

/* Sorted by key. */
struct groups {
	struct group *list;
	size_t count;
};

/* Of a report's sites. */
void groups_of_sites(const json_t *report, struct groups *groups);
/* Of its operations: the key is the operation. */
void groups_of_ops(const json_t *report, struct groups *groups);
/*
 * Of its findings: the key is "RULE\tsite, stored by maker"; the count stands
 * under COUNT_ISSUED.  Known ones count as well.
 */
void groups_of_findings(const json_t *report, struct groups *groups);

/* By count, largest first; equal ones by key. */
void groups_sort_by_count(struct groups *groups);

void groups_free(struct groups *groups);

/* The counts of a site or an operation in a report. */
void groups_read_counts(const json_t *object, struct counts *counts);

#endif
