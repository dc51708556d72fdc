/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All fence and invalidation encodings, and what their operands cover.
 * [RISCV-PRIV] sfence.vma, hfence, svinval
 *
 * funct7<<25 | rs2<<20 | rs1<<15 | 0<<12 | 0<<7 | 0x73.  Register *number* x0
 * selects "all": a register that holds 0 does not.
 */
#include <stddef.h>

#include "parts.h"

#define SYSTEM_WORD(funct7)	((funct7) << 25 | 0x73u)
#define FUNCT7_MASK		0xfe007fffu
#define RS1_MASK		(0x1fu << 15)
#define RS2_MASK		(0x1fu << 20)

/* The four forms, the ones with more x0 first: the mask then asks for x0. */
#define FORMS(text, funct7, first, second, ...)                             \
	{ .name = text, .word = SYSTEM_WORD(funct7),                        \
	  .mask = FUNCT7_MASK | RS1_MASK | RS2_MASK,                        \
	  .extent = EXTENT_ALL, .any_tag = true, __VA_ARGS__ },             \
	{ .name = text " " second, .word = SYSTEM_WORD(funct7),             \
	  .mask = FUNCT7_MASK | RS1_MASK,                                   \
	  .extent = EXTENT_TAG, .spares_global = true, __VA_ARGS__ },       \
	{ .name = text " " first, .word = SYSTEM_WORD(funct7),              \
	  .mask = FUNCT7_MASK | RS2_MASK,                                   \
	  .extent = EXTENT_ADDRESS, .any_tag = true, .leaf_only = true,     \
	  __VA_ARGS__ },                                                    \
	{ .name = text " " first "," second, .word = SYSTEM_WORD(funct7),   \
	  .mask = FUNCT7_MASK, .extent = EXTENT_ADDRESS,                    \
	  .leaf_only = true, .spares_global = true, __VA_ARGS__ }

static const struct invalidation ops[] = {
	FORMS("sfence.vma", 0x09u, "va", "asid", .regime = REGIME_STAGE1),
	FORMS("sinval.vma", 0x0bu, "va", "asid", .deferred = true),
	FORMS("hfence.vvma", 0x11u, "va", "asid",
	      .regime = REGIME_HYPERVISOR),
	FORMS("hinval.vvma", 0x13u, "va", "asid",
	      .regime = REGIME_HYPERVISOR, .deferred = true),
	FORMS("hfence.gvma", 0x31u, "gpa", "vmid",
	      .regime = REGIME_HYPERVISOR),
	FORMS("hinval.gvma", 0x33u, "gpa", "vmid",
	      .regime = REGIME_HYPERVISOR, .deferred = true),
};

const struct invalidation *riscv64_known(unsigned number)
{
	return number < sizeof(ops) / sizeof(*ops) ? &ops[number] : NULL;
}

const struct invalidation *riscv64_decode(uint32_t word)
{
	for (unsigned i = 0; i < sizeof(ops) / sizeof(*ops); i++) {
		if ((word & ops[i].mask) == ops[i].word) {
			return &ops[i];
		}
	}
	return NULL;
}

void riscv64_coverage(const struct invalidation *op, const uint64_t *operand,
		      uint16_t asid_mask, struct coverage *coverage)
{
	*coverage = (struct coverage){
		.asid = (uint16_t)operand[1] & asid_mask,
		.size = ~0ull,
		.leaf_height = -1,
	};
	if (op->extent == EXTENT_ADDRESS) {
		coverage->va = operand[0] >> PAGE_SHIFT << PAGE_SHIFT;
		coverage->size = 1ull << PAGE_SHIFT;
	}
}

#define SFENCE_W_INVAL	0x18000073u
#define SFENCE_INVAL_IR	0x18100073u

enum barrier_kind riscv64_barrier(uint32_t word)
{
	switch (word) {
	case SFENCE_W_INVAL:
		return BARRIER_OPEN;
	case SFENCE_INVAL_IR:
		return BARRIER_CLOSE;
	default:
		return BARRIER_NONE;
	}
}
