/* SPDX-License-Identifier: BSD-2-Clause */
#include "text.h"

/* A libc's, or the init's own. */
int memcmp(const void *a, const void *b, size_t size);

void text_clear(struct text *text)
{
	text->length = 0;
	text->at[0] = '\0';
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
	for (size_t i = 0; i < length && text->length < TEXT_MAX - 1; i++) {
		text->at[text->length++] = bytes[i];
	}
	text->at[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
	text_add_bytes(text, string, text_length(string));
}

void text_add_number(struct text *text, long number)
{
	char digits[24];
	size_t at = sizeof(digits);
	/* Minus the most negative number is not a long. */
	unsigned long rest = number < 0 ? 0 - (unsigned long)number
					: (unsigned long)number;

	do {
		digits[--at] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	if (number < 0) {
		digits[--at] = '-';
	}
	text_add_bytes(text, &digits[at], sizeof(digits) - at);
}

size_t text_length(const char *string)
{
	size_t length = 0;

	while (string[length] != '\0') {
		length++;
	}
	return length;
}

bool text_is(const char *bytes, size_t length, const char *string)
{
	return length == text_length(string) &&
	       memcmp(bytes, string, length) == 0;
}

bool text_starts(const char *string, const char *prefix)
{
	while (*prefix != '\0') {
		if (*string++ != *prefix++) {
			return false;
		}
	}
	return true;
}

int text_to_count(const char *bytes, size_t length, unsigned long max,
		  unsigned long *count)
{
	unsigned long value = 0;

	for (size_t i = 0; i < length; i++) {
		unsigned long digit = (unsigned long)(bytes[i] - '0');

		if (bytes[i] < '0' || bytes[i] > '9' || digit > max ||
		    value > (max - digit) / 10) {
			return -1;
		}
		value = value * 10 + digit;
	}
	*count = value;
	return value > 0 ? 0 : -1;
}

/* 0 to 63, or -1. */
static int base64url_digit(char c)
{
	if (c >= 'A' && c <= 'Z') {
		return c - 'A';
	}
	if (c >= 'a' && c <= 'z') {
		return c - 'a' + 26;
	}
	if (c >= '0' && c <= '9') {
		return c - '0' + 52;
	}
	if (c == '-') {
		return 62;
	}
	return c == '_' ? 63 : -1;
}

int text_from_base64url(const char *bytes, size_t length, char *out,
			size_t size)
{
	unsigned bits = 0;
	unsigned held = 0;
	size_t made = 0;

	if (length > 0 && length % 4 == 0 && bytes[length - 1] == '=') {
		length -= bytes[length - 2] == '=' ? 2 : 1;
	}
	for (size_t i = 0; i < length; i++) {
		int digit = base64url_digit(bytes[i]);

		if (digit < 0) {
			return -1;
		}
		bits = bits << 6 | (unsigned)digit;
		held += 6;
		if (held < 8) {
			continue;
		}
		held -= 8;
		if (made + 1 >= size || (char)(bits >> held) == '\0') {
			return -1;
		}
		out[made++] = (char)(bits >> held);
		bits &= (1u << held) - 1;
	}
	if (size == 0 || length % 4 == 1) {
		return -1;
	}
	out[made] = '\0';
	return 0;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/*
 * One word from *in, unquoted, to *out (never ahead of *in).  0, or -1.
 */
static int split_word(char **in, char **out)
{
	char quote = '\0';

	for (; **in != '\0' && (quote != '\0' || !is_blank(**in)); (*in)++) {
		char c = **in;

		if (c == '\\' && quote != '\'') {
			c = *++*in;
			if (c == '\0') {
				return -1;
			}
			*(*out)++ = c;
		} else if (c == quote) {
			quote = '\0';
		} else if (quote == '\0' && (c == '\'' || c == '"')) {
			quote = c;
		} else {
			*(*out)++ = c;
		}
	}
	return quote == '\0' ? 0 : -1;
}

int text_split(char *line, char **argv, int max)
{
	char *in = line;
	char *out = line;
	int words = 0;

	for (;;) {
		char ended;

		while (is_blank(*in)) {
			in++;
		}
		if (*in == '\0') {
			break;
		}
		if (words >= max - 1) {
			return -1;
		}
		argv[words++] = out;
		if (split_word(&in, &out) < 0) {
			return -1;
		}
		/* The NUL may overwrite the blank that ended the word. */
		ended = *in;
		*out++ = '\0';
		if (ended == '\0') {
			break;
		}
		in++;
	}
	argv[words] = NULL;
	return words;
}
