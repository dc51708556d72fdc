/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions of C's <string.h> that libfdt and the compiler call.  Here they
 * are in string.c; on the host they are the C library's.
 */
#ifndef MONITOR_STRING_H
#define MONITOR_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memmove(void *to, const void *from, size_t length);
void *memset(void *to, int byte, size_t length);
int memcmp(const void *a, const void *b, size_t length);
void *memchr(const void *from, int byte, size_t length);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t length);
char *strchr(const char *text, int byte);
char *strrchr(const char *text, int byte);

#endif
