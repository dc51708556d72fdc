/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fencepost probe: what linux/fencepost_probe saw, and what follows.
 */
#ifndef LIVE_PROBE_H
#define LIVE_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../buffer.h"

#define PROBE_REPORT "/sys/kernel/debug/fencepost_probe/report"
#define PROBE_CPUS_MAX 4096u
#define PROBE_TRIES_MAX 100000u
#define PROBE_MODE_MAX 8
#define PROBE_ERROR_MAX 160
#define PROBE_CASES_EACH 6u		/* for each CPU */

enum probe_entry { PROBE_LEAF, PROBE_TABLE, PROBE_ENTRIES };
enum probe_access { PROBE_LOAD, PROBE_STORE, PROBE_FETCH, PROBE_ACCESSES };
enum probe_answer { PROBE_KEPT, PROBE_NOT_KEPT, PROBE_UNDECIDED,
		    PROBE_ANSWERS };

/* Tries that ended so, in the order of the module's report. */
enum probe_count {
	PROBE_CLEAN,		/* done at once, without a fence */
	PROBE_LATE,		/* done later, without a fence */
	PROBE_STILL,		/* faulted until the fence */
	PROBE_BROKEN,		/* not what memory said, in spite of a fence */
	/* The controls, each of as many tries. */
	PROBE_STALE,		/* an entry that was gone was still used */
	PROBE_CURED,		/* and no more after the fence */
	PROBE_COUNTS,
};

struct probe_case {
	unsigned cpu;
	enum probe_entry entry;
	enum probe_access access;
	uint32_t count[PROBE_COUNTS];
	enum probe_answer answer;
};

struct probe_report {
	char mode[PROBE_MODE_MAX];
	uint32_t online;
	uint32_t present;
	uint32_t tries;
	uint32_t retries;
	uint32_t wait_us;
	uint32_t hold_store;	/* 1: a test of the probe, no answer */
	struct probe_case *cases;
	size_t n_cases;
	char error[PROBE_ERROR_MAX];
};

extern const char *const probe_entry_names[PROBE_ENTRIES];
extern const char *const probe_access_names[PROBE_ACCESSES];
extern const char *const probe_count_names[PROBE_COUNTS];
extern const char *const probe_answer_names[PROBE_ANSWERS];

/*
 * Read the text of a report, of any origin.  0; or -1, with the reason in
 * report->error.  Either way probe_free() is called afterwards.  What is
 * accepted is consistent: each online CPU once, in rising order, with its six
 * cases; the counts add up to the tries; the answers are what the counts say.
 */
int probe_parse(struct probe_report *report, const char *text, size_t length);
void probe_free(struct probe_report *report);

/* All cases together: one that is kept decides. */
enum probe_answer probe_conclude(const struct probe_report *report);

/* What it means, for people. */
void probe_print(struct buffer *text, const struct probe_report *report);
/* As JSON, schema fencepost.probe/1. */
void probe_print_json(struct buffer *text, const struct probe_report *report);

int probe_main(int argc, char **argv);

#endif
