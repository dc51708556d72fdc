/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fencepost measure: a before/after experiment on a live machine.
 */
#ifndef MEASURE_MEASURE_H
#define MEASURE_MEASURE_H

#include "../process.h"
#include "plan.h"

/* What the command line says, before it becomes a plan. */
struct measure_options {
	/* Which the pointers point into; outer: of the one who resumes. */
	struct words words;
	struct words outer;
	struct words loads;
	struct words arms;		/* --do */
	const char *recipe;
	const char *probe;
	const char *probe_cpu;		/* -v */
	const char *load_cpus;		/* -c */
	const char *guest_cpu;		/* -g */
	const char *seconds;		/* -t */
	const char *runs;		/* -r, of the proposal's driver */
	const char *mmu;		/* -m, likewise */
	const char *blocks;
	const char *warmup;
	const char *margin;
	const char *seed;
	const char *wash_out;
	const char *state;
	const char *resume;
	const char *json;
	const char *html;
	const char *cyclictest;
	const char *costs;
	const char *peers;
	bool quick;
	bool tap;
};

int measure_main(int argc, char **argv);

/* Fill options from argv.  0, or -1 with a message. */
int measure_options_read(struct measure_options *options, int argc,
			 char **argv);
int measure_options_help(void);
void measure_options_free(struct measure_options *options);

/*
 * Fill in what the recipe says, where the user says nothing else.  0, or -1
 * with a message.
 */
int measure_recipe(struct measure_options *options,
		   struct experiment *experiment);
/* The proposal's three ratios and the like, as facts. */
void measure_recipe_results(const struct measure_options *options,
			    struct experiment *experiment);
/* From words to a plan and an experiment without runs.  0 or -1. */
int measure_plan(const struct measure_options *options, struct plan *plan,
		 struct experiment *experiment);

#endif
