/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A buffered way out: to a descriptor that was handed in, or a file. */
#ifndef PLUGIN_OUTPUT_H
#define PLUGIN_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "options.h"

#define OUTPUT_SIZE (256 * 1024)

struct output {
	int fd;
	/* What the first failure was, as in errno; then nothing is written. */
	int error;
	size_t used;
	char buffer[OUTPUT_SIZE];
};

/* 0, or -1 after a message.  A file is made, or emptied. */
int output_open(struct output *output, const struct options_target *target,
		const char *purpose);

void output_put(struct output *output, const char *text, size_t length);
void output_puts(struct output *output, const char *text);

/* A character, then the number in hexadecimal. */
void output_put_hex(struct output *output, char before, uint64_t value);

/* Write out what is buffered. */
void output_flush(struct output *output);

/*
 * Text of a guest: control characters, backslashes and what is not ASCII come
 * out as \xHH.
 */
void output_put_escaped(struct output *output, const char *text, size_t length);

#endif
