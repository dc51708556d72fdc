/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Paths up, from a slot to every root that reaches it, and walks down.
 * Both are bounded by the heights, so tables may point in circles.
 */
#include "internal.h"

uint64_t va_canonical(const struct ledger *l, const struct root *root,
		      uint64_t va)
{
	uint64_t low = (1ull << root->key.va_bits) - 1;
	bool upper = root->key.half == 1;

	if (l->arch->sign_extends) {
		upper = (va >> (root->key.va_bits - 1)) & 1;
	}
	return upper ? va | ~low : va & low;
}

bool va_is_in(const struct ledger *l, const struct root *root, uint64_t va)
{
	return va_canonical(l, root, va) == va;
}

/* The first address from *va on that the root translates, if there is one. */
bool va_skip_to(const struct ledger *l, const struct root *root, uint64_t *va)
{
	uint64_t upper = ~0ull << root->key.va_bits;

	if (va_is_in(l, root, *va)) {
		return true;
	}
	if (l->arch->sign_extends) {
		upper = ~0ull << (root->key.va_bits - 1);
	} else if (root->key.half == 0 || *va > upper) {
		return false;
	}
	*va = upper;
	return true;
}

struct climb {
	struct ledger *l;
	const struct path_visitor *visitor;
	struct page *page;	/* where the path ends */
	unsigned slot;
	unsigned height;
};

static bool climb_roots(const struct climb *climb, const struct page *page,
			const struct path *at)
{
	struct list *pos, *save;

	list_for_each(pos, save, &page->roots) {
		struct root *root = list_entry(pos, struct root, of_page);
		struct path path = *at;

		if (root->height != at->height || at->slot < root->first ||
		    at->slot - root->first >= root->slots) {
			continue;
		}
		path.root = root;
		path.va |= (uint64_t)(at->slot - root->first)
			   << HEIGHT_SHIFT(at->height);
		path.va = va_canonical(climb->l, root, path.va);
		path.page = climb->page;
		path.slot = climb->slot;
		path.height = climb->height;
		if (!climb->visitor->visit(climb->l, &path,
					   climb->visitor->data)) {
			return false;
		}
	}
	return true;
}

/* at: the slot and height in this page, and what lies below it. */
static bool climb_page(const struct climb *climb, const struct page *page,
		       const struct path *at)
{
	const struct translation *arch = climb->l->arch;
	struct list *pos, *save;

	if (!work_is_left(climb->l) || !climb_roots(climb, page, at)) {
		return false;
	}
	if (at->height + 1 >= HEIGHT_MAX) {
		return true;
	}
	list_for_each(pos, save, &page->parents) {
		struct link *link = list_entry(pos, struct link, of_child);
		const struct page *parent = link->parent;
		struct path up = *at;

		if (parent == climb->l->cut_page &&
		    link->slot == climb->l->cut_slot) {
			continue;
		}
		up.va |= (uint64_t)at->slot << HEIGHT_SHIFT(at->height);
		up.height = at->height + 1;
		up.slot = link->slot;
		if (parent->since[link->slot] > up.since) {
			up.since = parent->since[link->slot];
		}
		up.global_above |=
			arch->table_is_global(parent->value[link->slot]);
		if (!climb_page(climb, parent, &up)) {
			return false;
		}
	}
	return true;
}

bool path_each(struct ledger *l, struct page *page, unsigned slot,
	       const struct path_visitor *visitor)
{
	for (unsigned height = 0; height < HEIGHT_MAX; height++) {
		struct climb climb = { l, visitor, page, slot, height };
		struct path at = {
			.slot = slot,
			.height = height,
			.since = page->since[slot],
		};

		if ((page->heights & (1u << height)) &&
		    !climb_page(&climb, page, &at)) {
			return false;
		}
	}
	return true;
}

static unsigned root_slot(const struct root *root, uint64_t va)
{
	uint64_t low = va & ((1ull << root->key.va_bits) - 1);

	return root->first + (unsigned)(low >> HEIGHT_SHIFT(root->height));
}

void walk_to(const struct ledger *l, const struct root *root, uint64_t va,
	     unsigned height, struct walk *walk)
{
	const struct page *page = root->page;

	*walk = (struct walk){ .height = root->height };
	if (!page || !va_is_in(l, root, va)) {
		return;
	}
	walk->slot = root_slot(root, va);
	while (page) {
		walk->value = page->value[walk->slot];
		walk->kind = desc_kind(l, walk->value, walk->height);
		if (walk->kind != DESCRIPTOR_TABLE || walk->height <= height) {
			return;
		}
		walk->global_above |= l->arch->table_is_global(walk->value);
		page = page_find(l, l->arch->table(walk->value));
		walk->height--;
		walk->slot = (va >> HEIGHT_SHIFT(walk->height)) &
			     (LEDGER_SLOTS - 1);
	}
	/* A table that is not in memory leads nowhere. */
	walk->value = 0;
	walk->kind = DESCRIPTOR_INVALID;
}

bool walk_leaf(const struct ledger *l, const struct root *root, uint64_t va,
	       struct walk *walk, struct leaf *leaf)
{
	walk_to(l, root, va, 0, walk);
	if (walk->kind != DESCRIPTOR_LEAF) {
		return false;
	}
	desc_leaf(l, walk->value, walk->height, walk->slot,
		      root->key.attributes, leaf);
	leaf->global |= walk->global_above;
	return true;
}
