/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Paragraphs of fields, as in deb822(5): APT's .sources files, and what
 * apt-cache show prints.
 */
#ifndef TOOL_DEB822_H
#define TOOL_DEB822_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

struct paragraph {
	const char *text;
	size_t length;
};

/* The next paragraph at *cursor, which moves behind it. */
bool deb822_next(const char **cursor, struct paragraph *paragraph);

/*
 * The value of a field, continuation lines included with their newlines, but
 * without comments.  False, and nothing added, if there is none.
 */
bool deb822_field(const struct paragraph *paragraph, const char *name,
		  struct buffer *value);

/* The next word at *cursor, separated by blanks, commas or newlines. */
bool deb822_word(const char **cursor, struct buffer *word);

#endif
