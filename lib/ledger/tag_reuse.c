/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * TAG-REUSE: one ASID for two address spaces that disagree, while a CPU may
 * still hold what the first one said.  docs/model.md section 8.
 */
#include "internal.h"

/* What counts as disagreement. */
enum disagreement {
	OTHER_LEAF,	/* both translate, and not alike */
	OTHER_OR_NONE,	/* or the new one does not translate at all */
};

struct range {
	uint64_t first;
	uint64_t last;
};

/* What a CPU may hold under the tag by another root. */
struct held {
	uint64_t va;
	struct leaf leaf;
	uint64_t size;
};

/* Do they disagree on this address, which the new root translates? */
static bool leaves_disagree(const struct held *held, const struct leaf *now,
			    const struct walk *walk, uint64_t va)
{
	uint64_t now_offset = va & ((1ull << HEIGHT_SHIFT(walk->height)) - 1);
	uint64_t held_offset = va & (held->size - 1);

	return now->output + now_offset != held->leaf.output + held_offset ||
	       now->type != held->leaf.type ||
	       now->user_space != held->leaf.user_space ||
	       (held->leaf.permissions & ~now->permissions);
}

/* Is there an address from first to last on which they disagree? */
static bool conflicts(struct ledger *l, const struct root *root,
		      const struct held *held, const struct range *range,
		      enum disagreement kind)
{
	uint64_t va = range->first;

	while (work_is_left(l)) {
		struct walk walk;
		struct leaf now;

		if (kind == OTHER_LEAF && !va_skip_to(l, root, &va)) {
			return false;
		}
		if (va > range->last) {
			return false;
		}
		if (!walk_leaf(l, root, va, &walk, &now)) {
			if (kind == OTHER_OR_NONE) {
				return true;
			}
		} else if (leaves_disagree(held, &now, &walk, va)) {
			return true;
		}
		va |= (1ull << HEIGHT_SHIFT(walk.height)) - 1;
		if (va >= range->last) {
			return false;
		}
		va++;
	}
	return false;
}

static struct range range_of(const struct held *held)
{
	return (struct range){ held->va, held->va + (held->size - 1) };
}

static bool is_foreign_leaf(const struct ghost *g, const struct binding *b,
			    unsigned cpu)
{
	return g->kind == GHOST_LEAF && g->root != b->root &&
	       g->root->key.half == b->root->key.half &&
	       (g->holders & CPU_BIT(cpu));
}

static struct ghost *conflicting_ghost(struct ledger *l,
				       const struct binding *b, unsigned cpu)
{
	struct list *pos, *save;

	if (!b->tag->mixed[b->root->key.half]) {
		return NULL;
	}

	list_for_each(pos, save, &b->tag->positives) {
		struct ghost *g = list_entry(pos, struct ghost, of_tag);
		struct held held = { .va = g->va, .size = ghost_size(g) };
		const struct range range = range_of(&held);

		if (!is_foreign_leaf(g, b, cpu)) {
			continue;
		}
		ghost_leaf(l, g, &held.leaf);
		if (conflicts(l, b->root, &held, &range, OTHER_LEAF)) {
			return g;
		}
	}
	return NULL;
}

struct comparison {
	enum disagreement kind;
	struct ledger *l;
	const struct root *installed;
	const struct root *other;
	uint64_t seen;		/* the other was last installed until then */
	struct ghost *example;	/* stands for the first conflict */
};

static bool page_conflicts(struct comparison *c, const struct page *page,
			   unsigned height, unsigned first, unsigned slots,
			   const struct path *above);

static bool slot_conflicts(struct comparison *c, const struct page *page,
			   unsigned slot, const struct path *at)
{
	const struct translation *arch = c->l->arch;
	uint64_t value = page->value[slot];
	struct held held = {
		.va = va_canonical(c->l, c->other, at->va),
		.size = 1ull << HEIGHT_SHIFT(at->height),
	};
	const struct range range = range_of(&held);
	const struct page *child;
	struct path below = *at;
	struct walk walk;

	if (desc_kind(c->l, value, at->height) == DESCRIPTOR_LEAF) {
		desc_leaf(c->l, value, at->height, slot,
			  c->other->key.attributes, &held.leaf);
		if (held.leaf.global || at->global_above ||
		    !conflicts(c->l, c->installed, &held, &range,
			       c->kind)) {
			return false;
		}
		c->example->va = held.va;
		c->example->old = value;
		c->example->height = (uint8_t)at->height;
		return true;
	}
	if (desc_kind(c->l, value, at->height) != DESCRIPTOR_TABLE) {
		return false;
	}
	/* The same table below both, or nothing below the installed one. */
	walk_to(c->l, c->installed, held.va, at->height, &walk);
	if ((walk.kind == DESCRIPTOR_INVALID && c->kind == OTHER_LEAF &&
	     walk.height >= at->height) ||
	    (walk.kind == DESCRIPTOR_TABLE && walk.height == at->height &&
	     c->installed->key.attributes == c->other->key.attributes &&
	     arch->table(walk.value) == arch->table(value))) {
		return false;
	}
	below.global_above |= arch->table_is_global(value);
	child = page_find(c->l, arch->table(value));
	return child && page_conflicts(c, child, at->height - 1, 0,
				       LEDGER_SLOTS, &below);
}

static bool page_conflicts(struct comparison *c, const struct page *page,
			   unsigned height, unsigned first, unsigned slots,
			   const struct path *above)
{
	if (!work_is_left(c->l)) {
		return false;
	}
	for (unsigned i = 0; i < slots; i++) {
		unsigned slot = first + i;
		struct path at = *above;

		if (page->since[slot] > c->seen || !page->value[slot]) {
			continue;
		}
		at.height = height;
		at.va += (uint64_t)i << HEIGHT_SHIFT(height);
		if (slot_conflicts(c, page, slot, &at)) {
			return true;
		}
	}
	return false;
}

/* The upper half of the address space, where the root has one. */
static uint64_t root_base(const struct root *root)
{
	return root->key.half ? ~0ull << root->key.va_bits : 0;
}

static bool roots_conflict(struct ledger *l, const struct binding *b,
			   const struct binding *other, unsigned cpu,
			   enum disagreement kind, struct ghost *example)
{
	struct comparison c = {
		.kind = kind,
		.l = l,
		.installed = b->root,
		.other = other->root,
		.seen = other->last_seen[cpu],
		.example = example,
	};
	const struct path top = { .va = root_base(other->root) };

	if (!other->root->page || !b->root->page) {
		return false;
	}
	*example = (struct ghost){
		.tag = b->tag,
		.holders = CPU_BIT(cpu),
		.made = other->last_seen[cpu],
	};
	return page_conflicts(&c, other->root->page, other->root->height,
			      other->root->first, other->root->slots, &top);
}

bool tag_is_rebound(struct ledger *l, const struct binding *old, unsigned cpu)
{
	const struct binding *b = l->cpus[cpu].installed[old->root->key.half];
	struct ghost example;

	return b && b->tag == old->tag && b->root != old->root &&
	       roots_conflict(l, b, old, cpu, OTHER_OR_NONE, &example);
}

/* Once for each event and CPU. */
static void tag_reuse(struct ledger *l, unsigned cpu, const struct ghost *g)
{
	if (l->tag_reuse != l->now) {
		l->tag_reuse = l->now;
		l->tag_reuse_cpus = 0;
	}
	if (!(l->tag_reuse_cpus & CPU_BIT(cpu))) {
		l->tag_reuse_cpus |= CPU_BIT(cpu);
		finding_add(l, FINDING_TAG_REUSE, cpu, l->event->site, g, 0);
	}
}

static void judge_others(struct ledger *l, const struct binding *b,
			 unsigned cpu)
{
	struct list *pos, *save;
	struct ghost example;

	list_for_each(pos, save, &b->tag->bindings) {
		struct binding *other = list_entry(pos, struct binding,
						   of_tag);

		if (other->root == b->root ||
		    other->root->key.half != b->root->key.half ||
		    (other->installed & CPU_BIT(cpu)) ||
		    !binding_is_alive_on(l, other, cpu)) {
			continue;
		}
		if (roots_conflict(l, b, other, cpu, OTHER_LEAF, &example)) {
			tag_reuse(l, cpu, &example);
			return;
		}
	}
}

static void judge_binding(struct ledger *l, const struct binding *b,
			  unsigned cpu)
{
	struct ghost *g = conflicting_ghost(l, b, cpu);

	if (g) {
		tag_reuse(l, cpu, g);
	} else {
		judge_others(l, b, cpu);
	}
}

/* RISC-V loads satp first and fences then: the first return to U counts. */
void rule_tag_installed(struct ledger *l, struct binding *b, unsigned cpu)
{
	if (l->arch->sign_extends) {
		l->cpus[cpu].tag_check = true;
	} else {
		judge_binding(l, b, cpu);
	}
}

void rule_tag_return(struct ledger *l, unsigned cpu)
{
	struct cpu *c = &l->cpus[cpu];

	if (c->tag_check && c->installed[0]) {
		judge_binding(l, c->installed[0], cpu);
	}
	c->tag_check = false;
}

static struct ghost *foreign_if_disagrees(struct ledger *l,
					  const struct binding *b,
					  unsigned cpu, struct ghost *g,
					  const struct range *leaf)
{
	struct held held = { .va = g->va, .size = ghost_size(g) };
	struct range range = range_of(&held);

	if (!is_foreign_leaf(g, b, cpu) || range.first > leaf->last ||
	    range.last < leaf->first) {
		return NULL;
	}
	range.first = range.first > leaf->first ? range.first : leaf->first;
	range.last = range.last < leaf->last ? range.last : leaf->last;
	ghost_leaf(l, g, &held.leaf);
	return conflicts(l, b->root, &held, &range, OTHER_LEAF) ? g : NULL;
}

/* A new page: the ghosts that may hold its address, of each size. */
static struct ghost *foreign_at_page(struct ledger *l, const struct binding *b,
				     unsigned cpu, const struct range *leaf)
{
	for (unsigned height = 0; height < HEIGHT_MAX; height++) {
		unsigned class = ghost_size_class(GHOST_LEAF, height);
		uint64_t base = size_class_base(leaf->first, class);
		struct list *pos, *save;

		if (!l->class_count[class]) {
			continue;
		}
		list_for_each(pos, save, ghosts_with_key(l, base, class,
							 b->tag->asid)) {
			struct ghost *g = list_entry(pos, struct ghost, by_key);

			if (g->tag == b->tag &&
			    foreign_if_disagrees(l, b, cpu, g, leaf)) {
				return g;
			}
		}
	}
	return NULL;
}

/* A new block: all ghosts of the tag. */
static struct ghost *foreign_in_block(struct ledger *l,
				      const struct binding *b, unsigned cpu,
				      const struct range *leaf)
{
	struct list *pos, *save;

	list_for_each(pos, save, &b->tag->positives) {
		struct ghost *g = list_entry(pos, struct ghost, of_tag);

		if (foreign_if_disagrees(l, b, cpu, g, leaf)) {
			return g;
		}
	}
	return NULL;
}

static void leaf_added_on(struct ledger *l, const struct binding *b,
			  unsigned cpu, const struct path *path)
{
	uint64_t size = 1ull << HEIGHT_SHIFT(path->height);
	const struct range leaf = { path->va, path->va + (size - 1) };
	struct ghost *g = path->height == 0
				  ? foreign_at_page(l, b, cpu, &leaf)
				  : foreign_in_block(l, b, cpu, &leaf);

	if (!g) {
		return;
	}
	if (l->arch->sign_extends) {
		l->cpus[cpu].tag_check = true;
	} else {
		tag_reuse(l, cpu, g);
	}
}

void rule_tag_leaf_added(struct ledger *l, const struct path *path)
{
	for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
		const struct binding *b =
			l->cpus[cpu].installed[path->root->key.half];

		if (b && b->root == path->root) {
			leaf_added_on(l, b, cpu, path);
		}
	}
}
