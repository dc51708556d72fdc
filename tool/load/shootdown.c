/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The shootdown loads.  A thread on each CPU of one address space takes pages
 * away that it has just written to: the kernel has to make every CPU of the
 * process forget them.  With one thread the kernel has only to make its own
 * CPU forget - on arm64 it broadcasts all the same.
 */
#include "loads.h"
#include "sys.h"
#include "thread.h"

#define PAGES 1

struct shooter {
	const struct load_context *context;
	unsigned number;
	unsigned long count;
	size_t pages;
	void *base;
	int result;
};

/* What makes the kernel forget something. */
static long shoot(struct shooter *shooter)
{
	size_t size = shooter->pages * shooter->context->page_size;

	switch (shooter->context->by) {
	case LOAD_BY_PROTECT:
		return sys_protect(shooter->base, size, SYS_PROT_READ);
	case LOAD_BY_UNMAP:
		return sys_unmap(shooter->base, size);
	default:
		/* Without the lock that makes the threads wait in turn. */
		return sys_drop(shooter->base, size);
	}
}

/* Mapped, and writable.  0 or LOAD_EFAIL. */
static int prepare(struct shooter *shooter)
{
	const struct load_context *context = shooter->context;
	size_t size = shooter->pages * context->page_size;
	long got = 0;

	if (shooter->base == NULL) {
		shooter->base = load_map_anonymous(context, size);
		if (shooter->base == NULL) {
			return LOAD_EFAIL;
		}
		sys_no_huge_pages(shooter->base, size);
	} else if (context->by == LOAD_BY_PROTECT) {
		got = sys_protect(shooter->base, size,
				  SYS_PROT_READ | SYS_PROT_WRITE);
	}
	return got == 0 ? 0 : load_fail(context, "mprotect back", got);
}

/* Every page has a translation.  0 or LOAD_EFAIL. */
static int touch(struct shooter *shooter, uint64_t stamp)
{
	for (size_t page = 0; page < shooter->pages; page++) {
		volatile uint64_t *word =
			load_word(shooter->context, shooter->base, page);

		/* What was dropped comes back as zeros. */
		if (shooter->context->by == LOAD_BY_DONTNEED && *word != 0) {
			return load_fail(shooter->context,
					 "old content of page", (long)page);
		}
		*word = stamp;
	}
	return 0;
}

/* What is gone must be gone.  Unmapped pages may be another thread's now. */
static int verify(struct shooter *shooter)
{
	if (shooter->context->by == LOAD_BY_PROTECT &&
	    load_probe_write(shooter->base) == 0) {
		return load_fail(shooter->context,
				 "write allowed to read-only page", 0);
	}
	if (shooter->context->by == LOAD_BY_UNMAP) {
		shooter->base = NULL;
	}
	return 0;
}

static int shoot_once(struct shooter *shooter)
{
	long got = shoot(shooter);

	load_end(shooter->context, shooter->number);
	if (got != 0) {
		return load_fail(shooter->context, "take pages away", got);
	}
	return verify(shooter);
}

static void shooter_run(void *argument)
{
	struct shooter *shooter = argument;

	for (unsigned long i = 0; shooter->result == 0; i++) {
		shooter->result = prepare(shooter);
		if (shooter->result == 0) {
			shooter->result = touch(shooter, i + 1);
		}
		if (shooter->result < 0 ||
		    !load_begin(shooter->context, shooter->number, i,
				shooter->count)) {
			break;
		}
		shooter->result = shoot_once(shooter);
	}
	if (shooter->base != NULL) {
		sys_unmap(shooter->base,
			  shooter->pages * shooter->context->page_size);
		shooter->base = NULL;
	}
}

static struct shooter make_shooter(const struct load_context *context,
				   unsigned number, unsigned long count)
{
	return (struct shooter){
		.context = context,
		.number = number,
		.count = count,
		.pages = context->pages > 0 ? context->pages : PAGES,
	};
}

/* In a process of its own, which does not leave stacks behind. */
static int run_shooters(const struct load_context *context,
			unsigned long count)
{
	static struct load_thread threads[LOAD_WORKERS_MAX];
	static struct shooter shooters[LOAD_WORKERS_MAX];
	int n = load_thread_places(context, threads, 2);
	int result = n > 0 ? 0 : LOAD_CHILD_FAILED;

	for (int i = 0; i < n; i++) {
		shooters[i] = make_shooter(context, (unsigned)i, count);
		threads[i].run = shooter_run;
		threads[i].argument = &shooters[i];
	}
	load_threads_run(context, threads, n);
	for (int i = 0; i < n; i++) {
		if (shooters[i].result < 0) {
			result = LOAD_CHILD_FAILED;
		}
	}
	return result;
}

int load_shootdown(const struct load_context *context, unsigned long count)
{
	long pid = sys_fork();

	if (pid < 0) {
		return load_fail(context, "fork", pid);
	}
	if (pid == 0) {
		sys_exit(run_shooters(context, count));
	}
	return load_wait(context, pid, 0);
}

int load_shootdown_single(const struct load_context *context,
			  unsigned long count)
{
	struct shooter shooter = make_shooter(context, 0, count);

	shooter_run(&shooter);
	return shooter.result;
}
