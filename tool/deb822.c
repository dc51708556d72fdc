/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

#include "deb822.h"

static size_t line_length(const char *line)
{
	const char *end = strchr(line, '\n');

	return end == NULL ? strlen(line) : (size_t)(end - line) + 1;
}

static bool line_is_blank(const char *line, size_t length)
{
	return strspn(line, " \t\r\n") >= length;
}

bool deb822_next(const char **cursor, struct paragraph *paragraph)
{
	const char *at = *cursor;
	size_t length;

	while (*at != '\0' && line_is_blank(at, line_length(at))) {
		at += line_length(at);
	}
	paragraph->text = at;
	for (; *at != '\0'; at += length) {
		length = line_length(at);
		if (line_is_blank(at, length)) {
			break;
		}
	}
	paragraph->length = (size_t)(at - paragraph->text);
	*cursor = at;
	return paragraph->length > 0;
}

/* Where the value starts if this line is the field's first, or NULL. */
static const char *value_start(const char *line, const char *name)
{
	size_t length = strlen(name);

	if (strncasecmp(line, name, length) != 0 || line[length] != ':') {
		return NULL;
	}
	return line + length + 1 + strspn(line + length + 1, " \t");
}

/* Whether line belongs to the field, after the lines before it. */
static const char *value_line(const char *line, const char *name, bool *inside)
{
	const char *start = value_start(line, name);

	if (line[0] == '#') {
		return NULL;
	}
	if (line[0] == ' ' || line[0] == '\t') {
		return *inside ? line : NULL;
	}
	*inside = start != NULL;
	return start;
}

bool deb822_field(const struct paragraph *paragraph, const char *name,
		  struct buffer *value)
{
	const char *end = paragraph->text + paragraph->length;
	bool inside = false;
	bool found = false;
	size_t length;

	for (const char *line = paragraph->text; line < end; line += length) {
		const char *start = value_line(line, name, &inside);

		length = line_length(line);
		if (start != NULL) {
			found = true;
			buffer_add_bytes(value, start,
					 (size_t)(line + length - start));
		}
	}
	while (value->length > 0 && value->text[value->length - 1] == '\n') {
		value->text[--value->length] = '\0';
	}
	return found;
}

bool deb822_word(const char **cursor, struct buffer *word)
{
	static const char separators[] = " \t\r\n,";
	const char *at = *cursor + strspn(*cursor, separators);
	size_t length = strcspn(at, separators);

	buffer_free(word);
	buffer_add_bytes(word, at, length);
	*cursor = at + length;
	return length > 0;
}
