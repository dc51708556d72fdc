// SPDX-License-Identifier: BSD-2-Clause
/* Section 4: ghosts, where they are kept, and their class. */
#include <stdlib.h>

#include "oracle.h"

#define SPAN_SLOTS 16u

/* ---- Where they are ---- */

static unsigned range_bits(const struct ghost *g)
{
	return HEIGHT_BITS(g->height) + (g->kind == GHOST_SPAN ? 4 : 0);
}

static struct ghost **place(struct oracle *o, uint64_t first, unsigned bits)
{
	uint64_t key = (first >> 12) * 64 + bits;

	return &o->places[(size_t)(key * 0x9e3779b97f4a7c15u >> 48)];
}

void ghost_add(struct oracle *o, struct ghost *g)
{
	struct ghost **head = g->kind == GHOST_NEGATIVE ? &o->negative
							: &o->positive;
	struct ghost **bucket = place(o, g->first, range_bits(g));

	g->next_same_place = *bucket;
	*bucket = g;
	g->next = *head;
	g->link = head;
	if (g->next != NULL) {
		g->next->link = &g->next;
	}
	*head = g;
}

void ghost_remove(struct oracle *o, struct ghost *g)
{
	struct ghost **p = place(o, g->first, range_bits(g));

	while (*p != g) {
		p = &(*p)->next_same_place;
	}
	*p = g->next_same_place;
	*g->link = g->next;
	if (g->next != NULL) {
		g->next->link = g->link;
	}
	if (g->abandoned && !g->reported_grant) {
		o->n_abandoned--;
	}
	free(g);
}

static void remove_cpu_from(struct oracle *o, struct ghost *list, unsigned cpu)
{
	struct ghost *g, *next;

	for (g = list; g != NULL; g = next) {
		next = g->next;
		g->holders &= ~(UINT64_C(1) << cpu);
		if (g->holders == 0) {
			ghost_remove(o, g);
		}
	}
}

void ghost_remove_cpu(struct oracle *o, unsigned cpu)
{
	remove_cpu_from(o, o->positive, cpu);
	remove_cpu_from(o, o->negative, cpu);
}

void ghost_reread(struct oracle *o)
{
	struct ghost *g;

	for (g = o->positive; g != NULL; g = g->next) {
		struct entry entry = o->arch->decode(o, g->old, g->height,
						     g->root->mair, g->first);

		if (g->kind != GHOST_TABLE) {
			g->leaf.permissions = entry.leaf.permissions;
		}
	}
}

void ghosts_append(struct ghosts *list, struct ghost *g)
{
	list->ghost = oracle_grow(list->ghost, list->n, &list->max,
				  sizeof(struct ghost *));
	list->ghost[list->n++] = g;
}

struct ghost *ghost_at(struct oracle *o, const struct ghost *like,
		       const struct ghost *after)
{
	struct ghost *g = after != NULL
				  ? after->next_same_place
				  : *place(o, like->first, range_bits(like));

	while (g != NULL &&
	       (g->first != like->first || range_bits(g) != range_bits(like))) {
		g = g->next_same_place;
	}
	return g;
}

bool ghost_meets(const struct ghost *g, uint64_t first, uint64_t last)
{
	return g->first <= last && first <= g->last;
}

static void find_at(struct oracle *o, uint64_t va, unsigned bits,
		    struct ghosts *found)
{
	uint64_t first = va & ~((UINT64_C(1) << bits) - 1);
	struct ghost *g;

	for (g = *place(o, first, bits); g != NULL; g = g->next_same_place) {
		if (g->first == first && range_bits(g) == bits) {
			ghosts_append(found, g);
		}
	}
}

static void find_in(struct ghost *list, uint64_t first, uint64_t last,
		    struct ghosts *found)
{
	struct ghost *g;

	for (g = list; g != NULL; g = g->next) {
		if (ghost_meets(g, first, last)) {
			ghosts_append(found, g);
		}
	}
}

void ghost_find(struct oracle *o, uint64_t first, uint64_t last,
		struct ghosts *found)
{
	unsigned height;

	*found = (struct ghosts){ NULL, 0, 0 };
	if (first >> 12 != last >> 12) {
		find_in(o->positive, first, last, found);
		find_in(o->negative, first, last, found);
		return;
	}
	for (height = 0; height < HEIGHTS; height++) {
		find_at(o, first, HEIGHT_BITS(height), found);
		find_at(o, first, HEIGHT_BITS(height) + 4, found);
	}
}

bool ghost_is_leaf(const struct ghost *g)
{
	return g->kind == GHOST_LEAF || g->kind == GHOST_SPAN ||
	       (g->kind == GHOST_NEGATIVE && g->leafness);
}

bool ghost_is_identical(struct oracle *o, const struct ghost *a,
			const struct ghost *b)
{
	return a->kind == b->kind && a->first == b->first &&
	       a->half == b->half && a->height == b->height &&
	       a->tag == b->tag &&
	       (a->tag == TAG_GLOBAL || a->root == b->root) &&
	       o->arch->same(o, a->old, b->old, a->height);
}

/* ---- What it is worth now ---- */

/* The root whose walk says what is current for the ghost. */
static const struct root *current_root(const struct oracle *o,
				       const struct ghost *g)
{
	unsigned lowest = 0;
	unsigned cpu;

	if (g->tag != TAG_GLOBAL) {
		return g->root;
	}
	while (g->holders != 0 && (g->holders >> lowest & 1) == 0) {
		lowest++;
	}
	if (o->cpu[lowest].installed[g->half] != NULL) {
		return o->cpu[lowest].installed[g->half]->root;
	}
	for (cpu = 0; cpu < o->n_cpus; cpu++) {
		if (o->cpu[cpu].installed[g->half] != NULL) {
			return o->cpu[cpu].installed[g->half]->root;
		}
	}
	return g->root;
}

static bool is_same_mapping(const struct oracle *o, const struct leaf *a,
			    const struct leaf *b)
{
	return a->output == b->output && a->memory_type == b->memory_type &&
	       a->global == b->global &&
	       (!o->arch->is_arm || a->contiguous == b->contiguous);
}

/* A leaf that may be held, against what the tables say for its VA. */
static enum ghost_class leaf_class(struct oracle *o, const struct root *root,
				   uint64_t va, unsigned height,
				   const struct leaf *held)
{
	struct step now = walk_down(o, root, va, height);
	const struct leaf *leaf = &now.entry.leaf;
	bool is_leaf = now.entry.kind == ENTRY_LEAF;

	if (now.height != height || (!is_leaf && !now.entry.idle) ||
	    !is_same_mapping(o, held, leaf)) {
		return CLASS_WRONG;
	}
	if (held->permissions == leaf->permissions) {
		return is_leaf ? CLASS_EQUAL : CLASS_BENIGN;
	}
	if (is_leaf && (held->permissions & ~leaf->permissions) == 0) {
		return CLASS_FAULTY;
	}
	return CLASS_WRONG;
}

static enum ghost_class span_class(struct oracle *o, const struct root *root,
				   const struct ghost *g)
{
	uint64_t size = UINT64_C(1) << HEIGHT_BITS(g->height);
	enum ghost_class highest = CLASS_EQUAL;
	struct leaf part = g->leaf;
	unsigned i;

	for (i = 0; i < SPAN_SLOTS; i++) {
		enum ghost_class class = leaf_class(
			o, root, g->first + i * size, g->height, &part);

		highest = class > highest ? class : highest;
		part.output += size;
	}
	return highest;
}

enum ghost_class ghost_class(struct oracle *o, const struct ghost *g)
{
	const struct root *root = current_root(o, g);
	struct step now;

	switch (g->kind) {
	case GHOST_LEAF:
		return leaf_class(o, root, g->first, g->height, &g->leaf);
	case GHOST_SPAN:
		return span_class(o, root, g);
	case GHOST_TABLE:
		now = walk_down(o, root, g->first, g->height);
		return now.height == g->height &&
				       now.entry.kind == ENTRY_TABLE &&
				       o->arch->same(o, g->old, now.value,
						     g->height)
			       ? CLASS_EQUAL
			       : CLASS_WRONG;
	case GHOST_NEGATIVE:
		break;
	}
	now = walk_down(o, root, g->first, g->height);
	return now.height >= g->height && now.entry.kind != ENTRY_INVALID
		       ? CLASS_FAULTY
		       : CLASS_EQUAL;
}
