/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a store to a followed page does: ghosts of what was there, and the rules
 * that are judged at a store.  docs/model.md sections 3, 4 and 8.
 */
#include "internal.h"

struct change {
	struct page *page;
	unsigned slot;
	uint64_t old;
	uint64_t new;
	/* A table that no root reached until now, though some CPU may. */
	struct page *revived;
};

static bool differs(const struct ledger *l, const struct change *change,
		    unsigned height)
{
	return desc_meaning(l, change->old, height) !=
	       desc_meaning(l, change->new, height);
}

struct elsewhere {
	const struct path *path;	/* to the table descriptor */
	bool found;
};

static bool find_elsewhere(struct ledger *l, const struct path *path,
			   void *data)
{
	struct elsewhere *elsewhere = data;
	const struct path *unlinked = elsewhere->path;

	(void)l;
	elsewhere->found = path->va == unlinked->va &&
			   path->height == unlinked->height &&
			   path->root->key.half == unlinked->root->key.half;
	return !elsewhere->found;
}

/* Is the table also reached at this VA without this slot? */
static bool is_reached_elsewhere(struct ledger *l, const struct page *child,
				 const struct path *unlinked)
{
	struct elsewhere elsewhere = { unlinked, false };
	const struct path_visitor visitor = { find_elsewhere, &elsewhere };
	struct list *pos, *save;

	l->cut_page = unlinked->page;
	l->cut_slot = unlinked->slot;
	list_for_each(pos, save, &child->parents) {
		struct link *link = list_entry(pos, struct link, of_child);

		if ((link->parent != unlinked->page ||
		     link->slot != unlinked->slot) && !elsewhere.found) {
			path_each(l, link->parent, link->slot, &visitor);
		}
	}
	l->cut_page = NULL;
	return elsewhere.found;
}

static bool leaf_is_global(const struct ledger *l, const struct path *path,
			   uint64_t value)
{
	struct leaf leaf;

	desc_leaf(l, value, path->height, path->slot, 0, &leaf);
	return leaf.global || path->global_above;
}

/* What becomes of global leaves below a table that is unlinked. */
enum global_fate {
	GLOBAL_LOST,
	GLOBAL_KEPT,	/* the same table is still reached at this VA */
};

static void ghost_of_leaf(struct ledger *l, const struct path *path,
			  uint64_t value, enum global_fate fate)
{
	const struct ghost_seed seed = {
		.kind = GHOST_LEAF,
		.path = path,
		.old = value,
		.slot = path->slot,
		.global = leaf_is_global(l, path, value),
		.leaf = true,
	};

	if (!seed.global || fate == GLOBAL_LOST) {
		ghost_make(l, &seed);
	}
}

static void ghosts_of_table(struct ledger *l, const struct path *path,
			    uint64_t value, enum global_fate fate);

/* path: to the table's descriptor, global_above that one included. */
static void ghosts_below(struct ledger *l, const struct path *path,
			 struct page *child, enum global_fate fate)
{
	unsigned height = path->height - 1;

	if (!work_is_left(l)) {
		return;
	}
	for (unsigned slot = 0; slot < LEDGER_SLOTS; slot++) {
		uint64_t value = child->value[slot];
		enum descriptor_kind kind;
		struct path below;

		/* Most are 0, which is invalid everywhere. */
		if (!value) {
			continue;
		}
		kind = desc_kind(l, value, height);
		if (kind == DESCRIPTOR_INVALID) {
			continue;
		}
		below = *path;
		below.page = child;
		below.slot = slot;
		below.height = height;
		below.va += (uint64_t)slot << HEIGHT_SHIFT(height);
		if (child->since[slot] > below.since) {
			below.since = child->since[slot];
		}
		if (kind == DESCRIPTOR_LEAF) {
			ghost_of_leaf(l, &below, value, fate);
		} else {
			ghosts_of_table(l, &below, value, fate);
		}
	}
}

static void ghosts_of_table(struct ledger *l, const struct path *path,
			    uint64_t value, enum global_fate fate)
{
	struct page *child = page_find(l, l->arch->table(value));
	struct path through = *path;
	const struct ghost_seed seed = {
		.kind = GHOST_TABLE,
		.path = &through,
		.old = value,
		.slot = path->slot,
		.global = l->arch->global_tables &&
			  (path->global_above ||
			   l->arch->table_is_global(value)),
	};

	through.global_above |= l->arch->table_is_global(value);
	ghost_make(l, &seed);
	if (child && path->height > 0) {
		ghosts_below(l, &through, child, fate);
	}
}

static void ghost_of_invalid(struct ledger *l, const struct path *path,
			     const struct change *change)
{
	bool leaf = desc_kind(l, change->new, path->height) ==
		    DESCRIPTOR_LEAF;
	const struct ghost_seed seed = {
		.kind = GHOST_NEGATIVE,
		.path = path,
		.old = change->old,
		.slot = path->slot,
		.global = leaf && leaf_is_global(l, path, change->new),
		.leaf = leaf,
	};

	if (l->arch->caches_invalid) {
		ghost_make(l, &seed);
	}
}

static bool make_ghosts(struct ledger *l, const struct path *path, void *data)
{
	const struct change *change = data;
	struct page *child;

	if (!differs(l, change, path->height)) {
		return true;
	}
	switch (desc_kind(l, change->old, path->height)) {
	case DESCRIPTOR_LEAF:
		ghost_of_leaf(l, path, change->old, GLOBAL_LOST);
		break;
	case DESCRIPTOR_TABLE:
		child = page_find(l, l->arch->table(change->old));
		ghosts_of_table(l, path, change->old,
				child && is_reached_elsewhere(l, child, path)
					? GLOBAL_KEPT
					: GLOBAL_LOST);
		break;
	case DESCRIPTOR_INVALID:
		ghost_of_invalid(l, path, change);
		break;
	}
	return true;
}

static bool judge_path(struct ledger *l, const struct path *path, void *data)
{
	const struct change *change = data;
	enum descriptor_kind kind = desc_kind(l, change->new, path->height);

	if (!differs(l, change, path->height) || kind == DESCRIPTOR_INVALID) {
		return true;
	}
	rule_bbm(l, path, change->new);
	if (kind == DESCRIPTOR_LEAF) {
		rule_tag_leaf_added(l, path);
		grant_leaf_added(l, path, change->new);
	} else if (change->revived) {
		rule_table_linked(l, path, change->revived);
	}
	return true;
}

/* The ghosts that this store made are the newest of its CPU. */
static void count_delays(struct ledger *l, unsigned cpu)
{
	struct list *head = &l->cpus[cpu].fresh;
	bool benign = false;
	bool faulty = false;

	for (struct list *pos = head->prev; pos != head; pos = pos->prev) {
		struct ghost *g = list_entry(pos, struct ghost, of_maker);

		if (g->made != l->now) {
			break;
		}
		if (g->kind == GHOST_LEAF) {
			benign |= ghost_class(l, g) == CLASS_BENIGN;
			faulty |= ghost_class(l, g) == CLASS_FAULTY;
		}
	}
	l->delays[DELAY_ACCESSED_CLEAR] += benign;
	l->delays[DELAY_PERMISSION_RAISE] += faulty;
}

static bool is_readable(struct ledger *l, uint64_t pa)
{
	uint64_t words[LEDGER_SLOTS];

	return page_find(l, pa) ||
	       l->config.read_page(l->config.context, pa, words) == 0;
}

/* A table that can't be read counts as malformed too. */
static bool is_malformed(struct ledger *l, const struct change *change,
			 unsigned heights)
{
	for (unsigned height = 0; height < HEIGHT_MAX; height++) {
		if (!(heights & (1u << height))) {
			continue;
		}
		if (l->arch->is_malformed(change->new, height)) {
			return true;
		}
		if (desc_kind(l, change->new, height) == DESCRIPTOR_TABLE &&
		    !is_readable(l, l->arch->table(change->new))) {
			return true;
		}
	}
	return false;
}

/* It may be a table: at some height above the lowest. */
static bool leads_on(const struct ledger *l, const struct change *change)
{
	return (change->page->heights & ~1u) &&
	       desc_kind(l, change->new, 1) == DESCRIPTOR_TABLE;
}

static struct page *find_revived(struct ledger *l, const struct change *change)
{
	struct page *page;

	if (!leads_on(l, change)) {
		return NULL;
	}
	page = page_find(l, l->arch->table(change->new));
	if (!page || list_is_empty(&page->ghosts) || page_is_reached(l, page)) {
		return NULL;
	}
	return page;
}

static bool any_height_differs(const struct ledger *l,
			       const struct change *change, unsigned heights)
{
	for (unsigned height = 0; height < HEIGHT_MAX; height++) {
		if ((heights & (1u << height)) &&
		    differs(l, change, height)) {
			return true;
		}
	}
	return false;
}

static void apply_change(struct ledger *l, struct change *change)
{
	struct page *page = change->page;
	const struct path_visitor ghosts = { make_ghosts, change };
	const struct path_visitor judge = { judge_path, change };

	path_each(l, page, change->slot, &ghosts);
	change->revived = find_revived(l, change);
	page->since[change->slot] = l->now;
	page_set(l, page, change->slot, change->new);
	path_each(l, page, change->slot, &judge);
	grants_judge(l);
	count_delays(l, l->event->cpu);
}

void store_event(struct ledger *l, const struct event *event)
{
	uint64_t pa = event->store.pa;
	struct change change = {
		.page = page_find(l, pa >> PAGE_SHIFT << PAGE_SHIFT),
		.slot = (unsigned)(pa % 4096 / 8),
		.new = event->store.value,
	};
	struct reach reach;

	l->cpus[event->cpu].last_store = l->now;
	if (!change.page) {
		return;
	}
	change.old = change.page->value[change.slot];
	if (change.old != change.new) {
		rule_table_written(l, change.page, change.new);
	}
	reach = slot_reach(l, change.page, change.slot);
	if (reach.root && !reach.installed &&
	    is_malformed(l, &change, reach.heights)) {
		change.page = page_farewell(l, change.page, change.slot);
	}
	if (!change.page || change.old == change.new) {
		return;
	}
	if (any_height_differs(l, &change, reach.heights)) {
		apply_change(l, &change);
	} else {
		page_set(l, change.page, change.slot, change.new);
	}
}
