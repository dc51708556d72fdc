/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "json.h"

static void quote(struct buffer *text, const char *value)
{
	buffer_add(text, "\"");
	for (const char *at = value; *at != '\0'; at++) {
		unsigned char c = (unsigned char)*at;

		if (c == '"' || c == '\\') {
			buffer_print(text, "\\%c", c);
		} else if (c < 0x20 || c >= 0x7f) {
			buffer_print(text, "\\u%04x", c);
		} else {
			buffer_add_bytes(text, at, 1);
		}
	}
	buffer_add(text, "\"");
}

static void begin(struct buffer *text, const char *key)
{
	char last = text->length == 0 ? '{' : text->text[text->length - 1];

	if (strchr("[{", last) == NULL) {
		buffer_add(text, ", ");
	}
	if (key != NULL) {
		quote(text, key);
		buffer_add(text, ": ");
	}
}

void live_json_open(struct buffer *text, const char *key, char bracket)
{
	begin(text, key);
	buffer_add_bytes(text, &bracket, 1);
}

void live_json_close(struct buffer *text, char bracket)
{
	buffer_add_bytes(text, &bracket, 1);
}

void live_json_number(struct buffer *text, const char *key, uint64_t value)
{
	begin(text, key);
	buffer_print(text, "%llu", (unsigned long long)value);
}

void live_json_real(struct buffer *text, const char *key, double value)
{
	begin(text, key);
	if (isfinite(value)) {
		buffer_print(text, "%.15g", value);
	} else {
		buffer_add(text, "null");
	}
}

void live_json_text(struct buffer *text, const char *key, const char *value)
{
	begin(text, key);
	quote(text, value);
}

void live_json_word(struct buffer *text, const char *key, const char *value)
{
	begin(text, key);
	buffer_add(text, value);
}
