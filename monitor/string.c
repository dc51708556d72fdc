/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For Device memory: each access is aligned and of one byte or one word.  Words
 * matter: libfdt moves the whole tree for each thing that it inserts, and an
 * access takes as long as a walk to memory and back.
 *
 * Must be compiled so that the compiler does not find memcpy() and the others
 * in these loops, and call them.
 */
#include <stdint.h>

#include "string.h"

/* Whatever type is there. */
typedef uint32_t __attribute__((may_alias)) word;

static int are_words(const void *a, const void *b, size_t length)
{
	return (((uintptr_t)a | (uintptr_t)b | length) & 3) == 0;
}

static void copy_up(void *to, const void *from, size_t length)
{
	size_t i = 0;

	if (are_words(to, from, length)) {
		for (; i < length; i += 4) {
			*(word *)((char *)to + i) =
				*(const word *)((const char *)from + i);
		}
	}
	for (; i < length; i++) {
		((char *)to)[i] = ((const char *)from)[i];
	}
}

static void copy_down(void *to, const void *from, size_t length)
{
	if (are_words(to, from, length)) {
		while (length > 0) {
			length -= 4;
			*(word *)((char *)to + length) =
				*(const word *)((const char *)from + length);
		}
	}
	while (length > 0) {
		length--;
		((char *)to)[length] = ((const char *)from)[length];
	}
}

void *memmove(void *to, const void *from, size_t length)
{
	/* Below, or beyond: wraps around. */
	if ((uintptr_t)to - (uintptr_t)from >= length) {
		copy_up(to, from, length);
	} else {
		copy_down(to, from, length);
	}
	return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
	return memmove(to, from, length);
}

void *memset(void *to, int byte, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		((char *)to)[i] = (char)byte;
	}
	return to;
}

int memcmp(const void *a, const void *b, size_t length)
{
	const unsigned char *left = a, *right = b;
	int difference = 0;

	for (size_t i = 0; i < length && difference == 0; i++) {
		difference = left[i] - right[i];
	}
	return difference;
}

void *memchr(const void *from, int byte, size_t length)
{
	const unsigned char *at = from;

	for (; length > 0; at++, length--) {
		if (*at == (unsigned char)byte) {
			return (void *)(uintptr_t)at;
		}
	}
	return NULL;
}

size_t strnlen(const char *text, size_t length)
{
	size_t i = 0;

	while (i < length && text[i] != '\0') {
		i++;
	}
	return i;
}

size_t strlen(const char *text)
{
	return strnlen(text, SIZE_MAX);
}

char *strchr(const char *text, int byte)
{
	return memchr(text, byte, strlen(text) + 1);
}

char *strrchr(const char *text, int byte)
{
	size_t length = strlen(text) + 1;

	while (length > 0) {
		length--;
		if (text[length] == (char)byte) {
			return (char *)(uintptr_t)(text + length);
		}
	}
	return NULL;
}
