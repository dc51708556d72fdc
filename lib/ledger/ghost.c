/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Ghosts: who may hold one, how they are found, and what their use would do.
 * docs/model.md section 4.
 */
#include "internal.h"

#define SPAN_SHIFT 4

unsigned ghost_size_class(enum ghost_kind kind, unsigned height)
{
	return 2 * height + (kind == GHOST_SPAN);
}

static unsigned class_shift(unsigned class)
{
	return HEIGHT_SHIFT(class / 2) + ((class & 1) ? SPAN_SHIFT : 0);
}

uint64_t size_class_base(uint64_t va, unsigned class)
{
	return va >> class_shift(class) << class_shift(class);
}

uint64_t size_class_size(unsigned class)
{
	return 1ull << class_shift(class);
}

uint64_t ghost_size(const struct ghost *g)
{
	return size_class_size(ghost_size_class(g->kind, g->height));
}

/* Ranges may end at the top of the address space: compare last bytes. */
bool ghost_covers(const struct ghost *g, uint64_t va, uint64_t size)
{
	uint64_t last = va + (size - 1);

	if (size == 0) {
		return false;
	}
	if (last < va) {
		last = ~0ull;
	}
	return g->va <= last && g->va + (ghost_size(g) - 1) >= va;
}

struct list *ghosts_at(const struct ledger *l, uint64_t va, unsigned class)
{
	return &l->ghosts_by_va[hash_mix(va >> PAGE_SHIFT, class)];
}

struct list *ghosts_with_key(const struct ledger *l, uint64_t va,
			     unsigned class, uint32_t asid)
{
	return &l->ghosts_by_key[hash_mix(va >> PAGE_SHIFT,
					  (uint64_t)class << 32 | asid)];
}

void ghost_leaf(const struct ledger *l, const struct ghost *g,
		struct leaf *leaf)
{
	desc_leaf(l, g->old, g->height, g->slot, g->root->key.attributes,
		      leaf);
	if (g->kind == GHOST_SPAN) {
		leaf->output &= ~(ghost_size(g) - 1);
	}
	leaf->global = g->tag == &l->global;
}

bool ghost_is_user_leaf(const struct ledger *l, const struct ghost *g)
{
	struct leaf leaf;

	if (g->kind != GHOST_LEAF || g->tag == &l->global) {
		return false;
	}
	ghost_leaf(l, g, &leaf);
	return leaf.user;
}

/* CnP: what one of these CPUs may hold, each of them may. */
static uint64_t with_cnp(const struct ledger *l, unsigned half, uint64_t cpus)
{
	return (cpus & l->cnp[half]) ? cpus | l->cnp[half] : cpus;
}

static uint64_t holders_of_binding(const struct ledger *l,
				   const struct binding *b, uint64_t since)
{
	uint64_t cpus = b->installed;

	for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
		if (b->last_seen[cpu] >= since && b->last_seen[cpu] > 0 &&
		    b->last_seen[cpu] > binding_cleared(l, b, cpu)) {
			cpus |= CPU_BIT(cpu);
		}
	}
	return with_cnp(l, b->root->key.half, cpus);
}

static uint64_t holders_of_global(const struct ledger *l,
				  const struct root *root, uint64_t since)
{
	uint64_t cpus = root->installed;

	for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
		if (root->last_seen[cpu] >= since && root->last_seen[cpu] > 0 &&
		    root->last_seen[cpu] > l->cpus[cpu].cleared) {
			cpus |= CPU_BIT(cpu);
		}
	}
	return with_cnp(l, root->key.half, cpus);
}

static void ghost_free(struct ledger *l, struct ghost *g)
{
	struct page *table = NULL;

	if (!list_is_empty(&g->of_table)) {
		table = page_find(l, l->arch->table(g->old));
	}
	l->class_count[ghost_size_class(g->kind, g->height)]--;
	list_remove(&g->by_key);
	list_remove(&g->by_va);
	list_remove(&g->of_tag);
	list_remove(&g->of_maker);
	list_remove(&g->of_table);
	grant_forget(g);
	if (g->attempted) {
		l->cpus[g->maker].attempted--;
	}
	pool_give(l, POOL_GHOST, g);
	if (table) {
		page_release(l, table);
	}
}

void ghost_release(struct ledger *l, struct ghost *g, uint64_t cpus)
{
	g->holders &= ~cpus;
	if (!g->holders) {
		ghost_free(l, g);
	}
}

static void power_list(struct ledger *l, struct list *ghosts, unsigned cpu)
{
	struct list *pos, *save;

	list_for_each(pos, save, ghosts) {
		ghost_release(l, list_entry(pos, struct ghost, of_tag),
			      CPU_BIT(cpu));
	}
}

void ghosts_power(struct ledger *l, unsigned cpu)
{
	struct list *pos, *save;

	list_for_each(pos, save, &l->tag_list) {
		struct tag *tag = list_entry(pos, struct tag, all);

		power_list(l, &tag->positives, cpu);
		power_list(l, &tag->negatives, cpu);
	}
}

static bool is_same_ghost(const struct ledger *l, const struct ghost *a,
			  const struct ghost *b)
{
	return a->va == b->va && a->tag == b->tag && a->kind == b->kind &&
	       a->height == b->height &&
	       desc_meaning(l, a->old, a->height) ==
		       desc_meaning(l, b->old, b->height) &&
	       (a->tag == &l->global || a->root == b->root);
}

/* The one that this store has made already, by another path. */
static struct ghost *ghost_made_now(struct ledger *l, const struct ghost *new)
{
	unsigned class = ghost_size_class(new->kind, new->height);
	struct list *pos, *save;

	list_for_each(pos, save, ghosts_with_key(l, new->va, class,
						 new->tag->asid)) {
		struct ghost *g = list_entry(pos, struct ghost, by_key);

		if (g->made == l->now && is_same_ghost(l, g, new)) {
			return g;
		}
	}
	return NULL;
}

/* Older ones that say what memory said until now become part of it. */
static void ghost_absorb(struct ledger *l, struct ghost *new)
{
	unsigned class = ghost_size_class(new->kind, new->height);
	struct list *pos, *save;

	list_for_each(pos, save, ghosts_with_key(l, new->va, class,
						 new->tag->asid)) {
		struct ghost *g = list_entry(pos, struct ghost, by_key);

		if (g->made != l->now && is_same_ghost(l, g, new) &&
		    ghost_class(l, g) == CLASS_EQUAL) {
			new->holders |= g->holders;
			ghost_free(l, g);
		}
	}
}

static void ghost_enlist(struct ledger *l, struct ghost *g)
{
	unsigned class = ghost_size_class(g->kind, g->height);
	struct page *table;

	list_init(&g->of_maker);
	list_init(&g->of_table);
	list_init(&g->of_abandoned);
	list_add_last(ghosts_with_key(l, g->va, class, g->tag->asid),
		      &g->by_key);
	list_add_last(ghosts_at(l, g->va, class), &g->by_va);
	list_add_last(g->kind == GHOST_NEGATIVE ? &g->tag->negatives
						: &g->tag->positives,
		      &g->of_tag);
	l->class_count[class]++;
	if (g->kind != GHOST_NEGATIVE) {
		list_add_last(&l->cpus[g->maker].fresh, &g->of_maker);
	}
	if (g->kind != GHOST_TABLE) {
		return;
	}
	table = page_find(l, l->arch->table(g->old));
	if (table) {
		list_add_last(&table->ghosts, &g->of_table);
	}
}

static void ghost_add(struct ledger *l, const struct ghost *new)
{
	struct ghost *g;

	if (!new->holders) {
		return;
	}
	g = ghost_made_now(l, new);
	if (g) {
		g->holders |= new->holders;
		return;
	}
	g = pool_take(l, POOL_GHOST);
	if (!g) {
		return;
	}
	*g = *new;
	g->made = l->now;
	g->maker = l->event->cpu;
	g->site = l->event->site;
	ghost_enlist(l, g);
	ghost_absorb(l, g);
}

static void ghost_make_tagged(struct ledger *l, const struct ghost_seed *seed,
			      struct ghost *g)
{
	const struct path *path = seed->path;
	struct list *pos, *save;

	if (seed->global) {
		g->tag = &l->global;
		g->holders = holders_of_global(l, path->root, path->since);
		ghost_add(l, g);
		return;
	}
	list_for_each(pos, save, &path->root->bindings) {
		struct binding *b = list_entry(pos, struct binding, of_root);

		g->tag = b->tag;
		g->holders = holders_of_binding(l, b, path->since);
		ghost_add(l, g);
	}
}

static bool is_contiguous(const struct ledger *l,
			  const struct ghost_seed *seed)
{
	struct leaf leaf;

	if (seed->kind != GHOST_LEAF) {
		return false;
	}
	desc_leaf(l, seed->old, seed->path->height, seed->slot, 0, &leaf);
	return leaf.contiguous;
}

void ghost_make(struct ledger *l, const struct ghost_seed *seed)
{
	struct ghost g = {
		.root = seed->path->root,
		.va = seed->path->va,
		.height = (uint8_t)seed->path->height,
		.kind = (uint8_t)seed->kind,
		.old = seed->old,
		.slot = (uint8_t)(seed->slot % SPAN_SLOTS),
		.leaf = seed->leaf,
	};

	ghost_make_tagged(l, seed, &g);
	if (is_contiguous(l, seed)) {
		g.kind = GHOST_SPAN;
		g.old = l->arch->span(seed->old, g.height);
		g.slot = 0;
		g.va = size_class_base(g.va, ghost_size_class(GHOST_SPAN,
							      g.height));
		ghost_make_tagged(l, seed, &g);
	}
}

/* The context by whose tables a global ghost is compared. */
static const struct root *global_view(const struct ledger *l,
				      const struct ghost *g)
{
	unsigned half = g->root->key.half;
	unsigned holder = 0;

	while (!(g->holders & CPU_BIT(holder))) {
		holder++;
	}
	if (l->cpus[holder].installed[half]) {
		return l->cpus[holder].installed[half]->root;
	}
	for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
		const struct binding *b = l->cpus[cpu].installed[half];

		if (b) {
			return b->root;
		}
	}
	return g->root;
}

/* On Arm another contiguous bit may give a TLB conflict. [ARM] D8.16 */
static bool same_but_for_permissions(const struct ledger *l,
				     const struct leaf *a,
				     const struct leaf *b)
{
	if (l->arch->break_before_make && a->contiguous != b->contiguous) {
		return false;
	}
	return a->output == b->output && a->type == b->type &&
	       a->global == b->global && a->user_space == b->user_space;
}

static enum ghost_class compare_leaves(const struct ledger *l,
				       const struct leaf *ghost,
				       const struct leaf *now)
{
	if (!same_but_for_permissions(l, ghost, now)) {
		return CLASS_WRONG;
	}
	if (ghost->permissions == now->permissions) {
		return CLASS_EQUAL;
	}
	return (ghost->permissions & ~now->permissions) ? CLASS_WRONG
							: CLASS_FAULTY;
}

/* Only the accessed bit is missing from what would be equal. */
static bool is_benign(const struct ledger *l, const struct root *view,
		      const struct walk *walk, const struct leaf *ghost)
{
	uint64_t accessed = desc_accessed(l, walk->value, walk->height);
	struct leaf now;

	if (!accessed) {
		return false;
	}
	desc_leaf(l, accessed, walk->height, walk->slot,
		      view->key.attributes, &now);
	now.global |= walk->global_above;
	return compare_leaves(l, ghost, &now) == CLASS_EQUAL;
}

static enum ghost_class leaf_class(const struct ledger *l,
				   const struct root *view, uint64_t va,
				   unsigned height, const struct leaf *ghost)
{
	struct walk walk;
	struct leaf now;

	if (walk_leaf(l, view, va, &walk, &now)) {
		return walk.height == height ? compare_leaves(l, ghost, &now)
					     : CLASS_WRONG;
	}
	if (walk.height == height && is_benign(l, view, &walk, ghost)) {
		return CLASS_BENIGN;
	}
	return CLASS_WRONG;
}

static enum ghost_class span_class(const struct ledger *l,
				   const struct root *view,
				   const struct ghost *g)
{
	uint64_t step = 1ull << HEIGHT_SHIFT(g->height);
	enum ghost_class worst = CLASS_EQUAL;
	struct leaf part;

	ghost_leaf(l, g, &part);
	for (unsigned i = 0; i < SPAN_SLOTS; i++) {
		enum ghost_class class =
			leaf_class(l, view, g->va + i * step, g->height,
				   &part);

		worst = class > worst ? class : worst;
		part.output += step;
	}
	return worst;
}

static enum ghost_class table_class(const struct ledger *l,
				    const struct root *view,
				    const struct ghost *g)
{
	struct walk walk;

	walk_to(l, view, g->va, g->height, &walk);
	if (walk.height == g->height && walk.kind == DESCRIPTOR_TABLE &&
	    desc_meaning(l, walk.value, g->height) ==
	    desc_meaning(l, g->old, g->height)) {
		return CLASS_EQUAL;
	}
	return CLASS_WRONG;
}

static enum ghost_class negative_class(const struct ledger *l,
				       const struct root *view,
				       const struct ghost *g)
{
	struct walk walk;

	walk_to(l, view, g->va, g->height, &walk);
	/* A smaller root of the same tag has no such level. */
	return walk.height >= g->height && walk.kind != DESCRIPTOR_INVALID
		       ? CLASS_FAULTY
		       : CLASS_EQUAL;
}

enum ghost_class ghost_class(const struct ledger *l, const struct ghost *g)
{
	const struct root *view = g->root;
	struct leaf leaf;

	if (g->tag == &l->global) {
		view = global_view(l, g);
	}
	switch (g->kind) {
	case GHOST_SPAN:
		return span_class(l, view, g);
	case GHOST_TABLE:
		return table_class(l, view, g);
	case GHOST_NEGATIVE:
		return negative_class(l, view, g);
	default:
		ghost_leaf(l, g, &leaf);
		return leaf_class(l, view, g->va, g->height, &leaf);
	}
}
