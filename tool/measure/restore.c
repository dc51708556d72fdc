/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../buffer.h"
#include "../tool.h"
#include "escape.h"
#include "restore.h"
#include "system.h"

#define NAME "fencepost-measure.restore"
#define FILE_MAX 65536u
/* Of /proc/PID/stat after the name. */
#define FIELD_START 19

static void choose_file(struct restore *restore)
{
	const char *directory = getenv("XDG_RUNTIME_DIR");

	if (access("/run", W_OK) == 0) {
		directory = "/run";
	}
	if (directory != NULL && strlen(directory) < RESTORE_PATH_MAX / 2 &&
	    access(directory, W_OK) == 0) {
		snprintf(restore->file, sizeof(restore->file), "%s/" NAME,
			 directory);
	} else {
		/* An initial file system may have no more than its root. */
		snprintf(restore->file, sizeof(restore->file), "%s/" NAME
			 ".%u", access("/tmp", W_OK) == 0 ? "/tmp" : "",
			 (unsigned)getuid());
	}
}

/* When this process started, in ticks since boot; 0: it is gone. */
static unsigned long long start_time(long pid)
{
	char path[64];
	char line[1024];
	char *at;

	snprintf(path, sizeof(path), "/proc/%ld/stat", pid);
	if (system_read_line(path, line, sizeof(line)) < 0) {
		return 0;
	}
	at = strrchr(line, ')');
	for (int i = 0; at != NULL && i <= FIELD_START; i++) {
		at = strchr(at + 1, ' ');
	}
	return at == NULL ? 0 : strtoull(at, NULL, 10);
}

/* The whole file anew: it is short, and never half of it is there. */
static int save(const struct restore *restore)
{
	struct buffer text = { 0 };
	char temporary[RESTORE_PATH_MAX + 8];
	int result;
	int fd;

	buffer_print(&text, "owner %ld %llu\n", (long)getpid(),
		     start_time(getpid()));
	for (size_t i = 0; i < restore->count; i++) {
		const struct restore_entry *entry = &restore->list[i];

		buffer_add(&text, entry->kind == RESTORE_WRITE ?
			   "write " : "module ");
		escape_word(&text, entry->path);
		buffer_add(&text, " ");
		escape_word(&text, entry->value);
		buffer_add(&text, "\n");
	}
	snprintf(temporary, sizeof(temporary), "%s.new", restore->file);
	unlink(temporary);
	fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW |
		  O_CLOEXEC, 0600);
	result = fd >= 0 && write(fd, text.text, text.length) ==
		(ssize_t)text.length && fsync(fd) == 0 ? 0 : -errno;
	if (fd >= 0) {
		close(fd);
	}
	if (result == 0 && rename(temporary, restore->file) < 0) {
		result = -errno;
	}
	if (result < 0 && fd >= 0) {
		unlink(temporary);
	}
	buffer_free(&text);
	return result;
}

static int put_back(const struct restore_entry *entry)
{
	if (entry->kind == RESTORE_MODULE) {
		return syscall(SYS_delete_module, entry->path, O_NONBLOCK) <
			0 ? -errno : 0;
	}
	return system_write(entry->path, entry->value);
}

static int parse_line(struct restore *restore, char *line)
{
	struct restore_entry *entry = &restore->list[restore->count];
	char *kind = strsep(&line, " ");
	char *path = strsep(&line, " ");

	if (path == NULL || line == NULL ||
	    restore->count == RESTORE_ENTRIES_MAX ||
	    unescape_word(path, entry->path, sizeof(entry->path)) < 0 ||
	    unescape_word(line, entry->value, sizeof(entry->value)) < 0) {
		return -1;
	}
	if (strcmp(kind, "write") == 0) {
		entry->kind = RESTORE_WRITE;
	} else if (strcmp(kind, "module") == 0) {
		entry->kind = RESTORE_MODULE;
	} else {
		return -1;
	}
	restore->count++;
	return 0;
}

static int parse(struct restore *restore, char *text, long *pid,
		 unsigned long long *started)
{
	char *line = strsep(&text, "\n");

	if (line == NULL || sscanf(line, "owner %ld %llu", pid, started) != 2) {
		return -1;
	}
	while ((line = strsep(&text, "\n")) != NULL) {
		if (line[0] != '\0' && parse_line(restore, line) < 0) {
			return -1;
		}
	}
	return 0;
}

/* Only what this user wrote may decide what is written where. */
static int read_old(const struct restore *restore, char *text, size_t size)
{
	struct stat status;
	int fd = open(restore->file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	ssize_t got = -1;

	if (fd < 0) {
		return errno == ENOENT ? 0 :
			fail("can't open %s: %s", restore->file,
			     strerror(errno));
	}
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
	    status.st_uid == geteuid() && (status.st_mode & 022) == 0) {
		got = read(fd, text, size - 1);
	}
	close(fd);
	if (got < 0) {
		return fail("%s is not a file of this user alone: look at it "
			    "and remove it", restore->file);
	}
	text[got] = '\0';
	return 1;
}

static int repair(struct restore *restore)
{
	int result = 0;

	while (restore->count > 0) {
		const struct restore_entry *entry =
			&restore->list[--restore->count];
		int error = put_back(entry);

		if (error < 0) {
			result = fail("an experiment that was killed left %s "
				      "changed, and it can't be put back: %s",
				      entry->path, strerror(-error));
			continue;
		}
		restore->repaired++;
		message("repaired what a killed experiment left: %s%s%s",
			entry->path, entry->kind == RESTORE_WRITE ?
			" is again " : " is unloaded", entry->value);
	}
	return result;
}

int restore_open(struct restore *restore)
{
	static char text[FILE_MAX];
	unsigned long long started;
	long pid;
	int found;

	*restore = (struct restore){ .count = 0 };
	choose_file(restore);
	found = read_old(restore, text, sizeof(text));
	if (found <= 0) {
		return found;
	}
	if (parse(restore, text, &pid, &started) < 0) {
		return fail("%s is damaged: look at it and remove it",
			    restore->file);
	}
	if (started != 0 && start_time(pid) == started) {
		return fail("another experiment is running (process %ld)",
			    pid);
	}
	if (repair(restore) < 0) {
		return -1;
	}
	unlink(restore->file);
	return 0;
}

static int add(struct restore *restore, enum restore_kind kind,
	       const char *path, const char *value)
{
	struct restore_entry *entry = &restore->list[restore->count];
	int error;

	if (restore->count == RESTORE_ENTRIES_MAX ||
	    strlen(path) >= sizeof(entry->path)) {
		return -ENOSPC;
	}
	entry->kind = kind;
	strcpy(entry->path, path);
	snprintf(entry->value, sizeof(entry->value), "%s", value);
	restore->count++;
	error = save(restore);
	if (error < 0) {
		restore->count--;
		message("can't note in %s what is to be put back",
			restore->file);
	}
	return error;
}

/*
 * A choice like "always [madvise] never" is put back by its chosen word.
 */
static void choose_word(char *value)
{
	char *open = strchr(value, '[');
	char *close = open == NULL ? NULL : strchr(open, ']');

	if (close != NULL) {
		*close = '\0';
		memmove(value, open + 1, strlen(open + 1) + 1);
	}
}

int restore_write(struct restore *restore, const char *path, const char *value)
{
	char old[RESTORE_VALUE_MAX];
	int error = system_read_line(path, old, sizeof(old));

	if (error < 0) {
		return error;
	}
	choose_word(old);
	error = add(restore, RESTORE_WRITE, path, old);
	if (error < 0) {
		return error;
	}
	error = system_write(path, value);
	if (error < 0) {
		restore->count--;
		save(restore);
	}
	return error;
}

int restore_module(struct restore *restore, const char *name)
{
	return add(restore, RESTORE_MODULE, name, "");
}

int restore_undo(struct restore *restore, size_t from)
{
	int result = 0;

	while (restore->count > from) {
		const struct restore_entry *entry =
			&restore->list[restore->count - 1];
		int error = put_back(entry);

		if (error < 0) {
			result = fail("can't put %s back: %s", entry->path,
				      strerror(-error));
		}
		restore->count--;
	}
	if (result == 0 && save(restore) < 0) {
		result = fail("can't write %s", restore->file);
	}
	return result;
}

int restore_close(struct restore *restore)
{
	int result = restore->count > 0 ? restore_undo(restore, 0) : 0;

	/* After a failure it stays: the next start tries again. */
	if (result == 0) {
		unlink(restore->file);
	}
	return result;
}
