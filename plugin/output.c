// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "output.h"

int output_open(struct output *output, const struct options_target *target,
		const char *purpose)
{
	output->used = 0;
	output->error = 0;
	output->fd = target->fd;
	if (target->file != NULL) {
		output->fd = open(target->file,
				  O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
				  0666);
		if (output->fd < 0) {
			message_print("%s: %s: %s", purpose, target->file,
				      strerror(errno));
			return -1;
		}
	}
	if (fcntl(output->fd, F_GETFD) < 0) {
		message_print("%sfd=%d: %s", purpose, output->fd,
			      strerror(errno));
		return -1;
	}
	return 0;
}

void output_flush(struct output *output)
{
	size_t done = 0;

	while (done < output->used && output->error == 0) {
		ssize_t n = write(output->fd, output->buffer + done,
				  output->used - done);

		if (n >= 0) {
			done += (size_t)n;
		} else if (errno != EINTR) {
			output->error = errno;
		}
	}
	output->used = 0;
}

void output_put(struct output *output, const char *text, size_t length)
{
	while (length > 0) {
		size_t room = OUTPUT_SIZE - output->used;
		size_t part = length < room ? length : room;

		memcpy(output->buffer + output->used, text, part);
		output->used += part;
		text += part;
		length -= part;
		if (output->used == OUTPUT_SIZE) {
			output_flush(output);
		}
	}
}

void output_puts(struct output *output, const char *text)
{
	output_put(output, text, strlen(text));
}

void output_put_hex(struct output *output, char before, uint64_t value)
{
	char text[17];
	size_t start = sizeof(text);

	do {
		text[--start] = "0123456789abcdef"[value & 15];
		value >>= 4;
	} while (value != 0);
	text[--start] = before;
	output_put(output, text + start, sizeof(text) - start);
}

void output_put_escaped(struct output *output, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c < ' ' || c > '~' || c == '\\') {
			char escape[4] = { '\\', 'x',
					   "0123456789abcdef"[c >> 4],
					   "0123456789abcdef"[c & 15] };

			output_put(output, escape, sizeof(escape));
		} else {
			output_put(output, text + i, 1);
		}
	}
}
