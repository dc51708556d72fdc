/* SPDX-License-Identifier: BSD-2-Clause */
#include "sys.h"
#include "thread.h"

#define STACK_PAGES 4

static int add_cpus(const struct sys_affinity *affinity,
		    const struct load_context *context,
		    struct load_thread *threads)
{
	int n = 0;

	for (unsigned cpu = 0;
	     cpu < SYS_CPUS_MAX && n < (int)LOAD_WORKERS_MAX; cpu++) {
		if (affinity->bits[cpu / 64] >> cpu % 64 & 1) {
			threads[n++] = (struct load_thread){
				.context = context, .cpu = cpu,
			};
		}
	}
	return n;
}

int load_thread_places(const struct load_context *context,
		       struct load_thread *threads, int at_least)
{
	struct sys_affinity affinity = { 0 };
	long got = sys_get_affinity(&affinity);
	int n;

	if (got < 0) {
		return load_fail(context, "sched_getaffinity", got);
	}
	n = add_cpus(&affinity, context, threads);
	while (n > 0 && n < at_least) {
		threads[n] = threads[0];
		n++;
	}
	return n > 0 ? n : load_fail(context, "CPUs to run on", n);
}

static int enter(void *argument)
{
	struct load_thread *thread = argument;
	struct sys_affinity affinity = { 0 };
	long got;

	affinity.bits[thread->cpu / 64] = 1ull << thread->cpu % 64;
	got = sys_set_affinity(&affinity);
	if (got < 0) {
		load_fail(thread->context, "sched_setaffinity", got);
		sys_exit(LOAD_CHILD_FAILED);
	}
	thread->run(thread->argument);
	return 0;
}

static void start(const struct load_context *context,
		  struct load_thread *thread)
{
	size_t size = STACK_PAGES * context->page_size;
	char *stack = load_map_anonymous(context, size);
	long got;

	if (stack == NULL) {
		sys_exit(LOAD_CHILD_FAILED);
	}
	thread->alive = 1;
	got = sys_thread(SYS_CLONE_THREAD_FLAGS, stack + size, &thread->alive,
			 enter, thread);
	if (got < 0) {
		load_fail(context, "clone of a thread", got);
		sys_exit(LOAD_CHILD_FAILED);
	}
}

static void join(struct load_thread *thread)
{
	uint32_t alive;

	while ((alive = __atomic_load_n(&thread->alive, __ATOMIC_ACQUIRE))) {
		sys_futex_wait(&thread->alive, alive);
	}
}

void load_threads_run(const struct load_context *context,
		      struct load_thread *threads, int count)
{
	for (int i = 0; i < count; i++) {
		start(context, &threads[i]);
	}
	for (int i = 0; i < count; i++) {
		join(&threads[i]);
	}
}
