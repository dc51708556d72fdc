/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a run may choose: eight words that the loader puts at OPTIONS_ADDRESS.
 * With another magic, as on a board, the defaults count.
 */
#ifndef SMCCC_OPTIONS_H
#define SMCCC_OPTIONS_H

#include <stdint.h>

#define OPTIONS_MAGIC 0x736d636363303121ull

enum ending {
	END_OFF,
	END_RESET,
	END_RESET2,
	END_RESET2_64,
};

struct options {
	uint64_t magic;
	uint64_t seed;
	uint64_t random_calls;	/* on all CPUs together */
	uint64_t cycles;	/* off and on, of each CPU */
	uint64_t races;		/* for each CPU as the target */
	uint64_t stride;	/* 1: all function numbers of all owners */
	uint64_t ending;	/* enum ending; | ENDING_ONLY: no tests */
	uint64_t ending_cpu;
};
#define ENDING_ONLY 0x100u

const struct options *options(void);

#endif
