/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "tool.h"

static bool status_shown;

static void say(const char *prefix, const char *suffix, const char *format,
		va_list arguments)
{
	struct buffer line = { 0 };
	char *text = NULL;

	if (vasprintf(&text, format, arguments) < 0) {
		return;
	}
	buffer_add(&line, prefix);
	buffer_escape(&line, text);
	buffer_add(&line, suffix);
	fputs(line.text, stderr);
	fflush(stderr);
	buffer_free(&line);
	free(text);
}

void message(const char *format, ...)
{
	va_list arguments;

	status_clear();
	va_start(arguments, format);
	say("fencepost: ", "\n", format, arguments);
	va_end(arguments);
}

int fail(const char *format, ...)
{
	va_list arguments;

	status_clear();
	va_start(arguments, format);
	say("fencepost: ", "\n", format, arguments);
	va_end(arguments);
	return -1;
}

void status_show(const char *format, ...)
{
	va_list arguments;

	if (isatty(STDERR_FILENO) == 0) {
		return;
	}
	va_start(arguments, format);
	say("\r\033[Kfencepost: ", "", format, arguments);
	va_end(arguments);
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
