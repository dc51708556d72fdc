/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../live/times.h"
#include "../tool.h"
#include "cpus.h"
#include "workload.h"

#define NS_PER_S 1000000000u
/* A paced worker looks at the phase at least so often. */
#define NAP_NS 10000000u

static struct worker *worker_of(const struct load_context *context,
				unsigned number)
{
	const struct workload_share *share = context->private;

	return &share->shared->workers[(share->first + number) %
				       SHARED_WORKERS_MAX];
}

/* Threads of the loads have no TLS of their own: no errno. */
static void nap_until(uint64_t at_ns)
{
	struct timespec at = {
		.tv_sec = (time_t)(at_ns / NS_PER_S),
		.tv_nsec = (long)(at_ns % NS_PER_S),
	};

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
}

/* The run is over, or whoever could say so is gone. */
static bool is_over(const struct shared *shared, uint64_t now_ns)
{
	return shared_phase(shared) == PHASE_END ||
	       (shared->deadline_ns != 0 && now_ns > shared->deadline_ns);
}

/* Until this worker's next operation is due, or the run ends. */
static void wait_for_turn(const struct workload_share *share,
			  struct worker *worker)
{
	uint64_t now_ns = times_now_ns();

	if (worker->next_ns == 0) {
		worker->next_ns = now_ns;
	}
	worker->next_ns += share->interval_ns;
	while ((now_ns = times_now_ns()) < worker->next_ns &&
	       !is_over(share->shared, now_ns)) {
		uint64_t left_ns = worker->next_ns - now_ns;

		nap_until(now_ns + (left_ns < NAP_NS ? left_ns : NAP_NS));
	}
	/* A worker that can't keep up does not make up for it later. */
	if (now_ns > worker->next_ns + share->interval_ns) {
		worker->next_ns = now_ns;
	}
}

static bool begin(const struct load_context *context, unsigned number)
{
	const struct workload_share *share = context->private;
	struct worker *worker = worker_of(context, number);
	uint64_t now_ns;

	__atomic_store_n(&worker->begun, 1, __ATOMIC_RELAXED);
	if (share->interval_ns > 0) {
		wait_for_turn(share, worker);
	}
	now_ns = times_now_ns();
	worker->started_ns =
		shared_phase(share->shared) == PHASE_MEASURE ? now_ns : 0;
	return !is_over(share->shared, now_ns);
}

static void end(const struct load_context *context, unsigned number)
{
	struct worker *worker = worker_of(context, number);

	if (worker->started_ns != 0) {
		histogram_add(&worker->time,
			      times_now_ns() - worker->started_ns);
		worker->operations++;
		worker->started_ns = 0;
	}
}

/* One load process runs one load, so this is its own. */
static struct shared *reports;

static void report(const char *what, long number)
{
	shared_fail(reports, what, number);
}

static _Noreturn void run(const struct workload *workload,
			  const cpu_set_t *cpus, struct shared *shared,
			  unsigned first, const struct workload_hook *hook,
			  pid_t parent)
{
	struct workload_share share = {
		.workload = workload,
		.shared = shared,
		.first = first,
		.interval_ns = workload->rate > 0 ?
			(uint64_t)((double)NS_PER_S / workload->rate) : 0,
	};
	struct load_context context = workload->options;
	int error;

	reports = shared;
	shared_die_with(parent);
	context.self = "/proc/self/exe";
	context.page_size = (size_t)sysconf(_SC_PAGESIZE);
	context.report = report;
	context.begin = begin;
	context.end = end;
	context.private = &share;
	error = cpus_pin(cpus);
	if (error == 0 && hook != NULL) {
		error = hook->prepare(hook->argument);
	}
	if (error < 0) {
		report("prepare a load", error);
		_exit(1);
	}
	_exit(workload->load->run(&context, LOAD_COUNT_ENDLESS) == 0 ? 0 : 1);
}

/* 0, or -1 with a message. */
static int add_process(struct workload_processes *processes,
		       const struct workload *workload, const cpu_set_t *cpus,
		       struct shared *shared, unsigned first,
		       const struct workload_hook *hook)
{
	pid_t parent = getpid();
	pid_t pid = fork();

	if (pid < 0) {
		return fail("can't start a load: %s", strerror(errno));
	}
	if (pid == 0) {
		setpgid(0, processes->group);
		run(workload, cpus, shared, first, hook, parent);
	}
	/* By both, as either may come first. */
	setpgid(pid, processes->group);
	if (processes->group == 0) {
		processes->group = pid;
	}
	processes->first[processes->count] = first;
	processes->pids[processes->count++] = pid;
	return 0;
}

static unsigned workers_of(const struct load *load)
{
	return load->workers > 0 ? load->workers : 1;
}

/* One load; *first is the number of the next free worker. */
static int start_one(struct workload_processes *processes,
		     const struct workload *workload, const cpu_set_t *cpus,
		     struct shared *shared, unsigned *first,
		     const struct workload_hook *hook)
{
	if (workload->load->shape == LOAD_TEAM) {
		*first += LOAD_WORKERS_MAX;
		return add_process(processes, workload, cpus, shared,
				   *first - LOAD_WORKERS_MAX, hook);
	}
	for (int i = 0; i < CPU_COUNT(cpus); i++) {
		cpu_set_t one;

		CPU_ZERO(&one);
		CPU_SET((size_t)cpus_nth(cpus, i), &one);
		if (add_process(processes, workload, &one, shared,
				*first, hook) < 0) {
			return -1;
		}
		*first += workers_of(workload->load);
	}
	return 0;
}

int workload_check(const struct workload *list, size_t n, const cpu_set_t *cpus)
{
	size_t workers = 0;
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		bool team = list[i].load->shape == LOAD_TEAM;

		workers += team ? LOAD_WORKERS_MAX :
			(size_t)CPU_COUNT(cpus) * workers_of(list[i].load);
		count += team ? 1 : (size_t)CPU_COUNT(cpus);
	}
	if (workers > SHARED_WORKERS_MAX || count > WORKLOAD_PROCESSES_MAX) {
		return fail("--load: %zu workers in all; at most %u", workers,
			    SHARED_WORKERS_MAX);
	}
	return 0;
}

int workload_start(struct workload_processes *processes,
		   const struct workload *list, size_t n,
		   const cpu_set_t *cpus, struct shared *shared,
		   const struct workload_hook *hook)
{
	unsigned first = 0;

	*processes = (struct workload_processes){ 0 };
	for (size_t i = 0; i < n; i++) {
		if (start_one(processes, &list[i], cpus, shared, &first,
			      hook) < 0) {
			workload_kill(processes);
			return -1;
		}
	}
	processes->workers = first;
	return 0;
}

static bool has_ended(pid_t pid)
{
	siginfo_t info = { .si_pid = 0 };

	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) <
		       0 || info.si_pid != 0;
}

static bool has_begun(const struct workload_processes *processes,
		      const struct shared *shared, size_t process)
{
	unsigned end = process + 1 < processes->count ?
		processes->first[process + 1] : processes->workers;

	for (unsigned i = processes->first[process]; i < end; i++) {
		if (__atomic_load_n(&shared->workers[i % SHARED_WORKERS_MAX]
					    .begun, __ATOMIC_RELAXED) != 0) {
			return true;
		}
	}
	return false;
}

void workload_wait(const struct workload_processes *processes,
		   const struct shared *shared, uint64_t patience_ns)
{
	uint64_t end_ns = times_now_ns() + patience_ns;

	for (size_t i = 0; i < processes->count; i++) {
		while (!has_begun(processes, shared, i) &&
		       !has_ended(processes->pids[i]) &&
		       interrupt_signal() == 0 && times_now_ns() < end_ns) {
			nap_until(times_now_ns() + 1000000);
		}
	}
}

/*
 * Look at what has ended.  How many still run, and how many ended badly.  None
 * is reaped before the group is killed: its number might be another's by then.
 */
static size_t look(const struct workload_processes *processes, size_t *bad)
{
	size_t running = 0;

	*bad = 0;
	for (size_t i = 0; i < processes->count; i++) {
		siginfo_t info = { .si_pid = 0 };

		if (waitid(P_PID, (id_t)processes->pids[i], &info,
			   WEXITED | WNOHANG | WNOWAIT) == 0 &&
		    info.si_pid == 0) {
			running++;
		} else {
			*bad += info.si_code != CLD_EXITED ||
				info.si_status != 0;
		}
	}
	return running;
}

size_t workload_finish(struct workload_processes *processes,
		       uint64_t patience_ns)
{
	uint64_t end_ns = times_now_ns() + patience_ns;
	size_t bad;
	size_t running;

	while ((running = look(processes, &bad)) > 0 &&
	       times_now_ns() < end_ns) {
		nap_until(times_now_ns() + 1000000);
	}
	workload_kill(processes);
	return bad + running;
}

/* Children of the loads are in the group as well. */
void workload_kill(struct workload_processes *processes)
{
	if (processes->group == 0) {
		return;
	}
	kill(-processes->group, SIGKILL);
	for (size_t i = 0; i < processes->count; i++) {
		waitpid(processes->pids[i], NULL, 0);
	}
	*processes = (struct workload_processes){ 0 };
}
