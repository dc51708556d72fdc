/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "../tool.h"
#include "plan.h"

#define RUNS_IN_BLOCK 4u

static void add(struct plan *plan, size_t block, size_t pair, size_t arm)
{
	plan->runs[plan->n_runs++] = (struct planned_run){
		.block = block, .pair = pair, .arm = arm,
	};
}

/* The pairs in random order: 0 to n - 1. */
static void shuffle(size_t *pairs, size_t n, uint64_t *random)
{
	for (size_t i = 0; i < n; i++) {
		size_t other = stats_random_below(random, (uint32_t)i + 1);

		pairs[i] = pairs[other];
		pairs[other] = i;
	}
}

static void order_blocks(struct plan *plan,
			 const struct experiment *experiment,
			 const enum stats_arm *order)
{
	size_t n_pairs = experiment->n_arms - 1;
	uint64_t random = ~experiment->seed;
	size_t pairs[EXPERIMENT_ARMS_MAX] = { 0 };

	for (size_t block = 0; block < experiment->blocks; block++) {
		shuffle(pairs, n_pairs, &random);
		for (size_t i = 0; i < n_pairs; i++) {
			size_t pair = pairs[i];
			const enum stats_arm *at = &order[RUNS_IN_BLOCK *
				(pair * experiment->blocks + block)];

			for (size_t j = 0; j < RUNS_IN_BLOCK; j++) {
				add(plan, block, pair,
				    at[j] == STATS_B ? pair + 1 : 0);
			}
		}
	}
}

/* As many of each arm as blocks would have. */
static void order_one_way(struct plan *plan,
			  const struct experiment *experiment)
{
	size_t n_pairs = experiment->n_arms - 1;

	for (size_t pair = 0; pair < n_pairs; pair++) {
		for (size_t i = 0; i < 4 * experiment->blocks; i++) {
			bool before = i < 2 * experiment->blocks;

			add(plan, i / 2 % experiment->blocks, pair,
			    before ? 0 : pair + 1);
		}
	}
}

static bool lasts(const struct plan *plan, size_t n_arms)
{
	for (size_t i = 0; i < n_arms; i++) {
		if (actions_last(&plan->arms[i])) {
			return true;
		}
	}
	return false;
}

int plan_order(struct plan *plan, const struct experiment *experiment)
{
	size_t n_pairs = experiment->n_arms - 1;
	size_t n = n_pairs * experiment->blocks * RUNS_IN_BLOCK;
	enum stats_arm *order = memory_get(n * sizeof(*order));
	int result = 0;

	plan->runs = memory_get((n + PLAN_REFERENCE_RUNS) *
				sizeof(*plan->runs));
	plan->n_runs = 0;
	if (experiment->design == DESIGN_ONE_WAY) {
		order_one_way(plan, experiment);
	} else {
		for (size_t i = 0; i < PLAN_REFERENCE_RUNS &&
		     lasts(plan, experiment->n_arms); i++) {
			add(plan, experiment->blocks, 0, 0);
		}
		/* Each pair has its own: a further arm changes none. */
		for (size_t i = 0; i < n_pairs && result == 0; i++) {
			result = stats_draw_order(experiment->seed + i,
				&order[i * experiment->blocks *
				       RUNS_IN_BLOCK],
				experiment->blocks);
		}
		order_blocks(plan, experiment, order);
	}
	free(order);
	return result == 0 ? 0 : fail("--blocks: 1 to %u are wanted",
				      STATS_BLOCKS_MAX);
}

void plan_free(struct plan *plan)
{
	free(plan->runs);
	plan->runs = NULL;
}
