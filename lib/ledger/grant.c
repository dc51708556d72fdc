/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * STALE-GRANT: a forgotten unmapping whose frame is given to someone else.
 * docs/model.md section 8.
 *
 * Abandoned ghosts are found by the 2 MiB of their output.  A sane kernel has
 * none, so everything here first looks at their number.
 */
#include "internal.h"

#define FRAME_SIZE (1ull << FRAME_SHIFT)

static struct list *frame_chain(const struct ledger *l, uint64_t pa)
{
	return &l->frames[hash_mix(pa >> FRAME_SHIFT, 0)];
}

static uint64_t ghost_output(const struct ledger *l, const struct ghost *g)
{
	struct leaf leaf;

	ghost_leaf(l, g, &leaf);
	return leaf.output;
}

static bool ghost_maps(const struct ledger *l, const struct ghost *g,
		       uint64_t pa, uint64_t size)
{
	uint64_t start = ghost_output(l, g);

	return start < pa + size && pa < start + ghost_size(g);
}

static bool may_fire(const struct ledger *l, const struct ghost *g)
{
	return !g->granted_reported && tag_is_live(l, g->tag) &&
	       ghost_class(l, g) == CLASS_WRONG;
}

static void fire(struct ledger *l, struct ghost *g, uint32_t site,
		 uint64_t new)
{
	g->granted_reported = true;
	finding_add(l, FINDING_STALE_GRANT, l->event->cpu, site, g, new);
}

static bool is_table_of(struct ledger *l, const struct ghost *g,
			struct page *page)
{
	return ghost_maps(l, g, page->pa, 4096) && page_is_reached(l, page);
}

/* Few frames are looked up, for many all tables are looked through. */
static bool holds_table(struct ledger *l, const struct ghost *g)
{
	uint64_t start = ghost_output(l, g);
	uint64_t size = ghost_size(g);
	struct list *pos, *save;

	for (uint64_t at = 0; size <= FRAME_SIZE && at < size; at += 4096) {
		struct page *page = page_find(l, start + at);

		if (page && is_table_of(l, g, page)) {
			return true;
		}
	}
	for (unsigned i = 0; size > FRAME_SIZE && i < HASH_SIZE; i++) {
		list_for_each(pos, save, &l->pages[i]) {
			if (is_table_of(l, g, list_entry(pos, struct page,
							 by_pa))) {
				return true;
			}
		}
	}
	return false;
}

void grant_abandon(struct ledger *l, struct ghost *g)
{
	g->abandoned = true;
	l->abandoned++;
	list_add_last(&l->abandoned_ghosts, &g->of_abandoned);
	list_add_last(ghost_size(g) > FRAME_SIZE
			      ? &l->wide_ghosts
			      : frame_chain(l, ghost_output(l, g)),
		      &g->of_frame);
}

void grant_forget(struct ledger *l, struct ghost *g)
{
	list_remove(&g->of_frame);
	list_remove(&g->of_abandoned);
	if (g->abandoned) {
		g->abandoned = false;
		l->abandoned--;
	}
}

static void table_added(struct ledger *l, struct list *ghosts, uint64_t pa)
{
	struct list *pos, *save;

	list_for_each(pos, save, ghosts) {
		struct ghost *g = list_entry(pos, struct ghost, of_frame);

		if (ghost_maps(l, g, pa, 4096) && may_fire(l, g)) {
			fire(l, g, l->event->site, 0);
		}
	}
}

/* The page is a table now, and what lies below it may be so too. */
void grant_tables_added(struct ledger *l, struct page *page, unsigned height)
{
	struct list *pos, *save;

	if (!l->abandoned || !page || !work_is_left(l)) {
		return;
	}
	if (page_is_reached(l, page)) {
		table_added(l, frame_chain(l, page->pa), page->pa);
		table_added(l, &l->wide_ghosts, page->pa);
	}
	if (height == 0) {
		return;
	}
	list_for_each(pos, save, &page->children) {
		struct link *link = list_entry(pos, struct link, of_parent);

		grant_tables_added(l, link->child, height - 1);
	}
}

/* Of the roots of one store: the first installed one, or the newest. */
static bool counts_more(const struct root *a, const struct root *b)
{
	if (!a->installed != !b->installed) {
		return a->installed != 0;
	}
	return a->installed ? a->number < b->number : a->number > b->number;
}

static void grant_leaf(struct ledger *l, const struct path *path,
		       struct ghost *g)
{
	if (!g->granted || g->granted_at != l->now ||
	    counts_more(path->root, g->granted)) {
		g->granted = path->root;
		g->granted_at = l->now;
		g->grant_site = l->event->site;
	}
}

static void leaf_added(struct ledger *l, const struct path *path,
		       struct ghost *g, uint64_t new)
{
	uint64_t size = 1ull << HEIGHT_SHIFT(path->height);
	struct leaf leaf;

	desc_leaf(l, new, path->height, path->slot, 0, &leaf);
	if (g->root == path->root || !ghost_maps(l, g, leaf.output, size)) {
		return;
	}
	grant_leaf(l, path, g);
	if (g->granted->installed && may_fire(l, g)) {
		fire(l, g, l->event->site, new);
	}
}

void grant_leaf_added(struct ledger *l, const struct path *path, uint64_t new)
{
	struct list *pos, *save;
	struct leaf leaf;

	if (!l->abandoned) {
		return;
	}
	if (HEIGHT_SHIFT(path->height) > FRAME_SHIFT) {
		list_for_each(pos, save, &l->abandoned_ghosts) {
			leaf_added(l, path, list_entry(pos, struct ghost,
						       of_abandoned), new);
		}
		return;
	}
	desc_leaf(l, new, path->height, path->slot, 0, &leaf);
	list_for_each(pos, save, frame_chain(l, leaf.output)) {
		leaf_added(l, path, list_entry(pos, struct ghost, of_frame),
			   new);
	}
	list_for_each(pos, save, &l->wide_ghosts) {
		leaf_added(l, path, list_entry(pos, struct ghost, of_frame),
			   new);
	}
}

/* Contexts have changed: all of them are looked at. */
void grants_judge(struct ledger *l)
{
	struct list *pos, *save;

	list_for_each(pos, save, &l->abandoned_ghosts) {
		struct ghost *g = list_entry(pos, struct ghost, of_abandoned);

		if (!may_fire(l, g)) {
			continue;
		}
		if (g->granted && g->granted->installed) {
			fire(l, g, g->grant_site, 0);
		} else if (holds_table(l, g)) {
			fire(l, g, l->event->site, 0);
		}
	}
}
