/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stores to the pages that the ledger follows.
 *
 * What a callback says was stored is never used: a failed compare-and-swap or
 * store-exclusive reports a value that did not get there, and a store may be
 * smaller than a slot.  The slots are read from memory after it.
 */
#ifndef PLUGIN_STORE_H
#define PLUGIN_STORE_H

#include <stdint.h>

#include "arch.h"
#include "group.h"
#include "insn.h"

/* Report what the instruction stores. */
void store_hook(const struct code *code);

/*
 * Report what a group stores: code of its first and of its last instruction.
 * group may be NULL, when the feed has failed.
 */
void store_hook_group(const struct code *first, const struct code *last,
		      struct group *group);

/*
 * Tell what a group has stored that came to no end, because one of its stores
 * was a fault.  Before each event of any CPU.
 */
void store_settle(void);

/* The same as store_hook(), and each load and store as an access. */
void store_hook_uses(const struct code *code);

/*
 * The instruction is about to clear length bytes at va, which don't leave
 * their page: no memory callback tells of it.  Between feed_enter() and
 * feed_leave().
 */
void store_zero(struct cpu *cpu, const struct insn *insn, uint64_t va,
		uint64_t length);

#endif
