// SPDX-License-Identifier: BSD-2-Clause
/*
 * tool/measure/histogram.h: every bucket, and quantiles against sorted samples.
 */
#include "unit.h"

#include "../../tool/live/stats.h"
#include "../../tool/measure/histogram.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLES 20000

static struct histogram histogram;
static uint64_t samples[SAMPLES];

static void buckets(void **state)
{
	(void)state;
	assert_int_equal(histogram_bucket(0), 0);
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t low = histogram_low_ns(i);
		uint64_t high = histogram_high_ns(i);

		assert_int_equal(histogram_bucket(low), i);
		assert_int_equal(histogram_bucket(high), i);
		assert_true(high >= low);
		if (i > 0) {
			assert_true(histogram_high_ns(i - 1) + 1 == low);
		}
		/* 1/128 of the value at most, but for the one without end. */
		if (i < HISTOGRAM_BUCKETS - 1) {
			assert_true((high - low) * 128 <= low);
		}
	}
}

static int compare(const void *a, const void *b)
{
	const uint64_t *x = a;
	const uint64_t *y = b;

	return (*x > *y) - (*x < *y);
}

static void fill(struct histogram *into, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		histogram_add(into, samples[i]);
	}
}

static void quantiles(void **state)
{
	static const double parts[] = { 0.001, 0.1, 0.5, 0.99, 0.9999 };
	static struct histogram half;
	uint64_t seed = 7;
	uint64_t sum = 0;

	(void)state;
	for (size_t i = 0; i < SAMPLES; i++) {
		/* Over ten octaves and more. */
		samples[i] = stats_random(&seed) >> (34 + i % 20);
		sum += samples[i];
	}
	memset(&histogram, 0, sizeof(histogram));
	memset(&half, 0, sizeof(half));
	fill(&histogram, 0, SAMPLES / 2);
	fill(&half, SAMPLES / 2, SAMPLES);
	histogram_merge(&histogram, &half);
	qsort(samples, SAMPLES, sizeof(samples[0]), compare);
	assert_int_equal(histogram.count, SAMPLES);
	assert_int_equal(histogram.sum_ns, sum);
	assert_int_equal(histogram.min_ns, samples[0]);
	assert_int_equal(histogram.max_ns, samples[SAMPLES - 1]);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		size_t rank = (size_t)(parts[i] * SAMPLES + 0.5);
		uint64_t exact = samples[rank - 1];
		uint64_t got = histogram_quantile_ns(&histogram, parts[i]);

		assert_true(got >= exact);
		assert_true((got - exact) * 128 <= exact);
	}
}

static void empty_and_long(void **state)
{
	static struct histogram empty;

	(void)state;
	memset(&histogram, 0, sizeof(histogram));
	histogram_merge(&histogram, &empty);
	assert_int_equal(histogram_quantile_ns(&histogram, 0.5), 0);
	histogram_add(&histogram, UINT64_MAX);
	assert_true(histogram_quantile_ns(&histogram, 0.5) == UINT64_MAX);
	assert_int_equal(histogram.min_ns, histogram.max_ns);
}

/* The figures of the reference: ln 0.05 / ln q, rounded up. */
static void sample_sizes(void **state)
{
	static const struct {
		double q;
		uint64_t count;
	} needed[] = { { 0.999, 2995 }, { 0.9999, 29956 } };

	(void)state;
	memset(&histogram, 0, sizeof(histogram));
	for (size_t i = 0; i < 2; i++) {
		histogram.count = needed[i].count - 1;
		assert_false(histogram_has_quantile(&histogram, needed[i].q));
		histogram.count = needed[i].count;
		assert_true(histogram_has_quantile(&histogram, needed[i].q));
	}
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(buckets),
	cmocka_unit_test(quantiles),
	cmocka_unit_test(empty_and_long),
	cmocka_unit_test(sample_sizes),
};

int main(void)
{
	return run_tap(tests);
}
