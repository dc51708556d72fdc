/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Statistics of a before/after experiment, at the level of runs.
 *
 * A run is one window of load and probe and gives one number, its metric: the
 * p99.9 of a latency, say, or operations a second.  What happens inside a run
 * is correlated and is no replication ([KALIBERA13]).  Runs are made in blocks
 * in the order ABBA or BAAB, which a linear drift does not bias.  All is done
 * on differences within blocks, d = mean(log B) - mean(log A), so that every
 * result is a ratio B/A without a unit and what blocks have in common cancels.
 * No run is left out ([BENCHSTAT]).
 *
 * Nothing here allocates, waits, or has state: any thread may call with its own
 * struct stats_work.  The same input gives the same result.  Null pointers are
 * programming errors; all values may come from outside.
 */
#ifndef LIVE_STATS_H
#define LIVE_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STATS_BLOCKS_MAX 256u
#define STATS_RUNS_MAX 16u		/* of one arm in a block */
#define STATS_FAMILY_MAX 256u
#define STATS_EXACT_MAX 20u		/* blocks; 2^20 signs are all tried */
#define STATS_RESAMPLES 2000u		/* of the bootstrap */
#define STATS_FLIPS 99999u		/* of the Monte Carlo test */
#define STATS_VERDICT_RUNS 4u		/* an arm; fewer is never a verdict */
#define STATS_ALPHA 0.05
#define STATS_POWER 0.80
/* Metrics outside are no measurement, and their ratios would overflow. */
#define STATS_VALUE_MIN 1e-100
#define STATS_VALUE_MAX 1e100
#define STATS_MARGIN_MAX 10.0
#define STATS_WALSH_MAX (STATS_BLOCKS_MAX * (STATS_BLOCKS_MAX + 1) / 2)

#define STATS_EEMPTY (-1)	/* no blocks, no runs, or no tests */
#define STATS_ETOOMANY (-2)	/* more than a ..._MAX above */
#define STATS_EVALUE (-3)	/* zero, negative, NaN, out of range */
#define STATS_EOPTION (-4)	/* an option outside its range */

enum stats_sense {
	STATS_HIGHER_IS_WORSE,		/* latencies, times */
	STATS_HIGHER_IS_BETTER,		/* rates */
};

enum stats_mode {
	STATS_FULL,
	STATS_QUICK,			/* its result is screening only */
};

enum stats_arm {
	STATS_A,			/* before */
	STATS_B,			/* after, with the intervention */
};

enum stats_verdict {
	STATS_NO_VERDICT,		/* too few runs */
	STATS_WORSE,
	STATS_BETTER,
	STATS_NO_DIFFERENCE,		/* none larger than the margin */
	STATS_INCONCLUSIVE,
};

/*
 * The runs: run r of block i is a[i * runs + r], and b likewise, in the order
 * in which they were made.  ABBA blocks have runs = 2, pairs 1.  The unit is
 * the caller's, the same for both arms.
 */
struct stats_data {
	const double *a;
	const double *b;
	size_t blocks;			/* 1 to STATS_BLOCKS_MAX */
	size_t runs;			/* 1 to STATS_RUNS_MAX */
};

struct stats_options {
	uint64_t seed;			/* any; to be logged */
	enum stats_sense sense;
	enum stats_mode mode;
	double margin;			/* 0.05: 5 %; 0: no equivalence asked */
	size_t family;			/* tests to correct for, 1 or more */
};

/* Room for the computation; its content means nothing before and after. */
struct stats_work {
	double sorted[STATS_BLOCKS_MAX];
	double shifted[STATS_BLOCKS_MAX];
	uint32_t counts[STATS_BLOCKS_MAX];
	double medians[STATS_RESAMPLES];
	double walsh[STATS_WALSH_MAX];
};

/* Ratios are B/A: 1.10 is 10 % more with the intervention. */
struct stats_result {
	size_t blocks;
	size_t runs;			/* an arm, in all blocks */
	double ratio;			/* exp(median of d) */
	double low, high;		/* its 95 % interval */
	double hodges_lehmann;		/* a ratio */
	double p;			/* two-sided, not corrected */
	double p_holm;			/* p until stats_judge_family() */
	bool exact;			/* p is of all signs, not Monte Carlo */
	double p_equivalence;		/* 1 if margin is 0 */
	double noise;			/* SD of log(metric), like runs */
	double smallest_effect;		/* 0.08: 8 %; INFINITY: none */
	bool screening;			/* label: "screening only" */
	enum stats_verdict verdict;
};

/*
 * Everything about one metric.  The verdict is as of a family of its own
 * (p_holm = p); stats_judge_family() renews it.
 *
 * ratio, low, high: percentile bootstrap over blocks, STATS_RESAMPLES samples
 *   ([EFRON93], chapter 13; over the level that varies: [KALIBERA13]).
 * hodges_lehmann: median of all (d[i] + d[j]) / 2, i <= j ([HODGES63]).
 * p: sign-flip permutation test of the mean of d, all 2^n signs up to
 *   STATS_EXACT_MAX blocks; beyond it STATS_FLIPS random ones from the seed,
 *   with the observed one counted, so it is never 0 ([FISHER35], [PHIPSON10]).
 * p_equivalence: the larger of two one-sided sign-flip tests, against the
 *   ratios 1/(1 + margin) and 1 + margin ([SCHUIRMANN87]).
 * noise: between runs of one arm in one block; with pairs, between one arm's
 *   runs in successive blocks.
 * smallest_effect: an increase that gets its verdict, at STATS_ALPHA / family,
 *   with a probability of about STATS_POWER or more under that noise: the
 *   quantiles of Student's t times the standard error of a median, which is
 *   sqrt(pi / 2) of the mean's.  It is as of an A/A experiment: an effect that
 *   itself varies from block to block is harder to see.  INFINITY if so few
 *   blocks can't be significant at all, or noise has no estimate (one pair).
 *
 * 0, STATS_EEMPTY, STATS_ETOOMANY, STATS_EVALUE or STATS_EOPTION; on an error
 * the result is not written.
 */
int stats_analyse(const struct stats_data *data,
		  const struct stats_options *options, struct stats_work *work,
		  struct stats_result *result);

/*
 * Correct the p of count results of one family and renew their verdicts, each
 * with the options of its analysis: options[i] with results[i].
 *
 * none: fewer than STATS_VERDICT_RUNS runs an arm.
 * no difference: margin > 0, the interval wholly within the margin, and
 *   p_equivalence <= STATS_ALPHA / 2, which takes six blocks.  It goes before
 *   worse and better, as the margin says what does not matter; it is not
 *   corrected for the family.
 * worse, better: p_holm <= STATS_ALPHA and the interval without 1.
 * inconclusive: all else.
 *
 * 0, STATS_EEMPTY, STATS_ETOOMANY (STATS_FAMILY_MAX), STATS_EVALUE (a p that is
 * none) or STATS_EOPTION (an options[i].family other than count); on an error
 * nothing is written.
 */
int stats_judge_family(struct stats_result *results,
		       const struct stats_options *options, size_t count);

/* "worse", "better", "no difference", "inconclusive", "no verdict". */
const char *stats_verdict_name(enum stats_verdict verdict);

/*
 * The order of the runs: 4 a block, each block ABBA or BAAB with the same
 * probability, independently.  The same seed gives the same order in every
 * version.  order has room for 4 * blocks.
 * 0, STATS_EEMPTY or STATS_ETOOMANY (STATS_BLOCKS_MAX).
 */
int stats_draw_order(uint64_t seed, enum stats_arm *order, size_t blocks);

/*
 * Holm's adjusted p of a family of count tests ([HOLM79]): p[i] is in 0 to 1,
 * adjusted[i] at most 1.  adjusted is not p.
 * 0, STATS_EEMPTY, STATS_ETOOMANY (STATS_FAMILY_MAX) or STATS_EVALUE.
 */
int stats_adjust_holm(const double *p, double *adjusted, size_t count);

/*
 * The parts, for stats_analyse() and tests.  Values are finite, count is 1 to
 * STATS_BLOCKS_MAX: callers have checked.
 */

/* SplitMix64 ([STEELE14]): the state is any seed. */
uint64_t stats_random(uint64_t *state);

/* 0 to bound - 1; bound is 1 to 2^16 (bias below 2^-16). */
uint32_t stats_random_below(uint64_t *state, uint32_t bound);

/* Sort in ascending order, any count. */
void stats_sort(double *values, size_t count);

/* The middle, or the mean of the middle two. */
double stats_median_sorted(const double *values, size_t count);

/* 95 % percentile-bootstrap interval of the median of work->sorted. */
void stats_bootstrap_median(struct stats_work *work, size_t count,
			    uint64_t seed, double *low, double *high);

/* The Hodges-Lehmann estimate of values, not necessarily sorted. */
double stats_hodges_lehmann(struct stats_work *work, const double *values,
			    size_t count);

/*
 * The probability that the sum of values with random signs is at least total
 * (or below it by less than rounding): exact up to STATS_EXACT_MAX values,
 * else Monte Carlo from the seed.
 */
double stats_flip_signs(const double *values, size_t count, double total,
			uint64_t seed);

/* The quantile of the normal distribution; p in 1e-9 to 1 - 1e-9. */
double stats_normal_quantile(double p);

/*
 * The quantile of Student's t, from [AS64] 26.7.5: within 1 % for 5 or more
 * degrees of freedom and p in 0.005 to 0.995.
 */
double stats_student_quantile(double p, double freedom);

#endif
