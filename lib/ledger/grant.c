/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * STALE-GRANT: a forgotten unmapping whose frame is given to someone else.
 * docs/model.md section 8.
 *
 * A sane kernel abandons next to nothing, so all of it is looked at each time.
 */
#include "internal.h"

/* Up to this size a ghost's frames are looked up one by one. */
#define FRAMES_FEW (2ull << 20)

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

	for (uint64_t at = 0; size <= FRAMES_FEW && at < size; at += 4096) {
		struct page *page = page_find(l, start + at);

		if (page && is_table_of(l, g, page)) {
			return true;
		}
	}
	for (unsigned i = 0; size > FRAMES_FEW && i < HASH_SIZE; i++) {
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
	list_add_last(&l->abandoned_ghosts, &g->of_abandoned);
}

void grant_forget(struct ghost *g)
{
	list_remove(&g->of_abandoned);
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

void grant_leaf_added(struct ledger *l, const struct path *path, uint64_t new)
{
	uint64_t size = 1ull << HEIGHT_SHIFT(path->height);
	struct list *pos, *save;
	struct leaf leaf;

	desc_leaf(l, new, path->height, path->slot, 0, &leaf);
	list_for_each(pos, save, &l->abandoned_ghosts) {
		struct ghost *g = list_entry(pos, struct ghost, of_abandoned);

		if (g->root != path->root &&
		    ghost_maps(l, g, leaf.output, size) &&
		    ghost_class(l, g) == CLASS_WRONG) {
			grant_leaf(l, path, g);
		}
	}
}

static void judge(struct ledger *l, struct ghost *g)
{
	uint32_t site = l->event->site;

	if (!tag_is_live(l, g->tag) || ghost_class(l, g) != CLASS_WRONG) {
		return;
	}
	if (g->granted && g->granted->installed) {
		site = g->grant_site;
	} else if (!holds_table(l, g)) {
		return;
	}
	grant_forget(g);
	finding_add(l, FINDING_STALE_GRANT, l->event->cpu, site, g, 0);
}

void grants_judge(struct ledger *l)
{
	struct list *pos, *save;

	list_for_each(pos, save, &l->abandoned_ghosts) {
		judge(l, list_entry(pos, struct ghost, of_abandoned));
	}
}
