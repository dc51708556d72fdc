/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "tool.h"

/* As one line of a terminal; a longer one could not be overwritten. */
#define STATUS_WIDTH 66

static bool status_shown;

static void escape(const char *format, va_list arguments, struct buffer *line)
{
	char *text = NULL;

	buffer_add(line, "");
	if (vasprintf(&text, format, arguments) >= 0) {
		buffer_escape(line, text);
		free(text);
	}
}

static void say(const char *format, va_list arguments)
{
	struct buffer line = { 0 };

	escape(format, arguments, &line);
	fprintf(stderr, "fencepost: %s\n", line.text);
	buffer_free(&line);
}

void message(const char *format, ...)
{
	va_list arguments;

	status_clear();
	va_start(arguments, format);
	say(format, arguments);
	va_end(arguments);
}

int fail(const char *format, ...)
{
	va_list arguments;

	status_clear();
	va_start(arguments, format);
	say(format, arguments);
	va_end(arguments);
	return -1;
}

void status_show(const char *format, ...)
{
	struct buffer line = { 0 };
	va_list arguments;

	if (isatty(STDERR_FILENO) == 0) {
		return;
	}
	va_start(arguments, format);
	escape(format, arguments, &line);
	va_end(arguments);
	fprintf(stderr, "\r\033[Kfencepost: %.*s", STATUS_WIDTH, line.text);
	fflush(stderr);
	buffer_free(&line);
	status_shown = true;
}

void status_clear(void)
{
	if (status_shown) {
		fputs("\r\033[K", stderr);
		fflush(stderr);
		status_shown = false;
	}
}

static void *or_die(void *memory)
{
	if (memory == NULL) {
		message("out of memory");
		exit(STATUS_ERROR);
	}
	return memory;
}

void *memory_get(size_t size)
{
	return or_die(calloc(1, size > 0 ? size : 1));
}

void *memory_resize(void *memory, size_t size)
{
	return or_die(realloc(memory, size > 0 ? size : 1));
}

void *memory_grow(void *array, size_t count, size_t size)
{
	/* Powers of two: the array is full when count is one. */
	if (count != 0 && (count & (count - 1)) != 0) {
		return array;
	}
	return or_die(reallocarray(array, count == 0 ? 1 : 2 * count, size));
}

char *memory_text(const char *text)
{
	return or_die(strdup(text));
}
