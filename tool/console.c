/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "console.h"
#include "tool.h"

#define CONSOLE_KEPT 65536u
#define CONSOLE_LINES 24

void console_add(struct console *console, const char *bytes, size_t length)
{
	buffer_add_bytes(&console->tail, bytes, length);
	/* Not at each call: moving the text costs. */
	if (console->tail.length > 2 * CONSOLE_KEPT) {
		buffer_drop(&console->tail,
			    console->tail.length - CONSOLE_KEPT);
	}
}

bool console_has_panic(const struct console *console)
{
	static const char panic[] = "Kernel panic - not syncing";

	return console->tail.length > 0 &&
		memmem(console->tail.text, console->tail.length, panic,
		       sizeof(panic) - 1) != NULL;
}

/* Where the last CONSOLE_LINES lines start. */
static const char *last_lines(const char *text, size_t length)
{
	const char *at = text + length;
	int lines = 0;

	while (at > text && (at[-1] != '\n' || at == text + length ||
			     ++lines < CONSOLE_LINES)) {
		at--;
	}
	return at;
}

static void show_line(const char *line, size_t length)
{
	struct buffer text = { 0 };

	while (length > 0 && line[length - 1] == '\r') {
		length--;
	}
	buffer_escape_bytes(&text, line, length);
	fprintf(stderr, "  | %s\n", text.text);
	buffer_free(&text);
}

void console_show(const struct console *console)
{
	const char *end;
	const char *at;

	status_clear();
	if (console->tail.length == 0) {
		message("its console is empty");
		return;
	}
	message("the last lines of its console:");
	end = console->tail.text + console->tail.length;
	at = last_lines(console->tail.text, console->tail.length);
	while (at < end) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		const char *stop = newline == NULL ? end : newline;

		show_line(at, (size_t)(stop - at));
		at = newline == NULL ? end : newline + 1;
	}
}

void console_free(struct console *console)
{
	buffer_free(&console->tail);
}
