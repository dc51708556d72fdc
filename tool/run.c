/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run.h"
#include "tool.h"

#define TIMEOUT_S 300u
#define TIMEOUT_MAX_S 1000000u
/* The limit for a whole run is this many timeouts of wall-clock time. */
#define LIMIT_FACTOR 6
/* A machine that waits for nothing uses no processor time at all. */
#define IDLE_S 60
/* Before the first sign of life, less than the timeout by this factor. */
#define BOOT_FACTOR 3
/* After a panic there is little to wait for. */
#define PANIC_S 5u
#define TICK_MS 500
/* Large enough that QEMU seldom waits for us. */
#define PIPE_SIZE (1 << 20)

/* Signs of life, to tell a slow guest from one that hangs. */
struct watch {
	pid_t pid;
	unsigned timeout_s;
	long idle_s;
	long start_s;
	long cpu_at_sign_s;	/* QEMU's processor time at the last sign */
	long last_cpu_s;
	long last_cpu_change_s;
	bool sign;		/* one since the last check */
	bool lived;		/* one at all */
	char stage[80];		/* the guest's last progress message */
	struct buffer line;	/* the one that is not yet whole */
};

static int open_pipe(struct run_pipe *ends)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC) < 0) {
		return fail("can't make a pipe: %s", strerror(errno));
	}
	ends->read_end = fds[0];
	ends->write_end = fds[1];
	/* Less is allowed to users with many pipes: then it is slower. */
	fcntl(fds[0], F_SETPIPE_SZ, PIPE_SIZE);
	return 0;
}

/* The two that QEMU finds by number stay open in it. */
static void keep(const struct run_pipe *ends)
{
	if (ends->write_end >= 0) {
		fcntl(ends->write_end, F_SETFD, 0);
	}
}

int run_start(struct run *run, struct record *record)
{
	const struct run_pipe closed = { -1, -1 };

	*run = (struct run){
		.serial = closed, .errors = closed, .progress = closed,
		.trace = closed, .record = record, .end = RUN_ERROR,
	};
	if (open_pipe(&run->serial) < 0 || open_pipe(&run->errors) < 0 ||
	    open_pipe(&run->progress) < 0 ||
	    (record != NULL && open_pipe(&run->trace) < 0)) {
		return -1;
	}
	keep(&run->progress);
	keep(&run->trace);
	return 0;
}

static void close_end(int *fd)
{
	if (*fd >= 0) {
		close(*fd);
		*fd = -1;
	}
}

static long now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (long)now.tv_sec;
}

/* Processor time that a process has used so far, or -1. */
static long cpu_s(pid_t pid)
{
	unsigned long user, system;
	char path[64];
	char text[1024];
	const char *at;
	size_t got;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
	file = fopen(path, "re");
	if (file == NULL) {
		return -1;
	}
	got = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[got] = '\0';
	/* The name before it, in parentheses, may hold anything. */
	at = strrchr(text, ')');
	if (at == NULL ||
	    sscanf(at + 1,
		   " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
		   &user, &system) != 2) {
		return -1;
	}
	return (long)(user + system) / sysconf(_SC_CLK_TCK);
}

static unsigned timeout_s(void)
{
	const char *text = getenv("FENCEPOST_TIMEOUT");
	unsigned long n = text == NULL ? 0 : strtoul(text, NULL, 10);

	return n >= 1 && n <= TIMEOUT_MAX_S ? (unsigned)n : TIMEOUT_S;
}

/* "progress TEXT" */
static void set_stage(struct watch *watch, const char *line)
{
	static const char start[] = "progress ";
	size_t length = sizeof(start) - 1;

	snprintf(watch->stage, sizeof(watch->stage), "%s",
		 strncmp(line, start, length) == 0 ? line + length : line);
}

/* The last whole line is what the terminal shows. */
static void take_progress(struct watch *watch, const char *bytes,
			  size_t length)
{
	char *newline;

	buffer_add_bytes(&watch->line, bytes, length);
	while ((newline = memchr(watch->line.text, '\n',
				 watch->line.length)) != NULL) {
		size_t used = (size_t)(newline + 1 - watch->line.text);

		*newline = '\0';
		set_stage(watch, watch->line.text);
		buffer_drop(&watch->line, used);
	}
	if (watch->line.length > sizeof(watch->stage)) {
		buffer_free(&watch->line);
	}
}

/* Read what is there.  1, 0 at the end, -1 with a message. */
static int take(struct run *run, struct watch *watch, int fd)
{
	static char piece[65536];
	ssize_t got = read(fd, piece, sizeof(piece));

	if (got <= 0) {
		return got < 0 && errno == EINTR;
	}
	if (fd == run->trace.read_end) {
		return record_add(run->record, piece, (size_t)got) < 0 ? -1 : 1;
	}
	if (fd == run->errors.read_end) {
		buffer_add_bytes(&run->error_text, piece, (size_t)got);
		return 1;
	}
	watch->sign = true;
	if (fd == run->serial.read_end) {
		console_add(&run->console, piece, (size_t)got);
	} else {
		take_progress(watch, piece, (size_t)got);
	}
	return 1;
}

/* How much processor time without a sign of life is too much now. */
static long patience_s(const struct run *run, const struct watch *watch)
{
	unsigned s = watch->timeout_s;

	if (!watch->lived) {
		s = (s + BOOT_FACTOR - 1) / BOOT_FACTOR;
	}
	if (s > PANIC_S && console_has_panic(&run->console)) {
		s = PANIC_S;
	}
	return (long)s;
}

/* Whether the guest still lives, by what it did since the last call. */
static enum run_end check(const struct run *run, struct watch *watch)
{
	long now = now_s();
	long cpu = cpu_s(watch->pid);

	status_show("%3ld s  %s", now - watch->start_s, watch->stage);
	if (cpu != watch->last_cpu_s) {
		watch->last_cpu_s = cpu;
		watch->last_cpu_change_s = now;
	}
	if (watch->sign) {
		watch->sign = false;
		watch->lived = true;
		watch->cpu_at_sign_s = cpu;
		watch->last_cpu_change_s = now;
	}
	if (cpu - watch->cpu_at_sign_s > patience_s(run, watch) ||
	    now - watch->last_cpu_change_s > watch->idle_s) {
		return RUN_STALLED;
	}
	if (now - watch->start_s > (long)watch->timeout_s * LIMIT_FACTOR) {
		return RUN_TOO_LONG;
	}
	return RUN_ENDED;
}

static void set_polls(const struct run *run, struct pollfd polls[5])
{
	const int fds[5] = {
		run->serial.read_end, run->errors.read_end,
		run->progress.read_end, run->trace.read_end,
		interrupt_descriptor(),
	};

	for (int i = 0; i < 5; i++) {
		polls[i] = (struct pollfd){ .fd = fds[i], .events = POLLIN };
	}
}

/* Take what is ready.  0 or -1 with a message. */
static int take_ready(struct run *run, struct watch *watch,
		      struct pollfd polls[5])
{
	for (int i = 0; i < 4; i++) {
		int got;

		if (polls[i].fd < 0 || polls[i].revents == 0) {
			continue;
		}
		got = take(run, watch, polls[i].fd);
		if (got < 0) {
			return -1;
		}
		if (got == 0) {
			polls[i].fd = -1;
		}
	}
	return 0;
}

/* Until QEMU has closed all of its ends, or something is wrong. */
static enum run_end watch_guest(struct run *run, struct watch *watch)
{
	struct pollfd polls[5];
	long checked = now_s();
	enum run_end end;

	set_polls(run, polls);
	while (polls[0].fd >= 0 || polls[1].fd >= 0 || polls[2].fd >= 0 ||
	       polls[3].fd >= 0) {
		int ready = poll(polls, 5, TICK_MS);

		if (interrupt_signal() != 0) {
			fail("interrupted");
			return RUN_ERROR;
		}
		if (ready < 0 && errno != EINTR) {
			fail("can't wait for QEMU: %s", strerror(errno));
			return RUN_ERROR;
		}
		if (ready > 0 && take_ready(run, watch, polls) < 0) {
			return RUN_ERROR;
		}
		if (now_s() != checked) {
			checked = now_s();
			end = check(run, watch);
			if (end != RUN_ENDED) {
				return end;
			}
		}
	}
	return RUN_ENDED;
}

void run_guest(struct run *run, char *const *argv)
{
	struct watch watch = {
		.timeout_s = timeout_s(), .start_s = now_s(),
		.last_cpu_change_s = now_s(), .stage = "the guest boots",
	};

	run->timeout_s = watch.timeout_s;
	watch.idle_s = watch.timeout_s < IDLE_S ? (long)watch.timeout_s :
		IDLE_S;
	watch.pid = process_start(argv, NULL, run->serial.write_end,
				  run->errors.write_end);
	close_end(&run->serial.write_end);
	close_end(&run->errors.write_end);
	close_end(&run->progress.write_end);
	close_end(&run->trace.write_end);
	if (watch.pid < 0) {
		run->end = RUN_ERROR;
		return;
	}
	run->end = watch_guest(run, &watch);
	status_clear();
	buffer_free(&watch.line);
	if (run->end != RUN_ENDED) {
		process_kill(watch.pid);
		return;
	}
	while (waitpid(watch.pid, &run->wait_status, 0) < 0 &&
	       errno == EINTR) {
	}
}

void run_free(struct run *run)
{
	struct run_pipe *all[] = {
		&run->serial, &run->errors, &run->progress, &run->trace,
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		close_end(&all[i]->read_end);
		close_end(&all[i]->write_end);
	}
	console_free(&run->console);
	buffer_free(&run->error_text);
}
