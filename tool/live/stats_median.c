// SPDX-License-Identifier: BSD-2-Clause
/*
 * Medians: their bootstrap interval, and the Hodges-Lehmann estimate.
 */
#include "stats.h"

static void sort_stride(double *values, size_t count, size_t stride)
{
	for (size_t i = stride; i < count; i++) {
		double value = values[i];
		size_t at = i;

		while (at >= stride && values[at - stride] > value) {
			values[at] = values[at - stride];
			at -= stride;
		}
		values[at] = value;
	}
}

/* Shell's sort, as a libc's qsort() may allocate. */
void stats_sort(double *values, size_t count)
{
	size_t stride = 1;

	while (stride < count / 3) {
		stride = stride * 3 + 1;
	}
	for (; stride > 0; stride /= 3) {
		sort_stride(values, count, stride);
	}
}

double stats_median_sorted(const double *values, size_t count)
{
	return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* The value at a rank, from 0, of the resample that counts describes. */
static double find_rank(const struct stats_work *work, size_t rank)
{
	size_t i = 0;
	size_t seen = work->counts[0];

	while (seen <= rank) {
		seen += work->counts[++i];
	}
	return work->sorted[i];
}

/* Of sorted values a resample is how often each occurs: no need to sort it. */
static double draw_median(struct stats_work *work, size_t count,
			  uint64_t *state)
{
	for (size_t i = 0; i < count; i++) {
		work->counts[i] = 0;
	}
	for (size_t i = 0; i < count; i++) {
		work->counts[stats_random_below(state, (uint32_t)count)]++;
	}
	return (find_rank(work, (count - 1) / 2) + find_rank(work, count / 2)) /
	       2;
}

void stats_bootstrap_median(struct stats_work *work, size_t count,
			    uint64_t seed, double *low, double *high)
{
	size_t outside = (size_t)(STATS_RESAMPLES * STATS_ALPHA / 2);

	for (size_t i = 0; i < STATS_RESAMPLES; i++) {
		work->medians[i] = draw_median(work, count, &seed);
	}
	stats_sort(work->medians, STATS_RESAMPLES);
	*low = work->medians[outside];
	*high = work->medians[STATS_RESAMPLES - 1 - outside];
}

double stats_hodges_lehmann(struct stats_work *work, const double *values,
			    size_t count)
{
	size_t at = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = i; j < count; j++) {
			work->walsh[at++] = (values[i] + values[j]) / 2;
		}
	}
	stats_sort(work->walsh, at);
	return stats_median_sorted(work->walsh, at);
}
