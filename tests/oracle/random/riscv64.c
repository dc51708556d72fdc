// SPDX-License-Identifier: BSD-2-Clause
/* The random kernel on RISC-V: Sv39 to Sv57, Svnapot, Svpbmt, Svinval. */
#include "random.h"

enum pte {
	V = 1,
	R = 2,
	W = 4,
	X = 8,
	U = 16,
	G = 32,
	A = 64,
	D = 128
};

#define N (UINT64_C(1) << 63)
#define PPN_MASK ((UINT64_C(1) << 44) - 1)

static enum kind kind(uint64_t value, unsigned height, uint64_t *target)
{
	*target = (value >> 10 & PPN_MASK) << 12;
	if ((value & V) == 0 || value >> 54 != 0) {
		return (value & V) != 0 && (value & (R | X)) != 0 &&
				       value >> 54 != 0
			       ? LEAF
			       : NOTHING;
	}
	if ((value & (R | W | X)) != 0) {
		return LEAF;
	}
	return height > 0 && (value & (A | D | U)) == 0 ? TABLE : NOTHING;
}

static uint64_t table(struct machine *m, uint64_t target)
{
	return target >> 12 << 10 | V | (random_percent(m, 5) ? G : 0);
}

static uint64_t leaf(struct machine *m, uint64_t pa, unsigned height,
		     uint64_t va)
{
	bool high = va >> 63 != 0;
	uint64_t value = pa >> 12 << 10 | V | R | A;

	(void)height;
	value |= random_percent(m, 60) ? W | D : 0;
	value |= random_percent(m, 30) ? X : 0;
	value |= random_percent(m, high ? 10 : 85) ? U : 0;
	value |= random_percent(m, high ? 75 : 10) ? G : 0;
	value |= random_percent(m, 5) ? UINT64_C(1) << 61 : 0;
	return value;
}

static uint64_t mutate(struct machine *m, uint64_t value, unsigned height)
{
	static const uint64_t FLIPS[] = {
		W, W, W, X, X, U, G, A, A, D, 0x100, 0x200, UINT64_C(1) << 61, N
	};
	uint64_t new;

	if (random_percent(m, 30)) {
		uint64_t size = UINT64_C(1) << HEIGHT_BITS(height);

		return (value & 0x3ff) |
		       (tables_any_page(m) & ~(size - 1)) >> 12 << 10;
	}
	new = value ^ RANDOM_OF(m, FLIPS);
	/* W without R would be a farewell. */
	return (new &R) == 0 ? new & ~(uint64_t)W : new;
}

static uint64_t malformed(struct machine *m, unsigned height)
{
	switch (random_below(m, 5)) {
	case 0:
		return V | W | (random_any(m) & 0xfff00);
	case 1:
		return V | U | (random_any(m) & 0xfff00);
	case 2:
		return UINT64_C(1) << 54 | V | R;
	case 3:
		return UINT64_C(3) << 61 | V | R;
	default:
		break;
	}
	return height > 0 ? UINT64_C(0x700000000) >> 2 | V : 0;
}

static uint64_t group(struct machine *m, uint64_t pa, unsigned height,
		      unsigned i)
{
	(void)m;
	(void)i;
	return height == 0 ? N | (pa >> 12 | 8) << 10 | V | R | W | U | A | D
			   : 0;
}

/* ---- Registers ---- */

static void choose_space(struct machine *m, struct space *s)
{
	static const unsigned BITS[] = { 39, 39, 39, 48, 57 };

	s->bits = RANDOM_OF(m, BITS);
	s->half = 0;
	s->asid = random_below(m, m->n_asids + 1);
	s->root = tables_allocate(m, 0);
}

static void write_satp(struct machine *m, unsigned cpu, uint64_t value)
{
	m->cpu[cpu].reg[0] = value;
	emit_reg(m, cpu, "satp", value);
}

static void install(struct machine *m, unsigned cpu, unsigned space)
{
	const struct space *s = &m->space[space];
	uint64_t mode = 8 + (s->bits - 39) / 9;

	m->cpu[cpu].space[0] = space;
	write_satp(m, cpu,
		   mode << 60 | (uint64_t)s->asid << 44 | s->root >> 12);
}

static void boot(struct machine *m, unsigned cpu)
{
	install(m, cpu, random_below(m, m->n_spaces));
}

static void disturb(struct machine *m, unsigned cpu)
{
	uint64_t satp = m->cpu[cpu].reg[0];
	static const uint64_t MODES[] = { 0, 0, 0, 8, 9, 10, 1, 11 };

	write_satp(m, cpu,
		   (satp & ~(UINT64_C(15) << 60)) | RANDOM_OF(m, MODES) << 60);
	if (random_percent(m, 40)) {
		act(m);
	}
	if (random_percent(m, 80)) {
		write_satp(m, cpu, satp);
	}
}

/* ---- Fences ---- */

enum funct7 {
	SFENCE_VMA = 0x09,
	SINVAL_VMA = 0x0b,
	HFENCE_VVMA = 0x11,
	HINVAL_VVMA = 0x13,
	HFENCE_GVMA = 0x31,
	HINVAL_GVMA = 0x33
};

#define W_INVAL UINT32_C(0x18000073)
#define INVAL_IR UINT32_C(0x18100073)

/* Register numbers decide: without an operand it is x0. */
struct fence {
	unsigned funct7;
	bool has_va, has_asid;
	uint64_t va;
	uint64_t asid;
};

static void fence(struct machine *m, unsigned cpu, const struct fence *f)
{
	uint32_t rs1 = f->has_va ? 1 + random_below(m, 31) : 0;
	uint32_t rs2 = f->has_asid ? 1 + random_below(m, 31) : 0;

	emit_inval(m, cpu, random_percent(m, 3) ? 3 : 1,
		   f->funct7 << 25 | rs2 << 20 | rs1 << 15 | 0x73,
		   f->has_va ? f->va : 0, f->has_asid ? f->asid : 0);
}

/* The fence, or its Svinval twin between two that may be missing. */
static void fence_or_sinval(struct machine *m, unsigned cpu, struct fence *f)
{
	if (random_percent(m, 85)) {
		fence(m, cpu, f);
		return;
	}
	f->funct7 = SINVAL_VMA;
	if (random_percent(m, m->calm)) {
		emit_barrier(m, cpu, W_INVAL);
	}
	fence(m, cpu, f);
	if (random_percent(m, m->calm)) {
		emit_barrier(m, cpu, INVAL_IR);
	}
}

static void barrier_any(struct machine *m, unsigned cpu)
{
	emit_barrier(m, cpu, random_percent(m, 50) ? W_INVAL : INVAL_IR);
}

static void shoot_right(struct machine *m, unsigned cpu, const struct space *s,
			uint64_t va, enum kind was)
{
	struct fence f = {
		.funct7 = SFENCE_VMA,
		.has_va = was != TABLE && random_percent(m, 90),
		.has_asid = random_percent(m, 70),
		.va = va,
		.asid = s->asid,
	};

	if (va >> 63 != 0 && random_percent(m, 70)) {
		f.has_asid = false;
	}
	fence_or_sinval(m, cpu, &f);
}

static void shoot_wrong(struct machine *m, unsigned cpu, const struct space *s,
			uint64_t va)
{
	struct fence f = {
		.funct7 = SFENCE_VMA,
		.has_va = random_percent(m, 80),
		.has_asid = random_percent(m, 80),
		.va = random_percent(m, 50) ? va : va ^ 0x1000,
		.asid = random_percent(m, 40) ? s->asid
					      : random_below(m, m->n_asids + 1),
	};

	fence_or_sinval(m, cpu, &f);
}

static void shoot(struct machine *m, unsigned cpu, const struct space *s,
		  uint64_t va, unsigned height, enum kind was)
{
	unsigned i;

	(void)height;
	for (i = 0; i < m->n_cpus; i++) {
		if (!m->cpu[i].on ||
		    (i != cpu && !random_percent(m, m->calm))) {
			continue;
		}
		if (m->cpu[i].privilege == 0) {
			emit_mode(m, i, 1);
		}
		if (random_percent(m, m->calm)) {
			shoot_right(m, i, s, va, was);
		} else {
			shoot_wrong(m, i, s, va);
		}
	}
}

static void flush_asid(struct machine *m, unsigned cpu, unsigned asid)
{
	struct fence f = { .funct7 = SFENCE_VMA,
			   .has_asid = true,
			   .asid = asid };

	fence_or_sinval(m, cpu, &f);
}

static void flush_all(struct machine *m, unsigned cpu)
{
	struct fence f = { .funct7 = SFENCE_VMA };

	fence_or_sinval(m, cpu, &f);
}

static void invalidate_any(struct machine *m, unsigned cpu)
{
	static const unsigned FUNCT7[] = { SFENCE_VMA,	SFENCE_VMA,
					   SINVAL_VMA,	HFENCE_VVMA,
					   HINVAL_VVMA, HFENCE_GVMA,
					   HINVAL_GVMA };
	const struct space *s = &m->space[random_below(m, m->n_spaces)];
	struct fence f = {
		.funct7 = RANDOM_OF(m, FUNCT7),
		.has_va = random_percent(m, 60),
		.has_asid = random_percent(m, 60),
		.va = random_percent(m, 90) ? tables_any_address(m, s)
					    : random_any(m),
		.asid = random_percent(m, 90) ? s->asid : random_any(m),
	};

	fence(m, cpu, &f);
}

const struct kernel kernel_riscv64 = {
	.name = "riscv64",
	.halves = 1,
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
