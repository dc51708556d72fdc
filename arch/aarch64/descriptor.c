/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How an aarch64 descriptor reads.  docs/model.md section 3.
 */
#include "descriptor.h"
#include "parts.h"

/* Blocks stand at levels 1 and 2, which are heights 2 and 1. */
static bool is_leaf_form(uint64_t value, unsigned height)
{
	if (!(value & DESC_VALID) || (value & DESC_RESERVED)) {
		return false;
	}
	if (value & DESC_TABLE_OR_PAGE) {
		return height == 0;
	}
	return height == 1 || height == 2;
}

static bool is_table_form(uint64_t value, unsigned height)
{
	return (value & DESC_VALID) && (value & DESC_TABLE_OR_PAGE) &&
	       height > 0;
}

unsigned aarch64_level(unsigned height)
{
	return 3 - height;
}

/* With HA the walker itself sets AF, unseen. [ARM] D8.5 */
static bool is_accessed(unsigned features, uint64_t value)
{
	return (value & DESC_AF) || (features & FEATURE_ACCESS_FLAG);
}

enum descriptor_kind aarch64_kind(unsigned features, uint64_t value,
				  unsigned height)
{
	if (is_table_form(value, height)) {
		return DESCRIPTOR_TABLE;
	}
	/* An AF fault is never cached. [ARM] D8.16 */
	if (is_leaf_form(value, height) && is_accessed(features, value)) {
		return DESCRIPTOR_LEAF;
	}
	return DESCRIPTOR_INVALID;
}

uint64_t aarch64_table(uint64_t value)
{
	return value & DESC_ADDRESS;
}

/* The MAIR byte; shareability matters only for Normal memory. */
static uint32_t memory_type(uint64_t value, uint64_t mair)
{
	uint64_t index = (value >> DESC_ATTRINDX_SHIFT) & DESC_ATTRINDX_MASK;
	uint32_t byte = (uint32_t)(mair >> (8 * index)) & 0xff;

	if ((byte & 0xf0) == 0) {
		return byte;
	}
	return byte |
	       (uint32_t)((value >> DESC_SH_SHIFT) & DESC_SH_MASK) << 8;
}

static uint32_t permissions(unsigned features, uint64_t value)
{
	uint32_t set = PERMISSION_READ;
	/* With HD and DBM the walker makes it writable. [ARM] D8.5 */
	bool writable = !(value & DESC_AP_READONLY) ||
			((value & DESC_DBM) &&
			 (features & FEATURE_DIRTY_STATE));

	if (writable) {
		set |= PERMISSION_WRITE;
	}
	if (!(value & DESC_PXN)) {
		set |= PERMISSION_EXECUTE;
	}
	if (!(value & DESC_UXN)) {
		set |= PERMISSION_USER_EXECUTE;
	}
	if (!(value & DESC_GP)) {
		set |= PERMISSION_UNGUARDED;
	}
	if (value & DESC_AP_EL0) {
		set |= PERMISSION_USER_READ;
		set |= writable ? PERMISSION_USER_WRITE : 0;
	}
	return set;
}

void aarch64_leaf(unsigned features, uint64_t value, unsigned height,
		  unsigned slot, uint64_t attributes, struct leaf *leaf)
{
	uint64_t size = 1ull << HEIGHT_SHIFT(height);

	(void)slot;
	leaf->output = value & DESC_ADDRESS & ~(size - 1);
	leaf->type = memory_type(value, attributes);
	leaf->permissions = permissions(features, value);
	leaf->user = (value & DESC_AP_EL0) != 0;
	leaf->user_space = false;
	leaf->global = !(value & DESC_NG);
	leaf->contiguous = (value & DESC_CONTIGUOUS) != 0;
}

/* Intermediate entries match by ASID, never as global. [ARM] D8.16 */
bool aarch64_table_is_global(uint64_t value)
{
	(void)value;
	return false;
}

uint64_t aarch64_span(uint64_t value, unsigned height)
{
	uint64_t low = (uint64_t)(SPAN_SLOTS - 1) << HEIGHT_SHIFT(height);

	return value & ~low;
}

uint64_t aarch64_meaning(unsigned features, uint64_t value, unsigned height)
{
	uint64_t ignored = DESC_LEAF_IGNORED;

	if (features & FEATURE_ACCESS_FLAG) {
		ignored |= DESC_AF;
	}
	if (!(features & FEATURE_DIRTY_STATE)) {
		ignored |= DESC_DBM;
	}
	switch (aarch64_kind(features, value, height)) {
	case DESCRIPTOR_TABLE:
		return value & (DESC_ADDRESS | DESC_TABLE_ATTRIBUTES |
				DESC_TABLE_OR_PAGE | DESC_VALID);
	case DESCRIPTOR_LEAF:
		return value & ~ignored;
	case DESCRIPTOR_INVALID:
		break;
	}
	return 0;
}

uint64_t aarch64_accessed(unsigned features, uint64_t value, unsigned height)
{
	if (is_leaf_form(value, height) && !is_accessed(features, value)) {
		return value | DESC_AF;
	}
	return 0;
}

bool aarch64_is_malformed(uint64_t value, unsigned height)
{
	(void)height;
	return (value & DESC_VALID) && (value & DESC_RESERVED);
}
