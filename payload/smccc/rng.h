/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random numbers from the seed of the options: splitmix64.
 */
#ifndef SMCCC_RNG_H
#define SMCCC_RNG_H

#include <stdint.h>

/* The state of a stream; each number is another one. */
uint64_t rng_start(uint64_t stream);
uint64_t rng_next(uint64_t *state);
/* 0 to below - 1. */
uint32_t rng_below(uint64_t *state, uint32_t below);

#endif
