/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <sys/resource.h>
#include <time.h>

#include "../live/stats.h"
#include "../live/times.h"
#include "sampler.h"

#define NS_PER_S 1000000000u

/* What the kernel counts for the probe, from the first sample to the last. */
struct account {
	struct rusage first;
	uint64_t started_ns;		/* 0: not yet */
};

static uint64_t faults_of(const struct rusage *usage)
{
	return (uint64_t)(usage->ru_minflt + usage->ru_majflt);
}

/* At each sample; whether it counts. */
static bool account(struct account *account, enum phase phase)
{
	if (phase == PHASE_MEASURE && account->started_ns == 0) {
		getrusage(RUSAGE_SELF, &account->first);
		account->started_ns = times_now_ns();
		return false;
	}
	return phase == PHASE_MEASURE;
}

static void finish(const struct account *account, struct probe_result *result)
{
	struct rusage last;

	if (account->started_ns == 0) {
		return;
	}
	result->measured_ns = times_now_ns() - account->started_ns;
	getrusage(RUSAGE_SELF, &last);
	result->faults = faults_of(&last) - faults_of(&account->first);
	result->switches =
		(uint64_t)(last.ru_nivcsw - account->first.ru_nivcsw);
}

/* 0 to an eighth of the interval longer. */
static uint64_t next_interval_ns(uint64_t interval_ns, uint64_t *random)
{
	return interval_ns +
	       (interval_ns / 8 * (stats_random(random) >> 48) >> 16);
}

static void sleep_until(uint64_t at_ns)
{
	struct timespec at = {
		.tv_sec = (time_t)(at_ns / NS_PER_S),
		.tv_nsec = (long)(at_ns % NS_PER_S),
	};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) !=
	       0) {
	}
}

/*
 * A time that has passed is no wake-up: the next one is set anew.  How many
 * passed so.
 */
static uint64_t skip_passed(uint64_t *at_ns, uint64_t now_ns,
			    uint64_t interval_ns)
{
	uint64_t passed;

	if (*at_ns >= now_ns) {
		return 0;
	}
	passed = 1 + (now_ns - *at_ns) / interval_ns;
	*at_ns = now_ns + interval_ns;
	return passed;
}

void sampler_wakeup(const struct sampler *probe, struct shared *shared)
{
	struct probe_result *result = &shared->probe;
	struct account usage = { .started_ns = 0 };
	uint64_t random = 1;
	uint64_t at_ns = times_now_ns();
	enum phase phase;

	while ((phase = shared_phase(shared)) != PHASE_END) {
		bool counts = account(&usage, phase);
		uint64_t passed;

		at_ns += next_interval_ns(probe->interval_ns, &random);
		passed = skip_passed(&at_ns, times_now_ns(),
				     probe->interval_ns);
		sleep_until(at_ns);
		if (counts) {
			result->late += passed;
			histogram_add(&result->latency,
				      times_now_ns() - at_ns);
		}
	}
	finish(&usage, result);
}

/* The time of this reading. */
static uint64_t take_gap(uint64_t last_ns, struct probe_result *result)
{
	uint64_t now_ns = times_now_ns();

	if (result != NULL && now_ns - last_ns > SAMPLER_GAP_NS) {
		histogram_add(&result->latency, now_ns - last_ns);
		result->lost_ns += now_ns - last_ns;
	}
	return now_ns;
}

void sampler_gap(struct shared *shared)
{
	struct probe_result *result = &shared->probe;
	struct account usage = { .started_ns = 0 };
	uint64_t last_ns = times_now_ns();
	bool counts = false;
	enum phase phase;

	while ((phase = shared_phase(shared)) != PHASE_END) {
		counts = account(&usage, phase);
		last_ns = take_gap(last_ns, counts ? result : NULL);
	}
	/* What kept it from seeing the end is a gap like any other. */
	take_gap(last_ns, counts ? result : NULL);
	finish(&usage, result);
}
