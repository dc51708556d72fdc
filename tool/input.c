/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "input.h"
#include "tool.h"

#define INPUT_SIZE (256u * 1024)

struct input {
	int fd;
	const char *path;
	ZSTD_DStream *stream;	/* NULL: not compressed */
	size_t frame_left;	/* 0 between frames */
	ZSTD_inBuffer in;	/* what was read and not yet handed out */
	char bytes[INPUT_SIZE];
};

static ssize_t read_some(struct input *input, char *bytes, size_t size)
{
	for (;;) {
		ssize_t got = read(input->fd, bytes, size);

		if (interrupt_signal() != 0) {
			return fail("interrupted");
		}
		if (got < 0 && errno == EINTR) {
			continue;
		}
		if (got < 0) {
			return fail("can't read %s: %s", input->path,
				    strerror(errno));
		}
		return got;
	}
}

/* Read the start, where the magic number is. */
static int read_start(struct input *input)
{
	static const unsigned char magic[4] = { 0x28, 0xb5, 0x2f, 0xfd };

	while (input->in.size < sizeof(magic)) {
		ssize_t got = read_some(input, input->bytes + input->in.size,
					INPUT_SIZE - input->in.size);

		if (got < 0) {
			return -1;
		}
		if (got == 0) {
			return 0;
		}
		input->in.size += (size_t)got;
	}
	if (memcmp(input->bytes, magic, sizeof(magic)) == 0) {
		input->stream = ZSTD_createDStream();
		if (input->stream == NULL) {
			return fail("out of memory");
		}
	}
	return 0;
}

struct input *input_open(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct input *input;

	if (fd < 0) {
		fail("can't open %s: %s", path, strerror(errno));
		return NULL;
	}
	input = memory_get(sizeof(*input));
	input->fd = fd;
	input->path = path;
	input->in.src = input->bytes;
	if (read_start(input) < 0) {
		input_close(input);
		return NULL;
	}
	return input;
}

static ssize_t fill_plain(struct input *input, char *bytes, size_t size)
{
	size_t left = input->in.size - input->in.pos;

	if (left == 0) {
		return read_some(input, bytes, size);
	}
	if (left > size) {
		left = size;
	}
	memcpy(bytes, input->bytes + input->in.pos, left);
	input->in.pos += left;
	return (ssize_t)left;
}

/* More compressed bytes: 1, 0 at a proper end, -1. */
static int read_compressed(struct input *input)
{
	ssize_t got = read_some(input, input->bytes, INPUT_SIZE);

	if (got < 0) {
		return -1;
	}
	if (got == 0 && input->frame_left != 0) {
		return fail("%s is truncated: its compressed data end early",
			    input->path);
	}
	input->in.size = (size_t)got;
	input->in.pos = 0;
	return got > 0;
}

static ssize_t fill_compressed(struct input *input, char *bytes, size_t size)
{
	ZSTD_outBuffer out = { .dst = bytes, .size = size };

	while (out.pos == 0) {
		size_t left;

		if (input->in.pos == input->in.size) {
			int more = read_compressed(input);

			if (more <= 0) {
				return more;
			}
		}
		left = ZSTD_decompressStream(input->stream, &out, &input->in);
		if (ZSTD_isError(left) != 0) {
			return fail("%s is damaged: %s", input->path,
				    ZSTD_getErrorName(left));
		}
		input->frame_left = left;
	}
	return (ssize_t)out.pos;
}

ssize_t input_fill(void *context, char *bytes, size_t size)
{
	struct input *input = context;

	return input->stream == NULL ? fill_plain(input, bytes, size) :
		fill_compressed(input, bytes, size);
}

void input_close(struct input *input)
{
	ZSTD_freeDStream(input->stream);
	close(input->fd);
	free(input);
}
