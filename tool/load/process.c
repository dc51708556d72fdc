/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The loads that make processes: fork, exec.
 */
#include "loads.h"
#include "sys.h"
#include "text.h"

#define FORK_PAGES 16

/* Exit statuses are 7 bits here: larger ones tell signals and failures. */
static int status_of(unsigned long round)
{
	return (int)(round % 64);
}

/* The child changes every other page, and must see the parent's content. */
static int touch_pages(const struct load_context *context, void *base,
		       unsigned long round)
{
	for (size_t page = 0; page < FORK_PAGES; page++) {
		volatile uint64_t *word = load_word(context, base, page);

		if (*word != page) {
			return load_fail(context,
					 "child: wrong content of page",
					 (long)page);
		}
		if (page % 2 == 0) {
			*word = ~round;
		}
	}
	return 0;
}

static int fork_once(const struct load_context *context, void *base,
		     unsigned long round)
{
	long pid = sys_fork();

	if (pid < 0) {
		return load_fail(context, "fork", pid);
	}
	if (pid == 0) {
		sys_exit(touch_pages(context, base, round) < 0
				 ? LOAD_CHILD_FAILED
				 : status_of(round));
	}
	return load_wait(context, pid, status_of(round));
}

/* What the children wrote must not show. */
static int check_parent(const struct load_context *context, void *base)
{
	for (size_t page = 0; page < FORK_PAGES; page++) {
		volatile uint64_t *word = load_word(context, base, page);

		if (*word != page) {
			return load_fail(context,
					 "parent: wrong content of page",
					 (long)page);
		}
		/* Its own again, so that the next fork shares it anew. */
		*word = page;
	}
	return 0;
}

int load_fork(const struct load_context *context, unsigned long count)
{
	size_t size = FORK_PAGES * context->page_size;
	void *base = load_map_anonymous(context, size);
	int result = base == NULL ? LOAD_EFAIL : 0;

	for (size_t page = 0; page < FORK_PAGES && result == 0; page++) {
		*load_word(context, base, page) = page;
	}
	for (unsigned long i = 0;
	     result == 0 && load_begin(context, 0, i, count); i++) {
		result = fork_once(context, base, i);
		if (result == 0) {
			load_end(context, 0);
			result = check_parent(context, base);
		}
	}
	if (base != NULL) {
		sys_unmap(base, size);
	}
	return result;
}

int load_exec_status(const char *argument)
{
	unsigned long status;

	if (text_to_count(argument, text_length(argument), 64, &status) < 0) {
		return LOAD_CHILD_FAILED;
	}
	return (int)(status - 1);
}

/* In the child: does not return. */
static void execute_self(const struct load_context *context, int status)
{
	struct text number;
	char option[] = LOAD_EXEC_ARGUMENT;
	char self[] = "load";
	char *argv[] = { self, option, number.at, NULL };
	char *envp[] = { NULL };
	long got;

	text_clear(&number);
	text_add_number(&number, status + 1);
	got = sys_execute(context->self, argv, envp);
	load_fail(context, "execve", got);
	sys_exit(LOAD_CHILD_FAILED);
}

int load_exec(const struct load_context *context, unsigned long count)
{
	for (unsigned long i = 0; load_begin(context, 0, i, count); i++) {
		long pid = sys_fork();

		if (pid < 0) {
			return load_fail(context, "fork", pid);
		}
		if (pid == 0) {
			execute_self(context, status_of(i));
		}
		if (load_wait(context, pid, status_of(i)) < 0) {
			return LOAD_EFAIL;
		}
		load_end(context, 0);
	}
	return 0;
}
