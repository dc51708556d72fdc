/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Any text as one word of a line: blanks, control bytes, bytes beyond ASCII
 * and the backslash as \xHH; an empty one as "\e".
 */
#ifndef MEASURE_ESCAPE_H
#define MEASURE_ESCAPE_H

#include "../buffer.h"

void escape_word(struct buffer *text, const char *word);
/* 0, or -1: no such word, or no room for it. */
int unescape_word(const char *word, char *text, size_t size);

#endif
