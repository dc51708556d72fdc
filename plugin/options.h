/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plugin's arguments, key=value:
 *
 *   ramfd=N               descriptor of the memory that backs guest RAM
 *   ram=BASE:SIZE[:OFFSET]  hexadecimal; guest physical range, and where it
 *                         lies in that memory.  May be given several times
 *   resultfd=N            where the result goes: one of these two
 *   result=FILE
 *   recordfd=N            where the trace goes, if it is wanted
 *   record=FILE
 *   symbolsfd=N           where the guest's kallsyms go, if they are wanted
 *   symbols=FILE
 *   progressfd=N          a line for each progress message of the guest
 *   midr=HEX              MIDR_EL1 of all CPUs
 *   zero=BYTES            decimal; what DC ZVA or cbo.zero clears (64)
 *   arena=BYTES           decimal; address space for the ledger (4 GiB)
 *   fast=on               several threads: for counting
 *   uses=all              loads, stores and fetches are events, too
 */
#ifndef PLUGIN_OPTIONS_H
#define PLUGIN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OPTIONS_RANGES_MAX 8

struct options_range {
	uint64_t base;
	uint64_t size;
	uint64_t offset;
};

/* A descriptor, or a file by name; neither: -1 and NULL. */
struct options_target {
	int fd;
	const char *file;
};

struct options {
	int ram_fd;
	unsigned n_ranges;
	struct options_range ranges[OPTIONS_RANGES_MAX];
	struct options_target result;
	struct options_target record;
	struct options_target symbols;
	int progress_fd;
	bool has_midr;
	uint32_t midr;
	uint64_t zero;
	size_t arena;
	bool fast;
	bool uses_all;
};

/*
 * Fills in options.  0, or -1 after a message.  The strings of argv have to
 * stay.
 */
int options_parse(struct options *options, int argc, char **argv);

#endif
