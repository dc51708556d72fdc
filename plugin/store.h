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
#include "insn.h"

/* Report what the instruction stores. */
void store_hook(const struct code *code);

/* The same, and each load and store as an access. */
void store_hook_uses(const struct code *code);

/*
 * The instruction is about to clear length bytes at va, which don't leave
 * their page: no memory callback tells of it.  Between feed_enter() and
 * feed_leave().
 */
void store_zero(struct cpu *cpu, const struct insn *insn, uint64_t va,
		uint64_t length);

#endif
