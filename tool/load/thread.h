/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Threads without a libc: one for each CPU that the caller may use.
 */
#ifndef LOAD_THREAD_H
#define LOAD_THREAD_H

#include "loads.h"

struct load_thread {
	void (*run)(void *argument);
	void *argument;
	/* Filled by load_thread_places(). */
	const struct load_context *context;
	unsigned cpu;
	/* Not 0 while the thread lives: the kernel clears it. */
	uint32_t alive;
};

/*
 * A thread for each CPU of the caller's affinity, LOAD_WORKERS_MAX at most
 * (the room in threads), and at least so many, on one CPU if need be.  Their
 * number, or LOAD_EFAIL after a report.
 */
int load_thread_places(const struct load_context *context,
		       struct load_thread *threads, int at_least);

/*
 * Start all, each on its CPU, and wait until all have ended.  Where one can't
 * be started, the process ends: the others might wait for it for ever.
 */
void load_threads_run(const struct load_context *context,
		      struct load_thread *threads, int count);

#endif
