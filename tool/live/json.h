/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Enough of a JSON writer for programs that link no library.  Members follow
 * each other with commas by themselves.
 */
#ifndef LIVE_JSON_H
#define LIVE_JSON_H

#include <stddef.h>
#include <stdint.h>

#include "../buffer.h"

/* key is NULL in an array and for the outermost one. */
void live_json_open(struct buffer *text, const char *key, char bracket);
void live_json_close(struct buffer *text, char bracket);
void live_json_number(struct buffer *text, const char *key, uint64_t value);
/* NAN and the infinities, which JSON does not have, become null. */
void live_json_real(struct buffer *text, const char *key, double value);
/* Bytes beyond ASCII become the code points of the same number. */
void live_json_text(struct buffer *text, const char *key, const char *value);
/* value as it stands: true, false, null. */
void live_json_word(struct buffer *text, const char *key, const char *value);

#endif
