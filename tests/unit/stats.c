// SPDX-License-Identifier: BSD-2-Clause
/*
 * tool/live/stats.h against GSL, against slow definitions where GSL has none,
 * and by simulated experiments whose truth is known.
 */
#include "unit.h"

#include "../../tool/live/stats.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

#define BLOCKS 8
#define RUNS 2
#define EXPERIMENTS 2000
#define NOISE 0.03

static struct stats_work work;

static const struct stats_options latency = {
	.seed = 1,
	.sense = STATS_HIGHER_IS_WORSE,
	.family = 1,
};

static void assert_near(double value, double expected, double relative)
{
	if (!(fabs(value - expected) <= relative * fabs(expected) + 1e-12)) {
		fail_msg("%.12g is not %.12g", value, expected);
	}
}

static gsl_rng *make_random(unsigned long seed)
{
	gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);

	assert_non_null(random);
	gsl_rng_set(random, seed);
	return random;
}

static void draw(gsl_rng *random, double *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		values[i] = gsl_ran_gaussian(random, 1) + 0.3;
	}
}

static void quantiles(void **state)
{
	static const double points[] = { 0.005, 0.025, 0.1, 0.5, 0.8, 0.975,
					 0.995 };

	(void)state;
	for (size_t i = 0; i < COUNT(points); i++) {
		assert_near(stats_normal_quantile(points[i]),
			    gsl_cdf_ugaussian_Pinv(points[i]), 1e-9);
		for (double freedom = 5; freedom < 300; freedom += 3) {
			assert_near(stats_student_quantile(points[i], freedom),
				    gsl_cdf_tdist_Pinv(points[i], freedom),
				    0.01);
		}
	}
}

static void medians(void **state)
{
	gsl_rng *random = make_random(2);
	double values[STATS_BLOCKS_MAX];
	double sorted[STATS_BLOCKS_MAX];

	(void)state;
	for (size_t n = 1; n <= STATS_BLOCKS_MAX; n++) {
		draw(random, values, n);
		memcpy(sorted, values, sizeof(sorted));
		stats_sort(values, n);
		gsl_sort(sorted, 1, n);
		assert_memory_equal(values, sorted, n * sizeof(*values));
		assert_near(stats_median_sorted(values, n),
			    gsl_stats_median_from_sorted_data(sorted, 1, n),
			    1e-12);
	}
	gsl_rng_free(random);
}

/* All n^2 means and n more of the diagonal: each i <= j twice. */
static double slow_hodges_lehmann(const double *values, size_t n)
{
	static double means[64 * 65];
	size_t at = 0;

	for (size_t i = 0; i < n; i++) {
		means[at++] = values[i];
		for (size_t j = 0; j < n; j++) {
			means[at++] = (values[i] + values[j]) / 2;
		}
	}
	gsl_sort(means, 1, at);
	return gsl_stats_median_from_sorted_data(means, 1, at);
}

static void hodges_lehmann(void **state)
{
	gsl_rng *random = make_random(3);
	double values[64];

	(void)state;
	for (size_t n = 1; n <= 64; n++) {
		draw(random, values, n);
		assert_near(stats_hodges_lehmann(&work, values, n),
			    slow_hodges_lehmann(values, n), 1e-12);
	}
	gsl_rng_free(random);
}

static double slow_upper_tail(const double *values, size_t n, double total)
{
	unsigned hits = 0;

	for (unsigned signs = 0; signs < 1u << n; signs++) {
		double sum = 0;

		for (size_t i = 0; i < n; i++) {
			sum += (signs >> i) & 1 ? values[i] : -values[i];
		}
		hits += sum >= total - 1e-9;
	}
	return (double)hits / (1u << n);
}

static void check_signs(const double *values, size_t n)
{
	double total = 0;

	for (size_t i = 0; i < n; i++) {
		total += values[i];
	}
	assert_near(stats_flip_signs(values, n, total, 1),
		    slow_upper_tail(values, n, total), 1e-12);
}

/* Real ones, and few tenths: zeros, and ties but for rounding. */
static void signs_exact(void **state)
{
	gsl_rng *random = make_random(4);
	double values[13];

	(void)state;
	for (unsigned round = 0; round < 100; round++) {
		size_t n = 1 + round % COUNT(values);

		draw(random, values, n);
		check_signs(values, n);
		for (size_t i = 0; i < n; i++) {
			values[i] = floor(values[i] * 4) * 0.1;
		}
		check_signs(values, n);
	}
	gsl_rng_free(random);
}

/* The exact tail for integers 1 to n, by how many ways lead to each sum. */
static double count_ways(unsigned n, int total)
{
	static double ways[2][2001];
	double tail = 0;
	unsigned now = 0;

	memset(ways, 0, sizeof(ways));
	ways[0][1000] = 1;
	for (unsigned i = 1; i <= n; i++, now = !now) {
		for (unsigned sum = n; sum <= 2000 - n; sum++) {
			ways[!now][sum] = (ways[now][sum - i] +
					   ways[now][sum + i]) / 2;
		}
	}
	for (unsigned sum = 1000 + (unsigned)total; sum <= 2000; sum++) {
		tail += ways[now][sum];
	}
	return tail;
}

static void signs_at_limit(void **state)
{
	double values[30];

	(void)state;
	for (unsigned i = 0; i < COUNT(values); i++) {
		values[i] = i + 1;
	}
	assert_near(stats_flip_signs(values, STATS_EXACT_MAX, 100, 1),
		    count_ways(STATS_EXACT_MAX, 100), 1e-12);
	assert_near(stats_flip_signs(values, COUNT(values), 195, 1),
		    count_ways(COUNT(values), 195), 0.05);
	/* Never zero, though one of 2^30. */
	assert_near(stats_flip_signs(values, COUNT(values), 465, 1),
		    1 / (STATS_FLIPS + 1.0), 1e-12);
}

/* A coin beyond the 64 signs of one random number. */
static void signs_of_many(void **state)
{
	double values[130] = { 0 };

	(void)state;
	values[129] = 1;
	assert_near(stats_flip_signs(values, COUNT(values), 1, 1), 0.5, 0.02);
}

/* A resample's median is at most sorted[k] if half of it is. */
static size_t find_exact_limit(unsigned n, double share)
{
	for (unsigned k = 0;; k++) {
		double below = gsl_cdf_binomial_Q(n / 2, (k + 1.0) / n, n);

		/* Else it depends on luck which one it is. */
		assert_true(fabs(below - share) > 0.006);
		if (below >= share) {
			return k;
		}
	}
}

static void bootstrap(void **state)
{
	double low;
	double high;

	(void)state;
	for (unsigned n = 11; n <= 11; n += 2) {
		for (unsigned i = 0; i < n; i++) {
			work.sorted[i] = i * i;
		}
		stats_bootstrap_median(&work, n, 1, &low, &high);
		assert_near(low, work.sorted[find_exact_limit(n, 0.025)], 0);
		assert_near(high, work.sorted[find_exact_limit(n, 0.975)], 0);
	}
}

static double share_below(const double *values, size_t n, double limit)
{
	size_t below = 0;

	for (size_t i = 0; i < n; i++) {
		below += values[i] < limit;
	}
	return (double)below / (double)n;
}

static void bootstrap_even(void **state)
{
	static double medians[20000];
	double values[BLOCKS];
	double sample[BLOCKS];
	gsl_rng *random = make_random(5);
	double low;
	double high;

	(void)state;
	draw(random, values, BLOCKS);
	for (size_t i = 0; i < COUNT(medians); i++) {
		gsl_ran_sample(random, sample, BLOCKS, values, BLOCKS,
			       sizeof(*values));
		gsl_sort(sample, 1, BLOCKS);
		medians[i] = gsl_stats_median_from_sorted_data(sample, 1,
							       BLOCKS);
	}
	gsl_sort(values, 1, BLOCKS);
	memcpy(work.sorted, values, sizeof(values));
	stats_bootstrap_median(&work, BLOCKS, 1, &low, &high);
	assert_true(share_below(medians, COUNT(medians), low - 1e-9) < 0.032);
	assert_true(share_below(medians, COUNT(medians), low + 1e-9) > 0.018);
	assert_true(share_below(medians, COUNT(medians), high - 1e-9) < 0.982);
	assert_true(share_below(medians, COUNT(medians), high + 1e-9) > 0.968);
	gsl_rng_free(random);
}

static void holm(void **state)
{
	static const double p[] = { 0.01, 0.04, 0.03, 0.005, 0.9, 0.03 };
	static const double expected[] = { 0.05, 0.12, 0.12, 0.03, 0.9, 0.12 };
	double adjusted[COUNT(p)];
	double bad = NAN;

	(void)state;
	assert_int_equal(stats_adjust_holm(p, adjusted, COUNT(p)), 0);
	for (size_t i = 0; i < COUNT(p); i++) {
		assert_near(adjusted[i], expected[i], 1e-12);
	}
	assert_int_equal(stats_adjust_holm(p, adjusted, 0), STATS_EEMPTY);
	assert_int_equal(stats_adjust_holm(p, adjusted, 257), STATS_ETOOMANY);
	assert_int_equal(stats_adjust_holm(&bad, adjusted, 1), STATS_EVALUE);
}

static const double fixed_a[] = { 100, 104, 97,	 99,  103, 101, 96,  98,
				  102, 100, 105, 103, 99,  97,	101, 100 };
static const double fixed_b[] = { 110, 112, 108, 111, 113, 109, 104, 110,
				  109, 111, 116, 112, 107, 109, 110, 113 };
static const struct stats_data fixed = { fixed_a, fixed_b, BLOCKS, RUNS };

/* Each step by GSL: log, mean, median, variance. */
static void fixed_data(void **state)
{
	struct stats_result result;
	double a[BLOCKS * RUNS];
	double b[BLOCKS * RUNS];
	double d[BLOCKS];
	double variance = 0;

	(void)state;
	for (size_t i = 0; i < BLOCKS * RUNS; i++) {
		a[i] = log(fixed_a[i]);
		b[i] = log(fixed_b[i]);
	}
	for (size_t i = 0; i < BLOCKS; i++) {
		d[i] = gsl_stats_mean(b + 2 * i, 1, 2) -
		       gsl_stats_mean(a + 2 * i, 1, 2);
		variance += gsl_stats_variance(a + 2 * i, 1, 2) +
			    gsl_stats_variance(b + 2 * i, 1, 2);
	}
	gsl_sort(d, 1, BLOCKS);
	assert_int_equal(stats_analyse(&fixed, &latency, &work, &result), 0);
	assert_near(result.ratio,
		    exp(gsl_stats_median_from_sorted_data(d, 1, BLOCKS)),
		    1e-12);
	assert_near(result.hodges_lehmann, exp(slow_hodges_lehmann(d, BLOCKS)),
		    1e-12);
	assert_near(result.noise, sqrt(variance / (2 * BLOCKS)), 1e-12);
	assert_near(result.p, 2.0 / 256, 1e-12);
	assert_true(result.exact);
	assert_near(log1p(result.smallest_effect),
		    (gsl_cdf_tdist_Pinv(0.975, BLOCKS - 1) +
		     gsl_cdf_tdist_Pinv(0.8, BLOCKS - 1)) *
			    result.noise / sqrt(BLOCKS) * sqrt(M_PI / 2),
		    0.01);
	assert_true(result.low > 1.05 && result.low < result.ratio);
	assert_true(result.high < 1.15 && result.high > result.ratio);
	assert_int_equal(result.verdict, STATS_WORSE);
}

static enum stats_verdict get_verdict(struct stats_data data,
				      struct stats_options options)
{
	struct stats_result result;

	assert_int_equal(stats_analyse(&data, &options, &work, &result), 0);
	assert_int_equal(result.screening, options.mode == STATS_QUICK);
	return result.verdict;
}

static void verdicts(void **state)
{
	struct stats_options rate = latency;
	struct stats_options wide = latency;
	struct stats_options quick = latency;
	struct stats_data same = fixed;
	struct stats_data few = fixed;

	(void)state;
	rate.sense = STATS_HIGHER_IS_BETTER;
	assert_int_equal(get_verdict(fixed, rate), STATS_BETTER);
	wide.margin = 0.2;
	assert_int_equal(get_verdict(fixed, wide), STATS_NO_DIFFERENCE);
	wide.margin = 0.09;
	assert_int_equal(get_verdict(fixed, wide), STATS_WORSE);
	same.b = same.a;
	assert_int_equal(get_verdict(same, latency), STATS_INCONCLUSIVE);
	wide.margin = 0.02;
	assert_int_equal(get_verdict(same, wide), STATS_NO_DIFFERENCE);
	quick.mode = STATS_QUICK;
	few.blocks = 4;
	assert_int_equal(get_verdict(few, quick), STATS_INCONCLUSIVE);
	few.blocks = 5;
	same.blocks = 5;
	assert_int_equal(get_verdict(few, latency), STATS_INCONCLUSIVE);
	assert_int_equal(get_verdict(same, wide), STATS_INCONCLUSIVE);
	few.blocks = 1;
	assert_int_equal(get_verdict(few, wide), STATS_NO_VERDICT);
	few.blocks = 3;
	few.runs = 1;
	assert_int_equal(get_verdict(few, wide), STATS_NO_VERDICT);
	assert_string_equal(stats_verdict_name(STATS_NO_VERDICT), "no verdict");
	assert_string_equal(stats_verdict_name(STATS_WORSE), "worse");
}

/* Exchanged arms: the inverse ratio, all else the same. */
static void exchanged(void **state)
{
	struct stats_data data = { fixed_b, fixed_a, BLOCKS, RUNS };
	struct stats_options options = latency;
	struct stats_result one;
	struct stats_result other;

	(void)state;
	options.margin = 0.05;
	assert_int_equal(stats_analyse(&fixed, &options, &work, &one), 0);
	assert_int_equal(stats_analyse(&data, &options, &work, &other), 0);
	assert_near(other.ratio, 1 / one.ratio, 1e-12);
	assert_near(other.p, one.p, 1e-12);
	assert_near(one.p_equivalence, 1, 1e-12);
	assert_near(other.p_equivalence, 1, 1e-12);
	assert_int_equal(other.verdict, STATS_BETTER);
}

static void few_blocks_see_nothing(void **state)
{
	struct stats_data data = fixed;
	struct stats_options options = latency;
	struct stats_result result;

	(void)state;
	data.blocks = 5;
	assert_int_equal(stats_analyse(&data, &latency, &work, &result), 0);
	assert_true(!isfinite(result.smallest_effect));
	data.blocks = 6;
	assert_int_equal(stats_analyse(&data, &latency, &work, &result), 0);
	assert_true(isfinite(result.smallest_effect) != 0);
	options.family = 2;
	assert_int_equal(stats_analyse(&data, &options, &work, &result), 0);
	assert_true(!isfinite(result.smallest_effect));
	data.runs = 1;
	data.blocks = 1;
	assert_int_equal(stats_analyse(&data, &latency, &work, &result), 0);
	assert_true(!isfinite(result.noise));
}

static void pairs(void **state)
{
	struct stats_data data = { fixed_a, fixed_b, 16, 1 };
	struct stats_result result;
	double sum = 0;

	(void)state;
	for (size_t i = 0; i + 1 < 16; i++) {
		sum += pow(log(fixed_a[i + 1] / fixed_a[i]), 2) / 2 +
		       pow(log(fixed_b[i + 1] / fixed_b[i]), 2) / 2;
	}
	assert_int_equal(stats_analyse(&data, &latency, &work, &result), 0);
	assert_near(result.noise, sqrt(sum / 30), 1e-9);
	assert_near(result.p, 2.0 / 65536, 1e-12);
	assert_int_equal(result.verdict, STATS_WORSE);
}

static void many_blocks(void **state)
{
	static double a[STATS_BLOCKS_MAX * RUNS];
	static double b[STATS_BLOCKS_MAX * RUNS];
	struct stats_data data = { a, b, STATS_BLOCKS_MAX, RUNS };
	struct stats_result once;
	struct stats_result again;

	(void)state;
	for (size_t i = 0; i < COUNT(a); i++) {
		a[i] = fixed_a[i % 16] * STATS_VALUE_MIN;
		b[i] = fixed_b[i % 16] * STATS_VALUE_MAX / 1e3;
	}
	assert_int_equal(stats_analyse(&data, &latency, &work, &once), 0);
	memset(&work, 0x55, sizeof(work));
	assert_int_equal(stats_analyse(&data, &latency, &work, &again), 0);
	assert_memory_equal(&once, &again, sizeof(once));
	assert_false(once.exact);
	assert_true(isfinite(once.high) != 0);
	assert_near(once.p, 2 / (STATS_FLIPS + 1.0), 1e-9);
	assert_int_equal(once.verdict, STATS_WORSE);
}

static void family(void **state)
{
	struct stats_options options[10];
	struct stats_result results[10];

	(void)state;
	for (size_t i = 0; i < COUNT(results); i++) {
		options[i] = latency;
		options[i].family = COUNT(results);
		assert_int_equal(stats_analyse(&fixed, &options[i], &work,
					       &results[i]), 0);
		assert_int_equal(results[i].verdict, STATS_WORSE);
	}
	assert_int_equal(stats_judge_family(results, options, 10), 0);
	for (size_t i = 0; i < COUNT(results); i++) {
		assert_near(results[i].p_holm, 20.0 / 256, 1e-12);
		assert_int_equal(results[i].verdict, STATS_INCONCLUSIVE);
	}
	assert_int_equal(stats_judge_family(results, options, 0),
			 STATS_EEMPTY);
	assert_int_equal(stats_judge_family(results, options, 257),
			 STATS_ETOOMANY);
	assert_int_equal(stats_judge_family(results, options, 9),
			 STATS_EOPTION);
}

static void check_value(double value)
{
	struct stats_data data = { fixed_a, fixed_b, BLOCKS, RUNS };
	struct stats_result result = { .blocks = 77 };
	double bad[BLOCKS * RUNS];

	memcpy(bad, fixed_a, sizeof(bad));
	bad[BLOCKS * RUNS - 1] = value;
	data.b = bad;
	assert_int_equal(stats_analyse(&data, &latency, &work, &result),
			 STATS_EVALUE);
	data.b = data.a;
	data.a = bad;
	assert_int_equal(stats_analyse(&data, &latency, &work, &result),
			 STATS_EVALUE);
	assert_int_equal(result.blocks, 77);
}

static void bad_data(void **state)
{
	static const double values[] = { 0, -0.0, -1, NAN, INFINITY, -INFINITY,
					 1e-101, 1e101, 5e-324 };
	static const struct {
		size_t blocks;
		size_t runs;
		int error;
	} sizes[] = {
		{ 0, 2, STATS_EEMPTY },	    { 8, 0, STATS_EEMPTY },
		{ 257, 1, STATS_ETOOMANY }, { SIZE_MAX, 2, STATS_ETOOMANY },
		{ 1, 17, STATS_ETOOMANY },  { 1, SIZE_MAX, STATS_ETOOMANY },
	};
	struct stats_data data = fixed;
	struct stats_result result;

	(void)state;
	for (size_t i = 0; i < COUNT(values); i++) {
		check_value(values[i]);
	}
	for (size_t i = 0; i < COUNT(sizes); i++) {
		data.blocks = sizes[i].blocks;
		data.runs = sizes[i].runs;
		assert_int_equal(stats_analyse(&data, &latency, &work,
					       &result), sizes[i].error);
	}
}

static void bad_options(void **state)
{
	struct stats_result result;
	struct stats_options bad[8];

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		bad[i] = latency;
	}
	bad[0].family = 0;
	bad[1].family = 257;
	bad[2].margin = -0.1;
	bad[3].margin = NAN;
	bad[4].margin = INFINITY;
	bad[5].sense = (enum stats_sense)2;
	bad[6].mode = (enum stats_mode)2;
	bad[7].margin = 10.1;
	for (size_t i = 0; i < COUNT(bad); i++) {
		assert_int_equal(stats_analyse(&fixed, &bad[i], &work,
					       &result), STATS_EOPTION);
	}
}

static void order(void **state)
{
	static enum stats_arm order[4 * STATS_BLOCKS_MAX];
	unsigned from_a = 0;

	(void)state;
	assert_int_equal(stats_draw_order(1, order, STATS_BLOCKS_MAX), 0);
	for (size_t i = 0; i < STATS_BLOCKS_MAX; i++) {
		const enum stats_arm *block = order + 4 * i;

		assert_true(block[0] == STATS_A || block[0] == STATS_B);
		assert_int_equal(block[3], block[0]);
		assert_int_equal(block[1], block[2]);
		assert_int_not_equal(block[0], block[1]);
		from_a += block[0] == STATS_A;
	}
	/* Four standard deviations of 256 fair coins. */
	assert_in_range(from_a, 128 - 32, 128 + 32);
	assert_int_equal(stats_draw_order(1, order, 0), STATS_EEMPTY);
	assert_int_equal(stats_draw_order(1, order, 257), STATS_ETOOMANY);
}

/* From the published algorithm: its outputs for the state 0. */
static void random_numbers(void **state)
{
	uint64_t seed = 0;

	(void)state;
	assert_true(stats_random(&seed) == UINT64_C(0xe220a8397b1dcdaf));
	assert_true(stats_random(&seed) == UINT64_C(0x6e789e6aa1b965f4));
	for (unsigned i = 0; i < 1000; i++) {
		assert_true(stats_random_below(&seed, 3) < 3);
	}
}

/* Blocks differ by 20 %, runs within them by NOISE. */
static void simulate(gsl_rng *random, double effect, double *a, double *b)
{
	for (size_t i = 0; i < BLOCKS; i++) {
		double level = 50 * exp(gsl_ran_gaussian(random, 0.2));

		for (size_t r = 0; r < RUNS; r++) {
			a[i * RUNS + r] =
				level * exp(gsl_ran_gaussian(random, NOISE));
			b[i * RUNS + r] =
				level * (1 + effect) *
				exp(gsl_ran_gaussian(random, NOISE));
		}
	}
}

/* How many experiments of EXPERIMENTS have each verdict. */
static void count_verdicts(double effect, double margin, unsigned *counts)
{
	gsl_rng *random = make_random(6);
	double a[BLOCKS * RUNS];
	double b[BLOCKS * RUNS];
	struct stats_data data = { a, b, BLOCKS, RUNS };
	struct stats_options options = latency;

	options.margin = margin;
	for (unsigned i = 0; i < EXPERIMENTS; i++) {
		simulate(random, effect, a, b);
		options.seed = i;
		counts[get_verdict(data, options)]++;
	}
	gsl_rng_free(random);
	diag("effect %g, margin %g: of %u experiments %u worse, %u better, "
	     "%u no difference, %u inconclusive", effect, margin, EXPERIMENTS,
	     counts[STATS_WORSE], counts[STATS_BETTER],
	     counts[STATS_NO_DIFFERENCE], counts[STATS_INCONCLUSIVE]);
}

/* Without a margin, as that could only hide false verdicts. */
static void no_effect(void **state)
{
	unsigned counts[5] = { 0 };

	(void)state;
	count_verdicts(0, 0, counts);
	assert_true(counts[STATS_WORSE] + counts[STATS_BETTER] <=
		    EXPERIMENTS * 5 / 100);
	assert_int_equal(counts[STATS_NO_DIFFERENCE], 0);
}

static void effect_of_ten_percent(void **state)
{
	unsigned counts[5] = { 0 };

	(void)state;
	count_verdicts(0.10, 0.05, counts);
	assert_true(counts[STATS_WORSE] >= EXPERIMENTS * 80 / 100);
	assert_int_equal(counts[STATS_BETTER], 0);
}

/* A difference as large as the margin must not be called none. */
static void effect_of_margin(void **state)
{
	unsigned counts[5] = { 0 };

	(void)state;
	count_verdicts(0.05, 0.05, counts);
	assert_true(counts[STATS_NO_DIFFERENCE] <= EXPERIMENTS * 5 / 100);
}

/* What is promised to be found in about 80 % of experiments or more. */
static void smallest_effect(void **state)
{
	double effect = expm1((gsl_cdf_tdist_Pinv(0.975, BLOCKS - 1) +
			       gsl_cdf_tdist_Pinv(0.8, BLOCKS - 1)) *
			      NOISE / sqrt(BLOCKS) * sqrt(M_PI / 2));
	unsigned counts[5] = { 0 };

	(void)state;
	count_verdicts(effect, 0, counts);
	assert_in_range(counts[STATS_WORSE], EXPERIMENTS * 80 / 100,
			EXPERIMENTS * 95 / 100);
	assert_int_equal(counts[STATS_BETTER], 0);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(quantiles),
	cmocka_unit_test(medians),
	cmocka_unit_test(hodges_lehmann),
	cmocka_unit_test(signs_exact),
	cmocka_unit_test(signs_at_limit),
	cmocka_unit_test(signs_of_many),
	cmocka_unit_test(bootstrap),
	cmocka_unit_test(bootstrap_even),
	cmocka_unit_test(holm),
	cmocka_unit_test(fixed_data),
	cmocka_unit_test(verdicts),
	cmocka_unit_test(exchanged),
	cmocka_unit_test(few_blocks_see_nothing),
	cmocka_unit_test(pairs),
	cmocka_unit_test(many_blocks),
	cmocka_unit_test(family),
	cmocka_unit_test(bad_data),
	cmocka_unit_test(bad_options),
	cmocka_unit_test(order),
	cmocka_unit_test(random_numbers),
	cmocka_unit_test(no_effect),
	cmocka_unit_test(effect_of_ten_percent),
	cmocka_unit_test(effect_of_margin),
	cmocka_unit_test(smallest_effect),
};

int main(void)
{
	return run_tap(tests);
}
