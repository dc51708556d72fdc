/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A histogram of times whose error is the same part of every value: each
 * octave has 128 buckets, so a bucket is at most 1/128 (0.8 %) wide.  Times
 * below 256 ns are exact.  It has a fixed size and no pointers, so it may lie
 * in memory that processes share.  One writer at a time.  Starts as all zeros.
 */
#ifndef MEASURE_HISTOGRAM_H
#define MEASURE_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

#define HISTOGRAM_SUB_BITS 7u
/* Longer times (18 minutes) are counted in the last bucket. */
#define HISTOGRAM_TOP_BITS 40u
#define HISTOGRAM_BUCKETS \
	((HISTOGRAM_TOP_BITS - HISTOGRAM_SUB_BITS + 1) << HISTOGRAM_SUB_BITS)

struct histogram {
	uint64_t count;
	uint64_t sum_ns;
	uint64_t min_ns;		/* exact; 0 if count is 0 */
	uint64_t max_ns;		/* exact */
	uint64_t bucket[HISTOGRAM_BUCKETS];
};

void histogram_add(struct histogram *histogram, uint64_t time_ns);
void histogram_merge(struct histogram *to, const struct histogram *from);

/* The bucket of a time, and the shortest and the longest time in a bucket. */
size_t histogram_bucket(uint64_t time_ns);
uint64_t histogram_low_ns(size_t bucket);
uint64_t histogram_high_ns(size_t bucket);

/*
 * The smallest time with at least the part q (0 < q < 1) of all at or below
 * it, as the upper end of its bucket, or the maximum if that is smaller.  0 if
 * there are none.
 */
uint64_t histogram_quantile_ns(const struct histogram *histogram, double q);

/*
 * Whether count samples suffice for a 95 % upper bound of that quantile:
 * count >= ln 0.05 / ln q (order statistics; 2,995 for 0.999).
 */
int histogram_has_quantile(const struct histogram *histogram, double q);

#endif
