/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How long something took, again and again.
 */
#ifndef LIVE_TIMES_H
#define LIVE_TIMES_H

#include <stddef.h>
#include <stdint.h>

/* Starts as all zeros. */
struct times {
	uint64_t *list;			/* ns, in the order of time */
	size_t count;
};

struct times_summary {
	uint64_t min_ns;
	uint64_t median_ns;		/* of an even count, the lower one */
	uint64_t max_ns;
};

/* CLOCK_MONOTONIC. */
uint64_t times_now_ns(void);
/* Add what passed since start_ns. */
void times_add_since(struct times *times, uint64_t start_ns);
/* All zeros if there are none. */
struct times_summary times_summarize(const struct times *times);
void times_free(struct times *times);

#endif
