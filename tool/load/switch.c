/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The switch load: a word goes through one pipe to a child and comes back
 * through another.  On one CPU that is two switches of address space.
 */
#include "loads.h"
#include "sys.h"

struct link {
	int there[2];
	int back[2];
};

/* The child: each word comes back plus one, until the pipe is closed. */
static _Noreturn void echo(struct link *link)
{
	uint64_t word;

	sys_close(link->there[1]);
	sys_close(link->back[0]);
	while (sys_read_all(link->there[0], &word, sizeof(word)) ==
	       (long)sizeof(word)) {
		word++;
		sys_write_all(link->back[1], &word, sizeof(word));
	}
	sys_exit(0);
}

static int trip(const struct load_context *context, struct link *link,
		uint64_t number)
{
	uint64_t word = number;
	long got = sys_write_all(link->there[1], &word, sizeof(word));

	if (got == (long)sizeof(word)) {
		got = sys_read_all(link->back[0], &word, sizeof(word));
	}
	if (got != (long)sizeof(word) || word != number + 1) {
		return load_fail(context, "a word did not come back", got);
	}
	return 0;
}

static int run_trips(const struct load_context *context, struct link *link,
		     unsigned long count)
{
	int result = 0;

	for (unsigned long i = 0;
	     result == 0 && load_begin(context, 0, i, count); i++) {
		result = trip(context, link, i);
		load_end(context, 0);
	}
	return result;
}

int load_switch(const struct load_context *context, unsigned long count)
{
	struct link link;
	long got = sys_pipe(link.there);
	int result;

	if (got < 0) {
		return load_fail(context, "pipe", got);
	}
	got = sys_pipe(link.back);
	if (got >= 0) {
		got = sys_fork();
	}
	if (got < 0) {
		return load_fail(context, "pipe or fork", got);
	}
	if (got == 0) {
		echo(&link);
	}
	sys_close(link.there[0]);
	sys_close(link.back[1]);
	result = run_trips(context, &link, count);
	sys_close(link.there[1]);
	sys_close(link.back[0]);
	return load_wait(context, got, 0) < 0 ? LOAD_EFAIL : result;
}
