/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../live/times.h"
#include "../tool.h"
#include "cpus.h"
#include "sampler.h"

#define INTERVAL_US 211
#define INTERVAL_MIN_US 20
#define INTERVAL_MAX_US 1000000
/* High enough for most things, below what per-CPU kernel threads may need. */
#define PRIORITY 50
#define PRIORITY_MAX 98
#define STACK_BYTES 65536
#define READY_NS 5000000000u

static int read_number(const char *value, long min, long max, long *number)
{
	char *end;

	errno = 0;
	*number = strtol(value, &end, 10);
	return errno == 0 && end != value && *end == '\0' && *number >= min &&
	       *number <= max ? 0 : -1;
}

static int set(struct sampler *probe, const char *key, const char *value)
{
	long number;

	if (strcmp(key, "interval") == 0 &&
	    read_number(value, INTERVAL_MIN_US, INTERVAL_MAX_US, &number) ==
	    0) {
		probe->interval_ns = (uint64_t)number * 1000;
		return 0;
	}
	if (strcmp(key, "priority") == 0 &&
	    read_number(value, 0, PRIORITY_MAX, &number) == 0) {
		probe->priority = (int)number;
		return 0;
	}
	return -1;
}

static int parse_options(struct sampler *probe, char *options, const char *text)
{
	char *item;

	while ((item = strsep(&options, ",")) != NULL) {
		char *value = strchr(item, '=');

		if (value != NULL) {
			*value++ = '\0';
		}
		if (value == NULL || probe->kind != SAMPLER_WAKEUP ||
		    set(probe, item, value) < 0) {
			return fail("--probe \"%s\": only wakeup has options: "
				    "interval=%d..%d (us), priority=0..%d",
				    text, INTERVAL_MIN_US, INTERVAL_MAX_US,
				    PRIORITY_MAX);
		}
	}
	return 0;
}

int sampler_parse(struct sampler *probe, const char *text)
{
	static const char *const names[] = { "load", "wakeup", "gap" };
	char *copy = memory_text(text);
	char *options = strchr(copy, ':');
	int result = -1;

	*probe = (struct sampler){ .cpu = -1, .priority = PRIORITY };
	if (options != NULL) {
		*options++ = '\0';
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(copy, names[i]) == 0) {
			probe->kind = (enum sampler_kind)i;
			result = 0;
		}
	}
	if (result < 0) {
		fail("--probe \"%s\": load, wakeup or gap is wanted", text);
	} else if (probe->kind == SAMPLER_WAKEUP) {
		probe->interval_ns = INTERVAL_US * 1000u;
	}
	if (result == 0 && options != NULL) {
		result = parse_options(probe, options, text);
	}
	free(copy);
	return result;
}

/* No page of it may be missing when it counts. */
static void touch_stack(void)
{
	volatile char stack[STACK_BYTES];

	for (size_t i = 0; i < sizeof(stack); i += 1024) {
		stack[i] = 0;
	}
}

static void prepare(const struct sampler *probe, struct shared *shared,
		    pid_t parent)
{
	struct sched_param param = { .sched_priority = probe->priority };
	struct probe_result *result = &shared->probe;
	cpu_set_t cpus;
	int error;

	shared_die_with(parent);
	/* Else an ordinary thread wakes up to 50 us late on purpose. */
	prctl(PR_SET_TIMERSLACK, 1);
	CPU_ZERO(&cpus);
	CPU_SET((size_t)probe->cpu, &cpus);
	error = cpus_pin(&cpus);
	if (error < 0) {
		shared_fail(shared, "pin the probe", error);
	}
	result->locked = mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
	touch_stack();
	if (probe->kind == SAMPLER_WAKEUP && probe->priority > 0) {
		result->fifo = sched_setscheduler(0, SCHED_FIFO, &param) == 0;
	}
	/* The histogram's pages come with the first write. */
	memset(result->latency.bucket, 0, sizeof(result->latency.bucket));
	__atomic_store_n(&result->ready, 1, __ATOMIC_RELEASE);
}

static _Noreturn void run(const struct sampler *probe, struct shared *shared,
			  pid_t parent)
{
	prepare(probe, shared, parent);
	if (probe->kind == SAMPLER_WAKEUP) {
		sampler_wakeup(probe, shared);
	} else {
		sampler_gap(shared);
	}
	shared->probe.cpu = sched_getcpu();
	__atomic_store_n(&shared->probe.done, 1, __ATOMIC_RELEASE);
	_exit(0);
}

static bool is_ready(struct shared *shared)
{
	return __atomic_load_n(&shared->probe.ready, __ATOMIC_ACQUIRE) != 0;
}

pid_t sampler_start(const struct sampler *probe, struct shared *shared)
{
	uint64_t end_ns = times_now_ns() + READY_NS;
	pid_t parent = getpid();
	pid_t pid;

	if (probe->kind == SAMPLER_LOAD) {
		return 0;
	}
	pid = fork();
	if (pid < 0) {
		return fail("can't start the probe: %s", strerror(errno));
	}
	if (pid == 0) {
		run(probe, shared, parent);
	}
	while (!is_ready(shared) && times_now_ns() < end_ns) {
		usleep(1000);
	}
	if (!is_ready(shared)) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		return fail("the probe does not start");
	}
	return pid;
}
