// SPDX-License-Identifier: BSD-2-Clause
/*
 * Physical memory, as far as the trace tells, and for each page the list of
 * slots that look like a table descriptor to it: from that list, who reaches
 * a page is found from the bottom.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

struct frame *memory_frame(struct oracle *o, uint64_t pa)
{
	uint64_t page = pa & ~(uint64_t)(PAGE_SIZE - 1);
	size_t bucket = (size_t)((page >> 12) * 0x9e3779b97f4a7c15u >> 48);
	struct frame *f;

	for (f = o->frames[bucket]; f != NULL; f = f->next) {
		if (f->pa == page) {
			return f;
		}
	}
	f = oracle_alloc(sizeof(*f));
	memset(f, 0, sizeof(*f));
	f->pa = page;
	f->next = o->frames[bucket];
	o->frames[bucket] = f;
	return f;
}

static void add_link(struct oracle *o, uint64_t slot_pa, uint64_t value)
{
	uint64_t target;
	struct frame *f;

	if (!o->arch->looks_like_table(value, &target)) {
		return;
	}
	f = memory_frame(o, target);
	f->in = oracle_grow(f->in, f->n_in, &f->max_in, sizeof(*f->in));
	f->in[f->n_in++] = slot_pa;
}

static void drop_link(struct oracle *o, uint64_t slot_pa, uint64_t value)
{
	uint64_t target;
	struct frame *f;
	size_t i;

	if (!o->arch->looks_like_table(value, &target)) {
		return;
	}
	f = memory_frame(o, target);
	/* From the end: the newest is likely the first to go. */
	for (i = f->n_in - 1; f->in[i] != slot_pa; i--) {
	}
	f->in[i] = f->in[--f->n_in];
}

static void forget_summaries(struct content *c)
{
	unsigned h;

	for (h = 0; h < HEIGHTS; h++) {
		if (c->summary[h] != NULL) {
			c->summary[h]->current = false;
		}
	}
}

static void set_slot(struct oracle *o, struct frame *f, unsigned slot,
		     uint64_t value)
{
	uint64_t slot_pa = f->pa + 8u * slot;

	if (f->content->value[slot] == value) {
		return;
	}
	drop_link(o, slot_pa, f->content->value[slot]);
	f->content->value[slot] = value;
	add_link(o, slot_pa, value);
	forget_summaries(f->content);
	o->structure++;
}

void memory_reread(struct oracle *o)
{
	size_t i;

	for (i = 0; i < o->n_given; i++) {
		forget_summaries(o->given[i]->content);
	}
}

void memory_give_page(struct oracle *o, uint64_t pa, const uint64_t *values)
{
	struct frame *f = memory_frame(o, pa);
	unsigned i;

	if (f->content == NULL && f->needed != 0) {
		oracle_die("missing %llx at %llu", (unsigned long long)pa,
			   (unsigned long long)f->needed);
	}
	if (f->content == NULL) {
		f->content = oracle_alloc(sizeof(*f->content));
		memset(f->content, 0, sizeof(*f->content));
		o->given = oracle_grow(o->given, o->n_given, &o->max_given,
				       sizeof(struct frame *));
		o->given[o->n_given++] = f;
		o->structure++;
	}
	for (i = 0; i < SLOTS; i++) {
		set_slot(o, f, i, values[i]);
	}
}

struct content *memory_need(struct oracle *o, uint64_t pa)
{
	struct frame *f = memory_frame(o, pa);

	if (f->content == NULL && f->needed == 0) {
		f->needed = o->now;
	}
	return f->content;
}

uint64_t memory_slot(struct oracle *o, uint64_t slot_pa)
{
	struct content *c = memory_need(o, slot_pa);

	return c == NULL ? 0 : c->value[slot_pa % PAGE_SIZE / 8];
}

void memory_store(struct oracle *o, uint64_t slot_pa, uint64_t value)
{
	struct frame *f = memory_frame(o, slot_pa);

	if (f->content != NULL) {
		set_slot(o, f, (unsigned)(slot_pa % PAGE_SIZE / 8), value);
	}
}
