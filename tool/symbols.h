/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names for addresses of the guest's code.
 */
#ifndef TOOL_SYMBOLS_H
#define TOOL_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"

struct symbols;

struct symbols *symbols_new(void);
void symbols_free(struct symbols *symbols);

/*
 * Add the lines of /proc/kallsyms or System.map: "ADDRESS TYPE NAME [MODULE]".
 * Lines that are none are skipped.  Returns how many symbols of code there
 * were.
 */
size_t symbols_add_text(struct symbols *symbols, const char *text);

/* Add those of a file: kallsyms, System.map or ELF.  0 or -1 with a message. */
int symbols_add_file(struct symbols *symbols, const char *path);

/* Add one; type as nm(1) has it. */
void symbols_add(struct symbols *symbols, uint64_t address, char type,
		 const char *name);

/* Without a symbol, addresses in this range are "NAME+0x...". */
void symbols_add_image(struct symbols *symbols, const char *name,
		       uint64_t base, uint64_t size);

/*
 * The kernel lies at this physical address, and runs there before it has a
 * page table: such addresses have the names of the virtual ones.
 */
void symbols_set_load_address(struct symbols *symbols, uint64_t pa);

enum symbols_address {
	SYMBOLS_PC,
	SYMBOLS_RETURN,	/* the call is before it, perhaps a function's last */
};

/*
 * Add "symbol+0xoffset", or what there is, escaped for terminals.  Address 0
 * is "unknown".
 */
void symbols_name(struct symbols *symbols, uint64_t address,
		  enum symbols_address kind, struct buffer *name);

/* Add "file:line" if a debug file knows it; escaped for terminals. */
bool symbols_source(const struct symbols *symbols, uint64_t address,
		    struct buffer *source);

/*
 * All of the above as comments of a trace, one a line, but of the source lines
 * only that of address; and back from such a comment, without its '#'.  Other
 * comments are ignored.
 */
void symbols_write(struct symbols *symbols, struct buffer *text);
void symbols_write_source(const struct symbols *symbols, uint64_t address,
			  struct buffer *text);
void symbols_add_comment(struct symbols *symbols, const char *comment);

#endif
