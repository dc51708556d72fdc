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

int output_open(struct output *output, const char *path)
{
	struct stat state;
	int known = stat(path, &state);

	*output = (struct output){ .fd = -1 };
	if (strlen(path) >= sizeof(output->path)) {
		return fail("the name of an output file is too long");
	}
	strcpy(output->path, path);
	output->direct = known == 0 && !S_ISREG(state.st_mode);
	if (output->direct) {
		output->fd = open(path, O_WRONLY | O_CLOEXEC);
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
