/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What every part of the command shares: exit status, messages, memory,
 * interruption.
 *
 * A function that can fail for a reason from outside prints one message and
 * returns -1; its callers pass the -1 on and print nothing more.
 */
#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>
#include <stddef.h>

#define TOOL_VERSION "0.1"

enum exit_status {
	STATUS_GOOD = 0,	/* no finding but known ones */
	STATUS_FINDINGS = 1,
	STATUS_ERROR = 2,	/* usage or set-up */
	STATUS_GUEST = 3,	/* the guest failed */
	STATUS_REBOOT = 4,	/* measure: another boot, then --resume */
};

/*
 * One line on standard error, "fencepost: ..." with a newline added.  Control
 * and non-ASCII characters in it are escaped, so strings of guests and files
 * may be arguments.
 */
void message(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* As message(), and returns -1. */
int fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/*
 * A line on the terminal that is overwritten by the next one, and removed
 * before any message.  Nothing when standard error is no terminal.
 */
void status_show(const char *format, ...)
	__attribute__((format(printf, 1, 2)));
void status_clear(void);

/* Memory, or the end of the program with a message and STATUS_ERROR. */
void *memory_get(size_t size);
void *memory_resize(void *memory, size_t size);
/* Room for one more of size bytes in an array of count that grows. */
void *memory_grow(void *array, size_t count, size_t size);
char *memory_text(const char *text);

/*
 * SIGINT, SIGTERM and SIGHUP only set a flag, so that everything temporary is
 * removed on the usual ways out; interrupt_end() then ends the program by the
 * same signal, as its parent expects.
 */
void interrupt_start(void);
/* The signal that came, or 0. */
int interrupt_signal(void);
/* Readable once a signal came. */
int interrupt_descriptor(void);
void interrupt_end(void);

#endif
