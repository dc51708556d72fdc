/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Strings and numbers without a libc.
 */
#ifndef LOAD_TEXT_H
#define LOAD_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TEXT_MAX 512

/* A text that is put together; what does not fit is dropped at its end. */
struct text {
	size_t length;
	char at[TEXT_MAX];
};

void text_clear(struct text *text);
void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
/* Decimal. */
void text_add_number(struct text *text, long number);

size_t text_length(const char *string);
/* Whether the length bytes are just this string. */
bool text_is(const char *bytes, size_t length, const char *string);
bool text_starts(const char *string, const char *prefix);

/*
 * A decimal number from 1 to max, digits only.  0, or -1 when it is none.
 */
int text_to_count(const char *bytes, size_t length, unsigned long max,
		  unsigned long *count);

/*
 * Decode base64url (RFC 4648 section 5, padding may be missing) into out,
 * with a NUL after it.  0, or -1: an alien character, a length that no
 * encoder makes, a NUL in the result, or more than size - 1 bytes.
 */
int text_from_base64url(const char *bytes, size_t length, char *out,
			size_t size);

/*
 * Split a command line in place, as a shell would without expansions: blanks
 * separate, '...' and "..." join, \ takes the next character as it is (but
 * not between '').  argv gets at most max - 1 words and a NULL.  The number
 * of words, or -1: an open quotation, a \ at the end, or too many words.
 */
int text_split(char *line, char **argv, int max);

#endif
