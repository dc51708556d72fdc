/* SPDX-License-Identifier: BSD-2-Clause */
#include "options.h"
#include "rng.h"

uint64_t rng_next(uint64_t *state)
{
	uint64_t mixed = *state += 0x9e3779b97f4a7c15;

	mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
	mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
	return mixed ^ mixed >> 31;
}

uint64_t rng_start(uint64_t stream)
{
	uint64_t state = options()->seed;

	state = rng_next(&state) + stream;
	return rng_next(&state);
}

uint32_t rng_below(uint64_t *state, uint32_t below)
{
	return (uint32_t)((rng_next(state) >> 32) * below >> 32);
}
