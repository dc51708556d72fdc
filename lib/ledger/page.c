/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The pages that are followed, and which of them leads to which.
 *
 * A page is followed while a followed root reaches it, or a table ghost leads
 * to it (a CPU may still walk it).  Stores keep its copy equal to memory.
 */
#include "internal.h"

static struct list *page_chain(const struct ledger *l, uint64_t pa)
{
	return &l->pages[hash_mix(pa >> PAGE_SHIFT, 0)];
}

struct page *page_find(const struct ledger *l, uint64_t pa)
{
	struct list *head = page_chain(l, pa);
	struct list *pos, *save;

	list_for_each(pos, save, head) {
		struct page *page = list_entry(pos, struct page, by_pa);

		if (page->pa == pa) {
			return page;
		}
	}
	return NULL;
}

/* Its height if it was only ever reached at one, else HEIGHT_MAX. */
unsigned page_single_height(const struct page *page)
{
	for (unsigned height = 0; height < HEIGHT_MAX; height++) {
		if (page->heights == 1u << height) {
			return height;
		}
	}
	return HEIGHT_MAX;
}

/* Table descriptors read alike at every height above the page's. */
static bool leads_on(const struct ledger *l, const struct page *page,
		     uint64_t value)
{
	return (page->heights & ~1u) &&
	       desc_kind(l, value, 1) == DESCRIPTOR_TABLE;
}

static void page_count(const struct ledger *l, struct page *page,
		       unsigned slot, unsigned step)
{
	unsigned height = page_single_height(page);
	uint64_t value = page->value[slot];
	struct leaf leaf;

	if (height == HEIGHT_MAX) {
		return;
	}
	if (desc_kind(l, value, height) == DESCRIPTOR_LEAF) {
		desc_leaf(l, value, height, slot, 0, &leaf);
		page->leaves += step;
		page->global_leaves += leaf.global ? step : 0;
	}
}

static void page_recount(const struct ledger *l, struct page *page)
{
	page->leaves = 0;
	page->global_leaves = 0;
	for (unsigned slot = 0; slot < LEDGER_SLOTS; slot++) {
		page_count(l, page, slot, 1);
	}
}

/* Descriptors read differently from now on. */
void pages_recount(struct ledger *l)
{
	for (unsigned i = 0; i < HASH_SIZE; i++) {
		struct list *pos, *save;

		list_for_each(pos, save, &l->pages[i]) {
			page_recount(l, list_entry(pos, struct page, by_pa));
		}
	}
}

static struct link *link_find(const struct page *page, unsigned slot)
{
	struct list *pos, *save;

	list_for_each(pos, save, &page->children) {
		struct link *link = list_entry(pos, struct link, of_parent);

		if (link->slot == slot) {
			return link;
		}
	}
	return NULL;
}

static void link_add(struct ledger *l, struct page *page, unsigned slot);

static void link_remove(struct ledger *l, struct link *link)
{
	list_remove(&link->of_parent);
	list_remove(&link->of_child);
	pool_give(l, POOL_LINK, link);
}

static void page_reach(struct ledger *l, struct page *page, unsigned heights);

/* Ends: every recursion shifts the heights down. */
static void page_scan(struct ledger *l, struct page *page)
{
	for (unsigned slot = 0; slot < LEDGER_SLOTS; slot++) {
		struct link *link;

		if (!leads_on(l, page, page->value[slot])) {
			continue;
		}
		link = link_find(page, slot);
		if (link) {
			page_reach(l, link->child, page->heights >> 1);
		} else {
			link_add(l, page, slot);
		}
	}
}

static void page_add_heights(struct ledger *l, struct page *page,
			     unsigned heights)
{
	if (heights & ~page->heights) {
		page->heights |= heights;
		page_recount(l, page);
		page_scan(l, page);
	}
}

static struct page *page_read(struct ledger *l, uint64_t pa)
{
	struct page *page = pool_take(l, POOL_PAGE);

	if (!page) {
		return NULL;
	}
	if (l->config.read_page(l->config.context, pa, page->value) < 0) {
		pool_give(l, POOL_PAGE, page);
		return NULL;
	}
	page->pa = pa;
	page->linked = true;
	for (unsigned slot = 0; slot < LEDGER_SLOTS; slot++) {
		page->since[slot] = l->now;
	}
	list_init(&page->parents);
	list_init(&page->children);
	list_init(&page->roots);
	list_init(&page->ghosts);
	list_add_last(page_chain(l, pa), &page->by_pa);
	if (l->config.follow) {
		l->config.follow(l->config.context, pa, 1);
	}
	return page;
}

/* Only ghosts lead there: what it is given now is not followed. */
static bool is_detached(const struct page *page)
{
	return list_is_empty(&page->parents) && list_is_empty(&page->roots);
}

static struct page *page_get(struct ledger *l, uint64_t pa)
{
	struct page *page = page_find(l, pa);

	return page ? page : page_read(l, pa);
}

/* It is reached (again): whatever it leads to is followed. */
static void page_reach(struct ledger *l, struct page *page, unsigned heights)
{
	if (!page->linked) {
		page->linked = true;
		page_scan(l, page);
	}
	page_add_heights(l, page, heights);
}

struct page *page_follow(struct ledger *l, uint64_t pa, unsigned heights)
{
	struct page *page = page_get(l, pa);

	if (page) {
		page_reach(l, page, heights);
	}
	return page;
}

/* The link stands before the child is looked at: it may lead back here. */
static void link_add(struct ledger *l, struct page *page, unsigned slot)
{
	struct page *child = page_get(l, l->arch->table(page->value[slot]));
	struct link *link;

	if (!child) {
		return;
	}
	link = pool_take(l, POOL_LINK);
	if (!link) {
		return;
	}
	link->parent = page;
	link->child = child;
	link->slot = slot;
	list_add_last(&page->children, &link->of_parent);
	list_add_last(&child->parents, &link->of_child);
	page_reach(l, child, page->heights >> 1);
}

/* A descriptor at height 0 is no table, whatever it looks like. */
static bool stop_at_table(struct ledger *l, const struct path *path,
			  void *data)
{
	(void)l;
	(void)data;
	return path->height == 0;
}

bool page_is_reached(struct ledger *l, const struct page *page)
{
	const struct path_visitor first = { stop_at_table, NULL };
	struct list *pos, *save;

	if (!list_is_empty(&page->roots)) {
		return true;
	}
	list_for_each(pos, save, &page->parents) {
		struct link *link = list_entry(pos, struct link, of_child);

		if (!path_each(l, link->parent, link->slot, &first)) {
			return true;
		}
	}
	return false;
}

/* A table below was forgotten: look for it again when this is reached. */
static void mark_unlinked(struct page *page)
{
	struct list *pos, *save;

	if (!page->linked) {
		return;
	}
	page->linked = false;
	list_for_each(pos, save, &page->parents) {
		mark_unlinked(list_entry(pos, struct link, of_child)->parent);
	}
}

/* No root reaches it and no ghost leads to it: forget it, and what it kept. */
void page_release(struct ledger *l, struct page *page)
{
	if (!list_is_empty(&page->ghosts) || page_is_reached(l, page)) {
		return;
	}
	list_remove(&page->by_pa);
	if (l->config.follow) {
		l->config.follow(l->config.context, page->pa, 0);
	}
	while (!list_is_empty(&page->parents)) {
		struct link *link = list_entry(page->parents.next,
					       struct link, of_child);

		mark_unlinked(link->parent);
		link_remove(l, link);
	}
	while (!list_is_empty(&page->children)) {
		struct link *link = list_entry(page->children.next,
					       struct link, of_parent);
		struct page *child = link->child;

		link_remove(l, link);
		if (child != page) {
			page_release(l, child);
		}
	}
	pool_give(l, POOL_PAGE, page);
}

static void link_if_reached(struct ledger *l, struct page *page,
			    unsigned slot)
{
	if (is_detached(page)) {
		mark_unlinked(page);
	} else {
		link_add(l, page, slot);
	}
}

void page_set(struct ledger *l, struct page *page, unsigned slot,
	      uint64_t value)
{
	struct link *link = link_find(page, slot);
	struct page *child = link ? link->child : NULL;

	page_count(l, page, slot, (unsigned)-1);
	page->value[slot] = value;
	page_count(l, page, slot, 1);
	if (child && leads_on(l, page, value) &&
	    l->arch->table(value) == child->pa) {
		return;
	}
	if (link) {
		link_remove(l, link);
	}
	if (leads_on(l, page, value)) {
		link_if_reached(l, page, slot);
	}
	if (child && child != page) {
		page_release(l, child);
	}
}

static uint64_t count_by_slot(const struct ledger *l, const struct page *page,
			      unsigned height, unsigned first, unsigned end,
			      enum leaf_choice choice)
{
	uint64_t count = 0;

	for (unsigned slot = first; slot < end; slot++) {
		struct leaf leaf;

		if (desc_kind(l, page->value[slot], height) !=
		    DESCRIPTOR_LEAF) {
			continue;
		}
		desc_leaf(l, page->value[slot], height, slot, 0, &leaf);
		count += choice == LEAVES_ALL || !leaf.global;
	}
	return count;
}

static uint64_t count_page(struct ledger *l, const struct page *page,
			   unsigned height, unsigned first, unsigned slots,
			   enum leaf_choice choice)
{
	struct list *pos, *save;
	uint64_t count;

	if (!work_is_left(l)) {
		return 0;
	}
	if (slots == LEDGER_SLOTS && page_single_height(page) == height) {
		count = page->leaves -
			(choice == LEAVES_ALL ? 0 : page->global_leaves);
	} else {
		count = count_by_slot(l, page, height, first, first + slots,
				      choice);
	}
	if (height == 0) {
		return count;
	}
	list_for_each(pos, save, &page->children) {
		struct link *link = list_entry(pos, struct link, of_parent);
		uint64_t value = page->value[link->slot];

		if (link->slot < first || link->slot - first >= slots ||
		    (choice == LEAVES_TAGGED &&
		     l->arch->table_is_global(value))) {
			continue;
		}
		count += count_page(l, link->child, height - 1, 0,
				    LEDGER_SLOTS, choice);
	}
	return count;
}

uint64_t page_count_leaves(struct ledger *l, const struct root *root,
			   enum leaf_choice choice)
{
	if (!root->page) {
		return 0;
	}
	return count_page(l, root->page, root->height, root->first,
			  root->slots, choice);
}
