// SPDX-License-Identifier: BSD-2-Clause
/*
 * From the runs of two arms to a verdict.
 */
#include "stats.h"

#include <math.h>
#include <string.h>

/*
 * The standard error of a median by that of a mean, sqrt(pi / 2): a verdict
 * wants the interval of the median without 1, not only the test of the mean.
 */
#define MEDIAN_ERROR 1.2533141373155003

/* Each use of the seed has a stream of its own. */
enum stream {
	STREAM_BOOTSTRAP = 1,
	STREAM_DIFFERENCE,
	STREAM_BELOW,
	STREAM_ABOVE,
};

static uint64_t derive_seed(uint64_t seed, enum stream stream)
{
	uint64_t state = seed ^ ((uint64_t)stream << 56);

	return stats_random(&state);
}

static bool is_metric(double value)
{
	return value >= STATS_VALUE_MIN && value <= STATS_VALUE_MAX;
}

static int check_data(const struct stats_data *data)
{
	if (data->blocks == 0 || data->runs == 0) {
		return STATS_EEMPTY;
	}
	if (data->blocks > STATS_BLOCKS_MAX || data->runs > STATS_RUNS_MAX) {
		return STATS_ETOOMANY;
	}
	for (size_t i = 0; i < data->blocks * data->runs; i++) {
		if (!is_metric(data->a[i]) || !is_metric(data->b[i])) {
			return STATS_EVALUE;
		}
	}
	return 0;
}

static int check_options(const struct stats_options *options)
{
	bool is_known = (options->sense == STATS_HIGHER_IS_WORSE ||
			 options->sense == STATS_HIGHER_IS_BETTER) &&
			(options->mode == STATS_FULL ||
			 options->mode == STATS_QUICK);

	if (!is_known || options->family == 0 ||
	    options->family > STATS_FAMILY_MAX ||
	    !(options->margin >= 0 && options->margin <= STATS_MARGIN_MAX)) {
		return STATS_EOPTION;
	}
	return 0;
}

static double mean_log(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		sum += log(values[i]);
	}
	return sum / (double)count;
}

static void find_differences(const struct stats_data *data,
			     double *differences)
{
	for (size_t i = 0; i < data->blocks; i++) {
		size_t first = i * data->runs;

		differences[i] = mean_log(data->b + first, data->runs) -
				 mean_log(data->a + first, data->runs);
	}
}

static double sum_squares(const double *values, size_t count)
{
	double mean = mean_log(values, count);
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		double off = log(values[i]) - mean;

		sum += off * off;
	}
	return sum;
}

static double find_noise_in_blocks(const struct stats_data *data)
{
	double sum = 0;

	for (size_t i = 0; i < data->blocks; i++) {
		size_t first = i * data->runs;

		sum += sum_squares(data->a + first, data->runs);
		sum += sum_squares(data->b + first, data->runs);
	}
	return sqrt(sum / (double)(2 * data->blocks * (data->runs - 1)));
}

/* A pair has no two like runs; its neighbours have, with the drift between. */
static double find_noise_of_pairs(const struct stats_data *data)
{
	double sum = 0;

	for (size_t i = 0; i + 1 < data->blocks; i++) {
		sum += sum_squares(data->a + i, 2) +
		       sum_squares(data->b + i, 2);
	}
	return data->blocks > 1 ? sqrt(sum / (double)(2 * (data->blocks - 1)))
				: INFINITY;
}

/* The smallest p that so many blocks can give, corrected, is 2 of 2^n. */
static bool can_be_significant(size_t blocks, size_t family)
{
	double least = blocks <= STATS_EXACT_MAX
			       ? ldexp(1, 1 - (int)blocks)
			       : 2 / (STATS_FLIPS + 1.0);

	return least * (double)family <= STATS_ALPHA;
}

static double find_smallest_effect(const struct stats_data *data,
				   double noise, size_t family)
{
	double freedom = (double)data->blocks - 1;
	double error = noise * sqrt(2 / (double)(data->runs * data->blocks)) *
		       MEDIAN_ERROR;
	double quantiles;

	if (!can_be_significant(data->blocks, family) || isinf(noise)) {
		return INFINITY;
	}
	quantiles = stats_student_quantile(
			    1 - STATS_ALPHA / 2 / (double)family, freedom) +
		    stats_student_quantile(STATS_POWER, freedom);
	return expm1(quantiles * error);
}

static double sum_values(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		sum += values[i];
	}
	return sum;
}

/* By symmetry the two tails are twice the upper one. */
static double test_difference(const double *differences, size_t count,
			      uint64_t seed)
{
	double total = fabs(sum_values(differences, count));
	double upper = stats_flip_signs(differences, count, total,
					derive_seed(seed, STREAM_DIFFERENCE));

	return fmin(1, 2 * upper);
}

/* That sign * d is not below -limit. */
static double test_side(struct stats_work *work, size_t count, double sign,
			double limit, uint64_t seed)
{
	for (size_t i = 0; i < count; i++) {
		work->shifted[i] = limit + sign * work->sorted[i];
	}
	return stats_flip_signs(work->shifted, count,
				sum_values(work->shifted, count), seed);
}

static double test_equivalence(struct stats_work *work, size_t count,
			       const struct stats_options *options)
{
	double limit = log1p(options->margin);

	if (options->margin == 0) {
		return 1;
	}
	return fmax(test_side(work, count, 1, limit,
			      derive_seed(options->seed, STREAM_BELOW)),
		    test_side(work, count, -1, limit,
			      derive_seed(options->seed, STREAM_ABOVE)));
}

static bool is_within_margin(const struct stats_result *result, double margin)
{
	return margin > 0 && result->low > 1 / (1 + margin) &&
	       result->high < 1 + margin &&
	       result->p_equivalence <= STATS_ALPHA / 2;
}

static enum stats_verdict judge(const struct stats_result *result,
				const struct stats_options *options)
{
	bool is_more = result->low > 1;

	if (result->runs < STATS_VERDICT_RUNS) {
		return STATS_NO_VERDICT;
	}
	if (is_within_margin(result, options->margin)) {
		return STATS_NO_DIFFERENCE;
	}
	if (result->p_holm > STATS_ALPHA || (!is_more && result->high >= 1)) {
		return STATS_INCONCLUSIVE;
	}
	return is_more == (options->sense == STATS_HIGHER_IS_WORSE)
		       ? STATS_WORSE
		       : STATS_BETTER;
}

/* work->sorted has the differences, sorted. */
static void estimate(struct stats_work *work, size_t count,
		     const struct stats_options *options,
		     struct stats_result *result)
{
	double low;
	double high;

	stats_bootstrap_median(work, count,
			       derive_seed(options->seed, STREAM_BOOTSTRAP),
			       &low, &high);
	result->ratio = exp(stats_median_sorted(work->sorted, count));
	result->low = exp(low);
	result->high = exp(high);
	result->hodges_lehmann =
		exp(stats_hodges_lehmann(work, work->sorted, count));
}

int stats_analyse(const struct stats_data *data,
		  const struct stats_options *options, struct stats_work *work,
		  struct stats_result *result)
{
	int error = check_options(options);

	if (!error) {
		error = check_data(data);
	}
	if (error) {
		return error;
	}
	memset(result, 0, sizeof(*result));
	result->blocks = data->blocks;
	result->runs = data->blocks * data->runs;
	find_differences(data, work->sorted);
	stats_sort(work->sorted, data->blocks);
	estimate(work, data->blocks, options, result);
	result->p = test_difference(work->sorted, data->blocks, options->seed);
	result->p_holm = result->p;
	result->exact = data->blocks <= STATS_EXACT_MAX;
	result->p_equivalence = test_equivalence(work, data->blocks, options);
	result->noise = data->runs > 1 ? find_noise_in_blocks(data)
				       : find_noise_of_pairs(data);
	result->smallest_effect =
		find_smallest_effect(data, result->noise, options->family);
	result->screening = options->mode == STATS_QUICK;
	result->verdict = judge(result, options);
	return 0;
}

static int check_family(const struct stats_options *options, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (check_options(&options[i]) || options[i].family != count) {
			return STATS_EOPTION;
		}
	}
	return 0;
}

int stats_judge_family(struct stats_result *results,
		       const struct stats_options *options, size_t count)
{
	double p[STATS_FAMILY_MAX] = { 0 };
	double adjusted[STATS_FAMILY_MAX];
	int error;

	if (count > STATS_FAMILY_MAX) {
		return STATS_ETOOMANY;
	}
	for (size_t i = 0; i < count; i++) {
		p[i] = results[i].p;
	}
	error = stats_adjust_holm(p, adjusted, count);
	if (!error) {
		error = check_family(options, count);
	}
	if (error) {
		return error;
	}
	for (size_t i = 0; i < count; i++) {
		results[i].p_holm = adjusted[i];
		results[i].verdict = judge(&results[i], &options[i]);
	}
	return 0;
}

const char *stats_verdict_name(enum stats_verdict verdict)
{
	static const char *const names[] = {
		[STATS_NO_VERDICT] = "no verdict",
		[STATS_WORSE] = "worse",
		[STATS_BETTER] = "better",
		[STATS_NO_DIFFERENCE] = "no difference",
		[STATS_INCONCLUSIVE] = "inconclusive",
	};

	return names[verdict];
}
