/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * STALE-GRANT: a forgotten unmapping whose frame is given to someone else.
 * docs/model.md section 8.
 *
 * Abandoned ghosts are found by the 2 MiB of their output.  A sane kernel has
 * none, so everything here first looks at their number.
 */
#include "internal.h"

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

/* Is one of its frames a table already? */
static bool holds_table(struct ledger *l, const struct ghost *g)
{
	uint64_t start = ghost_output(l, g);
	uint64_t size = ghost_size(g);

	for (uint64_t offset = 0; offset < size; offset += 4096) {
		struct page *page = page_find(l, start + offset);

		if (page && page_is_reached(l, page)) {
			return true;
		}
	}
	return false;
}

void grant_abandon(struct ledger *l, struct ghost *g)
{
	g->abandoned = true;
	l->abandoned++;
	list_add_last(frame_chain(l, ghost_output(l, g)), &g->of_frame);
	if (holds_table(l, g)) {
		fire(l, g, l->event->site, 0);
	}
}

void grant_table_added(struct ledger *l, uint64_t pa)
{
	struct list *pos, *save;

	if (!l->abandoned) {
		return;
	}
	list_for_each(pos, save, frame_chain(l, pa)) {
		struct ghost *g = list_entry(pos, struct ghost, of_frame);

		if (ghost_maps(l, g, pa, 4096) && may_fire(l, g)) {
			fire(l, g, l->event->site, 0);
		}
	}
}

static void grant_leaf(struct ledger *l, const struct path *path,
		       struct ghost *g, uint64_t new)
{
	if (path->root->installed) {
		if (may_fire(l, g)) {
			fire(l, g, l->event->site, new);
		}
		return;
	}
	g->granted = path->root;
	g->grant_site = l->event->site;
}

void grant_leaf_added(struct ledger *l, const struct path *path, uint64_t new)
{
	uint64_t size = 1ull << HEIGHT_SHIFT(path->height);
	struct list *pos, *save;
	struct leaf leaf;

	if (!l->abandoned) {
		return;
	}
	l->arch->leaf(new, path->height, path->slot, 0, &leaf);
	/* A larger leaf covers several chains. */
	for (uint64_t at = 0; at < size; at += 1ull << FRAME_SHIFT) {
		list_for_each(pos, save, frame_chain(l, leaf.output + at)) {
			struct ghost *g = list_entry(pos, struct ghost,
						     of_frame);

			if (g->root != path->root &&
			    ghost_maps(l, g, leaf.output, size)) {
				grant_leaf(l, path, g, new);
			}
		}
	}
}

void grant_installed(struct ledger *l, struct root *root)
{
	if (!l->abandoned) {
		return;
	}
	for (unsigned i = 0; i < HASH_SIZE; i++) {
		struct list *pos, *save;

		list_for_each(pos, save, &l->frames[i]) {
			struct ghost *g = list_entry(pos, struct ghost,
						     of_frame);

			if (g->granted == root && may_fire(l, g)) {
				fire(l, g, g->grant_site, 0);
			}
		}
	}
}
