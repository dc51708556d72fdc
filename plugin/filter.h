/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Virtual pages of the kernel at whose stores nobody has to look: the physical
 * page behind them is not followed.  A kernel stores a hundred million times
 * while it boots, and to ask QEMU for the address would be most of our time.
 *
 * A page is forgotten as soon as what is behind it may change for a program
 * that does what the architecture asks: with every invalidation and every
 * write of a translation register, by any CPU; when a page becomes followed;
 * when another CPU runs.  (CAVEATS.md: one that does not, and then writes a
 * table through the page, may do so unseen.)
 */
#ifndef PLUGIN_FILTER_H
#define PLUGIN_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "qemu.h"
#include "ram.h"

#define FILTER_PAGES 1024

struct filter {
	/* Whose pages they are: current_cpu; NULL before there are any. */
	const void *owner;
	/* In the bits above a page number; never 0. */
	uint64_t generation;
	uint64_t pages[FILTER_PAGES];
};

/* Visible for filter_skips(). */
extern struct filter filter;

/* Only where one thread runs all CPUs; without this, nothing is skipped. */
void filter_open(void);

/* Need nobody look at a store to this page at PRIVILEGE_KERNEL? */
static inline bool filter_skips(uint64_t va)
{
	uint64_t page = va >> RAM_PAGE_SHIFT;

	return filter.pages[page % FILTER_PAGES] ==
		       (page | filter.generation) &&
	       filter.owner == current_cpu;
}

/* Nobody need, from now on. */
void filter_add(uint64_t va);

/* Everything may have changed. */
void filter_forget(void);

#endif
