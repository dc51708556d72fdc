/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "tool.h"

int file_read_descriptor(int fd, const char *what, size_t limit,
			 struct buffer *content)
{
	char piece[65536];
	off_t at = 0;

	buffer_add(content, "");
	for (;;) {
		ssize_t got = pread(fd, piece, sizeof(piece), at);

		/* A pipe has no position. */
		if (got < 0 && errno == ESPIPE) {
			got = read(fd, piece, sizeof(piece));
		}
		if (got < 0 && errno == EINTR && interrupt_signal() == 0) {
			continue;
		}
		if (got < 0) {
			return fail("can't read %s: %s", what, strerror(errno));
		}
		if (got == 0) {
			return 0;
		}
		if (content->length + (size_t)got > limit) {
			return fail("%s is larger than %zu bytes", what, limit);
		}
		buffer_add_bytes(content, piece, (size_t)got);
		at += got;
	}
}

int file_read(const char *path, size_t limit, struct buffer *content)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	int result;

	if (fd < 0) {
		return fail("can't open %s: %s", path, strerror(errno));
	}
	result = file_read_descriptor(fd, path, limit, content);
	close(fd);
	return result;
}

bool file_exists(const char *path)
{
	return access(path, R_OK) == 0;
}

int file_check(const char *path)
{
	struct stat state;

	if (stat(path, &state) < 0 || access(path, R_OK) < 0) {
		return fail("can't open %s: %s", path, strerror(errno));
	}
	if (!S_ISREG(state.st_mode)) {
		return fail("%s is not a regular file", path);
	}
	return 0;
}

int file_memory(const char *name, enum file_inherit inherit)
{
	unsigned flags = inherit == FILE_INHERITED ? 0 : MFD_CLOEXEC;
	int fd = memfd_create(name, flags);

	if (fd < 0) {
		return fail("can't make a file in memory: %s", strerror(errno));
	}
	return fd;
}
