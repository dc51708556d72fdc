// SPDX-License-Identifier: BSD-2-Clause
/*
 * Walks through tables, upwards from a slot and downwards from a root.
 *
 * Section 4 lets the "since" of a slot be the event at which its page was read.
 * That is left out here: a page is read when it is linked, and then the slot
 * that links it is on every new path with that same event, or when a root is
 * installed, and then no binding of the root has been seen before.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

static uint64_t offset_mask(const struct root *root)
{
	return ~UINT64_C(0) >> (64 - root->bits);
}

/* Extends the low bits of a VA as the root's half wants it. */
static uint64_t canonical(const struct oracle *o, const struct root *root,
			  uint64_t va)
{
	uint64_t offset = va & offset_mask(root);
	bool high = o->arch->is_arm ? root->half == 1
				    : (offset >> (root->bits - 1) & 1) != 0;

	return high ? offset | ~offset_mask(root) : offset;
}

/* ---- Upwards ---- */

/* Slots from the one at the bottom, chain[0], up. */
struct climb {
	uint64_t chain[HEIGHTS];
	unsigned n;
	struct paths *paths;
};

/* The path from root down the chain, if its levels are right. */
static bool make_path(struct oracle *o, const struct climb *c,
		      struct root *root, struct path *path)
{
	uint64_t offset = 0;
	unsigned i;

	memset(path, 0, sizeof(*path));
	if (c->n - 1 > root->height) {
		return false;
	}
	path->root = root;
	path->height = root->height - (c->n - 1);
	for (i = 0; i < c->n; i++) {
		uint64_t slot_pa = c->chain[i];
		struct content *content = memory_need(o, slot_pa);
		unsigned slot = (unsigned)(slot_pa % PAGE_SIZE / 8);
		unsigned height = path->height + i;
		uint64_t index = i == c->n - 1 ? (slot_pa - root->pa) / 8
					       : slot;

		offset |= index << HEIGHT_BITS(height);
		path->slots[height] = slot_pa;
		if (content->changed[slot] > path->since) {
			path->since = content->changed[slot];
		}
		if (i > 0) {
			path->global_above |=
				o->arch->decode(o, content->value[slot], height,
						0, 0)
					.global_below;
		}
	}
	path->va = canonical(o, root, offset);
	return true;
}

static void end_climb(struct oracle *o, struct climb *c, struct frame *f)
{
	uint64_t top = c->chain[c->n - 1];
	size_t i;

	for (i = 0; i < f->n_roots; i++) {
		struct root *root = f->roots[i];
		struct paths *p = c->paths;

		if (top < root->pa || top >= root->pa + 8 * root->slots) {
			continue;
		}
		p->path = oracle_grow(p->path, p->n, &p->max, sizeof(*p->path));
		if (make_path(o, c, root, &p->path[p->n])) {
			p->n++;
		}
	}
}

static void climb(struct oracle *o, struct climb *c)
{
	struct frame *f = memory_frame(o, c->chain[c->n - 1]);
	size_t i;

	end_climb(o, c, f);
	if (c->n == HEIGHTS) {
		return;
	}
	c->n++;
	for (i = 0; i < f->n_in; i++) {
		c->chain[c->n - 1] = f->in[i];
		climb(o, c);
	}
	c->n--;
}

static int compare_paths(const void *left, const void *right)
{
	const struct path *a = left;
	const struct path *b = right;

	if (a->root->followed != b->root->followed) {
		return a->root->followed < b->root->followed ? -1 : 1;
	}
	if (a->va != b->va) {
		return a->va < b->va ? -1 : 1;
	}
	return a->height < b->height ? -1 : a->height > b->height;
}

void walk_find_paths(struct oracle *o, uint64_t slot_pa, struct paths *p)
{
	struct climb c = { .chain = { slot_pa }, .n = 1, .paths = p };

	memset(p, 0, sizeof(*p));
	if (memory_frame(o, slot_pa)->content == NULL) {
		return;
	}
	climb(o, &c);
	if (p->n > 0) {
		qsort(p->path, p->n, sizeof(*p->path), compare_paths);
	}
}

/* Does a slot of a followed page make this page a table? */
static bool is_linked(struct oracle *o, const struct frame *f)
{
	size_t i;

	for (i = 0; i < f->n_in; i++) {
		struct paths p;
		bool found = false;
		size_t j;

		walk_find_paths(o, f->in[i], &p);
		for (j = 0; j < p.n; j++) {
			found = found || p.path[j].height > 0;
		}
		free(p.path);
		if (found) {
			return true;
		}
	}
	return false;
}

bool walk_is_followed(struct oracle *o, uint64_t pa)
{
	struct frame *f = memory_frame(o, pa);

	if (f->content == NULL) {
		return false;
	}
	if (f->judged != o->structure) {
		f->judged = o->structure;
		f->followed = f->n_roots > 0 || is_linked(o, f);
	}
	return f->followed;
}

/* ---- Downwards ---- */

bool walk_root_covers(const struct oracle *o, const struct root *root,
		      uint64_t va)
{
	return root->alive && canonical(o, root, va) == va;
}

static struct step read_step(struct oracle *o, const struct root *root,
			     uint64_t slot_pa, uint64_t va, unsigned height)
{
	uint64_t size = UINT64_C(1) << HEIGHT_BITS(height);
	struct step step = {
		.value = memory_slot(o, slot_pa),
		.height = height,
		.va = va & ~(size - 1),
	};

	step.entry = o->arch->decode(o, step.value, height, root->mair, va);
	return step;
}

struct step walk_down(struct oracle *o, const struct root *root, uint64_t va,
		      unsigned stop)
{
	unsigned height = root->height;
	uint64_t slot_pa = root->pa + 8 * ((va & offset_mask(root)) >>
					   HEIGHT_BITS(height));
	struct step step = { .height = height, .va = va };
	bool global = false;

	if (!walk_root_covers(o, root, va)) {
		return step;
	}
	for (;;) {
		step = read_step(o, root, slot_pa, va, height);
		global |= step.entry.global_below;
		step.entry.leaf.global |= global;
		if (step.entry.kind != ENTRY_TABLE || height == stop) {
			return step;
		}
		height--;
		slot_pa = step.entry.target +
			  8 * (va >> HEIGHT_BITS(height) & (SLOTS - 1));
	}
}

void walk_page(struct oracle *o, const struct path *at, uint64_t first_slot,
	       unsigned slots, const struct visit *visit)
{
	struct content *content = memory_need(o, first_slot);
	unsigned base = (unsigned)(first_slot % PAGE_SIZE / 8);
	unsigned i;

	for (i = 0; content != NULL && i < slots; i++) {
		struct path child = *at;
		uint64_t value = content->value[base + i];
		uint64_t changed = content->changed[base + i];
		struct entry entry;

		child.va = canonical(o, at->root,
				     at->va + ((uint64_t)i
					       << HEIGHT_BITS(at->height)));
		child.since = changed > at->since ? changed : at->since;
		entry = o->arch->decode(o, value, at->height, at->root->mair,
					child.va);
		if (entry.kind == ENTRY_INVALID) {
			continue;
		}
		visit->each(o, &child, first_slot + 8u * i, value,
			    visit->context);
		if (entry.kind == ENTRY_TABLE &&
		    (visit->enter == NULL ||
		     visit->enter(o, &child, visit->context))) {
			child.global_above |= entry.global_below;
			child.height--;
			walk_page(o, &child, entry.target, SLOTS, visit);
		}
	}
}

void walk_root(struct oracle *o, struct root *root, const struct visit *visit)
{
	struct path at = {
		.root = root,
		.va = canonical(o, root, 0),
		.height = root->height,
	};

	walk_page(o, &at, root->pa, root->slots, visit);
}

/* ---- Counting ---- */

static struct summary *summarize(struct oracle *o, struct content *content,
				 unsigned height)
{
	struct summary *s = content->summary[height];
	unsigned i;

	if (s == NULL) {
		s = oracle_alloc(sizeof(*s));
		content->summary[height] = s;
	} else if (s->current) {
		return s;
	}
	memset(s, 0, sizeof(*s));
	for (i = 0; i < SLOTS; i++) {
		struct entry entry =
			o->arch->decode(o, content->value[i], height, 0, 0);

		if (entry.kind == ENTRY_LEAF) {
			s->leaves++;
			s->private_leaves += entry.leaf.global ? 0 : 1;
		} else if (entry.kind == ENTRY_TABLE) {
			s->tables[s->n_tables++] = (uint16_t)i;
		}
	}
	s->current = true;
	return s;
}

static uint64_t count_table(struct oracle *o, uint64_t pa, unsigned height,
			    enum walk_leaves which)
{
	struct content *content = memory_need(o, pa);
	struct summary *s;
	uint64_t count;
	unsigned i;

	if (content == NULL) {
		return 0;
	}
	s = summarize(o, content, height);
	count = which == LEAVES_PRIVATE ? s->private_leaves : s->leaves;
	for (i = 0; i < s->n_tables; i++) {
		struct entry entry = o->arch->decode(
			o, content->value[s->tables[i]], height, 0, 0);

		if (which == LEAVES_ALL || !entry.global_below) {
			count +=
				count_table(o, entry.target, height - 1, which);
		}
	}
	return count;
}

uint64_t walk_count_leaves(struct oracle *o, const struct root *root,
			   enum walk_leaves which)
{
	uint64_t count = 0;
	unsigned i;

	for (i = 0; i < root->slots; i++) {
		struct entry entry =
			o->arch->decode(o, memory_slot(o, root->pa + 8u * i),
					root->height, 0, 0);

		if (which == LEAVES_PRIVATE &&
		    (entry.global_below || entry.leaf.global)) {
			continue;
		}
		if (entry.kind == ENTRY_TABLE) {
			count += count_table(o, entry.target, root->height - 1,
					     which);
		} else if (entry.kind == ENTRY_LEAF) {
			count++;
		}
	}
	return count;
}
