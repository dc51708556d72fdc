// SPDX-License-Identifier: BSD-2-Clause
/*
 * The sign-flip test, Holm's correction, and the quantiles for the power of a
 * test.
 */
#include "stats.h"

#include <math.h>

/*
 * Sums that are equal in mathematics differ in rounding, most after 2^19 steps
 * of one sum; real differences of measurements are larger than this part.
 */
#define ROUNDING 1e-9

static double sum_sizes(const double *values, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		sum += fabs(values[i]);
	}
	return sum;
}

static unsigned lowest_bit(uint32_t word)
{
	unsigned bit = 0;

	while (!(word & 1)) {
		word >>= 1;
		bit++;
	}
	return bit;
}

/*
 * In Gray code's order one sign changes in each step.  The last sign stays:
 * each pattern stands for its opposite as well.
 */
static double flip_all(const double *values, size_t count, double limit)
{
	uint32_t patterns = UINT32_C(1) << (count - 1);
	uint32_t signs = 0;
	uint32_t hits = 0;
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		sum += values[i];
	}
	for (uint32_t step = 1;; step++) {
		unsigned bit;

		hits += (uint32_t)(sum >= limit) + (uint32_t)(-sum >= limit);
		if (step == patterns) {
			break;
		}
		bit = lowest_bit(step);
		signs ^= UINT32_C(1) << bit;
		sum += ((signs >> bit) & 1 ? -2 : 2) * values[bit];
	}
	return (double)hits / (2.0 * patterns);
}

static double sum_random_signs(const double *values, size_t count,
			       uint64_t *state)
{
	uint64_t signs = 0;
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		if (i % 64 == 0) {
			signs = stats_random(state);
		}
		sum += signs & 1 ? values[i] : -values[i];
		signs >>= 1;
	}
	return sum;
}

static double flip_some(const double *values, size_t count, double limit,
			uint64_t seed)
{
	uint32_t hits = 1;

	for (uint32_t i = 0; i < STATS_FLIPS; i++) {
		if (sum_random_signs(values, count, &seed) >= limit) {
			hits++;
		}
	}
	return (double)hits / (STATS_FLIPS + 1.0);
}

double stats_flip_signs(const double *values, size_t count, double total,
			uint64_t seed)
{
	double limit = total - ROUNDING * sum_sizes(values, count);

	if (count <= STATS_EXACT_MAX) {
		return flip_all(values, count, limit);
	}
	return flip_some(values, count, limit, seed);
}

/* How many tests go before test i. */
static size_t find_place(const double *p, size_t count, size_t i)
{
	size_t place = 0;

	for (size_t j = 0; j < count; j++) {
		if (p[j] < p[i] || (p[j] == p[i] && j < i)) {
			place++;
		}
	}
	return place;
}

/*
 * The largest factor so far: a test is not accepted before all that go before
 * it are.  What is already replaced stands for all below it, so one array does.
 */
static double find_largest(const double *p, const double *adjusted,
			   size_t count, size_t i)
{
	double largest = 0;

	for (size_t j = 0; j < count; j++) {
		if (p[j] <= p[i]) {
			largest = fmax(largest, adjusted[j]);
		}
	}
	return largest;
}

static int check_probabilities(const double *p, size_t count)
{
	if (count == 0) {
		return STATS_EEMPTY;
	}
	if (count > STATS_FAMILY_MAX) {
		return STATS_ETOOMANY;
	}
	for (size_t i = 0; i < count; i++) {
		if (!(p[i] >= 0 && p[i] <= 1)) {
			return STATS_EVALUE;
		}
	}
	return 0;
}

int stats_adjust_holm(const double *p, double *adjusted, size_t count)
{
	int error = check_probabilities(p, count);

	if (error) {
		return error;
	}
	for (size_t i = 0; i < count; i++) {
		size_t left = count - find_place(p, count, i);

		adjusted[i] = fmin(1, (double)left * p[i]);
	}
	for (size_t i = 0; i < count; i++) {
		adjusted[i] = find_largest(p, adjusted, count, i);
	}
	return 0;
}

double stats_normal_quantile(double p)
{
	double low = -10;
	double high = 10;

	for (unsigned i = 0; i < 60; i++) {
		double middle = (low + high) / 2;

		if (erfc(-middle / sqrt(2)) / 2 < p) {
			low = middle;
		} else {
			high = middle;
		}
	}
	return (low + high) / 2;
}

double stats_student_quantile(double p, double freedom)
{
	double z = stats_normal_quantile(p);
	double z2 = z * z;
	double g1 = z * (z2 + 1) / 4;
	double g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
	double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
	double g4 = z *
		    ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) /
		    92160;

	return z +
	       (g1 + (g2 + (g3 + g4 / freedom) / freedom) / freedom) / freedom;
}
