/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a run's ledger knew at its end: docs/result-format.md.
 */
#ifndef TOOL_RESULT_H
#define TOOL_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ledger/ledger.h>

/* COUNTS of the format, in its order. */
enum count {
	COUNT_ISSUED,
	COUNT_REQUIRED,
	COUNT_PREVENTIVE,
	COUNT_DEFERRABLE,
	COUNT_REDUNDANT,
	COUNT_INSUFFICIENT,
	COUNT_REPEAT,
	COUNT_UNJUDGED,
	COUNT_OVER_SCOPED,
	COUNT_COLLATERAL,
	COUNT_FIELDS,
};

struct counts {
	uint64_t n[COUNT_FIELDS];
};

struct result_op {
	const char *name;
	struct counts counts;
};

struct result_site {
	const char *op;
	struct counts counts;
	struct site chain;
};

struct result_finding {
	const char *rule;
	const char *asid;	/* a number in decimal, or "global" */
	uint64_t count;
	uint64_t event;
	uint64_t cpu;
	uint64_t made;
	uint64_t holders;
	uint64_t va;
	uint64_t old;
	uint64_t new;
	uint64_t level;
	struct site site;
	struct site maker;
};

/* A name and a number: delays, unjudged reasons. */
struct result_tally {
	const char *name;
	uint64_t count;
};

struct result_residue {
	const char *at;
	const char *tag;
	uint64_t cpu;
	uint64_t ghosts;
};

/* How often a CPU issued an operation: as we counted, or as it says itself. */
struct result_cpu_op {
	const char *op;
	uint64_t cpu;
	uint64_t n;
};

struct result_firmware {
	uint64_t function;
	uint64_t count;
	uint64_t instructions_min;
	uint64_t instructions_max;
	uint64_t predictor_invalidations;
};

/* All strings point into text, and may hold anything but tabs. */
struct result {
	char *text;
	const char *arch;
	uint64_t cpus;
	uint64_t events;
	uint64_t memory;
	uint64_t qemu_interface;
	struct counts totals;
	struct result_op *ops;
	size_t n_ops;
	struct result_site *sites;
	size_t n_sites;
	struct result_finding *findings;
	size_t n_findings;
	struct result_tally *delays;
	size_t n_delays;
	struct result_tally *unjudged;
	size_t n_unjudged;
	struct result_residue *residue;
	size_t n_residue;
	struct result_cpu_op *cpu_ops;
	size_t n_cpu_ops;
	struct result_cpu_op *expects;
	size_t n_expects;
	struct result_firmware *firmware;
	size_t n_firmware;
	const char **notes;
	size_t n_notes;
	bool has_status;	/* the guest said how its work ended */
	uint64_t status;
	const char *end;	/* NULL: incomplete */
};

/* The count of this name ("over_scoped" as JSON spells it). */
extern const char *const count_names[COUNT_FIELDS];

void counts_add(struct counts *sum, const struct counts *counts);

/*
 * Parse text, which is copied.  0, or -1 with a message that names the line.
 */
int result_parse(struct result *result, const char *text);
void result_free(struct result *result);

#endif
