/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The probes: a process of its own on one CPU, which measures while the phase
 * is PHASE_MEASURE and leaves what it found in shared memory.
 *
 * wakeup: a FIFO thread with locked memory sleeps until an absolute time, and
 * again; the time from then until it runs is the latency.  The times are a
 * little irregular, so that they do not beat with a tick.  A wake-up that is
 * later than the next time counts once, as one long latency, and the next time
 * is set anew: as with cyclictest, quantiles are those of wake-ups that there
 * were, and a long stop does not count for those that it suppressed.  How many
 * times passed so is counted, and the run gets the flag "late-wakeups".  A
 * wake-up that is waited for when the window ends counts, up to its own end.
 * gap: a busy loop reads the clock; where two readings are further apart than
 * SAMPLER_GAP_NS, something else ran: a gap.  One that lasts beyond the end of
 * the window counts whole, as the time that was measured does.
 * load: nothing but the loads' own figures.
 */
#ifndef MEASURE_SAMPLER_H
#define MEASURE_SAMPLER_H

#include <sys/types.h>

#include "shared.h"

#define SAMPLER_GAP_NS 2000u

enum sampler_kind { SAMPLER_LOAD, SAMPLER_WAKEUP, SAMPLER_GAP };

struct sampler {
	enum sampler_kind kind;
	int cpu;
	int priority;			/* of FIFO; 0: an ordinary thread */
	uint64_t interval_ns;
};

/* load, wakeup[:KEY=VALUE,...] or gap.  0, or -1 with a message. */
int sampler_parse(struct sampler *probe, const char *text);

/* Its process, once it is ready; 0 if this kind has none; -1 with a message. */
pid_t sampler_start(const struct sampler *probe, struct shared *shared);

/* Its body, in the process that it was made for. */
void sampler_wakeup(const struct sampler *probe, struct shared *shared);
void sampler_gap(struct shared *shared);

#endif
