/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the plugin tells a person, on stderr. */
#ifndef PLUGIN_MESSAGE_H
#define PLUGIN_MESSAGE_H

/* One line: "fencepost-plugin: ...". */
void message_print(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/*
 * Something that the plugin relies on does not hold: say so, and end QEMU
 * before it has run anything.  Writes no result.
 */
_Noreturn void message_die(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif
