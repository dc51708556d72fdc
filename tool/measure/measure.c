/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../file.h"
#include "../options.h"
#include "../tool.h"
#include "judge.h"
#include "measure.h"
#include "peers.h"
#include "preflight.h"
#include "report.h"
#include "runner.h"

static int write_file(const char *path, const struct experiment *experiment,
		      void (*report)(const struct experiment *,
				     struct buffer *))
{
	struct buffer text = { 0 };
	int result = 0;

	if (path != NULL) {
		report(experiment, &text);
		result = output_text(path, &text);
		buffer_free(&text);
	}
	return result;
}

static int print(const struct measure_options *options,
		 const struct experiment *experiment)
{
	struct buffer text = { 0 };
	bool colour = isatty(STDOUT_FILENO) && getenv("NO_COLOR") == NULL;
	int result;

	if (options->tap) {
		report_tap(experiment, &text);
	} else {
		report_table(experiment, colour ? REPORT_COLOUR : REPORT_PLAIN,
			     &text);
	}
	result = output_print(&text);
	buffer_free(&text);
	return result;
}

/* All of them are tried.  0 or -1. */
static int report_all(const struct measure_options *options,
		      const struct experiment *experiment)
{
	int result = 0;

	result |= write_file(options->json, experiment, report_json);
	result |= write_file(options->html, experiment, report_page);
	result |= write_file(options->cyclictest, experiment,
			     report_cyclictest);
	result |= write_file(options->costs, experiment, report_costs);
	result |= print(options, experiment);
	return result;
}

/* With "worse" among the declared metrics a gate can stop. */
static int verdict(const struct experiment *experiment)
{
	for (size_t i = 0; i < experiment->n_comparisons; i++) {
		const struct comparison *comparison =
			&experiment->comparisons[i];

		if (comparison->primary && !experiment->null &&
		    comparison->result.verdict == STATS_WORSE) {
			return STATUS_FINDINGS;
		}
	}
	return STATUS_GOOD;
}

static int run(const struct measure_options *options, struct plan *plan,
	       struct experiment *experiment, struct state *state)
{
	int result;
	int status;

	preflight(experiment, plan);
	result = runner_go(plan, experiment, state);
	if (result == RUNNER_REBOOT) {
		return STATUS_REBOOT;
	}
	if (result < 0 && experiment->n_runs == 0) {
		return STATUS_ERROR;
	}
	/* What an interrupted experiment has is shown, and flagged. */
	judge(experiment, plan);
	measure_recipe_results(options, experiment);
	status = verdict(experiment);
	return report_all(options, experiment) < 0 || result < 0 ?
		STATUS_ERROR : status;
}

/* Whether options say anything but what to write at the end. */
static bool says_what(const struct measure_options *options)
{
	const char *const words[] = {
		options->recipe, options->probe, options->probe_cpu,
		options->load_cpus, options->guest_cpu, options->seconds,
		options->runs, options->mmu, options->blocks, options->warmup,
		options->margin, options->seed, options->wash_out,
		options->state,
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (words[i] != NULL) {
			return true;
		}
	}
	return options->loads.count > 0 || options->arms.count > 0 ||
	       options->quick;
}

/* The command line of the experiment that is resumed, with today's outputs. */
static int resume(struct measure_options *options, struct state *state,
		  struct experiment *experiment)
{
	struct measure_options now = *options;
	struct words words = { 0 };
	int result;

	words_add(&words, "measure");
	result = state_open(state, now.resume, &words, experiment);
	if (result == 0) {
		/* Today's words go with it, and are freed with it. */
		result = measure_options_read(options, (int)words.count,
					      words.list);
		options->outer = now.words;
	}
	words_free(&words);
	if (result < 0) {
		return -1;
	}
	if (says_what(&now)) {
		return fail("--resume goes with outputs only: what is measured "
			    "stands in the file");
	}
	options->json = now.json;
	options->html = now.html;
	options->cyclictest = now.cyclictest;
	options->costs = now.costs;
	options->peers = now.peers;
	options->tap = now.tap;
	return 0;
}

/* The seed is drawn once: it is part of what is written down. */
static int create_state(const struct measure_options *options,
			const struct experiment *experiment, int argc,
			char **argv, struct state *state)
{
	struct words words = { 0 };
	int result;

	if (options->state == NULL) {
		return 0;
	}
	for (int i = 1; i < argc; i++) {
		words_add(&words, "%s", argv[i]);
	}
	words_add(&words, "--seed");
	words_add(&words, "%llu", (unsigned long long)experiment->seed);
	result = state_create(state, options->state, &words);
	words_free(&words);
	return result;
}

static int check_resumed(const struct plan *plan,
			 const struct experiment *experiment)
{
	for (size_t i = 0; i < experiment->n_runs; i++) {
		const struct run *made = &experiment->runs[i];

		if (i >= plan->n_runs || made->arm != plan->runs[i].arm ||
		    made->pair != plan->runs[i].pair ||
		    made->block != plan->runs[i].block) {
			return fail("run %zu of the state is not the one that "
				    "was planned: was the file changed?", i);
		}
	}
	return 0;
}

static int prepare(struct measure_options *options, int argc, char **argv,
		   struct plan *plan, struct experiment *experiment,
		   struct state *state)
{
	if (measure_options_read(options, argc, argv) < 0 ||
	    (options->resume != NULL &&
	     resume(options, state, experiment) < 0) ||
	    measure_recipe(options, experiment) < 0 ||
	    measure_plan(options, plan, experiment) < 0 ||
	    peers_read(options->peers, experiment) < 0 ||
	    check_resumed(plan, experiment) < 0) {
		return -1;
	}
	return state->fd >= 0 ? 0 :
		create_state(options, experiment, argc, argv, state);
}

int measure_main(int argc, char **argv)
{
	struct measure_options options = { .recipe = NULL };
	struct experiment *experiment;
	struct plan *plan;
	struct state state = { .fd = -1 };
	int status = STATUS_ERROR;

	if (options_want_help(argc, argv)) {
		return measure_options_help();
	}
	experiment = memory_get(sizeof(*experiment));
	plan = memory_get(sizeof(*plan));
	memset(experiment, 0, sizeof(*experiment));
	memset(plan, 0, sizeof(*plan));
	if (prepare(&options, argc, argv, plan, experiment, &state) == 0) {
		status = run(&options, plan, experiment, &state);
	}
	state_close(&state);
	measure_options_free(&options);
	plan_free(plan);
	experiment_free(experiment);
	free(plan);
	free(experiment);
	return status;
}
