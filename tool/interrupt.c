/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "tool.h"

static volatile sig_atomic_t caught;
static int wake[2] = { -1, -1 };

static void on_signal(int number)
{
	int saved = errno;
	ssize_t written;

	caught = number;
	/* The pipe does not block; a full one has woken the reader already. */
	written = write(wake[1], "", 1);
	(void)written;
	errno = saved;
}

void interrupt_start(void)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	/* Without SA_RESTART: what waits has to look at the flag. */
	struct sigaction action = { .sa_handler = on_signal };
	struct sigaction old;

	if (pipe2(wake, O_CLOEXEC | O_NONBLOCK) < 0) {
		message("can't make a pipe");
		exit(STATUS_ERROR);
	}
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		sigaction(numbers[i], &action, &old);
		/* Started by nohup. */
		if (numbers[i] == SIGHUP && old.sa_handler == SIG_IGN) {
			sigaction(SIGHUP, &old, NULL);
		}
	}
	/* These are errors of write(), with a message. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
}

int interrupt_signal(void)
{
	return caught;
}

int interrupt_descriptor(void)
{
	return wake[0];
}

void interrupt_end(void)
{
	int number = caught;

	if (number == 0) {
		return;
	}
	signal(number, SIG_DFL);
	raise(number);
}
