// SPDX-License-Identifier: BSD-2-Clause
/* What the random kernel does: each act is one or several events. */
#include "random.h"

static unsigned any_cpu(struct machine *m)
{
	unsigned cpu;

	do {
		cpu = random_below(m, m->n_cpus);
	} while (!m->cpu[cpu].on);
	return cpu;
}

static unsigned any_space(struct machine *m)
{
	return random_below(m, m->n_spaces);
}

/* One that is installed on the CPU, mostly. */
static struct space *likely_space(struct machine *m, unsigned cpu)
{
	unsigned half = random_below(m, m->kernel->halves);

	return random_percent(m, 70) ? &m->space[m->cpu[cpu].space[half]]
				     : &m->space[any_space(m)];
}

static void enter_kernel(struct machine *m, unsigned cpu)
{
	if (m->cpu[cpu].privilege == 0) {
		emit_mode(m, cpu, 1);
	}
}

/* ---- Mapping ---- */

/* Tables down to this height; false when something is in the way. */
static bool make_tables(struct machine *m, unsigned cpu, const struct space *s,
			uint64_t va, unsigned to, uint64_t *slot)
{
	unsigned height;
	uint64_t target, table;

	while (tables_find(m, s, va, to, slot, &height) && height > to) {
		if (m->kernel->kind(tables_read(m, *slot), height, &target) !=
		    NOTHING) {
			return false;
		}
		table = m->kernel->table(m, tables_allocate(m, cpu));
		if (!tables_may_link(m, *slot, table)) {
			return false;
		}
		emit_store(m, cpu, *slot, table);
	}
	return height == to && tables_find(m, s, va, to, slot, &height);
}

static unsigned any_leaf_height(struct machine *m, const struct space *s)
{
	unsigned height = random_percent(m, 80) ? 0 : random_below(m, 3);
	unsigned highest = tables_height(s->bits);

	return height < highest ? height : highest;
}

static uint64_t any_frame(struct machine *m, unsigned height)
{
	uint64_t size = UINT64_C(1) << HEIGHT_BITS(height);
	uint64_t pa = tables_any_page(m);

	if (random_percent(m, 40)) {
		pa += UINT64_C(0x40000000) * (1 + random_below(m, 3));
	}
	return pa & ~(size - 1);
}

static void act_map(struct machine *m, unsigned cpu)
{
	const struct space *s = likely_space(m, cpu);
	uint64_t va = tables_any_address(m, s);
	unsigned height = any_leaf_height(m, s);
	uint64_t slot, old, target;
	enum kind was;

	if (!make_tables(m, cpu, s, va, height, &slot)) {
		return;
	}
	old = tables_read(m, slot);
	was = m->kernel->kind(old, height, &target);
	if (was != NOTHING && random_percent(m, m->calm)) {
		emit_store(m, cpu, slot, 0);
		m->kernel->shoot(m, cpu, s, va, height, was);
	}
	emit_store(m, cpu, slot,
		   m->kernel->leaf(m, any_frame(m, height), height, va));
	if (random_percent(m, 30)) {
		m->kernel->shoot(m, cpu, s, va, height, NOTHING);
	}
}

static void act_map_group(struct machine *m, unsigned cpu)
{
	const struct space *s = likely_space(m, cpu);
	uint64_t va = tables_any_address(m, s);
	unsigned height = random_percent(m, 70) ? 0 : 1;
	uint64_t frame = any_frame(m, height);
	uint64_t slot;
	unsigned i, n = random_percent(m, 70) ? 16 : random_below(m, 16);

	if (height > tables_height(s->bits) ||
	    !make_tables(m, cpu, s, va, height, &slot) ||
	    slot % PAGE / 128 * 128 < s->root % PAGE) {
		return;
	}
	slot &= ~UINT64_C(127);
	frame &= ~((UINT64_C(16) << HEIGHT_BITS(height)) - 1);
	for (i = 0; i < n; i++) {
		uint64_t value = m->kernel->group(m, frame, height, i);

		if (value != 0) {
			emit_store(m, cpu, slot + 8 * i, value);
		}
	}
}

/* ---- Changing what is there ---- */

struct victim {
	const struct space *space;
	uint64_t va;
	uint64_t slot;
	unsigned height;
	uint64_t value;
	enum kind kind;
	uint64_t target;
};

/* What an address leads to; kind tells whether to look further. */
static bool choose_victim(struct machine *m, unsigned cpu, enum kind kind,
			  struct victim *v)
{
	unsigned tries;

	for (tries = 0; tries < 20; tries++) {
		unsigned stop;

		v->space = likely_space(m, cpu);
		v->va = tables_any_address(m, v->space);
		stop = kind == TABLE
			       ? random_below(m,
					      tables_height(v->space->bits) + 1)
			       : 0;
		if (!tables_find(m, v->space, v->va, stop, &v->slot,
				 &v->height)) {
			continue;
		}
		v->value = tables_read(m, v->slot);
		v->kind = m->kernel->kind(v->value, v->height, &v->target);
		if (v->kind == kind) {
			return true;
		}
	}
	return false;
}

static void shoot_victim(struct machine *m, unsigned cpu,
			 const struct victim *v)
{
	m->kernel->shoot(m, cpu, v->space, v->va, v->height, v->kind);
}

static void act_unmap(struct machine *m, unsigned cpu)
{
	struct victim v;
	unsigned n = random_percent(m, 80) ? 1 : random_below(m, 12);

	for (; n > 0 && choose_victim(m, cpu, LEAF, &v); n--) {
		emit_store(m, cpu, v.slot,
			   random_percent(m, 70)
				   ? 0
				   : random_any(m) << 8 &
					     UINT64_C(0x7ffffffffff00));
		if (random_percent(m, m->calm)) {
			shoot_victim(m, cpu, &v);
		}
	}
}

static void act_change(struct machine *m, unsigned cpu)
{
	struct victim v;
	uint64_t new;

	if (!choose_victim(m, cpu, LEAF, &v)) {
		return;
	}
	new = m->kernel->mutate(m, v.value, v.height);
	if (random_percent(m, 25)) {
		emit_store(m, cpu, v.slot, 0);
		shoot_victim(m, cpu, &v);
	}
	emit_store(m, cpu, v.slot, new);
	if (random_percent(m, m->calm)) {
		shoot_victim(m, cpu, &v);
	}
}

static void act_restore(struct machine *m, unsigned cpu)
{
	struct victim v;

	if (!choose_victim(m, cpu, LEAF, &v)) {
		return;
	}
	emit_store(m, cpu, v.slot, 0);
	if (random_percent(m, 50)) {
		cpu = any_cpu(m);
		enter_kernel(m, cpu);
	}
	emit_store(m, cpu, v.slot, v.value);
}

/* ---- Tables ---- */

static void act_unlink(struct machine *m, unsigned cpu)
{
	struct victim v;

	if (!choose_victim(m, cpu, TABLE, &v)) {
		return;
	}
	emit_store(m, cpu, v.slot, 0);
	if (random_percent(m, m->calm)) {
		shoot_victim(m, cpu, &v);
	}
	if (random_percent(m, 70)) {
		tables_free(m, v.target);
	}
	if (random_percent(m, 15) && tables_may_link(m, v.slot, v.value)) {
		emit_store(m, cpu, v.slot, v.value);
	}
}

/* Shares, moves, or lets a table point to itself or above. */
static void act_link(struct machine *m, unsigned cpu)
{
	struct victim from, to;
	enum kind kind = random_percent(m, 60) ? NOTHING : TABLE;
	uint64_t value;

	if (!choose_victim(m, cpu, TABLE, &from) ||
	    !choose_victim(m, cpu, kind, &to) || to.height == 0) {
		return;
	}
	value = random_percent(m, 70)
			? from.value
			: m->kernel->table(
				  m, random_percent(m, 50)
					     ? to.slot & ~(uint64_t)(PAGE - 1)
					     : to.space->root &
						       ~(uint64_t)(PAGE - 1));
	if (!tables_may_link(m, to.slot, value)) {
		return;
	}
	emit_store(m, cpu, to.slot, value);
	if (random_percent(m, 40)) {
		emit_store(m, cpu, from.slot, 0);
		shoot_victim(m, cpu, &from);
	}
}

/* A leaf becomes a table that maps the same, or the other way round. */
static void act_split_or_join(struct machine *m, unsigned cpu)
{
	struct victim v;
	uint64_t table;

	if (!choose_victim(m, cpu, random_percent(m, 50) ? LEAF : TABLE, &v) ||
	    v.height == 0 || v.height > 2) {
		return;
	}
	if (random_percent(m, m->calm)) {
		emit_store(m, cpu, v.slot, 0);
		shoot_victim(m, cpu, &v);
	}
	if (v.kind == TABLE) {
		emit_store(m, cpu, v.slot,
			   m->kernel->leaf(m, any_frame(m, v.height), v.height,
					   v.va));
		tables_free(m, v.target);
		return;
	}
	table = m->kernel->table(m, tables_allocate(m, cpu));
	if (tables_may_link(m, v.slot, table)) {
		emit_store(m, cpu, v.slot, table);
	}
}

/* Something is written to a page that may be, or have been, a table. */
static void act_scribble(struct machine *m, unsigned cpu)
{
	uint64_t slot = tables_any_page(m) +
			8 * (random_percent(m, 70) ? random_below(m, 18)
						   : random_below(m, SLOTS));
	unsigned height = random_below(m, 3);
	uint64_t value = 0;

	switch (random_below(m, 5)) {
	case 0:
		value = m->kernel->malformed(m, height);
		break;
	case 1:
		value = m->kernel->leaf(m, any_frame(m, height), height,
					(slot & 0xff8) << 9);
		break;
	case 2:
		value = m->kernel->table(m, tables_any_page(m));
		break;
	case 3:
		value = random_any(m) & ~UINT64_C(1);
		break;
	default:
		break;
	}
	if (tables_may_link(m, slot, value)) {
		emit_store(m, cpu, slot, value);
	}
}

/* ---- Contexts ---- */

static void act_switch(struct machine *m, unsigned cpu)
{
	m->kernel->install(m, cpu, any_space(m));
}

/* A process ends, and its root and ASID begin a new life. */
static void act_recycle(struct machine *m, unsigned cpu)
{
	struct space *s = &m->space[any_space(m)];
	unsigned height = tables_height(s->bits);
	unsigned slots = 1u << (s->bits - HEIGHT_BITS(height));
	unsigned i;

	for (i = 0; i < slots && random_percent(m, 95); i++) {
		if (tables_read(m, s->root + 8 * i) != 0) {
			emit_store(m, cpu, s->root + 8 * i, 0);
		}
	}
	if (random_percent(m, m->calm)) {
		for (i = 0; i < m->n_cpus; i++) {
			if (m->cpu[i].on) {
				enter_kernel(m, i);
				m->kernel->flush_asid(m, i, s->asid);
			}
		}
	}
	tables_free(m, s->root);
	m->kernel->choose_space(m, s);
}

static void act_to_user(struct machine *m, unsigned cpu)
{
	emit_mode(m, cpu, 0);
}

static void act_access(struct machine *m, unsigned cpu)
{
	emit_access(m, cpu,
		    tables_any_address(m, likely_space(m, cpu)) |
			    random_below(m, 512) * 8);
}

static void act_power(struct machine *m, unsigned cpu)
{
	unsigned i, on = 0;

	for (i = 0; i < m->n_cpus; i++) {
		on += m->cpu[i].on;
	}
	if (on > 1) {
		emit_power(m, cpu, 0);
		m->cpu[cpu].on = false;
	}
	for (i = 0; i < m->n_cpus; i++) {
		if (!m->cpu[i].on && random_percent(m, 50)) {
			emit_power(m, i, 1);
			act_boot(m, i);
		}
	}
}

void act_boot(struct machine *m, unsigned cpu)
{
	m->cpu[cpu] =
		(struct cpu){ .on = true, .privilege = m->kernel->highest };
	emit_mode(m, cpu, 1);
	m->kernel->boot(m, cpu);
}

/* ---- Invalidations for themselves ---- */

static void act_invalidate(struct machine *m, unsigned cpu)
{
	m->kernel->invalidate_any(m, cpu);
}

static void act_barrier(struct machine *m, unsigned cpu)
{
	m->kernel->barrier_any(m, cpu);
}

/* Everything is forgotten everywhere, so that old errors do not hide new. */
static void act_flush(struct machine *m, unsigned cpu)
{
	unsigned i;

	(void)cpu;
	for (i = 0; i < m->n_cpus; i++) {
		if (m->cpu[i].on) {
			enter_kernel(m, i);
			m->kernel->flush_all(m, i);
		}
	}
}

static void act_flush_asid(struct machine *m, unsigned cpu)
{
	m->kernel->flush_asid(m, cpu, random_below(m, m->n_asids + 1));
}

static void act_mark(struct machine *m, unsigned cpu)
{
	emit_mark(m, cpu);
}

static void act_disturb(struct machine *m, unsigned cpu)
{
	m->kernel->disturb(m, cpu);
}

static const struct {
	unsigned weight;
	void (*act)(struct machine *m, unsigned cpu);
} ACTS[] = {
	{ 200, act_map },    { 15, act_map_group },	{ 120, act_unmap },
	{ 120, act_change }, { 40, act_restore },	{ 40, act_unlink },
	{ 30, act_link },    { 20, act_split_or_join }, { 40, act_scribble },
	{ 100, act_switch }, { 12, act_recycle },	{ 120, act_to_user },
	{ 40, act_access },  { 4, act_power },		{ 30, act_invalidate },
	{ 30, act_barrier }, { 12, act_flush },		{ 30, act_flush_asid },
	{ 4, act_mark },     { 8, act_disturb },
};

void act(struct machine *m)
{
	unsigned cpu = any_cpu(m);
	unsigned total = 0;
	unsigned chosen, i;

	for (i = 0; i < sizeof(ACTS) / sizeof(ACTS[0]); i++) {
		total += ACTS[i].weight;
	}
	chosen = random_below(m, total);
	for (i = 0; chosen >= ACTS[i].weight; i++) {
		chosen -= ACTS[i].weight;
	}
	if (ACTS[i].act != act_to_user && ACTS[i].act != act_access) {
		enter_kernel(m, cpu);
	}
	ACTS[i].act(m, cpu);
}
