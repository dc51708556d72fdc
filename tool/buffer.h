/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A text that grows.  Starts as all zeros; text is NUL-terminated as soon as
 * anything was added, even an empty string.
 */
#ifndef TOOL_BUFFER_H
#define TOOL_BUFFER_H

#include <stddef.h>

struct buffer {
	char *text;
	size_t length;
	size_t size;
};

void buffer_add_bytes(struct buffer *buffer, const void *bytes, size_t length);
void buffer_add(struct buffer *buffer, const char *text);
void buffer_print(struct buffer *buffer, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Add text of unknown origin so that it can do nothing to a terminal: what is
 * not printable ASCII, and the backslash, becomes \xHH.
 */
void buffer_escape(struct buffer *buffer, const char *text);
void buffer_escape_bytes(struct buffer *buffer, const char *bytes,
			 size_t length);

/* Drop the first length bytes. */
void buffer_drop(struct buffer *buffer, size_t length);
void buffer_free(struct buffer *buffer);

#endif
