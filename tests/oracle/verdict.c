// SPDX-License-Identifier: BSD-2-Clause
/* What a completed invalidation removes, and its verdict: sections 5 and 6. */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

#define FEW_GHOSTS 8u

/* ---- Matching ---- */

static bool covers(const struct op *op, const struct ghost *g)
{
	if (op->no_address) {
		return false;
	}
	return op->reach != REACH_ADDRESS ||
	       ghost_meets(g, op->first, op->last);
}

static bool matches_tag(const struct op *op, const struct ghost *g)
{
	if (op->any_tag) {
		return true;
	}
	if (g->tag == TAG_GLOBAL) {
		return !op->spares_global;
	}
	return g->tag == op->asid;
}

static bool matches_form(const struct op *op, const struct ghost *g)
{
	if (!ghost_is_leaf(g)) {
		return !op->leaf_only;
	}
	if (g->kind == GHOST_NEGATIVE) {
		return true;
	}
	return !op->spares_leaves &&
	       (op->only_height == NO_HEIGHT || op->only_height == g->height);
}

static bool is_older(const struct op *op, const struct ghost *g)
{
	return g->event < op->event;
}

static bool is_ordered(const struct op *op, const struct ghost *g)
{
	return g->event < op->ordered_before;
}

static bool matches(const struct op *op, const struct ghost *g)
{
	return covers(op, g) && matches_tag(op, g) && matches_form(op, g);
}

/* ---- Removing ---- */

/* The ghosts that lose a holder and are not EQUAL. */
struct removed {
	unsigned n;
	bool only_issuer; /* held each of them, and nobody else did */
	bool only_leaves;
};

static struct part *add_part(struct op *op, uint32_t tag,
			     const struct root *root)
{
	struct part *p = op->parts;

	while (p != NULL && (p->tag != tag || p->root != root)) {
		p = p->next;
	}
	if (p == NULL) {
		p = oracle_alloc(sizeof(*p));
		*p = (struct part){ .tag = tag,
				    .root = root,
				    .next = op->parts };
		op->parts = p;
	}
	return p;
}

static void add_ghost_part(struct op *op, const struct ghost *g, uint64_t cpus)
{
	struct part *p = add_part(op, g->tag, NULL);

	if (g->class == CLASS_WRONG) {
		p->wrong |= cpus;
	} else {
		p->faulty |= cpus;
	}
}

static void weigh(struct oracle *o, struct op *op, const struct ghost *g,
		  struct removed *r)
{
	bool live = context_tag_live(o, g->tag);

	r->n++;
	r->only_issuer &= g->holders == UINT64_C(1) << op->cpu;
	r->only_leaves &= ghost_is_leaf(g) && g->kind != GHOST_SPAN;
	if (g->class == CLASS_BENIGN) {
		return;
	}
	if (!live) {
		add_ghost_part(op, g, g->holders & op->scope);
	} else if (g->class == CLASS_WRONG) {
		op->required = true;
	} else {
		op->preventive = true;
	}
}

static void remove_holders(struct oracle *o, struct op *op,
			   const struct ghosts *found)
{
	struct removed r = { 0, true, true };
	size_t i;

	for (i = 0; i < found->n; i++) {
		struct ghost *g = found->ghost[i];
		bool equal = g->class == CLASS_EQUAL;

		if (!matches(op, g) || !is_ordered(op, g) ||
		    (g->holders & op->scope) == 0 ||
		    (equal && op->reach == REACH_ADDRESS)) {
			continue;
		}
		if (!equal) {
			weigh(o, op, g, &r);
		}
		g->holders &= ~op->scope;
	}
	op->removed = r.n > 0;
	op->over_scoped = r.n > 0 && ((op->broadcast && r.only_issuer) ||
				      (op->reach != REACH_ADDRESS &&
				       r.only_leaves && r.n <= FEW_GHOSTS));
}

/* ---- Contexts whose tables did not change: section 6, rule 2 ---- */

static void take_in_on(struct oracle *o, struct op *op, const struct binding *b,
		       unsigned cpu)
{
	if ((op->scope >> cpu & 1) == 0 || (b->installed >> cpu & 1) != 0 ||
	    b->last_seen[cpu] <= b->cleared[cpu] ||
	    b->last_seen[cpu] >= op->event) {
		return;
	}
	if (reuse_has_replaced(o, b, cpu)) {
		op->required = true;
	} else if (walk_count_leaves(o, b->root, LEAVES_PRIVATE) > 0) {
		add_part(op, b->asid, b->root)->wrong |= UINT64_C(1) << cpu;
	}
}

/* What it clears beside ghosts may be what a tag's next owner needs. */
static void take_in_bindings(struct oracle *o, struct op *op)
{
	const struct root *root;
	const struct binding *b;
	unsigned cpu;

	for (root = o->roots; root != NULL; root = root->next) {
		for (b = root->bindings; b != NULL; b = b->next) {
			if (op->reach == REACH_ASID && b->asid != op->asid) {
				continue;
			}
			for (cpu = 0; cpu < o->n_cpus; cpu++) {
				take_in_on(o, op, b, cpu);
			}
		}
	}
}

/* ---- What it leaves ---- */

static bool finds_unordered(const struct op *op, const struct ghosts *found)
{
	size_t i;

	for (i = 0; i < found->n; i++) {
		const struct ghost *g = found->ghost[i];

		if (g->class == CLASS_WRONG && matches(op, g) &&
		    is_older(op, g) && !is_ordered(op, g) &&
		    (g->holders & op->scope) != 0) {
			return true;
		}
	}
	return false;
}

/* Made by the issuer since it last returned to the user, and still held. */
static bool leaves_fresh(const struct oracle *o, const struct op *op,
			 const struct ghost *g)
{
	if (op->reach != REACH_ADDRESS && g->tag == TAG_GLOBAL) {
		return false;
	}
	return g->class == CLASS_WRONG && g->maker == op->cpu &&
	       g->event > o->cpu[op->cpu].left_for_user && is_older(op, g) &&
	       g->holders != 0 && covers(op, g);
}

/* A global ghost that lost a holder may be looked at in another context. */
static void class_again(struct oracle *o, const struct ghosts *found)
{
	size_t i;

	for (i = 0; i < found->n; i++) {
		struct ghost *g = found->ghost[i];

		if (g->tag == TAG_GLOBAL && g->holders != 0) {
			g->class = ghost_class(o, g);
		}
	}
}

static void judge_left(struct oracle *o, struct op *op,
		       const struct ghosts *found)
{
	size_t i;

	class_again(o, found);
	for (i = 0; i < found->n && !op->removed && !op->required; i++) {
		const struct ghost *g = found->ghost[i];

		op->insufficient |= leaves_fresh(o, op, g) &&
				    context_tag_live(o, g->tag);
	}
	for (i = 0; i < found->n; i++) {
		struct ghost *g = found->ghost[i];

		if (leaves_fresh(o, op, g) &&
		    (matches_tag(op, g) || op->insufficient)) {
			g->attempted = true;
		}
	}
}

static void bury(struct oracle *o, const struct ghosts *found)
{
	size_t i;

	for (i = 0; i < found->n; i++) {
		if (found->ghost[i]->holders == 0) {
			ghost_remove(o, found->ghost[i]);
		}
	}
}

/* ---- Verdicts that wait: section 6, rule 2 ---- */

static void finish(struct oracle *o, struct op *op)
{
	output_verdict(o, op);
	while (op->parts != NULL) {
		struct part *p = op->parts;

		op->parts = p->next;
		free(p);
	}
	free(op);
}

static void drop_empty(struct op *op)
{
	struct part **link = &op->parts;

	while (*link != NULL) {
		struct part *p = *link;

		if ((p->wrong | p->faulty) != 0) {
			link = &p->next;
			continue;
		}
		*link = p->next;
		free(p);
	}
}

/* A flush of a tag on these CPUs takes them out of what waits. */
static void drop_parts(struct op *waiting, const struct op *flush)
{
	struct part *p;

	for (p = waiting->parts; p != NULL; p = p->next) {
		if (flush->reach == REACH_ALL || p->tag == flush->asid) {
			p->wrong &= ~flush->scope;
			p->faulty &= ~flush->scope;
		}
	}
	drop_empty(waiting);
}

static bool is_decided(const struct op *op)
{
	return op->parts == NULL || op->required;
}

/* Ends the waiting of those that are decided. */
static void finish_decided(struct oracle *o)
{
	struct op **link = &o->ops;

	while (*link != NULL) {
		struct op *op = *link;

		if (!is_decided(op)) {
			link = &op->next;
			continue;
		}
		*link = op->next;
		finish(o, op);
	}
}

static void flush_parts(struct oracle *o, const struct op *flush)
{
	struct op *op;

	for (op = o->ops; op != NULL; op = op->next) {
		if (op->event < flush->event) {
			drop_parts(op, flush);
		}
	}
	finish_decided(o);
}

static void return_to_part(struct op *op, struct part *p,
			   const struct binding *b, unsigned cpu)
{
	if (p->tag != b->asid && p->tag != TAG_GLOBAL) {
		return;
	}
	if (p->root == b->root && (p->wrong >> cpu & 1) != 0) {
		p->wrong = 0;
	} else if (p->root == NULL || p->root->half == b->root->half) {
		op->required |= (p->wrong >> cpu & 1) != 0;
		op->preventive |= (p->faulty >> cpu & 1) != 0;
	}
}

void verdict_tag_returns(struct oracle *o, const struct binding *b,
			 unsigned cpu)
{
	struct op *op;
	struct part *p;

	for (op = o->ops; op != NULL; op = op->next) {
		for (p = op->parts; p != NULL; p = p->next) {
			return_to_part(op, p, b, cpu);
		}
		drop_empty(op);
	}
	finish_decided(o);
}

void verdict_power(struct oracle *o, unsigned cpu)
{
	const struct op reset = {
		.event = o->now,
		.reach = REACH_ALL,
		.scope = UINT64_C(1) << cpu,
	};

	flush_parts(o, &reset);
}

void verdict_finish(struct oracle *o)
{
	while (o->ops != NULL) {
		struct op *op = o->ops;

		o->ops = op->next;
		finish(o, op);
	}
}

/* ---- Completion ---- */

void verdict_complete(struct oracle *o, struct op *op)
{
	/* A SINVAL.VMA that no SFENCE.W.INVAL came before does nothing. */
	bool all = op->reach != REACH_ADDRESS && !op->inert;
	struct ghosts found;
	size_t i;

	ghost_find(o, op->reach != REACH_ADDRESS ? 0 : op->first,
		   op->reach != REACH_ADDRESS ? UINT64_MAX : op->last, &found);
	for (i = 0; i < found.n; i++) {
		found.ghost[i]->class = ghost_class(o, found.ghost[i]);
	}
	op->collateral = collateral_count(o, op);
	if (o->arch->is_arm && finds_unordered(op, &found)) {
		output_finding(o, "UNORDERED");
	}
	remove_holders(o, op, &found);
	if (op->unjudged == NULL && all) {
		take_in_bindings(o, op);
	}
	if (op->unjudged == NULL) {
		judge_left(o, op, &found);
	}
	bury(o, &found);
	free(found.ghost);
	if (all) {
		context_clear(o, op);
		flush_parts(o, op);
	}
	if (op->unjudged != NULL || is_decided(op)) {
		finish(o, op);
		return;
	}
	op->next = o->ops;
	o->ops = op;
}
