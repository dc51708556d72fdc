/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "tool.h"

void buffer_add_bytes(struct buffer *buffer, const void *bytes, size_t length)
{
	if (buffer->size - buffer->length <= length) {
		buffer->size = 2 * buffer->size + length + 64;
		buffer->text = memory_resize(buffer->text, buffer->size);
	}
	if (length > 0) {
		memcpy(buffer->text + buffer->length, bytes, length);
	}
	buffer->length += length;
	buffer->text[buffer->length] = '\0';
}

void buffer_add(struct buffer *buffer, const char *text)
{
	buffer_add_bytes(buffer, text, strlen(text));
}

void buffer_print(struct buffer *buffer, const char *format, ...)
{
	va_list arguments;
	char *text = NULL;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0) {
		message("out of memory");
		exit(STATUS_ERROR);
	}
	va_end(arguments);
	buffer_add(buffer, text);
	free(text);
}

void buffer_escape_bytes(struct buffer *buffer, const char *bytes,
			 size_t length)
{
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c < 0x20 || c > 0x7e || c == '\\') {
			buffer_print(buffer, "\\x%02x", c);
		} else {
			buffer_add_bytes(buffer, &c, 1);
		}
	}
	buffer_add_bytes(buffer, "", 0);
}

void buffer_escape(struct buffer *buffer, const char *text)
{
	buffer_escape_bytes(buffer, text, strlen(text));
}

void buffer_drop(struct buffer *buffer, size_t length)
{
	buffer->length -= length;
	memmove(buffer->text, buffer->text + length, buffer->length);
	buffer->text[buffer->length] = '\0';
}

void buffer_free(struct buffer *buffer)
{
	free(buffer->text);
	*buffer = (struct buffer){ 0 };
}
