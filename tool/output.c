/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "tool.h"

#define OUTPUT_MODE 0666

static int output_fail(struct output *output, const char *what)
{
	int error = errno;

	output_cancel(output);
	return fail("can't %s %s: %s", what, output->path, strerror(error));
}

/* The directory of output->path, with a slash unless it is empty. */
static int directory_length(const struct output *output)
{
	const char *slash = strrchr(output->path, '/');

	return slash == NULL ? 0 : (int)(slash - output->path) + 1;
}

/* A name in the same directory that nothing has: the file's for a moment. */
static int temporary_name(struct output *output, unsigned try)
{
	int n = snprintf(output->temporary, sizeof(output->temporary),
			 "%.*s.fencepost-%ld-%u", directory_length(output),
			 output->path, (long)getpid(), try);

	if (n < 0 || (size_t)n >= sizeof(output->temporary)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return 0;
}

static int open_unnamed(const struct output *output)
{
	char directory[FILE_PATH_MAX + 2];

	snprintf(directory, sizeof(directory), "%.*s.",
		 directory_length(output), output->path);
	return open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, OUTPUT_MODE);
}

static int open_named(struct output *output)
{
	for (unsigned try = 0; try < 100; try++) {
		int fd;

		if (temporary_name(output, try) < 0) {
			return -1;
		}
		fd = open(output->temporary,
			  O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, OUTPUT_MODE);
		if (fd >= 0 || errno != EEXIST) {
			return fd;
		}
	}
	return -1;
}

/*
 * Only a regular file can be replaced by another; and what has a name among
 * the devices or processes (/dev/stdout) is meant itself, whatever it is.
 */
static bool is_direct(const char *path)
{
	struct stat state;

	return strncmp(path, "/dev/", 5) == 0 ||
		strncmp(path, "/proc/", 6) == 0 ||
		(stat(path, &state) == 0 && !S_ISREG(state.st_mode));
}

static int open_direct(const char *path)
{
	/* Opened anew, it would have a position of its own. */
	if (strcmp(path, "/dev/stdout") == 0) {
		return fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	}
	return open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
}

/* A link is left as it is, and the file that it leads to is replaced. */
static int set_path(struct output *output, const char *path)
{
	char *real = realpath(path, NULL);
	const char *used = real == NULL || is_direct(path) ? path : real;
	int result = 0;

	if (strlen(used) >= sizeof(output->path)) {
		result = fail("the name of an output file is too long");
	} else {
		strcpy(output->path, used);
	}
	free(real);
	return result;
}

int output_open(struct output *output, const char *path)
{
	*output = (struct output){ .fd = -1 };
	if (set_path(output, path) < 0) {
		return -1;
	}
	output->direct = is_direct(output->path);
	if (output->direct) {
		output->fd = open_direct(output->path);
	} else {
		output->fd = open_unnamed(output);
	}
	if (output->fd < 0 && !output->direct &&
	    (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
		output->fd = open_named(output);
	}
	return output->fd < 0 ? output_fail(output, "write") : 0;
}

int output_write(struct output *output, const void *bytes, size_t length)
{
	const char *at = bytes;

	while (length > 0) {
		ssize_t done = write(output->fd, at, length);

		if (done < 0 && errno == EINTR && interrupt_signal() == 0) {
			continue;
		}
		if (done < 0) {
			return output_fail(output, "write");
		}
		at += done;
		length -= (size_t)done;
	}
	return 0;
}

/* linkat() can't replace a file, so the name goes through a temporary one. */
static int name_unnamed(struct output *output)
{
	char self[64];

	snprintf(self, sizeof(self), "/proc/self/fd/%d", output->fd);
	for (unsigned try = 0; try < 100; try++) {
		if (temporary_name(output, try) < 0) {
			break;
		}
		if (linkat(AT_FDCWD, self, AT_FDCWD, output->temporary,
			   AT_SYMLINK_FOLLOW) == 0) {
			return 0;
		}
		if (errno != EEXIST) {
			break;
		}
	}
	output->temporary[0] = '\0';
	return -1;
}

int output_finish(struct output *output)
{
	if (!output->direct) {
		if (output->temporary[0] == '\0' && name_unnamed(output) < 0) {
			return output_fail(output, "write");
		}
		if (rename(output->temporary, output->path) < 0) {
			return output_fail(output, "write");
		}
		output->temporary[0] = '\0';
	}
	if (close(output->fd) < 0) {
		output->fd = -1;
		return output_fail(output, "write");
	}
	output->fd = -1;
	return 0;
}

void output_cancel(struct output *output)
{
	if (output->temporary[0] != '\0') {
		unlink(output->temporary);
		output->temporary[0] = '\0';
	}
	if (output->fd >= 0) {
		close(output->fd);
		output->fd = -1;
	}
}

int output_text(const char *path, const struct buffer *text)
{
	struct output output;

	if (output_open(&output, path) < 0 ||
	    output_write(&output, text->text, text->length) < 0) {
		return -1;
	}
	return output_finish(&output);
}

int output_print(const struct buffer *text)
{
	struct output output = { .fd = STDOUT_FILENO, .direct = true };

	strcpy(output.path, "standard output");
	return output_write(&output, text->text, text->length);
}
