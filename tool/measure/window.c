/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "../live/times.h"
#include "../tool.h"
#include "window.h"
#include "window_result.h"

#define NS_PER_S 1000000000u
/* How long loads may take to notice the end; a fork of a big process, say. */
#define PATIENCE_NS 10000000000u
#define LOOKS 3u

/* For so long, or until a signal comes: then -1. */
static int nap(double seconds)
{
	struct pollfd wake = {
		.fd = interrupt_descriptor(), .events = POLLIN,
	};
	uint64_t end_ns = times_now_ns() +
		(uint64_t)(fmax(0, seconds) * NS_PER_S);
	uint64_t now_ns;

	while (interrupt_signal() == 0 &&
	       (now_ns = times_now_ns()) < end_ns) {
		uint64_t left_ms = (end_ns - now_ns) / 1000000 + 1;

		poll(&wake, 1, left_ms > 1000 ? 1000 : (int)left_ms);
	}
	return interrupt_signal() == 0 ? 0 : -1;
}

/* The window itself, with the loads looked at in between. */
static int measure(const struct window *window, struct window_state *state)
{
	uint64_t start_ns;

	if (nap(window->warmup_s) < 0) {
		return -1;
	}
	counters_read(&state->before, window->probe.cpu);
	start_ns = times_now_ns();
	shared_set_phase(state->shared, PHASE_MEASURE);
	for (unsigned i = 0; i < LOOKS; i++) {
		if (nap(window->seconds / (LOOKS + 1)) < 0) {
			return -1;
		}
		workload_look(&state->processes, &window->load_cpus,
			      &state->seen, &state->outside);
	}
	/* What the looks took is part of the window. */
	if (nap(window->seconds -
		(double)(times_now_ns() - start_ns) / NS_PER_S) < 0) {
		return -1;
	}
	shared_set_phase(state->shared, PHASE_END);
	state->seconds = (double)(times_now_ns() - start_ns) / NS_PER_S;
	counters_read(&state->after, window->probe.cpu);
	return 0;
}

static void stop_probe(pid_t pid, struct shared *shared)
{
	uint64_t end_ns = times_now_ns() + PATIENCE_NS;

	if (pid <= 0) {
		return;
	}
	while (__atomic_load_n(&shared->probe.done, __ATOMIC_ACQUIRE) == 0 &&
	       times_now_ns() < end_ns) {
		/* Once it is reaped, its number may be another's. */
		if (waitpid(pid, NULL, WNOHANG) == pid) {
			return;
		}
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static int start_and_measure(const struct window *window,
			     struct window_state *state)
{
	pid_t probe = sampler_start(&window->probe, state->shared);
	int result;

	if (probe < 0) {
		return -1;
	}
	state->shared->deadline_ns = times_now_ns() + 3 * PATIENCE_NS +
		(uint64_t)((window->warmup_s + window->seconds) * NS_PER_S);
	result = workload_start(&state->processes, window->loads,
				window->n_loads, &window->load_cpus,
				state->shared, window->hook.prepare == NULL ?
				NULL : &window->hook);
	if (result == 0) {
		workload_wait(&state->processes, state->shared, PATIENCE_NS);
		result = measure(window, state);
	}
	shared_set_phase(state->shared, PHASE_END);
	state->bad = workload_finish(&state->processes,
				     result == 0 ? PATIENCE_NS : 0);
	stop_probe(probe, state->shared);
	return result;
}

int window_run(const struct window *window, struct run *run)
{
	struct window_state state = { .shared = shared_create() };
	struct timespec now;
	int result;

	if (state.shared == NULL) {
		return -1;
	}
	clock_gettime(CLOCK_REALTIME, &now);
	run->started_s = (uint64_t)now.tv_sec;
	result = start_and_measure(window, &state);
	if (result == 0) {
		window_collect(window, &state, run);
	}
	shared_destroy(state.shared);
	return result;
}
