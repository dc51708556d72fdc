/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "system.h"

bool system_can_read(const char *path)
{
	return access(path, R_OK) == 0;
}

int system_read_line(const char *path, char *line, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t got = fd < 0 ? -1 : read(fd, line, size - 1);
	int error = errno;

	if (fd >= 0) {
		close(fd);
	}
	if (got < 0) {
		line[0] = '\0';
		return -error;
	}
	line[got] = '\0';
	line[strcspn(line, "\n")] = '\0';
	return 0;
}

int system_write(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
	size_t length = strlen(value);
	ssize_t put = fd < 0 ? -1 : write(fd, value, length);
	int error = put >= 0 && (size_t)put != length ? EIO : errno;

	if (fd >= 0) {
		close(fd);
	}
	return put >= 0 && (size_t)put == length ? 0 : -error;
}

void system_read_log(struct buffer *log)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	char record[8192];
	ssize_t got;

	while (fd >= 0 && ((got = read(fd, record, sizeof(record) - 1)) > 0 ||
			   (got < 0 && errno == EPIPE))) {
		const char *text;

		record[got > 0 ? got : 0] = '\0';
		text = strchr(record, ';');
		if (text != NULL) {
			buffer_add_bytes(log, text + 1,
					 strcspn(text + 1, "\n"));
			buffer_add(log, "\n");
		}
	}
	if (fd >= 0) {
		close(fd);
	}
}
