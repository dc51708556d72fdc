/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
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
#define BOOT_ID "/proc/sys/kernel/random/boot_id"
#define BOOT_MAX 64
/* All entries, with each byte escaped, and then some. */
#define FILE_MAX (1u << 18)
#define LOCK_TRIES 100
/* Of /proc/PID/stat after the name. */
#define FIELD_START 19

static void choose_file(char *file, size_t size)
{
	const char *directory = getenv("XDG_RUNTIME_DIR");

	if (access("/run", W_OK) == 0) {
		directory = "/run";
	}
	if (directory != NULL && strlen(directory) < RESTORE_PATH_MAX / 2 &&
	    access(directory, W_OK) == 0) {
		snprintf(file, size, "%s/" NAME, directory);
	} else {
		/* An initial file system may have no more than its root. */
		snprintf(file, size, "%s/" NAME ".%u",
			 access("/tmp", W_OK) == 0 ? "/tmp" : "",
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

/* "": it is not known. */
static void read_boot(char *boot, size_t size)
{
	if (system_read_line(BOOT_ID, boot, size) < 0) {
		boot[0] = '\0';
	}
}

/* The whole file anew: it is short, and never half of it is there. */
static int save(const struct restore *restore)
{
	struct buffer text = { 0 };
	char temporary[RESTORE_PATH_MAX + 8];
	char boot[BOOT_MAX];
	int result;
	int fd;

	read_boot(boot, sizeof(boot));
	buffer_print(&text, "owner %ld %llu ", (long)getpid(),
		     start_time(getpid()));
	escape_word(&text, boot);
	buffer_add(&text, "\n");
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

/* What has gone with its file or module needs no putting back. */
static int put_back(const struct restore_entry *entry)
{
	int error;

	if (entry->kind == RESTORE_MODULE) {
		error = syscall(SYS_delete_module, entry->path, O_NONBLOCK) <
			0 ? -errno : 0;
	} else {
		/* Of an empty list a write of nothing would change nothing. */
		error = system_write(entry->path, entry->value[0] == '\0' ?
				     "\n" : entry->value);
	}
	return error == -ENOENT ? 0 : error;
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

/* Who wrote it. */
struct owner {
	long pid;
	unsigned long long started;
	char boot[BOOT_MAX];
};

static int parse_owner(struct owner *owner, const char *line)
{
	char boot[4 * BOOT_MAX];

	return sscanf(line, "owner %ld %llu %255s", &owner->pid,
		      &owner->started, boot) == 3 ?
		unescape_word(boot, owner->boot, sizeof(owner->boot)) : -1;
}

static int parse(struct restore *restore, char *text, struct owner *owner)
{
	char *line = strsep(&text, "\n");

	if (line == NULL || parse_owner(owner, line) < 0) {
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
	/* Whoever made a pipe of that name would have us wait. */
	int fd = open(restore->file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK |
		      O_CLOEXEC);
	ssize_t got = -1;

	if (fd < 0) {
		return errno == ENOENT ? 0 :
			fail("can't open %s: %s", restore->file,
			     strerror(errno));
	}
	if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
	    status.st_uid == geteuid() && (status.st_mode & 022) == 0 &&
	    status.st_nlink == 1) {
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

/*
 * Put entries back from the last down to this one, each with what say() says;
 * those that fail stay, in their order.  How many did.
 */
static size_t put_all_back(struct restore *restore, size_t from,
			   void (*say)(const struct restore_entry *entry,
				       int error))
{
	size_t kept = restore->count;

	for (size_t i = restore->count; i > from; i--) {
		const struct restore_entry *entry = &restore->list[i - 1];
		int error = put_back(entry);

		say(entry, error);
		if (error < 0) {
			memmove(&restore->list[--kept], entry, sizeof(*entry));
		}
	}
	memmove(&restore->list[from], &restore->list[kept],
		(restore->count - kept) * sizeof(restore->list[0]));
	kept = restore->count - kept;
	restore->count = from + kept;
	return kept;
}

static void say_repair(const struct restore_entry *entry, int error)
{
	if (error < 0) {
		fail("an experiment that was killed left %s changed, and it "
		     "can't be put back: %s", entry->path, strerror(-error));
	} else {
		message("repaired what a killed experiment left: %s%s%s",
			entry->path, entry->kind == RESTORE_WRITE ?
			" is again " : " is unloaded", entry->value);
	}
}

static int repair(struct restore *restore)
{
	size_t all = restore->count;
	size_t kept = put_all_back(restore, 0, say_repair);

	restore->repaired = all - kept;
	if (kept > 0) {
		save(restore);
		return -1;
	}
	unlink(restore->file);
	return 0;
}

static void name_lock(const struct restore *restore, char *path, size_t size)
{
	snprintf(path, size, "%s.lock", restore->file);
}

/* Whether this is still the file of that name. */
static bool is_there(int fd, const char *path)
{
	struct stat here;
	struct stat there;

	return fstat(fd, &here) == 0 && here.st_uid == geteuid() &&
	       lstat(path, &there) == 0 &&
	       here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

/* 0: it is ours; else errno, and in *pid whose it is, if it is anybody's. */
static int lock_file(int fd, long *pid)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int error;

	if (fcntl(fd, F_SETLK, &whole) == 0) {
		return 0;
	}
	error = errno;
	if ((error == EACCES || error == EAGAIN) &&
	    fcntl(fd, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK) {
		*pid = whole.l_pid;
	}
	return error;
}

/*
 * The kernel gives this lock back however the process ends, and children don't
 * have it.  Where there is no place for the file there is none.
 */
static void take_lock(struct restore *restore)
{
	char path[RESTORE_PATH_MAX + 8];

	name_lock(restore, path, sizeof(path));
	for (int i = 0; i < LOCK_TRIES; i++) {
		int fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK |
			      O_CLOEXEC, 0600);

		if (fd < 0) {
			return;
		}
		/* Its last owner may have removed it between. */
		if (lock_file(fd, &restore->other) == 0 && is_there(fd, path)) {
			restore->lock = fd;
			return;
		}
		close(fd);
		if (restore->other != 0) {
			return;
		}
	}
}

static void give_lock(struct restore *restore)
{
	char path[RESTORE_PATH_MAX + 8];

	if (restore->lock >= 0) {
		name_lock(restore, path, sizeof(path));
		unlink(path);
		close(restore->lock);
	}
	restore->lock = -1;
}

static int repair_old(struct restore *restore)
{
	static char text[FILE_MAX];
	struct owner owner;
	char boot[BOOT_MAX];
	int found = read_old(restore, text, sizeof(text));

	if (found <= 0) {
		return found;
	}
	if (parse(restore, text, &owner) < 0) {
		return fail("%s is damaged: look at it and remove it",
			    restore->file);
	}
	read_boot(boot, sizeof(boot));
	if (strcmp(boot, owner.boot) != 0) {
		/* The kernel that it speaks of is gone. */
		restore->count = 0;
		unlink(restore->file);
		return 0;
	}
	if (restore->other != 0 ||
	    (owner.started != 0 && start_time(owner.pid) == owner.started)) {
		return fail("another experiment is running (process %ld), and "
			    "it changes the system", owner.pid);
	}
	return repair(restore);
}

int restore_open(struct restore *restore)
{
	char file[RESTORE_PATH_MAX];

	choose_file(file, sizeof(file));
	return restore_open_file(restore, file);
}

int restore_open_file(struct restore *restore, const char *file)
{
	*restore = (struct restore){ .lock = -1 };
	snprintf(restore->file, sizeof(restore->file), "%s", file);
	take_lock(restore);
	if (repair_old(restore) < 0) {
		give_lock(restore);
		return -1;
	}
	return 0;
}

static int add(struct restore *restore, enum restore_kind kind,
	       const char *path, const char *value)
{
	struct restore_entry *entry = &restore->list[restore->count];
	int error;

	/* There is one journal, and it is the other's. */
	if (restore->other != 0) {
		return -EBUSY;
	}
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

/* The only line of a file, whole.  0, or a negative error number. */
static int read_value(const char *path, char *value, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t got = fd < 0 ? -1 : read(fd, value, size);
	int error = errno;
	size_t length;

	if (fd >= 0) {
		close(fd);
	}
	if (got < 0) {
		return -error;
	}
	length = (size_t)got;
	if (length == size) {
		return -EFBIG;
	}
	length -= length > 0 && value[length - 1] == '\n';
	if (memchr(value, '\n', length) != NULL ||
	    memchr(value, '\0', length) != NULL) {
		return -EFBIG;
	}
	value[length] = '\0';
	return 0;
}

int restore_write(struct restore *restore, const char *path, const char *value)
{
	char old[RESTORE_VALUE_MAX];
	int error = read_value(path, old, sizeof(old));

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
		restore_forget(restore);
	}
	return error;
}

int restore_module(struct restore *restore, const char *name)
{
	return add(restore, RESTORE_MODULE, name, "");
}

void restore_forget(struct restore *restore)
{
	restore->count--;
	save(restore);
}

static void say_undo(const struct restore_entry *entry, int error)
{
	if (error < 0) {
		fail("can't put %s back: %s", entry->path, strerror(-error));
	}
}

int restore_undo(struct restore *restore, size_t from)
{
	int result;

	if (from >= restore->count) {
		return 0;
	}
	result = put_all_back(restore, from, say_undo) == 0 ? 0 : -1;
	if (save(restore) < 0) {
		result = fail("can't write %s", restore->file);
	}
	return result;
}

int restore_close(struct restore *restore)
{
	int result = restore->count > 0 ? restore_undo(restore, 0) : 0;

	/* After a failure it stays: the next start tries again. */
	if (result == 0 && restore->other == 0) {
		unlink(restore->file);
	}
	give_lock(restore);
	return result;
}
