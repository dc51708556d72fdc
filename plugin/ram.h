/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Guest RAM, mapped into the plugin: read by guest physical address, without
 * asking QEMU; and which of its pages the ledger follows.
 */
#ifndef PLUGIN_RAM_H
#define PLUGIN_RAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "options.h"

#define RAM_PAGE UINT64_C(4096)
#define RAM_PAGE_SHIFT 12

struct ram_range {
	uint64_t base;
	uint64_t size;
	const uint8_t *host;
	/* One for each page: does the ledger want its stores? */
	_Atomic uint8_t *followed;
};

/* Visible for ram_is_followed(), which every store of a kernel runs through. */
extern struct ram_range ram_ranges[OPTIONS_RANGES_MAX];
extern unsigned ram_n_ranges;

/* Map what the options name.  0, or -1 after a message. */
int ram_open(const struct options *options);

/* Is pa in a page that is followed?  May be asked without the feed's lock. */
static inline bool ram_is_followed(uint64_t pa)
{
	for (unsigned i = 0; i < ram_n_ranges; i++) {
		uint64_t offset = pa - ram_ranges[i].base;

		if (offset < ram_ranges[i].size) {
			return atomic_load_explicit(
				       &ram_ranges[i].followed[offset >>
							       RAM_PAGE_SHIFT],
				       memory_order_relaxed) != 0;
		}
	}
	return false;
}

/* Follow the page at pa, or don't.  Ignored where there is no RAM. */
void ram_follow(uint64_t pa, int followed);

/*
 * length bytes at pa, which don't leave their page, in place; NULL where there
 * is no RAM.
 */
const uint8_t *ram_at(uint64_t pa, uint64_t length);

/* The aligned 8 bytes at pa, in one read.  0 where there is no RAM. */
uint64_t ram_read_slot(uint64_t pa);

#endif
