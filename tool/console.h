/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a guest wrote last to its serial port.
 */
#ifndef TOOL_CONSOLE_H
#define TOOL_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

struct console {
	struct buffer tail;
};

void console_add(struct console *console, const char *bytes, size_t length);
/* Whether Linux panicked. */
bool console_has_panic(const struct console *console);
/* Print the last lines on standard error, escaped. */
void console_show(const struct console *console);
void console_free(struct console *console);

#endif
