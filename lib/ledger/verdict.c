/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Verdicts: which one, and the ones that hindsight decides.
 * docs/model.md section 6.
 */
#include "internal.h"

static struct tally *op_tally(struct ledger *l, const struct invalidation *op)
{
	return &l->ops[op - l->arch->known(0)];
}

static void count(struct tally *tally, const struct judgement *judgement)
{
	tally->verdicts[judgement->verdict]++;
	tally->over_scoped += judgement->over_scoped;
	tally->collateral += judgement->collateral;
}

static void publish(struct ledger *l, uint32_t site,
		    const struct invalidation *op,
		    const struct judgement *judgement)
{
	struct tally *at_site = site_tally(l, site, op);

	count(&l->total, judgement);
	count(op_tally(l, op), judgement);
	if (at_site) {
		count(at_site, judgement);
	}
	if (l->config.judged) {
		l->config.judged(l->config.context, judgement);
	}
}

void verdict_issue(struct ledger *l, const struct event *event,
		   const struct invalidation *op)
{
	struct tally *at_site = site_tally(l, event->site, op);
	unsigned number = (unsigned)(op - l->arch->known(0));

	l->total.issued++;
	op_tally(l, op)->issued++;
	l->issued[event->cpu * l->ops_count + number]++;
	if (at_site) {
		at_site->issued++;
	}
}

void verdict_unjudged(struct ledger *l, uint32_t site,
		      const struct invalidation *op,
		      enum unjudged_reason reason)
{
	const struct judgement judgement = {
		.event = l->now,
		.verdict = VERDICT_UNJUDGED,
	};

	l->unjudged[reason]++;
	publish(l, site, op, &judgement);
}

static struct part *part_add(struct ledger *l, const struct inflight *op,
			     struct removal *removal, struct tag *tag)
{
	struct part *part = pool_take(l, POOL_PART);

	if (!part) {
		return NULL;
	}
	if (!removal->pending) {
		removal->pending = pool_take(l, POOL_PENDING);
		if (!removal->pending) {
			pool_give(l, POOL_PART, part);
			return NULL;
		}
		list_init(&removal->pending->parts);
	}
	part->pending = removal->pending;
	part->issue = op->issue;
	list_add_last(&tag->parts, &part->of_tag);
	list_add_last(&l->parts, &part->of_all);
	list_add_last(&part->pending->parts, &part->of_pending);
	return part;
}

void verdict_note_dead(struct ledger *l, const struct inflight *op,
		       struct removal *removal, const struct ghost *g,
		       uint64_t cpus, enum ghost_class class)
{
	struct part *part = part_add(l, op, removal, g->tag);

	if (part) {
		part->cpus = cpus;
		part->verdict = class == CLASS_WRONG ? VERDICT_REQUIRED
						     : VERDICT_PREVENTIVE;
	}
}

void verdict_note_cleared(struct ledger *l, const struct inflight *op,
			  struct removal *removal, const struct binding *b,
			  uint64_t cpus)
{
	struct part *part = part_add(l, op, removal, b->tag);

	if (part) {
		part->cpus = cpus;
		part->verdict = VERDICT_REQUIRED;
		part->other = b->root;
	}
}

static void part_free(struct ledger *l, struct part *part)
{
	list_remove(&part->of_tag);
	list_remove(&part->of_all);
	list_remove(&part->of_pending);
	pool_give(l, POOL_PART, part);
}

/* The verdict stands: whatever its other parts become, it can't change. */
static void pending_finish(struct ledger *l, struct pending *pending)
{
	while (!list_is_empty(&pending->parts)) {
		part_free(l, list_entry(pending->parts.next, struct part,
					of_pending));
	}
	publish(l, pending->site, pending->op, &pending->judgement);
	pool_give(l, POOL_PENDING, pending);
}

static void part_drop(struct ledger *l, struct part *part)
{
	struct pending *pending = part->pending;

	part_free(l, part);
	if (list_is_empty(&pending->parts)) {
		pending_finish(l, pending);
	}
}

#define ALL_TRANSLATIONS_FEW 8

/* Over-scoped: for all CPUs or for everything, where less would have done. */
static bool is_over_scoped(const struct inflight *op,
			   const struct removal *removal)
{
	bool everything = op->op->extent == EXTENT_ALL ||
			  op->op->extent == EXTENT_TAG;

	if (removal->count == 0) {
		return false;
	}
	if (op->op->broadcast && !removal->shared) {
		return true;
	}
	return everything && !removal->wide &&
	       removal->count <= ALL_TRANSLATIONS_FEW;
}

static bool in_scope(const struct inflight *op, unsigned cpu)
{
	return op->op->broadcast || cpu == op->cpu;
}

/* Is the root installed with the op's tag on a CPU in its scope? */
static bool names_tag(const struct ledger *l, const struct inflight *op,
		      const struct root *root)
{
	if (op->op->any_tag) {
		return true;
	}
	for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
		const struct binding *b =
			l->cpus[cpu].installed[root->key.half];

		if (in_scope(op, cpu) && b && b->root == root &&
		    b->tag->asid == op->coverage.asid) {
			return true;
		}
	}
	return false;
}

static bool could_drop(const struct ledger *l, const struct inflight *op,
		       const struct root *root, const struct leaf *leaf)
{
	if (leaf->global) {
		return op->op->any_tag || !op->op->spares_global;
	}
	return names_tag(l, op, root);
}

/* Leaves that start in the range, or the one that holds its first byte. */
static uint64_t leaves_in_range(struct ledger *l,
				const struct inflight *op,
				const struct root *root)
{
	uint64_t va = op->coverage.va;
	uint64_t last = coverage_last(&op->coverage);
	uint64_t leaves = 0;

	while (va_skip_to(l, root, &va) && va <= last && work_is_left(l)) {
		struct walk walk;
		struct leaf leaf;
		uint64_t size;

		if (walk_leaf(l, root, va, &walk, &leaf) &&
		    could_drop(l, op, root, &leaf)) {
			leaves++;
		}
		size = 1ull << HEIGHT_SHIFT(walk.height);
		va = (va & ~(size - 1)) + (size - 1);
		if (va >= last) {
			return leaves;
		}
		va++;
	}
	return leaves;
}

static uint64_t collateral_of(struct ledger *l, const struct inflight *op,
			      const struct root *root)
{
	switch (op->op->extent) {
	case EXTENT_ALL:
		return page_count_leaves(l, root, LEAVES_ALL);
	case EXTENT_TAG:
		return names_tag(l, op, root)
			       ? page_count_leaves(l, root, LEAVES_TAGGED)
			       : 0;
	default:
		return leaves_in_range(l, op, root);
	}
}

static bool seen_before(const struct ledger *l, const struct inflight *op,
			unsigned cpu, const struct root *root)
{
	for (unsigned i = 0; i < cpu; i++) {
		const struct binding *b =
			l->cpus[i].installed[root->key.half];

		if (in_scope(op, i) && b && b->root == root) {
			return true;
		}
	}
	return false;
}

static uint64_t collateral(struct ledger *l, const struct inflight *op)
{
	uint64_t total = 0;

	if (op->coverage.size == 0) {
		return 0;
	}
	for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
		for (unsigned half = 0; half < HALVES; half++) {
			const struct binding *b = l->cpus[cpu].installed[half];

			if (b && in_scope(op, cpu) &&
			    !seen_before(l, op, cpu, b->root)) {
				total += collateral_of(l, op, b->root);
			}
		}
	}
	return total;
}

static enum verdict verdict_now(const struct inflight *op,
				const struct removal *removal)
{
	if (removal->wrong_live || removal->rebound) {
		return VERDICT_REQUIRED;
	}
	if (removal->faulty_live) {
		return VERDICT_PREVENTIVE;
	}
	if (removal->count > 0) {
		return VERDICT_DEFERRABLE;
	}
	if (removal->wrong_left) {
		return VERDICT_INSUFFICIENT;
	}
	return op->second ? VERDICT_REPEAT : VERDICT_REDUNDANT;
}

void verdict_give(struct ledger *l, const struct inflight *op,
		  const struct removal *removal)
{
	struct pending *pending = removal->pending;
	const struct judgement judgement = {
		.event = op->issue,
		.verdict = verdict_now(op, removal),
		.over_scoped = is_over_scoped(op, removal),
		.collateral = collateral(l, op),
	};

	if (!pending) {
		publish(l, op->site, op->op, &judgement);
		return;
	}
	pending->op = op->op;
	pending->site = op->site;
	pending->judgement = judgement;
	if (judgement.verdict == VERDICT_REQUIRED) {
		pending_finish(l, pending);
	}
}

/* The tag is back on the CPU.  What was cleared would have been used ... */
static void part_hit(struct ledger *l, struct part *part,
		     const struct root *root)
{
	struct pending *pending = part->pending;

	/* ... unless it is the same context again, that says the same. */
	if (part->other != root && part->verdict < pending->judgement.verdict) {
		pending->judgement.verdict = part->verdict;
	}
	if (pending->judgement.verdict == VERDICT_REQUIRED) {
		pending_finish(l, pending);
	} else {
		part_drop(l, part);
	}
}

void verdict_tag_installed(struct ledger *l, struct tag *tag, unsigned cpu,
			   const struct root *root)
{
	struct list *pos = tag->parts.next;

	while (pos != &tag->parts) {
		struct part *part = list_entry(pos, struct part, of_tag);

		pos = pos->next;
		if (!(part->cpus & CPU_BIT(cpu)) ||
		    (part->other && part->other->key.half != root->key.half)) {
			continue;
		}
		part_hit(l, part, root);
		/* A verdict that is final frees parts all over the list. */
		pos = tag->parts.next;
	}
}

static void part_clear(struct ledger *l, struct part *part, uint64_t cpus,
		       uint64_t issue)
{
	if (part->issue >= issue) {
		return;
	}
	part->cpus &= ~cpus;
	if (!part->cpus) {
		part_drop(l, part);
	}
}

void verdict_tag_cleared(struct ledger *l, struct tag *tag, uint64_t cpus,
			 uint64_t issue)
{
	struct list *pos, *save;

	list_for_each(pos, save, &tag->parts) {
		part_clear(l, list_entry(pos, struct part, of_tag), cpus,
			   issue);
	}
}

void verdict_all_cleared(struct ledger *l, uint64_t cpus, uint64_t issue)
{
	struct list *pos, *save;

	list_for_each(pos, save, &l->parts) {
		part_clear(l, list_entry(pos, struct part, of_all), cpus,
			   issue);
	}
}

void verdict_end(struct ledger *l)
{
	while (!list_is_empty(&l->parts)) {
		part_drop(l, list_entry(l->parts.next, struct part, of_all));
	}
}
