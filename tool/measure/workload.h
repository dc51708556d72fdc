/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The loads of an experiment: what the user asked for, and processes that do
 * it, in one process group that ends with the runner.
 */
#ifndef MEASURE_WORKLOAD_H
#define MEASURE_WORKLOAD_H

#include <sched.h>
#include <sys/types.h>

#include "../load/loads.h"
#include "../buffer.h"
#include "shared.h"

#define WORKLOADS_MAX 8u
#define WORKLOAD_PROCESSES_MAX 256u

/* NAME[:KEY=VALUE,...]: pages=N, by=dontneed|unmap|protect, groups=N, ... */
struct workload {
	const struct load *load;
	struct load_context options;
	double rate;			/* operations a second and worker; 0 */
	bool mmu_off;			/* of the guest of the load vm */
};

struct workload_processes {
	pid_t group;			/* 0: there are none */
	pid_t pids[WORKLOAD_PROCESSES_MAX];
	unsigned first[WORKLOAD_PROCESSES_MAX];	/* worker of each */
	unsigned workers;		/* of all: their numbers end here */
	size_t count;
};

/* 0, or -1 with a message. */
int workload_parse(struct workload *workload, const char *text);

/* The load that only live machines have: VMs, one after the other. */
extern const struct load workload_vm;
/* What its function needs, in a context's private. */
struct workload_share {
	const struct workload *workload;
	struct shared *shared;
	unsigned first;			/* this process's first worker */
	uint64_t interval_ns;
};

/* KEY=VALUE,...: change these options.  0, or -1 with a message. */
int workload_change(struct workload *workload, const char *text);

/* Whether it is the load mappings alone, with operations of three kinds. */
bool workload_is_mappings(const struct workload *list, size_t n);

/* Before any run, so that a mistake is an error and no failed run. */
int workload_check(const struct workload *list, size_t n,
		   const cpu_set_t *cpus);

/* Called in each process of the loads before it begins; may be NULL. */
struct workload_hook {
	int (*prepare)(void *argument);	/* 0, or minus an error number */
	void *argument;
};

/*
 * Start them on these CPUs: loads of one thread once on each, teams once on
 * all.  0, or -1 with a message; then none is left.
 */
int workload_start(struct workload_processes *processes,
		   const struct workload *list, size_t n,
		   const cpu_set_t *cpus, struct shared *shared,
		   const struct workload_hook *hook);

/*
 * Wait until a worker of each has come to its first operation, or the process
 * has ended, for so long at most, or until a signal comes: what prepares a
 * load is no part of a run.
 */
void workload_wait(const struct workload_processes *processes,
		   const struct shared *shared, uint64_t patience_ns);

/*
 * Wait until they have ended by themselves (PHASE_END), or kill them after
 * so long.  The number that did not end well, 0 if all did.
 */
size_t workload_finish(struct workload_processes *processes,
		       uint64_t patience_ns);
void workload_kill(struct workload_processes *processes);

/*
 * Read back where every thread of the group is and may be: how many of them
 * were seen, and how many on a CPU outside the set.
 */
void workload_look(const struct workload_processes *processes,
		   const cpu_set_t *cpus, uint64_t *seen, uint64_t *outside);

#endif
