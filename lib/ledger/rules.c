/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rules that are judged at stores, returns to user code and accesses.
 * docs/model.md section 8.
 */
#include "internal.h"

enum bbm_need {
	BBM_NONE,
	BBM_NEEDED,
	BBM_CONTENTS,	/* needed only if the frames' contents differ */
};

static enum bbm_need compare_for_bbm(const struct leaf *old,
				     const struct leaf *new)
{
	if (old->type != new->type || old->global != new->global ||
	    old->contiguous != new->contiguous) {
		return BBM_NEEDED;
	}
	if (old->output == new->output) {
		return BBM_NONE;
	}
	return ((old->permissions | new->permissions) & PERMISSIONS_WRITE)
		       ? BBM_NEEDED
		       : BBM_CONTENTS;
}

/* [ARM] D8.16 break-before-make; [HERD] aarch64bbm.cat */
static enum bbm_need bbm_need(const struct ledger *l, const struct ghost *g,
			      const struct path *path, uint64_t value)
{
	struct leaf old, new;
	bool table = desc_kind(l, value, path->height) == DESCRIPTOR_TABLE;

	if ((g->kind == GHOST_TABLE) != table) {
		return BBM_NEEDED;
	}
	if (table) {
		return l->arch->table(g->old) != l->arch->table(value)
			       ? BBM_NEEDED
			       : BBM_NONE;
	}
	desc_leaf(l, g->old, g->height, g->slot, g->root->key.attributes,
		      &old);
	desc_leaf(l, value, path->height, path->slot,
		      path->root->key.attributes, &new);
	return compare_for_bbm(&old, &new);
}

/* What breaking the rule comes to, in the order of weight. */
enum bbm_outcome {
	BBM_LEGAL,
	BBM_READONLY,
	BBM_RACE,
	BBM_FINDING,
};

static enum bbm_outcome judge_bbm(const struct ledger *l,
				  const struct ghost *g,
				  const struct path *path, uint64_t new)
{
	switch (bbm_need(l, g, path, new)) {
	case BBM_NONE:
		return BBM_LEGAL;
	case BBM_CONTENTS:
		return BBM_READONLY;
	case BBM_NEEDED:
		break;
	}
	if (g->maker != l->event->cpu &&
	    l->cpus[g->maker].last_user < g->made) {
		return BBM_RACE;
	}
	return BBM_FINDING;
}

/* The ghost of this path that weighs most, or NULL. */
static const struct ghost *worst_for_bbm(const struct ledger *l,
					 const struct path *path, uint64_t new,
					 enum bbm_outcome *worst)
{
	unsigned class = ghost_size_class(GHOST_LEAF, path->height);
	const struct ghost *found = NULL;
	struct list *pos, *save;

	*worst = BBM_LEGAL;
	list_for_each(pos, save, ghosts_at(l, path->va, class)) {
		struct ghost *g = list_entry(pos, struct ghost, by_va);
		enum bbm_outcome outcome;

		if (g->va != path->va || g->height != path->height ||
		    g->kind == GHOST_SPAN || g->kind == GHOST_NEGATIVE ||
		    (g->tag != &l->global && g->root != path->root)) {
			continue;
		}
		outcome = judge_bbm(l, g, path, new);
		if (outcome > *worst) {
			*worst = outcome;
			found = g;
		}
	}
	return found;
}

void rule_bbm(struct ledger *l, const struct path *path, uint64_t new)
{
	enum bbm_outcome outcome;
	const struct ghost *g;

	if (!l->arch->break_before_make) {
		return;
	}
	g = worst_for_bbm(l, path, new, &outcome);
	if (outcome == BBM_READONLY) {
		l->delays[DELAY_READONLY_MOVE]++;
	} else if (outcome == BBM_RACE) {
		l->delays[DELAY_REMAP_RACE]++;
	} else if (outcome == BBM_FINDING) {
		finding_add(l, FINDING_BBM, l->event->cpu, l->event->site, g,
			    new);
	}
}

/* A table ghost under a live tag that leads to the page, or NULL. */
static struct ghost *live_table_ghost(const struct ledger *l,
				      struct page *page)
{
	struct list *pos, *save;

	list_for_each(pos, save, &page->ghosts) {
		struct ghost *g = list_entry(pos, struct ghost, of_table);

		if (tag_is_live(l, g->tag)) {
			return g;
		}
	}
	return NULL;
}

/* Once for each event. */
static void table_reuse(struct ledger *l, const struct ghost *g, uint64_t new)
{
	if (l->table_reuse != l->now) {
		l->table_reuse = l->now;
		finding_add(l, FINDING_TABLE_REUSE, l->event->cpu,
			    l->event->site, g, new);
	}
}

void rule_table_written(struct ledger *l, struct page *page, uint64_t new)
{
	struct ghost *g;

	if (list_is_empty(&page->ghosts) || page_is_reached(l, page)) {
		return;
	}
	g = live_table_ghost(l, page);
	if (g) {
		table_reuse(l, g, new);
	}
}

/* A global one may come from several roots: its root says nothing. */
static bool is_other_place(const struct ledger *l, const struct ghost *g,
			   const struct path *path)
{
	return g->height != path->height ||
	       (g->tag != &l->global && g->root != path->root);
}

/* A table that moves within its root at its level stays what it is. */
void rule_table_linked(struct ledger *l, const struct path *path,
		       struct page *child)
{
	struct list *pos, *save;

	if (l->table_reuse == l->now) {
		return;
	}
	list_for_each(pos, save, &child->ghosts) {
		struct ghost *g = list_entry(pos, struct ghost, of_table);

		if (tag_is_live(l, g->tag) && is_other_place(l, g, path)) {
			table_reuse(l, g, path->page->value[path->slot]);
			return;
		}
	}
}

void rule_table_installed(struct ledger *l, struct page *page)
{
	struct ghost *g = page ? live_table_ghost(l, page) : NULL;

	if (g) {
		table_reuse(l, g, 0);
	}
}

void rule_insufficient(struct ledger *l, unsigned cpu)
{
	struct cpu *c = &l->cpus[cpu];
	struct list *pos, *save;

	if (!c->attempted) {
		return;
	}
	list_for_each(pos, save, &c->fresh) {
		struct ghost *g = list_entry(pos, struct ghost, of_maker);

		if (!g->attempted) {
			continue;
		}
		g->attempted = false;
		c->attempted--;
		if (!tag_is_live(l, g->tag) ||
		    ghost_class(l, g) != CLASS_WRONG) {
			continue;
		}
		finding_add(l, FINDING_INSUFFICIENT, cpu, g->attempt_site, g,
			    0);
	}
}

/* A kernel address that is unmapped, and waits for a purge. */
static bool is_lazy_unmap(const struct ledger *l, const struct ghost *g)
{
	return g->kind == GHOST_LEAF && g->tag == &l->global &&
	       ghost_class(l, g) == CLASS_WRONG;
}

static bool is_installed_on(const struct cpu *c, const struct tag *tag)
{
	for (unsigned half = 0; half < HALVES; half++) {
		if (c->installed[half] && c->installed[half]->tag == tag) {
			return true;
		}
	}
	return false;
}

/* What is still held now, its maker has forgotten. */
static void abandon_fresh(struct ledger *l, unsigned cpu)
{
	struct cpu *c = &l->cpus[cpu];
	struct list *pos, *save;

	list_for_each(pos, save, &c->fresh) {
		struct ghost *g = list_entry(pos, struct ghost, of_maker);

		list_remove(&g->of_maker);
		if (is_lazy_unmap(l, g)) {
			l->delays[DELAY_LAZY_UNMAP]++;
		}
		if (is_installed_on(c, g->tag) && ghost_is_user_leaf(l, g) &&
		    ghost_class(l, g) == CLASS_WRONG) {
			grant_abandon(l, g);
		}
	}
}

void rule_return_to_user(struct ledger *l, unsigned cpu)
{
	rule_insufficient(l, cpu);
	abandon_fresh(l, cpu);
	grants_judge(l);
	rule_tag_return(l, cpu);
	l->cpus[cpu].last_user = l->now;
}

static bool is_negative_hit(const struct ledger *l, const struct ghost *g,
			    const struct event *event)
{
	const struct binding *b = l->cpus[event->cpu].installed[0];

	if (g->kind != GHOST_NEGATIVE || !b ||
	    !(g->holders & CPU_BIT(event->cpu)) ||
	    !ghost_covers(g, event->access.va, 1)) {
		return false;
	}
	return g->tag == &l->global || g->tag == b->tag;
}

/* True when this ghost was hit and counted. */
static bool judge_access(struct ledger *l, const struct ghost *g,
			 const struct event *event)
{
	if (!is_negative_hit(l, g, event) ||
	    ghost_class(l, g) != CLASS_FAULTY) {
		return false;
	}
	if (event->access.fatal) {
		finding_add(l, FINDING_UNFENCED_USE, event->cpu, event->site,
			    g, 0);
	} else {
		l->delays[DELAY_UNFENCED_USE]++;
	}
	return true;
}

void rule_access(struct ledger *l, const struct event *event)
{
	if (!l->arch->caches_invalid || event->privilege > l->arch->kernel) {
		return;
	}
	for (unsigned class = 0; class < SIZE_CLASSES; class++) {
		uint64_t va = size_class_base(event->access.va, class);
		struct list *pos, *save;

		if (!l->class_count[class]) {
			continue;
		}
		list_for_each(pos, save, ghosts_at(l, va, class)) {
			if (judge_access(l, list_entry(pos, struct ghost,
						       by_va), event)) {
				return;
			}
		}
	}
}
