/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Other programs.  Each runs in a process group of its own, so that Ctrl-C
 * reaches only us, and dies with us.
 */
#ifndef TOOL_PROCESS_H
#define TOOL_PROCESS_H

#include <sys/types.h>

#include "buffer.h"

/* Words of a command line, NULL-terminated as soon as one was added. */
struct words {
	char **list;
	size_t count;
};

void words_add(struct words *words, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void words_free(struct words *words);

/*
 * Start argv[0] (looked for in PATH), with standard input empty, in directory
 * (NULL: here).  out and error become its standard output and error.  Returns
 * its process id, or -1 with a message.
 */
pid_t process_start(char *const *argv, const char *directory, int out,
		    int error);

/* Kill its group, and wait for it. */
void process_kill(pid_t pid);

/*
 * Run it to its end: its output is added to out, what it says on standard
 * error to error (which may be out).  Returns its wait status, or -1 with a
 * message: not started, or interrupted.
 */
int process_run(char *const *argv, const char *directory, struct buffer *out,
		struct buffer *error);

#endif
