/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A file that is read in order, decompressed when it starts with zstd's magic
 * number.
 */
#ifndef TOOL_INPUT_H
#define TOOL_INPUT_H

#include <sys/types.h>

struct input;

/* Start reading, or NULL with a message. */
struct input *input_open(const char *path);

/*
 * For struct trace; context is an input: up to size bytes, 0 at the end, or -1
 * with a message.
 */
ssize_t input_fill(void *context, char *bytes, size_t size);

void input_close(struct input *input);

#endif
