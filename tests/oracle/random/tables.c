// SPDX-License-Identifier: BSD-2-Clause
/* The page tables as the random kernel sees them. */
#include "random.h"

/* More ways than this through one table would make traces that never end. */
#define WAYS_MAX 600u

unsigned tables_height(unsigned bits)
{
	unsigned height = 0;

	while (HEIGHT_BITS(height + 1) < bits) {
		height++;
	}
	return height;
}

static bool in_ram(const struct machine *m, uint64_t pa)
{
	return pa >= RAM_BASE && pa < RAM_BASE + m->n_pages * (uint64_t)PAGE;
}

uint64_t tables_read(const struct machine *m, uint64_t pa)
{
	return in_ram(m, pa) ? m->ram[(pa - RAM_BASE) / PAGE][pa % PAGE / 8]
			     : 0;
}

uint64_t tables_any_page(struct machine *m)
{
	return RAM_BASE + random_below(m, m->n_pages) * (uint64_t)PAGE;
}

/* A page that is no table, cleared by stores; any page when there is none. */
uint64_t tables_allocate(struct machine *m, unsigned cpu)
{
	uint64_t pa = tables_any_page(m);
	unsigned tries, slot;

	for (tries = 0; tries < 200 && m->used[(pa - RAM_BASE) / PAGE];
	     tries++) {
		pa = tables_any_page(m);
	}
	m->used[(pa - RAM_BASE) / PAGE] = true;
	for (slot = 0; slot < SLOTS; slot++) {
		if (tables_read(m, pa + 8 * slot) != 0) {
			emit_store(m, cpu, pa + 8 * slot, 0);
		}
	}
	return pa;
}

void tables_free(struct machine *m, uint64_t pa)
{
	if (in_ram(m, pa)) {
		m->used[(pa - RAM_BASE) / PAGE] = false;
	}
}

/* Few indices, so that addresses collide; some at the ends of groups of 16. */
static unsigned any_index(struct machine *m, unsigned slots)
{
	static const unsigned INDEX[] = { 0, 0,	 0,  1,	 1,   2,
					  3, 15, 16, 17, 511, 510 };

	return RANDOM_OF(m, INDEX) & (slots - 1);
}

uint64_t tables_any_address(struct machine *m, const struct space *s)
{
	unsigned height = tables_height(s->bits);
	uint64_t va = 0;
	unsigned h;

	for (h = 0; h < height; h++) {
		va |= (uint64_t)any_index(m, SLOTS) << HEIGHT_BITS(h);
	}
	va |= (uint64_t)any_index(m, 1u << (s->bits - HEIGHT_BITS(height)))
	      << HEIGHT_BITS(height);
	if (m->kernel->halves == 2 ? s->half == 1
				   : (va >> (s->bits - 1) & 1) != 0) {
		va |= ~UINT64_C(0) << s->bits;
	}
	return va;
}

bool tables_find(const struct machine *m, const struct space *s, uint64_t va,
		 unsigned stop, uint64_t *slot, unsigned *height)
{
	uint64_t offset = va & ~(~UINT64_C(0) << s->bits);
	uint64_t target;

	*height = tables_height(s->bits);
	*slot = s->root + 8 * (offset >> HEIGHT_BITS(*height));
	while (in_ram(m, *slot) && *height > stop &&
	       m->kernel->kind(tables_read(m, *slot), *height, &target) ==
		       TABLE) {
		(*height)--;
		*slot = target +
			8 * (offset >> HEIGHT_BITS(*height) & (SLOTS - 1));
	}
	return in_ram(m, *slot);
}

/* Descriptors below a table, counted for each way that leads to them. */
static unsigned count_ways(const struct machine *m, uint64_t table,
			   unsigned height)
{
	unsigned ways = 1;
	unsigned slot;

	for (slot = 0; slot < SLOTS && in_ram(m, table); slot++) {
		uint64_t value = tables_read(m, table + 8 * slot);
		uint64_t target;

		if (value != 0 && height > 0 &&
		    m->kernel->kind(value, height, &target) == TABLE) {
			ways += count_ways(m, target, height - 1);
		}
		ways += value != 0;
		if (ways > WAYS_MAX) {
			break;
		}
	}
	return ways;
}

bool tables_may_link(const struct machine *m, uint64_t slot, uint64_t value)
{
	static struct machine after;
	unsigned i;

	after = *m;
	after.ram[(slot - RAM_BASE) / PAGE][slot % PAGE / 8] = value;
	for (i = 0; i < m->n_spaces; i++) {
		const struct space *s = &m->space[i];
		uint64_t page = s->root & ~(uint64_t)(PAGE - 1);

		if (count_ways(&after, page, tables_height(s->bits)) >
		    WAYS_MAX) {
			return false;
		}
	}
	return true;
}
