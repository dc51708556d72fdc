/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writing a trace to a file, as the plugin sends it, with what only the tool
 * knows: facts in the header, and at the end, as comments, the guest's symbols
 * and the records of the result that no event leads to.
 */
#ifndef TOOL_RECORD_H
#define TOOL_RECORD_H

#include <stddef.h>

#include "facts.h"
#include "result.h"
#include "symbols.h"

struct record;

/* NULL with a message.  A path that ends in ".zst" is compressed. */
struct record *record_start(const char *path, const struct facts *facts);

/* More of the trace.  0, or -1 with a message. */
int record_add(struct record *record, const char *bytes, size_t length);

/* There is no more: write the end, give the file its name.  0 or -1. */
int record_finish(struct record *record, struct symbols *symbols,
		  const struct result *result);

/* Free it; a file that is not finished is removed.  NULL is nothing. */
void record_free(struct record *record);

#endif
