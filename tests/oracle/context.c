// SPDX-License-Identifier: BSD-2-Clause
/* Section 2: which roots are installed where, under which ASID. */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

static uint64_t cpu_bit(unsigned cpu)
{
	return UINT64_C(1) << cpu;
}

/* ---- Roots and bindings ---- */

/* The lowest height at which at most 512 slots translate so many bits. */
static unsigned root_height(unsigned bits)
{
	unsigned height = 0;

	while (HEIGHT_BITS(height + 1) < bits) {
		height++;
	}
	return height;
}

static struct root **find_in(struct root **list, const struct context *c,
			     unsigned half)
{
	struct root *r;

	while ((r = *list) != NULL &&
	       (r->pa != c->pa || r->half != half || r->bits != c->bits ||
		r->mair != c->mair)) {
		list = &r->next;
	}
	return list;
}

static struct root *make_root(struct oracle *o, const struct context *c,
			      unsigned half)
{
	struct root *r = oracle_alloc(sizeof(*r));
	memset(r, 0, sizeof(*r));
	r->id = o->n_roots++;
	r->pa = c->pa;
	r->half = half;
	r->bits = c->bits;
	r->mair = c->mair;
	r->height = root_height(c->bits);
	r->slots = 1u << (c->bits - HEIGHT_BITS(r->height));
	return r;
}

static struct binding *find_binding(const struct root *root, uint32_t asid)
{
	struct binding *b;

	for (b = root->bindings; b != NULL && b->asid != asid; b = b->next) {
	}
	return b;
}

static struct binding *make_binding(struct root *root, uint32_t asid)
{
	struct binding *b = find_binding(root, asid);

	if (b == NULL) {
		b = oracle_alloc(sizeof(*b));
		memset(b, 0, sizeof(*b));
		b->root = root;
		b->asid = asid;
		b->next = root->bindings;
		root->bindings = b;
	}
	return b;
}

/* The root, alive. */
static struct root *follow_root(struct oracle *o, const struct context *c,
				unsigned half)
{
	struct root *root = *find_in(&o->roots, c, half);
	struct root **dead = find_in(&o->dead_roots, c, half);
	struct frame *f = memory_frame(o, c->pa);

	if (root != NULL) {
		return root;
	}
	root = *dead;
	if (root != NULL) {
		*dead = root->next;
	} else {
		root = make_root(o, c, half);
	}
	root->alive = true;
	root->followed = o->n_followed++;
	root->next = o->roots;
	o->roots = root;
	f->roots = oracle_grow(f->roots, f->n_roots, &f->max_roots,
			       sizeof(struct root *));
	f->roots[f->n_roots++] = root;
	o->structure++;
	return root;
}

void context_forget_root(struct oracle *o, struct root *root)
{
	struct frame *f = memory_frame(o, root->pa);
	struct root **link = &o->roots;
	size_t i;

	if (!root->alive) {
		return;
	}
	root->alive = false;
	while (*link != root) {
		link = &(*link)->next;
	}
	*link = root->next;
	root->next = o->dead_roots;
	o->dead_roots = root;
	for (i = 0; f->roots[i] != root; i++) {
	}
	f->roots[i] = f->roots[--f->n_roots];
	while (root->bindings != NULL) {
		struct binding *b = root->bindings;

		root->bindings = b->next;
		free(b);
	}
	memset(root->last_seen, 0, sizeof(root->last_seen));
	o->structure++;
}

static bool may_hold(const struct binding *b, unsigned cpu, uint64_t since)
{
	if ((b->installed & cpu_bit(cpu)) != 0) {
		return true;
	}
	return b->last_seen[cpu] >= since &&
	       b->last_seen[cpu] > b->cleared[cpu];
}

static bool is_alive(const struct oracle *o, const struct binding *b)
{
	unsigned cpu;

	for (cpu = 0; cpu < o->n_cpus; cpu++) {
		if (may_hold(b, cpu, 0)) {
			return true;
		}
	}
	return false;
}

/* Drops the bindings that have died, and the roots that had no other. */
static void bury(struct oracle *o)
{
	struct root *root, *next;

	for (root = o->roots; root != NULL; root = next) {
		struct binding **link = &root->bindings;

		next = root->next;
		while (*link != NULL) {
			struct binding *b = *link;

			if (is_alive(o, b)) {
				link = &b->next;
				continue;
			}
			*link = b->next;
			free(b);
		}
		if (root->bindings == NULL) {
			context_forget_root(o, root);
		}
	}
}

/* ---- Registers ---- */

static bool has_descriptor(struct oracle *o, const struct root *root)
{
	unsigned i;

	for (i = 0; i < root->slots; i++) {
		uint64_t value = memory_slot(o, root->pa + 8u * i);

		if (o->arch->decode(o, value, root->height, root->mair, 0)
			    .kind != ENTRY_INVALID) {
			return true;
		}
	}
	return false;
}

/*
 * last_seen 0 says that nothing was held under the binding.  The root's own is
 * left: a path from a slot that was invalid then is younger.
 */
static void end_installation(struct oracle *o, unsigned cpu, unsigned half)
{
	struct binding *b = o->cpu[cpu].installed[half];

	o->cpu[cpu].installed[half] = NULL;
	if (b != NULL) {
		b->installed &= ~cpu_bit(cpu);
		b->last_seen[cpu] = o->now;
		b->root->last_seen[cpu] = o->now;
		if (o->arch->is_arm && b->installed == 0 &&
		    !has_descriptor(o, b->root)) {
			memset(b->last_seen, 0, sizeof(b->last_seen));
		}
	}
}

/* What a register event changes on one CPU. */
struct change {
	struct root *old[2];
	bool installed[2];     /* there is a new binding */
	uint64_t free_page[2]; /* its root's page, if nothing reached it */
	bool was_free[2];
};

static void install(struct oracle *o, unsigned cpu, unsigned half,
		    const struct context *c)
{
	struct root *root = follow_root(o, c, half);
	struct binding *b = make_binding(root, c->asid);

	b->installed |= cpu_bit(cpu);
	o->cpu[cpu].installed[half] = b;
}

static bool is_bound(const struct binding *b, const struct context *c)
{
	return b != NULL && c->installed && b->root->pa == c->pa &&
	       b->root->bits == c->bits && b->root->mair == c->mair &&
	       b->asid == c->asid;
}

static void judge_change(struct oracle *o, unsigned cpu,
			 const struct change *change)
{
	struct binding *low = o->cpu[cpu].installed[0];
	bool reused_table = false;
	unsigned half;

	for (half = 0; half < 2; half++) {
		if (!change->installed[half]) {
			continue;
		}
		verdict_tag_returns(o, o->cpu[cpu].installed[half], cpu);
		reused_table |= change->was_free[half] &&
				rule_table_written(o, change->free_page[half]);
	}
	if (reused_table) {
		output_finding(o, "TABLE-REUSE");
	}
	reuse_at_install(o, cpu, change->installed);
	if (change->installed[0] && low->root != change->old[0]) {
		rule_judge_attempts(o, cpu);
	}
}

/* TCR_EL1.HA and HD: what they enable stays so, for all CPUs. */
static void note_hardware(struct oracle *o, const struct event *e)
{
	bool access = e->reg == REG_TCR && (e->value >> 39 & 1) != 0;
	bool dirty = e->reg == REG_TCR && (e->value >> 40 & 1) != 0;

	if ((access && !o->hardware_access) || (dirty && !o->hardware_dirty)) {
		o->hardware_access |= access;
		o->hardware_dirty |= dirty;
		memory_reread(o);
		ghost_reread(o);
	}
}

void context_update(struct oracle *o, const struct event *e)
{
	struct cpu *cpu = &o->cpu[e->cpu];
	struct context context[2] = { { 0 }, { 0 } };
	struct change change = {
		{ NULL, NULL }, { false, false }, { 0, 0 }, { false, false }
	};
	unsigned half;

	cpu->regs[e->reg] = e->value;
	note_hardware(o, e);
	o->arch->contexts(cpu->regs, context);
	for (half = 0; half < 2; half++) {
		struct binding *b = cpu->installed[half];
		const struct context *c = &context[half];

		change.old[half] = b == NULL ? NULL : b->root;
		change.installed[half] = c->installed && !is_bound(b, c);
		change.free_page[half] = c->pa;
		change.was_free[half] = change.installed[half] &&
					!walk_is_followed(o, c->pa);
		cpu->cnp[half] = c->cnp;
		if (!is_bound(b, c)) {
			end_installation(o, e->cpu, half);
		}
	}
	for (half = 0; half < 2; half++) {
		if (change.installed[half]) {
			/* Half 0's new root may reach half 1's. */
			change.was_free[half] &=
				!walk_is_followed(o, context[half].pa);
			install(o, e->cpu, half, &context[half]);
		}
	}
	bury(o);
	judge_change(o, e->cpu, &change);
}

void context_power(struct oracle *o, unsigned cpu)
{
	struct root *root;
	struct binding *b;
	unsigned half;

	for (half = 0; half < o->arch->halves; half++) {
		end_installation(o, cpu, half);
	}
	memset(o->cpu[cpu].regs, 0, sizeof(o->cpu[cpu].regs));
	for (root = o->roots; root != NULL; root = root->next) {
		root->last_seen[cpu] = 0;
		for (b = root->bindings; b != NULL; b = b->next) {
			b->last_seen[cpu] = 0;
		}
	}
	bury(o);
}

/* ---- Invalidations of all or of an ASID ---- */

static void raise(uint64_t *event, uint64_t to)
{
	if (*event < to) {
		*event = to;
	}
}

static void clear_cpu(struct oracle *o, const struct op *op, unsigned cpu)
{
	struct root *root;
	struct binding *b;

	if (op->reach == REACH_ALL) {
		raise(&o->cpu[cpu].cleared_all, op->event);
	}
	for (root = o->roots; root != NULL; root = root->next) {
		for (b = root->bindings; b != NULL; b = b->next) {
			if (op->reach == REACH_ALL || b->asid == op->asid) {
				raise(&b->cleared[cpu], op->event);
			}
		}
	}
}

void context_clear(struct oracle *o, const struct op *op)
{
	unsigned cpu;

	for (cpu = 0; cpu < o->n_cpus; cpu++) {
		if ((op->scope & cpu_bit(cpu)) != 0) {
			clear_cpu(o, op, cpu);
		}
	}
	bury(o);
}

/* ---- Questions ---- */

bool context_tag_live(const struct oracle *o, uint32_t tag)
{
	unsigned cpu, half;

	for (cpu = 0; cpu < o->n_cpus; cpu++) {
		for (half = 0; half < o->arch->halves; half++) {
			const struct binding *b = o->cpu[cpu].installed[half];

			if (b != NULL &&
			    (tag == TAG_GLOBAL || b->asid == tag)) {
				return true;
			}
		}
	}
	return false;
}

bool context_root_installed(const struct root *root)
{
	const struct binding *b;

	for (b = root->bindings; b != NULL; b = b->next) {
		if (b->installed != 0) {
			return true;
		}
	}
	return false;
}

/* [ARM] D8.16 "common not private": what one of them has, all have. */
static uint64_t share(const struct oracle *o, unsigned half, uint64_t holders)
{
	uint64_t common = 0;
	unsigned cpu;

	for (cpu = 0; cpu < o->n_cpus; cpu++) {
		if (o->cpu[cpu].installed[half] != NULL &&
		    o->cpu[cpu].cnp[half]) {
			common |= cpu_bit(cpu);
		}
	}
	return (holders & common) != 0 ? holders | common : holders;
}

uint64_t context_holders(const struct oracle *o, const struct binding *b,
			 uint64_t since)
{
	uint64_t holders = 0;
	unsigned cpu;

	for (cpu = 0; cpu < o->n_cpus; cpu++) {
		if (may_hold(b, cpu, since)) {
			holders |= cpu_bit(cpu);
		}
	}
	return share(o, b->root->half, holders);
}

uint64_t context_global_holders(const struct oracle *o, const struct root *root,
				uint64_t since)
{
	const struct binding *b;
	uint64_t holders = 0;
	unsigned cpu;

	for (b = root->bindings; b != NULL; b = b->next) {
		holders |= b->installed;
	}
	for (cpu = 0; cpu < o->n_cpus; cpu++) {
		if (root->last_seen[cpu] >= since &&
		    root->last_seen[cpu] > o->cpu[cpu].cleared_all) {
			holders |= cpu_bit(cpu);
		}
	}
	return share(o, root->half, holders);
}
