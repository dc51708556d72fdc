// SPDX-License-Identifier: BSD-2-Clause
/*
 * TAG-REUSE (section 8): what a CPU may still hold under an ASID, against the
 * root that the ASID stands for now.
 */
#include "oracle.h"

static bool is_other(const struct leaf *held, uint64_t offset,
		     const struct step *now)
{
	const struct leaf *leaf = &now->entry.leaf;

	return leaf->output + offset != held->output ||
	       leaf->memory_type != held->memory_type ||
	       (held->permissions & ~leaf->permissions) != 0;
}

/* What is compared: a leaf that is held for start and what follows. */
enum absence {
	ABSENT_AGREES,
	ABSENT_DIFFERS
};

/* Does the root map an address of first to last otherwise than that leaf? */
static bool conflicts(struct oracle *o, const struct root *root,
		      const struct leaf *held, uint64_t start, uint64_t first,
		      uint64_t last, enum absence absence)
{
	uint64_t va = first;

	for (;;) {
		struct step now = walk_down(o, root, va, 0);
		uint64_t size = UINT64_C(1) << HEIGHT_BITS(now.height);
		uint64_t end = va | (size - 1);
		struct leaf at = *held;

		at.output += va - start;
		if (now.entry.kind != ENTRY_LEAF
			    ? absence == ABSENT_DIFFERS
			    : is_other(&at, va - now.va, &now)) {
			return true;
		}
		if (end >= last) {
			return false;
		}
		va = end + 1;
	}
}

/* Is a leaf of another root held under this ASID, for first to last? */
static bool is_foreign(const struct ghost *g, const struct root *root,
		       uint32_t asid, unsigned cpu)
{
	return g->kind == GHOST_LEAF && g->tag == asid &&
	       g->half == root->half && g->root != root &&
	       (g->holders >> cpu & 1) != 0;
}

static bool ghosts_conflict(struct oracle *o, const struct binding *b,
			    unsigned cpu)
{
	const struct ghost *g;

	for (g = o->positive; g != NULL; g = g->next) {
		if (is_foreign(g, b->root, b->asid, cpu) &&
		    conflicts(o, b->root, &g->leaf, g->first, g->first, g->last,
			      ABSENT_AGREES)) {
			return true;
		}
	}
	return false;
}

/* Comparing all leaves of an older binding with the new root. */
struct comparison {
	const struct binding *old;
	const struct root *new;
	unsigned cpu;
	enum absence absence;
	bool conflict;
};

static void compare_leaf(struct oracle *o, const struct path *at,
			 uint64_t slot_pa, uint64_t value, void *context)
{
	struct comparison *c = context;
	struct entry entry =
		o->arch->decode(o, value, at->height, at->root->mair, at->va);
	uint64_t last = at->va + ((UINT64_C(1) << HEIGHT_BITS(at->height)) - 1);

	(void)slot_pa;
	if (entry.kind != ENTRY_LEAF || entry.leaf.global || at->global_above ||
	    c->conflict || c->old->last_seen[c->cpu] < at->since) {
		return;
	}
	c->conflict = conflicts(o, c->new, &entry.leaf, at->va, at->va, last,
				c->absence);
}

/* Where the new root has nothing at all there is nothing to compare. */
static bool enter_table(struct oracle *o, const struct path *at, void *context)
{
	struct comparison *c = context;
	struct step now = walk_down(o, c->new, at->va, at->height);

	if (c->absence == ABSENT_DIFFERS) {
		return true;
	}
	return now.entry.kind != ENTRY_INVALID || now.height < at->height;
}

static bool leaves_conflict(struct oracle *o, const struct binding *old,
			    const struct binding *new, unsigned cpu,
			    enum absence absence)
{
	struct comparison c = { old, new->root, cpu, absence, false };
	const struct visit visit = { compare_leaf, enter_table, &c };

	walk_root(o, old->root, &visit);
	return c.conflict;
}

bool reuse_has_replaced(struct oracle *o, const struct binding *old,
			unsigned cpu)
{
	const struct binding *new = o->cpu[cpu].installed[old->root->half];

	return new != NULL &&new->root != old->root &&new->asid ==
	       old->asid &&leaves_conflict(o, old, new, cpu, ABSENT_DIFFERS);
}

static bool bindings_conflict(struct oracle *o, const struct binding *new,
			      unsigned cpu)
{
	struct root *root;
	struct binding *b;

	for (root = o->roots; root != NULL; root = root->next) {
		if (root == new->root || root->half != new->root->half) {
			continue;
		}
		for (b = root->bindings; b != NULL; b = b->next) {
			if (b->asid == new->asid &&
			    (b->installed >> cpu & 1) == 0 &&
			    b->last_seen[cpu] > b->cleared[cpu] &&
			    leaves_conflict(o, b, new, cpu, ABSENT_AGREES)) {
				return true;
			}
		}
	}
	return false;
}

static bool binding_conflicts(struct oracle *o, const struct binding *b,
			      unsigned cpu)
{
	return ghosts_conflict(o, b, cpu) || bindings_conflict(o, b, cpu);
}

void reuse_at_install(struct oracle *o, unsigned cpu, const bool *halves)
{
	bool conflict = false;
	unsigned half;

	for (half = 0; half < o->arch->halves; half++) {
		if (!halves[half]) {
			continue;
		}
		if (!o->arch->is_arm) {
			o->cpu[cpu].judge_tag = true;
			return;
		}
		conflict =
			conflict ||
			binding_conflicts(o, o->cpu[cpu].installed[half], cpu);
	}
	if (conflict) {
		output_finding(o, "TAG-REUSE");
	}
}

/* Ghosts of other roots, at these addresses only. */
static bool address_conflicts(struct oracle *o, const struct binding *b,
			      unsigned cpu, uint64_t first, uint64_t last)
{
	const struct ghost *g;

	for (g = o->positive; g != NULL; g = g->next) {
		if (ghost_meets(g, first, last) &&
		    is_foreign(g, b->root, b->asid, cpu) &&
		    conflicts(o, b->root, &g->leaf, g->first,
			      g->first > first ? g->first : first,
			      g->last < last ? g->last : last, ABSENT_AGREES)) {
			return true;
		}
	}
	return false;
}

void reuse_at_leaf(struct oracle *o, const struct path *path,
		   uint64_t *reported)
{
	uint64_t last =
		path->va + ((UINT64_C(1) << HEIGHT_BITS(path->height)) - 1);
	unsigned cpu;

	for (cpu = 0; cpu < o->n_cpus; cpu++) {
		const struct binding *b =
			o->cpu[cpu].installed[path->root->half];

		if (b == NULL || b->root != path->root ||
		    !address_conflicts(o, b, cpu, path->va, last)) {
			continue;
		}
		if (!o->arch->is_arm) {
			o->cpu[cpu].judge_tag = true;
		} else if ((*reported >> cpu & 1) == 0) {
			*reported |= UINT64_C(1) << cpu;
			output_finding(o, "TAG-REUSE");
		}
	}
}

void reuse_at_user(struct oracle *o, unsigned cpu)
{
	struct cpu *c = &o->cpu[cpu];
	const struct binding *b = c->installed[0];

	if (c->judge_tag && b != NULL && binding_conflicts(o, b, cpu)) {
		output_finding(o, "TAG-REUSE");
	}
	c->judge_tag = false;
}
