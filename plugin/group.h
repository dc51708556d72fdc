/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Groups of stores that need one look at physical addresses only.
 *
 * Stores of one block that follow each other, other instructions than stores
 * between them, and use one base register that none of those writes: the first
 * one's address tells all of them.  If a page is followed, they are told after
 * the last one.  Up to half of a kernel's stores need no callback so.
 *
 * A group ends before an instruction that is an event, and before a store to
 * the bytes of an earlier one: who reads memory after a group misses nothing.
 */
#ifndef PLUGIN_GROUP_H
#define PLUGIN_GROUP_H

#include <stdbool.h>
#include <stdint.h>

#include "arch.h"

#define GROUP_MEMBERS_MAX 16
/* From the lowest to the highest byte: at most two pages. */
#define GROUP_SPAN_MAX 512

struct group_member {
	uint64_t pc;
	/* Its address, from the first one's on. */
	int32_t offset;
	uint32_t size;
};

struct group {
	struct group *next;
	/* All bytes of all members, from the first one's address on. */
	int32_t low;
	int32_t high;
	uint8_t privilege;
	unsigned n_members;
	struct group_member members[GROUP_MEMBERS_MAX];
};

void group_open(const struct arch *arch);

/* A block begins. */
void group_begin(void);

/*
 * The next instruction; is_event: it has a hook.  Ends and starts groups, and
 * registers the callbacks of those that end, with store_hook() and
 * store_hook_group().
 */
enum group_insn {
	GROUP_PLAIN,
	GROUP_EVENT,
};
void group_add(const struct code *code, enum group_insn kind);

/* The block ends, and with it the last group. */
void group_end(void);

#endif
