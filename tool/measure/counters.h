/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the kernel counts, before and after a run.
 */
#ifndef MEASURE_COUNTERS_H
#define MEASURE_COUNTERS_H

#include <stdint.h>

#define COUNTERS_NONE UINT64_MAX

struct counters {
	uint64_t tlb_ipis;		/* COUNTERS_NONE: it has none */
	uint64_t function_ipis;
	uint64_t reschedule_ipis;
	uint64_t device_interrupts;	/* on the probe's CPU */
	uint64_t steal_ticks;		/* of all CPUs */
	uint64_t throttled;		/* x86: thermal throttle events */
	uint64_t kernel_messages;	/* number of the next one */
	uint64_t frequency_khz;		/* of the probe's CPU; 0: not known */
	int64_t clock_offset_ns;	/* real time less monotonic time */
};

/* What can't be read is COUNTERS_NONE. */
void counters_read(struct counters *counters, int cpu);

/* The parts that read text, for tests. */
void counters_parse_interrupts(struct counters *counters, const char *text,
			       int cpu);
uint64_t counters_parse_steal(const char *text);

#endif
