// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "feed.h"
#include "group.h"
#include "store.h"

#define BUCKETS 65536
/* A guest decides how many there are: a bound. */
#define GROUPS_MAX 2000000

static const struct arch *machine;
/* Each group once, however often QEMU translates it. */
static struct group *buckets[BUCKETS];
static unsigned n_groups;

/* The group that may still grow; none while it has no members. */
static struct group current;
static struct code first;
static struct code last;
static unsigned base;
static int32_t base_offset;

void group_open(const struct arch *arch)
{
	machine = arch;
}

static bool is_equal(const struct group *a, const struct group *b)
{
	if (a->n_members != b->n_members || a->privilege != b->privilege) {
		return false;
	}
	for (unsigned i = 0; i < a->n_members; i++) {
		const struct group_member *x = &a->members[i];
		const struct group_member *y = &b->members[i];

		if (x->pc != y->pc || x->offset != y->offset ||
		    x->size != y->size) {
			return false;
		}
	}
	return true;
}

/* The kept group that equals the current one; NULL after a failure. */
static struct group *keep(void)
{
	uint64_t pc = current.members[0].pc;
	struct group **bucket = &buckets[(pc >> 1 ^ pc >> 17) % BUCKETS];
	struct group *group = *bucket;

	while (group != NULL && !is_equal(group, &current)) {
		group = group->next;
	}
	if (group == NULL && n_groups < GROUPS_MAX) {
		group = malloc(sizeof(*group));
		if (group != NULL) {
			n_groups++;
			*group = current;
			group->next = *bucket;
			*bucket = group;
		}
	}
	if (group == NULL) {
		feed_fail("too many stores to keep");
	}
	return group;
}

void group_begin(void)
{
	current.n_members = 0;
}

void group_end(void)
{
	if (current.n_members == 1) {
		store_hook(&first);
	} else if (current.n_members > 1) {
		store_hook_group(&first, &last, keep());
	}
	current.n_members = 0;
}

static bool overlap(const struct group_member *a, const struct group_member *b)
{
	return a->offset < b->offset + (int32_t)b->size &&
	       b->offset < a->offset + (int32_t)a->size;
}

static bool fits(const struct group_member *member, int32_t low, int32_t high)
{
	if (current.n_members == GROUP_MEMBERS_MAX ||
	    high - low > GROUP_SPAN_MAX) {
		return false;
	}
	for (unsigned i = 0; i < current.n_members; i++) {
		if (overlap(&current.members[i], member)) {
			return false;
		}
	}
	return true;
}

static void start(const struct code *code, const struct plain_store *store)
{
	first = *code;
	base = store->base;
	base_offset = store->offset;
	current.low = 0;
	current.high = (int32_t)store->size;
	current.privilege = code->privilege;
	current.members[0].pc = code->pc;
	current.members[0].offset = 0;
	current.members[0].size = store->size;
	current.n_members = 1;
}

static void add_store(const struct code *code, const struct plain_store *store)
{
	struct group_member member = {
		.pc = code->pc,
		.offset = store->offset - base_offset,
		.size = store->size,
	};
	int32_t end = member.offset + (int32_t)member.size;
	int32_t low = member.offset < current.low ? member.offset : current.low;
	int32_t high = end > current.high ? end : current.high;

	if (current.n_members > 0 && store->base == base &&
	    !store->moves_base_before && fits(&member, low, high)) {
		last = *code;
		current.members[current.n_members++] = member;
		current.low = low;
		current.high = high;
	} else {
		group_end();
		start(code, store);
	}
	if (store->moves_base_after) {
		group_end();
	}
}

void group_add(const struct code *code, enum group_insn kind)
{
	struct plain_store store;

	if (kind == GROUP_EVENT) {
		group_end();
	}
	if (machine->stores->decode(code, &store)) {
		add_store(code, &store);
	} else if (machine->stores->may_store(code)) {
		group_end();
		store_hook(code);
	} else if (current.n_members > 0 &&
		   machine->stores->may_write(code, base)) {
		group_end();
	}
}
