/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Small files of the kernel: read without a message, since what is missing is
 * a fact here, and no error.
 */
#ifndef MEASURE_SYSTEM_H
#define MEASURE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

#include "../buffer.h"

bool system_can_read(const char *path);
/* The first line without its end.  0, or a negative error number. */
int system_read_line(const char *path, char *line, size_t size);
/* 0, or a negative error number: all of value was taken or none. */
int system_write(const char *path, const char *value);
/* Add the texts of the kernel's log, a line each; nothing if it is closed. */
void system_read_log(struct buffer *log);

#endif
