/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "escape.h"

void escape_word(struct buffer *text, const char *word)
{
	if (word[0] == '\0') {
		buffer_add(text, "\\e");
	}
	for (; *word != '\0'; word++) {
		unsigned char c = (unsigned char)*word;

		if (c <= ' ' || c >= 0x7f || c == '\\') {
			buffer_print(text, "\\x%02x", c);
		} else {
			buffer_add_bytes(text, word, 1);
		}
	}
}

/* \xHH: its byte, or -1.  A NUL would end the text. */
static int read_byte(const char *at)
{
	static const char digits[] = "0123456789abcdef";
	const char *high;
	const char *low;
	int byte;

	if (at[1] != 'x' || at[2] == '\0' || at[3] == '\0') {
		return -1;
	}
	high = strchr(digits, at[2]);
	low = strchr(digits, at[3]);
	if (high == NULL || low == NULL) {
		return -1;
	}
	byte = (int)((high - digits) << 4 | (low - digits));
	return byte == 0 ? -1 : byte;
}

int unescape_word(const char *word, char *text, size_t size)
{
	size_t length = 0;

	if (strcmp(word, "\\e") == 0) {
		word = "";
	}
	while (*word != '\0') {
		int byte = (unsigned char)*word;

		if (byte == '\\') {
			byte = read_byte(word);
			if (byte < 0) {
				return -1;
			}
			word += 3;
		}
		word++;
		if (length + 1 >= size) {
			return -1;
		}
		text[length++] = (char)byte;
	}
	text[length] = '\0';
	return 0;
}
