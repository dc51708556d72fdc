// SPDX-License-Identifier: BSD-2-Clause
/*
 * Random numbers from a seed, and the order of runs.
 */
#include "stats.h"

uint64_t stats_random(uint64_t *state)
{
	uint64_t mixed;

	*state += UINT64_C(0x9e3779b97f4a7c15);
	mixed = *state;
	mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
	return mixed ^ (mixed >> 31);
}

uint32_t stats_random_below(uint64_t *state, uint32_t bound)
{
	return (uint32_t)(((stats_random(state) >> 32) * bound) >> 32);
}

static void draw_block(uint64_t *state, enum stats_arm *order)
{
	enum stats_arm outer = stats_random(state) >> 63 ? STATS_B : STATS_A;
	enum stats_arm inner = outer == STATS_A ? STATS_B : STATS_A;

	order[0] = outer;
	order[1] = inner;
	order[2] = inner;
	order[3] = outer;
}

int stats_draw_order(uint64_t seed, enum stats_arm *order, size_t blocks)
{
	if (blocks == 0) {
		return STATS_EEMPTY;
	}
	if (blocks > STATS_BLOCKS_MAX) {
		return STATS_ETOOMANY;
	}
	for (size_t i = 0; i < blocks; i++) {
		draw_block(&seed, order + 4 * i);
	}
	return 0;
}
