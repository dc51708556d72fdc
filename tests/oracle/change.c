// SPDX-License-Identifier: BSD-2-Clause
/*
 * A store to memory: the ghosts that it leaves (section 4) and the findings
 * that it can be at once (section 8).  Everything about the old tables is
 * looked up before memory changes, everything about the new ones after.
 */
#include <stdlib.h>

#include "oracle.h"

struct store {
	const struct event *event;
	uint64_t old, new;
	struct paths paths;
	struct ghosts made;
	struct ghosts absorbed;
	bool table_stays; /* the one that is looked at, in other slots */
	bool links_free_table;
	bool reused_table;
	bool changed;
};

/* ---- Ghosts ---- */

/* Unites it with its like of this store, or takes over an EQUAL one. */
static void make_ghost(struct oracle *o, struct store *s,
		       const struct ghost *template)
{
	struct ghost *g, *other;

	if (template->holders == 0) {
		return;
	}
	for (other = ghost_at(o, template, NULL); other != NULL;
	     other = ghost_at(o, template, other)) {
		if (other->making && ghost_is_identical(o, other, template)) {
			other->holders |= template->holders;
			return;
		}
	}
	g = oracle_alloc(sizeof(*g));
	*g = *template;
	for (other = ghost_at(o, g, NULL); other != NULL;
	     other = ghost_at(o, g, other)) {
		if (ghost_is_identical(o, other, g) &&
		    ghost_class(o, other) == CLASS_EQUAL) {
			other->absorbed_by = g;
			ghosts_append(&s->absorbed, other);
		}
	}
	ghost_add(o, g);
	ghosts_append(&s->made, g);
}

/* Under each binding of the root, or one global ghost. */
static void make_ghosts(struct oracle *o, struct store *s, struct ghost *g,
			const struct path *path)
{
	const struct binding *b;

	if (g->tag == TAG_GLOBAL) {
		g->holders = context_global_holders(o, path->root, path->since);
		make_ghost(o, s, g);
		return;
	}
	for (b = path->root->bindings; b != NULL; b = b->next) {
		g->tag = b->asid;
		g->holders = context_holders(o, b, path->since);
		make_ghost(o, s, g);
	}
}

static struct ghost new_ghost(const struct oracle *o, const struct store *s,
			      const struct path *path, uint64_t old)
{
	return (struct ghost){
		.first = path->va,
		.last = path->va +
			((UINT64_C(1) << HEIGHT_BITS(path->height)) - 1),
		.half = path->root->half,
		.height = path->height,
		.old = old,
		.root = path->root,
		.maker = s->event->cpu,
		.event = o->now,
		.making = true,
	};
}

/* The 16 slots of a group leave equal spans: old is that of the first. */
static void make_span(struct oracle *o, struct store *s,
		      const struct ghost *leaf, const struct path *path)
{
	uint64_t size = UINT64_C(1) << (HEIGHT_BITS(leaf->height) + 4);
	uint64_t inside = leaf->leaf.output & (size - 1);
	struct ghost span = *leaf;

	span.kind = GHOST_SPAN;
	span.first &= ~(size - 1);
	span.last = span.first + (size - 1);
	span.leaf.output -= inside;
	if (o->arch->is_arm) {
		span.old &= ~inside;
	}
	make_ghosts(o, s, &span, path);
}

static void make_leaf(struct oracle *o, struct store *s,
		      const struct path *path, uint64_t old,
		      const struct leaf *leaf)
{
	struct ghost g = new_ghost(o, s, path, old);
	struct ghost span;

	g.kind = GHOST_LEAF;
	g.leaf = *leaf;
	g.leaf.global |= path->global_above;
	g.tag = g.leaf.global ? TAG_GLOBAL : 0;
	if (g.leaf.global && s->table_stays) {
		return;
	}
	span = g;
	make_ghosts(o, s, &g, path);
	if (leaf->contiguous) {
		make_span(o, s, &span, path);
	}
}

static void make_table(struct oracle *o, struct store *s,
		       const struct path *path, uint64_t old,
		       const struct entry *entry)
{
	struct ghost g = new_ghost(o, s, path, old);

	g.kind = GHOST_TABLE;
	g.target = entry->target;
	g.tag = path->global_above || entry->global_below ? TAG_GLOBAL : 0;
	make_ghosts(o, s, &g, path);
}

static void make_positive(struct oracle *o, const struct path *path,
			  uint64_t slot_pa, uint64_t value, void *context)
{
	struct store *s = context;
	struct entry entry = o->arch->decode(o, value, path->height,
					     path->root->mair, path->va);

	(void)slot_pa;
	if (entry.kind == ENTRY_LEAF) {
		make_leaf(o, s, path, value, &entry.leaf);
	} else if (entry.kind == ENTRY_TABLE) {
		make_table(o, s, path, value, &entry);
	}
}

static bool passes(const struct path *path, uint64_t slot_pa)
{
	unsigned height;

	for (height = 0; height < HEIGHTS; height++) {
		if (path->slots[height] == slot_pa) {
			return true;
		}
	}
	return false;
}

/* Does another slot put the table to where this path has it? */
static bool is_reached_otherwise(struct oracle *o, const struct path *path,
				 uint64_t table_pa)
{
	uint64_t changed = path->slots[path->height];
	const struct frame *f = memory_frame(o, table_pa);
	bool found = false;
	size_t i, j;

	for (i = 0; i < f->n_in && !found; i++) {
		struct paths p;

		walk_find_paths(o, f->in[i], &p);
		for (j = 0; j < p.n; j++) {
			found |= p.path[j].va == path->va &&
				 p.path[j].height == path->height &&
				 p.path[j].root->half == path->root->half &&
				 !passes(&p.path[j], changed);
		}
		free(p.path);
	}
	return found;
}

static void make_below(struct oracle *o, struct store *s,
		       const struct path *path, const struct entry *table)
{
	const struct visit visit = { .each = make_positive, .context = s };
	struct path at = *path;

	at.height--;
	at.global_above |= table->global_below;
	s->table_stays = is_reached_otherwise(o, path, table->target);
	walk_page(o, &at, table->target, SLOTS, &visit);
	s->table_stays = false;
}

static void make_negative(struct oracle *o, struct store *s,
			  const struct path *path, const struct entry *new)
{
	struct ghost g = new_ghost(o, s, path, s->old);
	bool global = new->leaf.global || path->global_above;

	g.kind = GHOST_NEGATIVE;
	g.leafness = new->kind == ENTRY_LEAF;
	g.tag = g.leafness && global ? TAG_GLOBAL : 0;
	make_ghosts(o, s, &g, path);
}

static void make_for_path(struct oracle *o, struct store *s,
			  const struct path *path)
{
	uint64_t mair = path->root->mair;
	struct entry old =
		o->arch->decode(o, s->old, path->height, mair, path->va);
	struct entry new =
		o->arch->decode(o, s->new, path->height, mair, path->va);

	make_positive(o, path, s->event->address, s->old, s);
	if (old.kind == ENTRY_TABLE) {
		make_below(o, s, path, &old);
	} else if (old.kind == ENTRY_INVALID && !o->arch->is_arm &&
		   new.kind != ENTRY_INVALID) {
		make_negative(o, s, path, &new);
	}
}

/* After the store: takes over what was EQUAL. */
static void settle_ghosts(struct oracle *o, struct store *s)
{
	size_t i;

	for (i = 0; i < s->made.n; i++) {
		s->made.ghost[i]->making = false;
	}
	for (i = 0; i < s->absorbed.n; i++) {
		struct ghost *g = s->absorbed.ghost[i];

		g->absorbed_by->holders |= g->holders;
		ghost_remove(o, g);
	}
}

/* ---- Findings and delays of the store itself ---- */

static void count_delays(struct oracle *o, const struct store *s)
{
	bool benign = false;
	bool faulty = false;
	size_t i;

	for (i = 0; i < s->made.n; i++) {
		const struct ghost *g = s->made.ghost[i];
		enum ghost_class class = ghost_class(o, g);

		benign |= g->kind == GHOST_LEAF && class == CLASS_BENIGN;
		faulty |= g->kind == GHOST_LEAF && class == CLASS_FAULTY;
	}
	o->delays[DELAY_ACCESSED_CLEAR] += benign;
	o->delays[DELAY_PERMISSION_RAISE] += faulty;
}

/* Outcomes of break-before-make, the one that counts most last. */
enum bbm {
	BBM_FINE,
	BBM_READONLY_MOVE,
	BBM_REMAP_RACE,
	BBM_BROKEN
};

static enum bbm compare_for_bbm(const struct ghost *old,
				const struct entry *new)
{
	const struct leaf *a = &old->leaf;
	const struct leaf *b = &new->leaf;
	bool was_table = old->kind == GHOST_TABLE;

	if (was_table != (new->kind == ENTRY_TABLE)) {
		return BBM_BROKEN;
	}
	if (was_table) {
		return old->target != new->target ? BBM_BROKEN : BBM_FINE;
	}
	if (a->memory_type != b->memory_type || a->global != b->global ||
	    a->contiguous != b->contiguous) {
		return BBM_BROKEN;
	}
	if (a->output == b->output) {
		return BBM_FINE;
	}
	return ((a->permissions | b->permissions) & MAY_WRITE) != 0
		       ? BBM_BROKEN
		       : BBM_READONLY_MOVE;
}

static enum bbm judge_bbm(struct oracle *o, const struct store *s,
			  const struct path *path, const struct entry *new)
{
	const struct ghost like = new_ghost(o, s, path, 0);
	enum bbm worst = BBM_FINE;
	const struct ghost *g;

	for (g = ghost_at(o, &like, NULL); g != NULL;
	     g = ghost_at(o, &like, g)) {
		enum bbm bbm;

		if ((g->kind != GHOST_LEAF && g->kind != GHOST_TABLE) ||
		    g->height != path->height ||
		    (g->tag != TAG_GLOBAL && g->root != path->root)) {
			continue;
		}
		bbm = compare_for_bbm(g, new);
		if (bbm == BBM_BROKEN && g->maker != s->event->cpu &&
		    o->cpu[g->maker].left_for_user < g->event) {
			bbm = BBM_REMAP_RACE;
		}
		worst = bbm > worst ? bbm : worst;
	}
	return worst;
}

static void count_bbm(struct oracle *o, enum bbm bbm)
{
	switch (bbm) {
	case BBM_FINE:
		break;
	case BBM_READONLY_MOVE:
		o->delays[DELAY_READONLY_MOVE]++;
		break;
	case BBM_REMAP_RACE:
		o->delays[DELAY_REMAP_RACE]++;
		break;
	case BBM_BROKEN:
		output_finding(o, "BBM");
		break;
	}
}

static void judge_new(struct oracle *o, const struct store *s)
{
	uint64_t reported = 0;
	size_t i;

	for (i = 0; i < s->paths.n; i++) {
		const struct path *path = &s->paths.path[i];
		struct entry new = o->arch->decode(o, s->new, path->height,
						   path->root->mair, path->va);

		if (new.kind == ENTRY_INVALID ||
		    o->arch->same(o, s->old, s->new, path->height)) {
			continue;
		}
		if (o->arch->is_arm) {
			count_bbm(o, judge_bbm(o, s, path, &new));
		}
		if (new.kind == ENTRY_LEAF) {
			reuse_at_leaf(o, path, &reported);
			rule_note_grants(o, path, &new.leaf);
		}
	}
}

/* ---- The store ---- */

/* Section 2, "farewell": forgets the roots, and then there is no path. */
static void hear_farewell(struct oracle *o, struct store *s)
{
	bool malformed = false;
	size_t i;

	for (i = 0; i < s->paths.n; i++) {
		if (context_root_installed(s->paths.path[i].root)) {
			return;
		}
		malformed |=
			o->arch->malformed(o, s->new, s->paths.path[i].height);
	}
	if (!malformed) {
		return;
	}
	for (i = 0; i < s->paths.n; i++) {
		context_forget_root(o, s->paths.path[i].root);
	}
	s->paths.n = 0;
}

/* Does the new value name a table that nobody reaches, before the store? */
static bool links_free_table(struct oracle *o, const struct store *s)
{
	uint64_t target;

	return o->arch->looks_like_table(s->new, &target) &&
	       memory_frame(o, target)->content != NULL &&
	       !walk_is_followed(o, target);
}

static void judge_link(struct oracle *o, struct store *s)
{
	size_t i;

	for (i = 0; i < s->paths.n && s->links_free_table; i++) {
		const struct path *path = &s->paths.path[i];
		struct entry new =
			o->arch->decode(o, s->new, path->height, 0, path->va);

		s->reused_table |= new.kind == ENTRY_TABLE &&rule_table_linked(
						       o, new.target, path);
	}
}

static void look_before(struct oracle *o, struct store *s)
{
	size_t i;

	if (s->old != s->new && !walk_is_followed(o, s->event->address)) {
		s->reused_table = rule_table_written(o, s->event->address);
	}
	hear_farewell(o, s);
	s->links_free_table = links_free_table(o, s);
	for (i = 0; i < s->paths.n; i++) {
		const struct path *path = &s->paths.path[i];

		if (!o->arch->same(o, s->old, s->new, path->height)) {
			s->changed = true;
			make_for_path(o, s, path);
		}
	}
}

/* A slot may have led to itself, or may do so now. */
static void find_new_paths(struct oracle *o, struct store *s)
{
	free(s->paths.path);
	walk_find_paths(o, s->event->address, &s->paths);
}

void change_store(struct oracle *o, const struct event *e)
{
	struct frame *f = memory_frame(o, e->address);
	struct store s = { .event = e, .new = e->value };
	unsigned slot = (unsigned)(e->address % PAGE_SIZE / 8);

	o->cpu[e->cpu].stored = o->now;
	if (f->content == NULL) {
		return;
	}
	s.old = f->content->value[slot];
	walk_find_paths(o, e->address, &s.paths);
	look_before(o, &s);
	memory_store(o, e->address, e->value);
	if (s.changed) {
		f->content->changed[slot] = o->now;
		o->judge_grants = true;
	}
	settle_ghosts(o, &s);
	find_new_paths(o, &s);
	judge_link(o, &s);
	if (s.reused_table) {
		output_finding(o, "TABLE-REUSE");
	}
	count_delays(o, &s);
	judge_new(o, &s);
	free(s.paths.path);
	free(s.made.ghost);
	free(s.absorbed.ghost);
}
