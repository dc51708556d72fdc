// SPDX-License-Identifier: BSD-2-Clause
/* The random kernel on Arm: TLBI by Arm's manual, C5.5. */
#include "random.h"

#define USER (UINT64_C(1) << 6)
#define READ_ONLY (UINT64_C(1) << 7)
#define ACCESSED (UINT64_C(1) << 10)
#define NOT_GLOBAL (UINT64_C(1) << 11)
#define GUARDED (UINT64_C(1) << 50)
#define DIRTY_MODIFIER (UINT64_C(1) << 51)
#define CONTIGUOUS (UINT64_C(1) << 52)
#define PXN (UINT64_C(1) << 53)
#define UXN (UINT64_C(1) << 54)
#define ADDRESS UINT64_C(0xfffffffff000)

/* What the seed decides for the whole run. */
#define SEED_AS(m) ((m)->seed % 5 != 0)
#define SEED_A1(m) ((m)->seed % 3 == 0)
#define SEED_CNP(m) ((m)->seed % 4 == 1)
/* Hardware updates, in some runs: on in the middle of it. */
#define SEED_HA(m) ((m)->seed % 7 == 3)
#define SEED_HD(m) ((m)->seed % 14 == 3)
#define TCR_HA (UINT64_C(1) << 39)
#define TCR_HD (UINT64_C(1) << 40)

enum dsb {
	DSB_SY = 15,
	DSB_ST = 14,
	DSB_LD = 13,
	DSB_ISH = 11,
	DSB_ISHST = 10,
	DSB_ISHLD = 9,
	DSB_NSH = 7,
	DSB_NSHST = 6,
	DSB_OSH = 3
};

static uint32_t dsb(unsigned crm)
{
	return UINT32_C(0xd503309f) | crm << 8;
}

/* ---- Descriptors ---- */

static enum kind kind(uint64_t value, unsigned height, uint64_t *target)
{
	*target = value & ADDRESS;
	if ((value & 3) == 3) {
		return height > 0 ? TABLE : LEAF;
	}
	return (value & 3) == 1 && height > 0 ? LEAF : NOTHING;
}

static uint64_t table(struct machine *m, uint64_t target)
{
	uint64_t bits =
		random_percent(m, 10) ? (uint64_t)random_below(m, 32) << 59 : 0;

	/* With AF and nG a table is a page where it is reached as one. */
	return target | bits | ACCESSED | NOT_GLOBAL | USER | 3;
}

static uint64_t leaf(struct machine *m, uint64_t pa, unsigned height,
		     uint64_t va)
{
	bool high = va >> 63 != 0;
	uint64_t value = pa | (height == 0 ? 3 : 1) | UINT64_C(3) << 8;

	value |= random_percent(m, 93) ? ACCESSED : 0;
	value |= random_percent(m, high ? 25 : 85) ? NOT_GLOBAL : 0;
	value |= random_percent(m, high ? 10 : 85) ? USER : 0;
	value |= random_percent(m, 35) ? READ_ONLY : 0;
	value |= random_percent(m, 10) ? UINT64_C(1) << 2 : 0;
	value |= random_percent(m, 30) ? UXN : 0;
	value |= random_percent(m, 30) ? PXN : 0;
	value |= random_percent(m, 5) ? DIRTY_MODIFIER : 0;
	value |= random_percent(m, 5) ? GUARDED : 0;
	return value;
}

static uint64_t mutate(struct machine *m, uint64_t value, unsigned height)
{
	static const uint64_t FLIPS[] = {
		READ_ONLY,
		READ_ONLY,
		READ_ONLY,
		ACCESSED,
		ACCESSED,
		ACCESSED,
		UXN,
		PXN,
		USER,
		NOT_GLOBAL,
		CONTIGUOUS,
		GUARDED,
		DIRTY_MODIFIER,
		UINT64_C(1) << 2,
		UINT64_C(1) << 8,
		UINT64_C(1) << 55,
		UINT64_C(1) << 58,
		UINT64_C(1) << 60,
	};

	if (random_percent(m, 30)) {
		uint64_t size = UINT64_C(1) << HEIGHT_BITS(height);

		return (value & ~ADDRESS) | (value & (size - 1) & ADDRESS) |
		       (tables_any_page(m) & ~(size - 1));
	}
	return value ^ RANDOM_OF(m, FLIPS);
}

static uint64_t malformed(struct machine *m, unsigned height)
{
	if (height > 0 && random_percent(m, 50)) {
		return UINT64_C(0x700000003);
	}
	return random_any(m) | UINT64_C(1) << 49 | 1;
}

static uint64_t group(struct machine *m, uint64_t pa, unsigned height,
		      unsigned i)
{
	uint64_t low = pa + ((uint64_t)i << HEIGHT_BITS(height));

	(void)m;
	return low | (height == 0 ? 3 : 1) | UINT64_C(3) << 8 | ACCESSED |
	       NOT_GLOBAL | USER | CONTIGUOUS;
}

/* ---- Registers ---- */

static void choose_space(struct machine *m, struct space *s)
{
	static const unsigned BITS[] = { 39, 39, 39, 48, 48, 42,
					 36, 32, 30, 25, 21, 16 };
	unsigned index = (unsigned)(s - m->space);
	const struct space *other = &m->space[random_below(m, m->n_spaces)];
	unsigned height, slots, size;

	if (s->bits == 0) {
		s->half = index < 2 ? index : random_percent(m, 20);
	}
	if (m->bits[s->half] == 0) {
		m->bits[s->half] = RANDOM_OF(m, BITS);
	}
	s->bits = m->bits[s->half];
	s->asid = random_below(m, m->n_asids + 1);
	height = tables_height(s->bits);
	slots = 1u << (s->bits - HEIGHT_BITS(height));
	size = slots < 8 ? 64 : slots * 8;
	s->root = random_percent(m, 20) && other->root != 0
			  ? other->root & ~(uint64_t)(PAGE - 1)
			  : tables_allocate(m, 0);
	s->root += (uint64_t)random_below(m, PAGE / size) * size;
}

static void write_reg(struct machine *m, unsigned cpu, enum arm_reg reg,
		      uint64_t value)
{
	static const char *const NAMES[] = { "ttbr0_el1", "ttbr1_el1",
					     "tcr_el1", "mair_el1",
					     "sctlr_el1" };

	m->cpu[cpu].reg[reg] = value;
	emit_reg(m, cpu, NAMES[reg], value);
}

static uint64_t hardware_updates(const struct machine *m)
{
	bool access = SEED_HA(m) && m->events > m->limit / 3;
	bool dirty = SEED_HD(m) && m->events > m->limit / 2;

	return (access ? TCR_HA : 0) | (dirty ? TCR_HD : 0);
}

static uint64_t usual_tcr(const struct machine *m)
{
	uint64_t t0sz = 64 - (m->bits[0] == 0 ? 39 : m->bits[0]);
	uint64_t t1sz = 64 - (m->bits[1] == 0 ? 39 : m->bits[1]);

	return t0sz | t1sz << 16 | UINT64_C(2) << 30 |
	       (uint64_t)SEED_A1(m) << 22 | (uint64_t)SEED_AS(m) << 36 |
	       hardware_updates(m);
}

static void install(struct machine *m, unsigned cpu, unsigned space)
{
	const struct space *s = &m->space[space];
	uint64_t asid = (uint64_t)s->asid << 48;
	uint64_t common = SEED_CNP(m) && random_percent(m, 90);
	uint64_t high = m->cpu[cpu].reg[TTBR1];

	m->cpu[cpu].space[s->half] = space;
	if (s->half == 1) {
		write_reg(m, cpu, TTBR1,
			  s->root | common | (high & UINT64_C(0xffff) << 48));
		return;
	}
	if (SEED_A1(m)) {
		write_reg(m, cpu, TTBR1,
			  (high & ~(UINT64_C(0xffff) << 48)) | asid);
		asid = 0;
	}
	write_reg(m, cpu, TTBR0, s->root | common | asid);
}

static void boot(struct machine *m, unsigned cpu)
{
	write_reg(m, cpu, TCR, usual_tcr(m));
	write_reg(m, cpu, MAIR, UINT64_C(0xff04ff));
	install(m, cpu, 0);
	install(m, cpu, 1);
	write_reg(m, cpu, SCTLR, 1);
}

static void disturb(struct machine *m, unsigned cpu)
{
	uint64_t tcr = usual_tcr(m);

	switch (random_below(m, 8)) {
	case 0:
		tcr ^= UINT64_C(1) << (random_percent(m, 50) ? 7 : 23);
		break;
	case 1:
		tcr ^= UINT64_C(1) << 22;
		break;
	case 2:
		tcr ^= UINT64_C(1) << 36;
		break;
	case 3:
		tcr = (tcr & ~UINT64_C(63)) | (13 + random_below(m, 40));
		break;
	case 4:
		tcr ^= UINT64_C(1) << (random_percent(m, 50) ? 14 : 30);
		break;
	case 5:
		write_reg(m, cpu, SCTLR, 0);
		break;
	case 6:
		write_reg(m, cpu, MAIR, UINT64_C(0xff44ff));
		break;
	default:
		tcr ^= UINT64_C(1) << 59;
		break;
	}
	write_reg(m, cpu, TCR, tcr);
	if (random_percent(m, 40)) {
		act(m);
	}
	write_reg(m, cpu, TCR, usual_tcr(m));
	if (random_percent(m, 90)) {
		write_reg(m, cpu, SCTLR, 1);
		write_reg(m, cpu, MAIR, UINT64_C(0xff04ff));
	}
}

/* ---- Invalidations ---- */

enum form {
	VMALLE1 = 0,
	VAE1 = 1,
	ASIDE1 = 2,
	VAAE1 = 3,
	VALE1 = 5,
	VAALE1 = 7
};

static uint32_t any_register(struct machine *m)
{
	return random_below(m, 31);
}

/* crm: 7, 3, 1 for the local, IS and OS forms; 6, 2, 5 of ranges. */
static uint32_t tlbi(struct machine *m, unsigned form, unsigned crm)
{
	uint32_t crn = random_percent(m, 5) ? 9 : 8;

	return UINT32_C(0xd5080000) | crn << 12 | crm << 8 | form << 5 |
	       any_register(m);
}

static uint64_t operand(unsigned asid, uint64_t va, unsigned ttl)
{
	return (uint64_t)asid << 48 | (uint64_t)ttl << 44 |
	       (va >> 12 & ((UINT64_C(1) << 44) - 1));
}

static uint64_t range(unsigned asid, uint64_t va, unsigned tg, unsigned scale,
		      unsigned num, unsigned ttl)
{
	return (uint64_t)asid << 48 | (uint64_t)tg << 46 |
	       (uint64_t)scale << 44 | (uint64_t)num << 39 |
	       (uint64_t)ttl << 37 | (va >> 12 & ((UINT64_C(1) << 37) - 1));
}

static void barrier_any(struct machine *m, unsigned cpu)
{
	static const uint32_t WORDS[] = {
		0xd5033f9f, 0xd5033e9f, 0xd5033d9f, 0xd5033b9f, 0xd5033b9f,
		0xd5033a9f, 0xd503399f, 0xd503379f, 0xd503369f, 0xd503359f,
		0xd503339f, 0xd503329f, 0xd503319f, 0xd5033fdf, 0xd5033fdf,
	};

	emit_barrier(m, cpu, RANDOM_OF(m, WORDS));
}

/* One that does what is needed after a change at va. */
static void shoot_right(struct machine *m, unsigned cpu, const struct space *s,
			uint64_t va, unsigned height, enum kind was)
{
	static const unsigned BROADCAST[] = { 3, 3, 3, 3, 1 };
	unsigned crm = RANDOM_OF(m, BROADCAST);
	unsigned level = 3 - height;
	unsigned ttl = random_percent(m, 30) && level > 0 ? 4 | level : 0;
	unsigned forms = random_below(m, 20);

	if (forms == 0) {
		emit_inval(m, cpu, 1, tlbi(m, VMALLE1, crm), 0, 0);
	} else if (forms == 1) {
		emit_inval(m, cpu, 1, tlbi(m, ASIDE1, crm),
			   operand(s->asid, 0, 0), 0);
	} else if (forms < 4) {
		emit_inval(m, cpu, 1, tlbi(m, VAE1, crm == 3 ? 2 : 5),
			   range(s->asid, va & ~UINT64_C(0x1fff), 1,
				 height < 4 ? height : 0, 0, 0),
			   0);
	} else if (was == LEAF && forms < 10) {
		emit_inval(m, cpu, 1,
			   tlbi(m, s->half == 1 ? VAALE1 : VALE1, crm),
			   operand(s->asid, va, ttl), 0);
	} else {
		emit_inval(m, cpu, 1, tlbi(m, s->half == 1 ? VAAE1 : VAE1, crm),
			   operand(s->asid, va, ttl), 0);
	}
}

static void shoot_wrong(struct machine *m, unsigned cpu, const struct space *s,
			uint64_t va)
{
	unsigned other = random_below(m, m->n_asids + 1);

	switch (random_below(m, 6)) {
	case 0:
		emit_inval(m, cpu, 1, tlbi(m, VAE1, 3), operand(other, va, 0),
			   0);
		break;
	case 1:
		emit_inval(m, cpu, 1, tlbi(m, VAE1, 7), operand(s->asid, va, 0),
			   0);
		break;
	case 2:
		emit_inval(m, cpu, 1, tlbi(m, VAE1, 3),
			   operand(s->asid, va, random_below(m, 16)), 0);
		break;
	case 3:
		emit_inval(m, cpu, 1, tlbi(m, VALE1, 3),
			   operand(s->asid, va, 0), 0);
		break;
	case 4:
		emit_inval(m, cpu, 1, tlbi(m, VAE1, 3),
			   operand(s->asid, va ^ 0x1000, 0), 0);
		break;
	default:
		emit_inval(m, cpu, 1, tlbi(m, VAE1, 2),
			   range(s->asid, va, random_below(m, 4),
				 random_below(m, 4), random_below(m, 32),
				 random_below(m, 4)),
			   0);
		break;
	}
}

static void shoot(struct machine *m, unsigned cpu, const struct space *s,
		  uint64_t va, unsigned height, enum kind was)
{
	if (random_percent(m, m->calm)) {
		emit_barrier(m, cpu, dsb(DSB_ISHST));
	} else if (random_percent(m, 50)) {
		barrier_any(m, cpu);
	}
	if (random_percent(m, m->calm)) {
		shoot_right(m, cpu, s, va, height, was);
	} else {
		shoot_wrong(m, cpu, s, va);
	}
	if (random_percent(m, m->calm)) {
		emit_barrier(m, cpu, dsb(DSB_ISH));
	} else {
		barrier_any(m, cpu);
	}
	if (random_percent(m, 10)) {
		emit_inval(m, cpu, 1, m->last_word, m->last_operand, 0);
		emit_barrier(m, cpu, dsb(DSB_ISH));
	} else if (random_percent(m, 10)) {
		emit_inval(m, cpu, 1, UINT32_C(0xd50883bf), 0, 0);
		emit_barrier(m, cpu, dsb(DSB_ISH));
	}
}

static void flush_asid(struct machine *m, unsigned cpu, unsigned asid)
{
	unsigned crm = random_percent(m, 60) ? 3 : 7;

	emit_barrier(m, cpu, dsb(DSB_ISHST));
	emit_inval(m, cpu, 1, tlbi(m, ASIDE1, crm), operand(asid, 0, 0), 0);
	emit_barrier(m, cpu, dsb(crm == 3 ? DSB_ISH : DSB_NSH));
}

static void flush_all(struct machine *m, unsigned cpu)
{
	unsigned crm = random_percent(m, 60) ? 3 : 7;

	emit_barrier(m, cpu, dsb(DSB_ISHST));
	emit_inval(m, cpu, 1, tlbi(m, VMALLE1, crm), 0, 0);
	emit_barrier(m, cpu, dsb(crm == 3 ? DSB_ISH : DSB_NSH));
}

/* Any instruction of the TLBI space, mostly one that exists. */
static void invalidate_any(struct machine *m, unsigned cpu)
{
	static const unsigned CRM[] = { 7, 3, 1, 6, 2, 5, 4, 0 };
	static const unsigned OP1[] = { 0, 0, 0, 0, 0, 0, 4, 6 };
	static const unsigned PRIVILEGE[] = { 1, 1, 1, 1, 1, 1, 2, 3 };
	const struct space *s = &m->space[random_below(m, m->n_spaces)];
	uint64_t va = tables_any_address(m, s);
	uint64_t op = random_percent(m, 60)
			      ? operand(s->asid, va, random_below(m, 16))
			      : range(s->asid, va, random_below(m, 4),
				      random_below(m, 4), random_below(m, 32),
				      random_below(m, 4));

	emit_inval(m, cpu, RANDOM_OF(m, PRIVILEGE),
		   tlbi(m, random_below(m, 8), RANDOM_OF(m, CRM)) |
			   RANDOM_OF(m, OP1) << 16,
		   op, 0);
	if (random_percent(m, 60)) {
		barrier_any(m, cpu);
	}
}

const struct kernel kernel_aarch64 = {
	.name = "aarch64",
	.halves = 2,
	.highest = 3,
	.choose_space = choose_space,
	.kind = kind,
	.table = table,
	.leaf = leaf,
	.mutate = mutate,
	.malformed = malformed,
	.group = group,
	.boot = boot,
	.install = install,
	.disturb = disturb,
	.shoot = shoot,
	.flush_asid = flush_asid,
	.flush_all = flush_all,
	.invalidate_any = invalidate_any,
	.barrier_any = barrier_any,
};
