// SPDX-License-Identifier: BSD-2-Clause
/*
 * VMSAv8-64, EL1&0 stage 1, 4 KiB granule: [ARM] D8.3 (descriptors), C5.5
 * (TLB maintenance), TCR_EL1, TTBRn_EL1, SCTLR_EL1.
 */
#include "oracle.h"

static uint64_t bits(uint64_t value, unsigned high, unsigned low)
{
	return value >> low & (~UINT64_C(0) >> (63 - (high - low)));
}

static bool bit(uint64_t value, unsigned n)
{
	return (value >> n & 1) != 0;
}

#define TABLE_ADDRESS(value) (bits(value, 47, 12) << 12)

static bool is_table(uint64_t value, unsigned height)
{
	return bits(value, 1, 0) == 3 && height > 0;
}

/* A block or a page, whatever its AF. */
static bool is_leaf(uint64_t value, unsigned height)
{
	if (bits(value, 49, 48) != 0) {
		return false;
	}
	if (height == 0) {
		return bits(value, 1, 0) == 3;
	}
	return bits(value, 1, 0) == 1 && (height == 1 || height == 2);
}

static uint32_t permissions(const struct oracle *o, uint64_t value)
{
	bool user = bit(value, 6);
	bool writable = !bit(value, 7) || (o->hardware_dirty && bit(value, 51));
	uint32_t set = 0;

	set |= user ? MAY_USER_READ : 0;
	set |= user && writable ? MAY_USER_WRITE : 0;
	set |= writable ? MAY_WRITE : 0;
	set |= !bit(value, 54) ? MAY_USER_EXECUTE : 0;
	set |= !bit(value, 53) ? MAY_EXECUTE : 0;
	set |= !bit(value, 50) ? MAY_UNGUARDED : 0;
	return set;
}

static struct leaf leaf_of(const struct oracle *o, uint64_t value,
			   unsigned height, uint64_t mair)
{
	unsigned low = HEIGHT_BITS(height);
	uint64_t attribute = mair >> (8 * bits(value, 4, 2)) & 0xff;
	bool is_device = attribute >> 4 == 0;
	uint64_t shareability = is_device ? 0 : bits(value, 9, 8);

	return (struct leaf){
		.output = bits(value, 47, low) << low,
		.memory_type = (uint32_t)(attribute << 2 | shareability),
		.permissions = permissions(o, value),
		.user = bit(value, 6),
		.global = !bit(value, 11),
		.contiguous = bit(value, 52),
	};
}

static struct entry decode(struct oracle *o, uint64_t value, unsigned height,
			   uint64_t mair, uint64_t va)
{
	struct entry entry = { .kind = ENTRY_INVALID };

	(void)va;
	if (is_table(value, height)) {
		entry.kind = ENTRY_TABLE;
		entry.target = TABLE_ADDRESS(value);
	} else if (is_leaf(value, height)) {
		entry.idle = !bit(value, 10) && !o->hardware_access;
		entry.kind = entry.idle ? ENTRY_INVALID : ENTRY_LEAF;
		entry.leaf = leaf_of(o, value, height, mair);
	}
	return entry;
}

static bool looks_like_table(uint64_t value, uint64_t *target)
{
	*target = TABLE_ADDRESS(value);
	return bits(value, 1, 0) == 3;
}

static bool same(struct oracle *o, uint64_t a, uint64_t b, unsigned height)
{
	enum entry_kind kind = decode(o, a, height, 0, 0).kind;
	uint64_t meaningless = (o->hardware_access ? UINT64_C(1) << 10 : 0) |
			       (o->hardware_dirty ? 0 : UINT64_C(1) << 51);

	if (kind != decode(o, b, height, 0, 0).kind) {
		return false;
	}
	switch (kind) {
	case ENTRY_TABLE:
		return TABLE_ADDRESS(a) == TABLE_ADDRESS(b) &&
		       bits(a, 63, 59) == bits(b, 63, 59);
	case ENTRY_LEAF:
		return bits((a ^ b) & ~meaningless, 54, 0) == 0;
	case ENTRY_INVALID:
		break;
	}
	return true;
}

static bool malformed(struct oracle *o, uint64_t value, unsigned height)
{
	if (!bit(value, 0)) {
		return false;
	}
	if (bits(value, 49, 48) != 0) {
		return true;
	}
	return is_table(value, height) &&
	       memory_need(o, TABLE_ADDRESS(value)) == NULL;
}

static uint64_t asid_of(const uint64_t *regs)
{
	uint64_t tcr = regs[REG_TCR];
	uint64_t ttbr = bit(tcr, 22) ? regs[REG_TTBR1] : regs[REG_TTBR0];

	return bit(tcr, 36) ? bits(ttbr, 63, 48) : bits(ttbr, 55, 48);
}

static uint64_t root_address(uint64_t ttbr, unsigned va_bits)
{
	unsigned below = va_bits > 39	? 39
			 : va_bits > 30 ? 30
			 : va_bits > 21 ? 21
					: 12;
	uint64_t size = UINT64_C(8) << (va_bits - below);
	uint64_t address = bits(ttbr, 47, 6) << 6;

	return address & ~(size - 1);
}

static void contexts(const uint64_t *regs, struct context *of_halves)
{
	uint64_t tcr = regs[REG_TCR];
	unsigned half;

	for (half = 0; half < 2; half++) {
		struct context *c = &of_halves[half];
		uint64_t ttbr = regs[half == 0 ? REG_TTBR0 : REG_TTBR1];
		unsigned size = (unsigned)(half == 0 ? bits(tcr, 5, 0)
						     : bits(tcr, 21, 16));
		bool walks = !bit(tcr, half == 0 ? 7 : 23);
		bool granule = half == 0 ? bits(tcr, 15, 14) == 0
					 : bits(tcr, 31, 30) == 2;

		c->installed = bit(regs[REG_SCTLR], 0) && walks && granule &&
			       !bit(tcr, 59) && size >= 16 && size <= 48;
		c->cnp = bit(ttbr, 0);
		c->bits = 64 - size;
		c->pa = c->installed ? root_address(ttbr, c->bits) : 0;
		c->mair = regs[REG_MAIR];
		c->asid = (uint32_t)asid_of(regs);
	}
}

/* Translation is on, for a granule or a size that is not followed. */
static bool other_granule(const uint64_t *regs)
{
	struct context of_halves[2];
	unsigned half;

	contexts(regs, of_halves);
	for (half = 0; half < 2; half++) {
		bool walks = !bit(regs[REG_TCR], half == 0 ? 7 : 23);

		if (bit(regs[REG_SCTLR], 0) && walks &&
		    !of_halves[half].installed) {
			return true;
		}
	}
	return false;
}

/* "Only of that level": 0 to 3. */
static void limit_level(struct op *op, unsigned level)
{
	op->only_height = 3 - level;
}

static void decode_address(struct op *op)
{
	uint64_t operand = op->operand[0];
	uint64_t ttl = bits(operand, 47, 44);
	uint64_t va = bits(operand, 43, 0) << 12;

	if (bit(va, 55)) {
		va |= UINT64_C(0xff) << 56;
	}
	op->first = va;
	op->last = va;
	/* 0b0100 would be level 0, which has no leaves without TCR.DS. */
	if (ttl >> 2 == 1 && (ttl & 3) != 0) {
		limit_level(op, (unsigned)(ttl & 3));
	} else if (ttl >> 2 > 1) {
		op->spares_leaves = true;
	}
}

static void decode_range(struct op *op)
{
	uint64_t operand = op->operand[0];
	uint64_t base = bits(operand, 36, 0) << 12;
	unsigned scale = (unsigned)bits(operand, 45, 44);
	uint64_t pages = (bits(operand, 43, 39) + 1) << (5 * scale + 1);
	uint64_t level = bits(operand, 38, 37);

	if (bit(base, 48)) {
		base |= ~UINT64_C(0) << 49;
	}
	op->range = true;
	op->first = base;
	op->last = base + (pages << 12) - 1;
	if (op->last < op->first) {
		op->last = UINT64_MAX;
	}
	op->no_address = bits(operand, 47, 46) != 1;
	if (level != 0) {
		limit_level(op, (unsigned)level);
	}
}

/* One of the EL1&0 forms, by op2; false if there is none. */
static bool decode_e1(const uint64_t *regs, struct op *op, unsigned crm,
		      unsigned op2)
{
	bool range = crm == 6 || crm == 2 || crm == 5;
	bool plain = crm == 7 || crm == 3 || crm == 1;

	if ((!range && !plain) || op2 == 4 || op2 == 6 ||
	    (range && op2 % 2 == 0)) {
		return false;
	}
	op->broadcast = crm != 7 && crm != 6;
	op->asid = (uint32_t)bits(op->operand[0],
				  bit(regs[REG_TCR], 36) ? 63 : 55, 48);
	op->reach = op2 == 0   ? REACH_ALL
		    : op2 == 2 ? REACH_ASID
			       : REACH_ADDRESS;
	op->any_tag = op2 == 0 || op2 == 3 || op2 == 7;
	op->spares_global = op2 == 2;
	op->leaf_only = op2 == 5 || op2 == 7;
	op->erratum_form = crm == 3 && op2 == 5 && op->operand[0] == 0;
	if (range) {
		decode_range(op);
	} else if (op->reach == REACH_ADDRESS) {
		decode_address(op);
	}
	return true;
}

static void decode_op(const uint64_t *regs, struct op *op)
{
	unsigned op1 = (unsigned)bits(op->word, 18, 16);
	unsigned crn = (unsigned)bits(op->word, 15, 12);
	bool is_sys = bits(op->word, 31, 19) == 0xd5080000u >> 19;

	op->deferred = true;
	op->only_height = NO_HEIGHT;
	if (op->privilege == 2) {
		op->unjudged = "EL2";
	} else if (op->privilege == 3) {
		op->unjudged = "EL3";
	} else if (!is_sys || (crn != 8 && crn != 9) || op1 != 0 ||
		   !decode_e1(regs, op, (unsigned)bits(op->word, 11, 8),
			      (unsigned)bits(op->word, 7, 5))) {
		op->unjudged = "EL2, EL3 or UNKNOWN";
	} else if (other_granule(regs)) {
		op->unjudged = "GRANULE";
	}
	op->effect = op->unjudged == NULL;
}

/* [ARM] C6.2 DSB: CRm 0 and 4 are SSBB and PSSBB, 8 and 12 act as SY. */
static unsigned dsb_effect(unsigned crm)
{
	switch (crm) {
	case 0:
	case 4:
		return 0;
	case 7:
		return BARRIER_ORDERS | BARRIER_COMPLETES_LOCAL;
	case 8:
	case 12:
		return BARRIER_ORDERS | BARRIER_COMPLETES_LOCAL |
		       BARRIER_COMPLETES_ALL;
	default:
		break;
	}
	switch (crm % 4) {
	case 1:
		return 0;
	case 2:
		return BARRIER_ORDERS;
	default:
		return BARRIER_ORDERS | BARRIER_COMPLETES_LOCAL |
		       BARRIER_COMPLETES_ALL;
	}
}

static unsigned barrier(uint32_t word)
{
	unsigned crm = (unsigned)bits(word, 11, 8);

	if ((word & 0xfffff0ff) == 0xd503309f) {
		return dsb_effect(crm);
	}
	/* DSB nXS has the domain in bits 11:10 and is always for both. */
	if ((word & 0xfffff3ff) == 0xd503323f) {
		return dsb_effect(crm | 3);
	}
	return 0;
}

const struct architecture architecture_aarch64 = {
	.name = "aarch64",
	.is_arm = true,
	.halves = 2,
	.decode = decode,
	.looks_like_table = looks_like_table,
	.same = same,
	.malformed = malformed,
	.contexts = contexts,
	.decode_op = decode_op,
	.barrier = barrier,
};
