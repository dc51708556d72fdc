/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Invalidations: what they match, when they complete, what they remove.
 * docs/model.md section 5.
 *
 * An invalidation visits the ghosts that it may match and no others: by
 * address through the hash chains, by tag through the tag's lists.
 */
#include "internal.h"

struct completion {
	const struct inflight *op;
	uint64_t scope;
	struct removal removal;
	bool unordered;		/* UNORDERED was reported */
};

typedef void visit_ghost(struct ledger *l, struct ghost *g,
			 struct completion *c);

uint64_t coverage_last(const struct coverage *coverage)
{
	uint64_t last = coverage->va + (coverage->size - 1);

	return last < coverage->va ? ~0ull : last;
}

/* Ranges up to this many bytes are looked up page by page. */
#define RANGE_BY_PAGE (2ull << 20)

static bool tag_matches(const struct inflight *op, const struct ledger *l,
			const struct ghost *g)
{
	if (op->op->any_tag) {
		return true;
	}
	if (g->tag == &l->global) {
		return !op->op->spares_global;
	}
	return g->tag->asid == op->coverage.asid;
}

/* Last-level forms and hints spare what is of another level. */
static bool form_matches(const struct inflight *op, const struct ghost *g)
{
	int height = op->coverage.leaf_height;

	if (op->op->leaf_only && !g->leaf) {
		return false;
	}
	return height < 0 || g->kind == GHOST_TABLE || g->height == height;
}

static void visit_list(struct ledger *l, struct list *ghosts,
		       visit_ghost *visit, struct completion *c)
{
	const struct coverage *coverage = &c->op->coverage;
	struct list *pos, *save;

	list_for_each(pos, save, ghosts) {
		struct ghost *g = list_entry(pos, struct ghost, of_tag);

		if (ghost_covers(g, coverage->va, coverage->size)) {
			visit(l, g, c);
		}
	}
}

static void visit_tag(struct ledger *l, struct tag *tag, visit_ghost *visit,
		      struct completion *c)
{
	visit_list(l, &tag->positives, visit, c);
	visit_list(l, &tag->negatives, visit, c);
}

/* All ghosts of the tags that the form names, by their lists. */
static void visit_tags(struct ledger *l, visit_ghost *visit,
		       struct completion *c)
{
	const struct invalidation *op = c->op->op;
	struct tag *tag = l->tags[c->op->coverage.asid];
	struct list *pos, *save;

	if (op->any_tag) {
		list_for_each(pos, save, &l->tag_list) {
			visit_tag(l, list_entry(pos, struct tag, all), visit,
				  c);
		}
		return;
	}
	if (tag) {
		visit_tag(l, tag, visit, c);
	}
	if (!op->spares_global) {
		visit_tag(l, &l->global, visit, c);
	}
}

static void visit_chain_by_key(struct ledger *l, uint64_t va, unsigned class,
			       uint32_t asid, visit_ghost *visit,
			       struct completion *c)
{
	struct list *pos, *save;

	list_for_each(pos, save, ghosts_with_key(l, va, class, asid)) {
		struct ghost *g = list_entry(pos, struct ghost, by_key);

		if (g->va == va && g->tag->asid == asid &&
		    ghost_size_class(g->kind, g->height) == class) {
			visit(l, g, c);
		}
	}
}

static void visit_chain(struct ledger *l, uint64_t va, unsigned class,
			visit_ghost *visit, struct completion *c)
{
	struct list *pos, *save;

	list_for_each(pos, save, ghosts_at(l, va, class)) {
		struct ghost *g = list_entry(pos, struct ghost, by_va);

		if (g->va == va &&
		    ghost_size_class(g->kind, g->height) == class) {
			visit(l, g, c);
		}
	}
}

enum tag_choice {
	TAGS_OF_OP,
	TAGS_ALL,
};

static void visit_address(struct ledger *l, uint64_t va, unsigned class,
			  enum tag_choice tags, visit_ghost *visit,
			  struct completion *c)
{
	if (tags == TAGS_ALL) {
		visit_chain(l, va, class, visit, c);
		return;
	}
	visit_chain_by_key(l, va, class, c->op->coverage.asid, visit, c);
	if (!c->op->op->spares_global) {
		visit_chain_by_key(l, va, class, LEDGER_GLOBAL, visit, c);
	}
}

static void visit_addresses(struct ledger *l, enum tag_choice tags,
			    visit_ghost *visit, struct completion *c)
{
	const struct coverage *coverage = &c->op->coverage;
	uint64_t last = coverage_last(coverage);

	if (coverage->size == 0) {
		return;
	}
	for (unsigned class = 0; class < SIZE_CLASSES; class++) {
		uint64_t va = size_class_base(coverage->va, class);
		uint64_t end = size_class_base(last, class);

		if (!l->class_count[class]) {
			continue;
		}
		visit_address(l, va, class, tags, visit, c);
		while (va != end) {
			va += size_class_size(class);
			visit_address(l, va, class, tags, visit, c);
		}
	}
}

static bool by_address(const struct inflight *op)
{
	return op->op->extent == EXTENT_ADDRESS ||
	       (op->op->extent == EXTENT_RANGE &&
		op->coverage.size <= RANGE_BY_PAGE);
}

static void note_removed(struct ledger *l, const struct ghost *g,
			 uint64_t cpus, enum ghost_class class,
			 struct completion *c)
{
	struct removal *removal = &c->removal;

	removal->count++;
	removal->shared |= g->holders != CPU_BIT(c->op->cpu);
	removal->wide |= !g->leaf || g->kind == GHOST_SPAN;
	if (class == CLASS_BENIGN) {
		return;
	}
	if (!tag_is_live(l, g->tag)) {
		verdict_note_dead(l, c->op, removal, g, cpus, class);
	} else if (class == CLASS_WRONG) {
		removal->wrong_live = true;
	} else {
		removal->faulty_live = true;
	}
}

static bool clears_current(const struct inflight *op)
{
	return op->op->extent == EXTENT_ALL || op->op->extent == EXTENT_TAG;
}

static void remove_matching(struct ledger *l, struct ghost *g,
			    struct completion *c)
{
	uint64_t cpus = g->holders & c->scope;
	enum ghost_class class;

	if (!cpus || g->made >= c->op->issue || !tag_matches(c->op, l, g) ||
	    !form_matches(c->op, g)) {
		return;
	}
	class = ghost_class(l, g);
	if (g->made >= c->op->ordered) {
		if (class == CLASS_WRONG && !c->unordered &&
		    l->arch->orders_by_barrier && !c->op->unjudged) {
			c->unordered = true;
			finding_add(l, FINDING_UNORDERED, c->op->cpu,
				    c->op->site, g, 0);
		}
		return;
	}
	if (class == CLASS_EQUAL && !clears_current(c->op)) {
		return;
	}
	if (class != CLASS_EQUAL && !c->op->unjudged) {
		note_removed(l, g, cpus, class, c);
	}
	ghost_release(l, g, cpus);
}

/*
 * One that its maker owes: wrong, and made since it last left the kernel.
 * Forms without an address say nothing about unmapped kernel addresses: their
 * invalidation may wait for a purge (delay LAZY-UNMAP).
 */
static bool is_owed(const struct ledger *l, const struct ghost *g,
		    const struct inflight *op)
{
	if (g->tag == &l->global && clears_current(op)) {
		return false;
	}
	return g->maker == op->cpu && !list_is_empty(&g->of_maker) &&
	       g->made < op->issue &&
	       ghost_covers(g, op->coverage.va, op->coverage.size) &&
	       ghost_class(l, g) == CLASS_WRONG;
}

static void find_wrong_left(struct ledger *l, struct ghost *g,
			    struct completion *c)
{
	if (is_owed(l, g, c->op) && tag_is_live(l, g->tag)) {
		c->removal.wrong_left = true;
	}
}

static void mark_attempted(struct ledger *l, struct ghost *g,
			   struct completion *c)
{
	bool insufficient = c->removal.count == 0 && !c->removal.rebound &&
			    c->removal.wrong_left;

	if (!is_owed(l, g, c->op) ||
	    !(tag_matches(c->op, l, g) || insufficient)) {
		return;
	}
	g->attempt_site = c->op->site;
	if (!g->attempted) {
		g->attempted = true;
		l->cpus[g->maker].attempted++;
	}
}

/* What the issuer owes in the op's range: by address, or all of it. */
static void visit_owed(struct ledger *l, visit_ghost *visit,
		       struct completion *c)
{
	struct list *pos, *save;

	if (by_address(c->op)) {
		visit_addresses(l, TAGS_ALL, visit, c);
		return;
	}
	list_for_each(pos, save, &l->cpus[c->op->cpu].fresh) {
		visit(l, list_entry(pos, struct ghost, of_maker), c);
	}
}

/* What a whole form clears of a context that has left the CPU. */
static void note_cleared(struct ledger *l, const struct inflight *op,
			 struct completion *c, const struct binding *b)
{
	uint64_t cpus = 0;

	for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
		if (!(c->scope & CPU_BIT(cpu) & ~b->installed) ||
		    !binding_is_alive_on(l, b, cpu) ||
		    b->last_seen[cpu] >= op->issue) {
			continue;
		}
		cpus |= CPU_BIT(cpu);
		c->removal.rebound |= tag_is_rebound(l, b, cpu);
	}
	if (cpus && !c->removal.rebound &&
	    page_count_leaves(l, b->root, LEAVES_TAGGED)) {
		verdict_note_cleared(l, op, &c->removal, b, cpus);
	}
}

static void note_all_cleared(struct ledger *l, const struct inflight *op,
			     struct completion *c)
{
	struct tag *tag = l->tags[op->coverage.asid];
	struct list *pos, *save;

	if (op->op->extent == EXTENT_ALL) {
		list_for_each(pos, save, &l->bindings) {
			note_cleared(l, op, c, list_entry(pos, struct binding,
							  of_all));
		}
	} else if (op->op->extent == EXTENT_TAG && tag) {
		list_for_each(pos, save, &tag->bindings) {
			note_cleared(l, op, c, list_entry(pos, struct binding,
							  of_tag));
		}
	}
}

static void clear_current(struct ledger *l, const struct inflight *op,
			  uint64_t scope)
{
	struct tag *tag = l->tags[op->coverage.asid];

	if (op->op->extent == EXTENT_ALL) {
		bindings_clear_all(l, scope, op->issue);
		verdict_all_cleared(l, scope, op->issue);
	} else if (op->op->extent == EXTENT_TAG && tag) {
		bindings_clear_tag(l, tag, scope, op->issue);
		verdict_tag_cleared(l, tag, scope, op->issue);
	}
}

static uint64_t op_scope(const struct ledger *l, const struct inflight *op)
{
	if (!op->op->broadcast) {
		return CPU_BIT(op->cpu);
	}
	return ~0ull >> (64 - l->config.cpus);
}

static void complete(struct ledger *l, struct inflight *op)
{
	struct cpu *cpu = &l->cpus[op->cpu];
	struct completion c = { .op = op, .scope = op_scope(l, op) };

	list_remove(&op->of_cpu);
	if (cpu->prev_issue == op->issue) {
		cpu->prev_done = true;
	}
	if (!op->idle && by_address(op)) {
		visit_addresses(l, op->op->any_tag ? TAGS_ALL : TAGS_OF_OP,
				remove_matching, &c);
	} else if (!op->idle) {
		visit_tags(l, remove_matching, &c);
	}
	if (!op->unjudged) {
		if (!op->idle && !c.removal.wrong_live) {
			note_all_cleared(l, op, &c);
		}
		visit_owed(l, find_wrong_left, &c);
		visit_owed(l, mark_attempted, &c);
		verdict_give(l, op, &c.removal);
	}
	if (!op->idle) {
		clear_current(l, op, c.scope);
	}
	pool_give(l, POOL_INFLIGHT, op);
}

/* By who executes it: -1 for the kernel that is followed. */
static int why_unjudged_by(const struct ledger *l, const struct event *event)
{
	if (event->privilege <= l->arch->kernel) {
		return -1;
	}
	if (l->config.arch == LEDGER_RISCV64) {
		return event->privilege == 3 ? UNJUDGED_M_MODE
					     : UNJUDGED_HYPERVISOR;
	}
	return event->privilege == 2 ? UNJUDGED_EL2 : UNJUDGED_EL3;
}

static int why_unjudged(const struct ledger *l, const struct event *event,
			const struct invalidation *op)
{
	int reason = why_unjudged_by(l, event);

	if (reason >= 0) {
		return reason;
	}
	switch (op->regime) {
	case REGIME_EL2:
		return UNJUDGED_EL2;
	case REGIME_EL3:
		return UNJUDGED_EL3;
	case REGIME_HYPERVISOR:
		return UNJUDGED_HYPERVISOR;
	case REGIME_UNKNOWN:
		return UNJUDGED_UNKNOWN;
	case REGIME_STAGE1:
		break;
	}
	return l->cpus[event->cpu].context.refused ? UNJUDGED_GRANULE : -1;
}

/* M-mode's own SFENCE.VMA acts on S-mode's translations all the same. */
static bool has_effect(const struct invalidation *op, int reason)
{
	return reason < 0 ||
	       (reason == UNJUDGED_M_MODE && op->regime == REGIME_STAGE1);
}

/* The same again, or the form that stands for it, with no store between. */
static bool is_second(const struct ledger *l, const struct event *event)
{
	const struct cpu *cpu = &l->cpus[event->cpu];
	uint32_t word = event->invalidate.word;

	if (!l->arch->repeats(cpu->midr) || !cpu->prev_issue ||
	    !cpu->prev_done || cpu->last_store > cpu->prev_issue) {
		return false;
	}
	if (word == cpu->prev_word &&
	    event->invalidate.operand[0] == cpu->prev_operand) {
		return true;
	}
	return l->arch->is_repeat_op(word, event->invalidate.operand);
}

static struct inflight *inflight_new(struct ledger *l,
				     const struct event *event,
				     const struct invalidation *op)
{
	struct cpu *cpu = &l->cpus[event->cpu];
	struct inflight *new = pool_take(l, POOL_INFLIGHT);

	if (!new) {
		return NULL;
	}
	new->op = op;
	new->site = event->site;
	new->cpu = event->cpu;
	new->issue = l->now;
	new->second = is_second(l, event);
	l->arch->coverage(op, event->invalidate.operand,
			  cpu->context.asid_mask, &new->coverage);
	if (l->arch->orders_by_barrier) {
		new->ordered = l->last_dsb;
	} else if (op->deferred) {
		new->ordered = cpu->opened;
		new->idle = !cpu->opened;
	} else {
		new->ordered = l->now;
	}
	list_add_last(&cpu->inflight, &new->of_cpu);
	return new;
}

static void remember(struct ledger *l, const struct event *event)
{
	struct cpu *cpu = &l->cpus[event->cpu];

	cpu->prev_word = event->invalidate.word;
	cpu->prev_operand = event->invalidate.operand[0];
	cpu->prev_issue = l->now;
	cpu->prev_done = false;
}

int invalidate_event(struct ledger *l, const struct event *event)
{
	const struct invalidation *op =
		l->arch->decode(event->invalidate.word);
	struct inflight *new;
	int reason;

	if (!op) {
		return LEDGER_EINVAL;
	}
	verdict_issue(l, event, op);
	reason = l->exhausted ? UNJUDGED_LIMIT : why_unjudged(l, event, op);
	if (reason >= 0) {
		verdict_unjudged(l, event->site, op,
				 (enum unjudged_reason)reason);
	}
	if (!has_effect(op, reason)) {
		return 0;
	}
	new = inflight_new(l, event, op);
	if (!new) {
		if (reason < 0) {
			verdict_unjudged(l, event->site, op, UNJUDGED_LIMIT);
		}
		return LEDGER_ENOMEM;
	}
	new->unjudged = reason >= 0;
	if (!new->unjudged) {
		remember(l, event);
	}
	if (!op->deferred) {
		complete(l, new);
	}
	return 0;
}

enum barrier_reach {
	REACH_LOCAL,	/* what concerns the issuer alone */
	REACH_ALL,
};

static void complete_all(struct ledger *l, struct cpu *cpu,
			 enum barrier_reach reach)
{
	struct list *pos, *save;

	list_for_each(pos, save, &cpu->inflight) {
		struct inflight *op = list_entry(pos, struct inflight, of_cpu);

		if (reach == REACH_ALL || !op->op->broadcast) {
			complete(l, op);
		}
	}
}

void barrier_event(struct ledger *l, const struct event *event)
{
	struct cpu *cpu = &l->cpus[event->cpu];

	switch (l->arch->barrier(event->barrier.word)) {
	case BARRIER_NONE:
		break;
	case BARRIER_STORES:
		l->last_dsb = l->now;
		break;
	case BARRIER_LOCAL:
		complete_all(l, cpu, REACH_LOCAL);
		l->last_dsb = l->now;
		break;
	case BARRIER_FULL:
		complete_all(l, cpu, REACH_ALL);
		l->last_dsb = l->now;
		break;
	case BARRIER_OPEN:
		cpu->opened = l->now;
		break;
	case BARRIER_CLOSE:
		complete_all(l, cpu, REACH_ALL);
		break;
	}
}

void invalidate_end(struct ledger *l)
{
	for (unsigned i = 0; i < l->config.cpus; i++) {
		complete_all(l, &l->cpus[i], REACH_ALL);
	}
}
