/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * explore [first] [MODEL]: all scenarios, as TAP; or those of one model
 * (strong, spurious, weak).  EXPLORE_FULL=1: also the large ones.  "first": up
 * to the first that is broken.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore.h"

/* A wall against mistakes; the largest scenario has a tenth of it. */
#define STATES_MAX ((uint64_t)1 << 28)

const struct scenario *scenario;

static const char *const model_names[MODELS] = {
	[MODEL_STRONG] = "strong",
	[MODEL_SPURIOUS] = "spurious",
	[MODEL_WEAK] = "weak",
};

static unsigned tests;
static uint64_t states;

static int explore(enum model model)
{
	struct search_result result;
	const char *broken;

	machine_model = model;
	broken = search_run(STATES_MAX, &result);
	tests++;
	states += result.states;
	if (broken) {
		printf("# broken: %s\n", broken);
	}
	printf("%sok %u - %s, %s: %llu states, %llu steps, longest %u, "
	       "%u points\n",
	       broken || !result.is_complete ? "not " : "", tests,
	       scenario->name, model_names[model],
	       (unsigned long long)result.states,
	       (unsigned long long)result.steps, result.longest,
	       run_points());
	fflush(stdout);
	return broken || !result.is_complete;
}

/* A mask of models; those of the scenario that are wanted. */
static unsigned choose(const char *wanted)
{
	const char *full = getenv("EXPLORE_FULL");
	unsigned models = scenario->models, chosen = 0;

	if (full && strcmp(full, "1") == 0) {
		models |= scenario->full;
	}
	for (unsigned model = 0; model < MODELS; model++) {
		if (!wanted || strcmp(wanted, model_names[model]) == 0) {
			chosen |= models & 1u << model;
		}
	}
	return chosen;
}

int main(int argc, char **argv)
{
	bool first = argc > 1 && strcmp(argv[1], "first") == 0;
	const char *wanted = argv[first ? 2 : 1];
	int status = 0;

	for (unsigned i = 0; i < scenarios_count && !(first && status); i++) {
		unsigned models;

		scenario = &scenarios[i];
		run_reset();
		models = choose(wanted);
		for (unsigned model = 0;
		     model < MODELS && !(first && status); model++) {
			if (models & 1u << model) {
				status |= explore((enum model)model);
			}
		}
	}
	printf("# %llu states in all\n1..%u\n", (unsigned long long)states,
	       tests);
	return status;
}
