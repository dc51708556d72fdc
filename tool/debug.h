/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ELF files: their symbols, and source lines from their DWARF.
 */
#ifndef TOOL_DEBUG_H
#define TOOL_DEBUG_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"

struct debug;
struct symbols;

/* Add a file's code symbols.  NULL with a message: it is no ELF file. */
struct debug *debug_open(const char *path, struct symbols *symbols);
bool debug_source(const struct debug *debug, uint64_t address,
		  struct buffer *source);
void debug_close(struct debug *debug);

#endif
