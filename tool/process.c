/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"
#include "tool.h"

void words_add(struct words *words, const char *format, ...)
{
	va_list arguments;
	char *word = NULL;

	va_start(arguments, format);
	if (vasprintf(&word, format, arguments) < 0) {
		message("out of memory");
		exit(STATUS_ERROR);
	}
	va_end(arguments);
	words->list = memory_resize(words->list, (words->count + 2) *
				    sizeof(words->list[0]));
	words->list[words->count++] = word;
	words->list[words->count] = NULL;
}

void words_free(struct words *words)
{
	for (size_t i = 0; i < words->count; i++) {
		free(words->list[i]);
	}
	free(words->list);
	*words = (struct words){ 0 };
}

/* In the child; what goes wrong is told through the pipe report. */
static void become(char *const *argv, const char *directory, int out,
		   int error, int report)
{
	int empty = open("/dev/null", O_RDONLY);
	ssize_t written;
	int code;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	if (empty >= 0 && dup2(empty, STDIN_FILENO) >= 0 &&
	    dup2(out, STDOUT_FILENO) >= 0 && dup2(error, STDERR_FILENO) >= 0 &&
	    (directory == NULL || chdir(directory) == 0)) {
		execvp(argv[0], argv);
	}
	code = errno;
	written = write(report, &code, sizeof(code));
	(void)written;
	_exit(127);
}

pid_t process_start(char *const *argv, const char *directory, int out,
		    int error)
{
	int report[2];
	int code = 0;
	ssize_t got;
	pid_t pid;

	if (pipe2(report, O_CLOEXEC) < 0) {
		return fail("can't make a pipe: %s", strerror(errno));
	}
	pid = fork();
	if (pid == 0) {
		become(argv, directory, out, error, report[1]);
	}
	close(report[1]);
	if (pid < 0) {
		close(report[0]);
		return fail("can't start %s: %s", argv[0], strerror(errno));
	}
	do {
		got = read(report[0], &code, sizeof(code));
	} while (got < 0 && errno == EINTR);
	close(report[0]);
	if (got > 0) {
		waitpid(pid, NULL, 0);
		return fail("can't start %s: %s", argv[0], strerror(code));
	}
	return pid;
}

void process_kill(pid_t pid)
{
	kill(-pid, SIGKILL);
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
	}
}

/* Add what can be read; 0 at the end of the file. */
static int take(int fd, struct buffer *buffer)
{
	char piece[16384];
	ssize_t got = read(fd, piece, sizeof(piece));

	if (got > 0) {
		buffer_add_bytes(buffer, piece, (size_t)got);
	}
	return got > 0 || (got < 0 && errno == EINTR);
}

/* Collect until both are closed.  -1: interrupted. */
static int collect(int out_fd, int error_fd, struct buffer *out,
		   struct buffer *error)
{
	struct pollfd polls[3] = {
		{ .fd = out_fd, .events = POLLIN },
		{ .fd = error_fd, .events = POLLIN },
		{ .fd = interrupt_descriptor(), .events = POLLIN },
	};

	while (polls[0].fd >= 0 || polls[1].fd >= 0) {
		int ready = poll(polls, 3, -1);

		if (interrupt_signal() != 0) {
			return fail("interrupted");
		}
		if (ready < 0) {
			if (errno == EINTR) {
				continue;
			}
			return fail("can't wait: %s", strerror(errno));
		}
		if (polls[0].revents != 0 && take(out_fd, out) == 0) {
			polls[0].fd = -1;
		}
		if (polls[1].revents != 0 && take(error_fd, error) == 0) {
			polls[1].fd = -1;
		}
	}
	return 0;
}

static int run_with(char *const *argv, const char *directory,
		    const int pipes[4], struct buffer *out,
		    struct buffer *error)
{
	pid_t pid = process_start(argv, directory, pipes[1], pipes[3]);
	int status = 0;

	close(pipes[1]);
	close(pipes[3]);
	if (pid < 0) {
		return -1;
	}
	if (collect(pipes[0], pipes[2], out, error) < 0) {
		process_kill(pid);
		return -1;
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
	}
	return status;
}

int process_run(char *const *argv, const char *directory, struct buffer *out,
		struct buffer *error)
{
	int pipes[4];
	int status;

	if (pipe2(&pipes[0], O_CLOEXEC) < 0) {
		return fail("can't make a pipe: %s", strerror(errno));
	}
	if (pipe2(&pipes[2], O_CLOEXEC) < 0) {
		close(pipes[0]);
		close(pipes[1]);
		return fail("can't make a pipe: %s", strerror(errno));
	}
	buffer_add(out, "");
	buffer_add(error, "");
	status = run_with(argv, directory, pipes, out, error);
	close(pipes[0]);
	close(pipes[2]);
	return status;
}
