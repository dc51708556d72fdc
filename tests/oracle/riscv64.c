// SPDX-License-Identifier: BSD-2-Clause
/*
 * Sv39, Sv48, Sv57 with Svnapot, Svpbmt and Svinval: [RISCV-PRIV] supervisor,
 * sv39 to sv57, svnapot, svpbmt, svinval.
 */
#include "oracle.h"

enum pte_bit {
	PTE_V = 1,
	PTE_R = 2,
	PTE_W = 4,
	PTE_X = 8,
	PTE_U = 16,
	PTE_G = 32,
	PTE_A = 64,
	PTE_D = 128,
};

#define PTE_SOFTWARE UINT64_C(0x300)
#define PTE_RESERVED (UINT64_C(0x7f) << 54)
#define PTE_N (UINT64_C(1) << 63)

static uint64_t ppn(uint64_t value)
{
	return value >> 10 & ((UINT64_C(1) << 44) - 1);
}

static unsigned pbmt(uint64_t value)
{
	return (unsigned)(value >> 61 & 3);
}

static bool is_pointer(uint64_t value)
{
	return (value & (PTE_V | PTE_R | PTE_W | PTE_X)) == PTE_V;
}

/* Malformed by its bits alone: section 2, "farewell". */
static bool has_bad_bits(uint64_t value)
{
	if ((value & PTE_V) == 0) {
		return false;
	}
	if ((value & PTE_RESERVED) != 0 || pbmt(value) == 3) {
		return true;
	}
	if ((value & (PTE_R | PTE_W)) == PTE_W) {
		return true;
	}
	return is_pointer(value) && (value & (PTE_A | PTE_D | PTE_U)) != 0;
}

/* Svnapot and Svpbmt: N and PBMT are reserved in a pointer. */
static bool looks_like_table(uint64_t value, uint64_t *target)
{
	*target = ppn(value) << 12;
	return is_pointer(value) && !has_bad_bits(value) &&
	       (value & PTE_N) == 0 && pbmt(value) == 0;
}

static bool is_leaf(uint64_t value, unsigned height)
{
	uint64_t low = (UINT64_C(1) << (9 * height)) - 1;

	if ((value & PTE_V) == 0 || is_pointer(value) || has_bad_bits(value)) {
		return false;
	}
	if ((value & PTE_N) != 0 && (height != 0 || (ppn(value) & 15) != 8)) {
		return false;
	}
	return (ppn(value) & low) == 0;
}

static struct leaf leaf_of(uint64_t value, uint64_t va)
{
	bool napot = (value & PTE_N) != 0;
	uint64_t page = ppn(value);
	uint32_t permissions = 0;

	if (napot) {
		page = (page & ~UINT64_C(15)) | (va >> 12 & 15);
	}
	permissions |= (value & PTE_R) != 0 ? MAY_READ : 0;
	permissions |= (value & PTE_W) != 0 ? MAY_WRITE : 0;
	permissions |= (value & PTE_X) != 0 ? MAY_EXECUTE : 0;
	return (struct leaf){
		.output = page << 12,
		/* U too: another U is another kind of mapping. */
		.memory_type = pbmt(value) << 1 |
			       ((value & PTE_U) != 0 ? 1 : 0),
		.permissions = permissions,
		.user = (value & PTE_U) != 0,
		.global = (value & PTE_G) != 0,
		.contiguous = napot,
	};
}

static struct entry decode(struct oracle *o, uint64_t value, unsigned height,
			   uint64_t mair, uint64_t va)
{
	struct entry entry = { .kind = ENTRY_INVALID };
	uint64_t target;

	(void)o;
	(void)mair;
	if (is_leaf(value, height)) {
		entry.kind = ENTRY_LEAF;
		entry.leaf = leaf_of(value, va);
	} else if (height > 0 && looks_like_table(value, &target)) {
		entry.kind = ENTRY_TABLE;
		entry.target = target;
		entry.global_below = (value & PTE_G) != 0;
	}
	return entry;
}

static bool same(struct oracle *o, uint64_t a, uint64_t b, unsigned height)
{
	enum entry_kind kind = decode(o, a, height, 0, 0).kind;
	uint64_t differ = a ^ b;

	if (kind != decode(o, b, height, 0, 0).kind) {
		return false;
	}
	switch (kind) {
	case ENTRY_TABLE:
		return ppn(differ) == 0 && (differ & PTE_G) == 0;
	case ENTRY_LEAF:
		return (differ & ~(PTE_SOFTWARE | PTE_A | PTE_D)) == 0;
	case ENTRY_INVALID:
		break;
	}
	return true;
}

static bool malformed(struct oracle *o, uint64_t value, unsigned height)
{
	uint64_t target;

	return has_bad_bits(value) ||
	       (height > 0 && looks_like_table(value, &target) &&
		memory_need(o, target) == NULL);
}

static void contexts(const uint64_t *regs, struct context *of_halves)
{
	uint64_t satp = regs[REG_SATP];
	unsigned mode = (unsigned)(satp >> 60);

	*of_halves = (struct context){
		.installed = mode >= 8 && mode <= 10,
		.pa = (satp & ((UINT64_C(1) << 44) - 1)) << 12,
		.bits = 39 + 9 * (mode - 8),
		.asid = (uint32_t)(satp >> 44 & 0xffff),
	};
}

enum funct7 {
	SFENCE_VMA = 0x09,
	SINVAL_VMA = 0x0b,
	HFENCE_VVMA = 0x11,
	HINVAL_VVMA = 0x13,
	HFENCE_GVMA = 0x31,
	HINVAL_GVMA = 0x33
};

static bool is_fence(uint32_t word)
{
	if ((word & 0x7fff) != 0x73) {
		return false;
	}
	switch (word >> 25) {
	case SFENCE_VMA:
	case SINVAL_VMA:
	case HFENCE_VVMA:
	case HINVAL_VVMA:
	case HFENCE_GVMA:
	case HINVAL_GVMA:
		return true;
	default:
		return false;
	}
}

static void decode_op(const uint64_t *regs, struct op *op)
{
	unsigned rs1 = op->word >> 15 & 31;
	unsigned rs2 = op->word >> 20 & 31;
	unsigned funct7 = op->word >> 25;
	unsigned mode = (unsigned)(regs[REG_SATP] >> 60);
	bool known = funct7 == SFENCE_VMA || funct7 == SINVAL_VMA;

	op->only_height = NO_HEIGHT;
	op->deferred = funct7 == SINVAL_VMA;
	op->reach = rs1 != 0   ? REACH_ADDRESS
		    : rs2 != 0 ? REACH_ASID
			       : REACH_ALL;
	op->first = op->operand[0];
	op->last = op->operand[0];
	op->leaf_only = rs1 != 0;
	op->any_tag = rs2 == 0;
	op->asid = (uint32_t)(op->operand[1] & 0xffff);
	op->spares_global = true;
	op->effect = known;
	if (!is_fence(op->word)) {
		oracle_die("%x is no fence", op->word);
	}
	if (!known) {
		op->unjudged = "HYPERVISOR";
		op->deferred = false;
	} else if (op->privilege == PRIVILEGE_HIGHEST) {
		op->unjudged = "M-MODE";
	} else if (mode != 0 && (mode < 8 || mode > 10)) {
		op->unjudged = "GRANULE";
		op->effect = false;
	}
}

static unsigned barrier(uint32_t word)
{
	switch (word) {
	case 0x18000073:
		return BARRIER_OPENS;
	case 0x18100073:
		return BARRIER_COMPLETES_LOCAL | BARRIER_COMPLETES_ALL;
	default:
		return 0;
	}
}

const struct architecture architecture_riscv64 = {
	.name = "riscv64",
	.halves = 1,
	.decode = decode,
	.looks_like_table = looks_like_table,
	.same = same,
	.malformed = malformed,
	.contexts = contexts,
	.decode_op = decode_op,
	.barrier = barrier,
};
