/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../tool.h"
#include "times.h"

uint64_t times_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void times_add_since(struct times *times, uint64_t start_ns)
{
	uint64_t time_ns = times_now_ns() - start_ns;

	times->list = memory_grow(times->list, times->count,
				  sizeof(*times->list));
	times->list[times->count++] = time_ns;
}

static int compare(const void *a, const void *b)
{
	const uint64_t *x = a;
	const uint64_t *y = b;

	return (*x > *y) - (*x < *y);
}

struct times_summary times_summarize(const struct times *times)
{
	struct times_summary summary = { 0 };
	size_t n = times->count;
	uint64_t *sorted;

	if (n == 0) {
		return summary;
	}
	sorted = memory_get(n * sizeof(*sorted));
	memcpy(sorted, times->list, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), compare);
	summary.min_ns = sorted[0];
	summary.median_ns = sorted[(n - 1) / 2];
	summary.max_ns = sorted[n - 1];
	free(sorted);
	return summary;
}

void times_free(struct times *times)
{
	free(times->list);
	*times = (struct times){ 0 };
}
