// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "message.h"

static void message_vprint(const char *format, va_list arguments)
{
	char text[512];

	vsnprintf(text, sizeof(text), format, arguments);
	fprintf(stderr, "fencepost-plugin: %s\n", text);
}

void message_print(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	message_vprint(format, arguments);
	va_end(arguments);
}

void message_die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	message_vprint(format, arguments);
	va_end(arguments);
	/* Not exit(): what QEMU does there is not made for this moment. */
	_Exit(EXIT_FAILURE);
}
