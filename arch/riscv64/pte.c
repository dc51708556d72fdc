/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a RISC-V PTE reads.  docs/model.md section 3.
 */
#include "parts.h"
#include "pte.h"

#define PTE_PERMISSIONS (PTE_R | PTE_W | PTE_X)

unsigned riscv64_level(unsigned height)
{
	return height;
}

static uint64_t ppn(uint64_t value)
{
	return (value & PTE_PPN) >> PTE_PPN_SHIFT;
}

bool riscv64_is_malformed(uint64_t value, unsigned height)
{
	(void)height;
	if (!(value & PTE_V)) {
		return false;
	}
	if ((value & PTE_RESERVED) || (value & PTE_PBMT) == PTE_PBMT) {
		return true;
	}
	if ((value & PTE_W) && !(value & PTE_R)) {
		return true;
	}
	return !(value & PTE_PERMISSIONS) &&
	       (value & (PTE_A | PTE_D | PTE_U));
}

static bool is_valid_leaf(uint64_t value, unsigned height)
{
	uint64_t below = (1ull << (SLOT_SHIFT * height)) - 1;

	if (value & PTE_N) {
		return height == 0 &&
		       (ppn(value) & NAPOT_PPN_MASK) == NAPOT_PPN_64K;
	}
	return (ppn(value) & below) == 0;
}

enum descriptor_kind riscv64_kind(unsigned features, uint64_t value,
				  unsigned height)
{
	(void)features;
	if (!(value & PTE_V) || riscv64_is_malformed(value, height)) {
		return DESCRIPTOR_INVALID;
	}
	if (value & PTE_PERMISSIONS) {
		return is_valid_leaf(value, height) ? DESCRIPTOR_LEAF
						    : DESCRIPTOR_INVALID;
	}
	if (height == 0 || (value & (PTE_N | PTE_PBMT))) {
		return DESCRIPTOR_INVALID;
	}
	return DESCRIPTOR_TABLE;
}

uint64_t riscv64_table(uint64_t value)
{
	return ppn(value) << PAGE_SHIFT;
}

static uint64_t output(uint64_t value, unsigned slot)
{
	if (value & PTE_N) {
		return ((ppn(value) & ~NAPOT_PPN_MASK) |
			(slot & NAPOT_PPN_MASK)) << PAGE_SHIFT;
	}
	return ppn(value) << PAGE_SHIFT;
}

void riscv64_leaf(unsigned features, uint64_t value, unsigned height,
		  unsigned slot, uint64_t attributes, struct leaf *leaf)
{
	(void)features;
	(void)height;
	(void)attributes;
	leaf->output = output(value, slot);
	leaf->type = (uint32_t)((value & PTE_PBMT) >> PTE_PBMT_SHIFT);
	leaf->permissions = ((value & PTE_R) ? PERMISSION_READ : 0) |
			    ((value & PTE_W) ? PERMISSION_WRITE : 0) |
			    ((value & PTE_X) ? PERMISSION_EXECUTE : 0);
	leaf->user = (value & PTE_U) != 0;
	leaf->user_space = leaf->user;
	leaf->global = (value & PTE_G) != 0;
	leaf->contiguous = (value & PTE_N) != 0;
}

bool riscv64_table_is_global(uint64_t value)
{
	return (value & PTE_G) != 0;
}

/* All PTEs of a NAPOT group are equal already. [RISCV-PRIV] svnapot */
uint64_t riscv64_span(uint64_t value, unsigned height)
{
	(void)height;
	return value;
}

uint64_t riscv64_meaning(unsigned features, uint64_t value, unsigned height)
{
	switch (riscv64_kind(features, value, height)) {
	case DESCRIPTOR_TABLE:
		return value & (PTE_PPN | PTE_G | PTE_V);
	case DESCRIPTOR_LEAF:
		return value & ~(PTE_RSW | PTE_A | PTE_D);
	case DESCRIPTOR_INVALID:
		break;
	}
	return 0;
}

/* A and D are compared nowhere: the hart sets them, or faults and asks. */
uint64_t riscv64_accessed(unsigned features, uint64_t value, unsigned height)
{
	(void)features;
	(void)value;
	(void)height;
	return 0;
}
