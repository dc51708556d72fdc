/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "histogram.h"

#define SUB_COUNT (1u << HISTOGRAM_SUB_BITS)

size_t histogram_bucket(uint64_t time_ns)
{
	unsigned shift;

	if (time_ns >> HISTOGRAM_TOP_BITS != 0) {
		return HISTOGRAM_BUCKETS - 1;
	}
	if (time_ns < 2 * SUB_COUNT) {
		return (size_t)time_ns;
	}
	/* The highest bit and the next HISTOGRAM_SUB_BITS ones tell. */
	shift = 63 - HISTOGRAM_SUB_BITS -
		(unsigned)__builtin_clzll(time_ns);
	return ((size_t)shift << HISTOGRAM_SUB_BITS) +
	       (size_t)(time_ns >> shift);
}

uint64_t histogram_low_ns(size_t bucket)
{
	unsigned shift;

	if (bucket < 2 * SUB_COUNT) {
		return bucket;
	}
	shift = (unsigned)(bucket >> HISTOGRAM_SUB_BITS) - 1;
	return (SUB_COUNT + (bucket & (SUB_COUNT - 1))) << shift;
}

uint64_t histogram_high_ns(size_t bucket)
{
	return bucket == HISTOGRAM_BUCKETS - 1 ? UINT64_MAX :
		histogram_low_ns(bucket + 1) - 1;
}

void histogram_add(struct histogram *histogram, uint64_t time_ns)
{
	if (histogram->count == 0 || time_ns < histogram->min_ns) {
		histogram->min_ns = time_ns;
	}
	if (time_ns > histogram->max_ns) {
		histogram->max_ns = time_ns;
	}
	histogram->count++;
	histogram->sum_ns += time_ns;
	histogram->bucket[histogram_bucket(time_ns)]++;
}

void histogram_merge(struct histogram *to, const struct histogram *from)
{
	if (from->count == 0) {
		return;
	}
	if (to->count == 0 || from->min_ns < to->min_ns) {
		to->min_ns = from->min_ns;
	}
	if (from->max_ns > to->max_ns) {
		to->max_ns = from->max_ns;
	}
	to->count += from->count;
	to->sum_ns += from->sum_ns;
	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		to->bucket[i] += from->bucket[i];
	}
}

uint64_t histogram_quantile_ns(const struct histogram *histogram, double q)
{
	double wanted = q * (double)histogram->count;
	uint64_t seen = 0;

	for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		seen += histogram->bucket[i];
		if (seen > 0 && (double)seen >= wanted) {
			uint64_t high_ns = histogram_high_ns(i);

			return high_ns < histogram->max_ns ? high_ns :
				histogram->max_ns;
		}
	}
	return histogram->max_ns;
}

int histogram_has_quantile(const struct histogram *histogram, double q)
{
	return (double)histogram->count >= log(0.05) / log(q);
}
