// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * AArch64 code as it lies in memory: which instructions store, and where; which
 * ones write a register; which ones call.
 */
#include "arch.h"

/*
 * Loads and stores, [ARM] C4.1.94: bits 28:25 are x1x0.  Only loads that are
 * common are told from stores: literals, pairs, and single registers other
 * than the atomic operations.
 */
static bool may_store(const struct code *code)
{
	uint32_t word = code->word;
	bool is_vector = (word >> 26 & 1) != 0;
	bool is_atomic = (word & 0x01200c00) == 0x00200000;

	if ((word >> 25 & 5) != 4) {
		return false;
	}
	switch (word >> 27 & 7) {
	case 3:
		return (word >> 24 & 1) != 0;
	case 5:
		return (word >> 22 & 1) == 0;
	case 7:
		return is_vector || is_atomic || (word >> 22 & 3) == 0;
	default:
		return true;
	}
}

static int32_t sign_extend(uint32_t value, unsigned bits)
{
	return (int32_t)(value << (32 - bits)) >> (32 - bits);
}

/* The kind of address of a single register or of a pair: bits 11:10, 24:23. */
enum addressing {
	ADDRESSING_OFFSET,
	ADDRESSING_POST,
	ADDRESSING_PRE,
};

static void set_address(struct plain_store *store, uint32_t word,
			enum addressing addressing, int32_t offset)
{
	store->base = word >> 5 & 31;
	store->moves_base_before = addressing == ADDRESSING_PRE;
	store->moves_base_after = addressing == ADDRESSING_POST;
	/* A base that moves has the store's address afterwards, or before. */
	store->offset = addressing == ADDRESSING_OFFSET ? offset : 0;
}

/* STP and STNP.  (Of vector registers, they are two accesses for QEMU.) */
static bool decode_pair(uint32_t word, struct plain_store *store)
{
	static const enum addressing kinds[] = {
		ADDRESSING_OFFSET,
		ADDRESSING_POST,
		ADDRESSING_OFFSET,
		ADDRESSING_PRE,
	};
	unsigned shift = (word >> 31) + 2;

	/* Not: loads; STGP, and what is not allocated. */
	if ((word >> 22 & 1) != 0 || (word >> 30 & 1) != 0) {
		return false;
	}
	store->size = UINT32_C(2) << shift;
	set_address(store, word, kinds[word >> 23 & 3],
		    sign_extend(word >> 15 & 127, 7) * (1 << shift));
	return true;
}

/* STR and STUR; not STTR, atomic operations, register offsets. */
static bool decode_single(uint32_t word, struct plain_store *store)
{
	static const enum addressing kinds[] = {
		ADDRESSING_OFFSET,
		ADDRESSING_POST,
		ADDRESSING_OFFSET,
		ADDRESSING_PRE,
	};
	unsigned shift = word >> 30;

	if ((word >> 22 & 3) != 0) {
		return false;
	}
	store->size = UINT32_C(1) << shift;
	if ((word >> 24 & 1) != 0) {
		set_address(store, word, ADDRESSING_OFFSET,
			    (int32_t)(word >> 10 & 0xfff) * (1 << shift));
		return true;
	}
	if ((word >> 21 & 1) != 0 || (word >> 10 & 3) == 2) {
		return false;
	}
	set_address(store, word, kinds[word >> 10 & 3],
		    sign_extend(word >> 12 & 0x1ff, 9));
	return true;
}

static bool decode_store(const struct code *code, struct plain_store *store)
{
	/* Bit 26 is of vector registers, bit 25 of no load or store. */
	switch (code->word >> 25 & 31) {
	case 5 << 2:
		return decode_pair(code->word, store);
	case 7 << 2:
		return decode_single(code->word, store);
	default:
		return false;
	}
}

/* ADD and SUB without flags, AND, ORR and EOR of an immediate. */
static bool may_write_sp(uint32_t word)
{
	bool is_add = (word & 0x3f000000) == 0x11000000 ||
		      (word & 0x3fe00000) == 0x0b200000;

	return is_add ||
	       ((word & 0x1f800000) == 0x12000000 && (word >> 29 & 3) != 3);
}

/* A load that is not plain, or that writes the register. */
static bool may_load(uint32_t word, unsigned number)
{
	uint32_t class = word >> 27 & 7;
	bool is_pair = class == 5;
	bool is_unsigned = class == 7 && (word >> 24 & 1) != 0;
	bool is_indexed = class == 7 && (word >> 21 & 1) != 0 &&
			  (word >> 10 & 3) == 2;
	bool is_unscaled = class == 7 && (word >> 21 & 1) == 0;
	bool moves_base = is_pair ? (word >> 23 & 1) != 0
				  : (word >> 10 & 1) != 0;

	if (!is_pair && !is_unsigned && !is_indexed && !is_unscaled) {
		return true;
	}
	if (!is_unsigned && moves_base && (word >> 5 & 31) == number) {
		return true;
	}
	/* Register 31 as a target is XZR, but is taken for the stack's. */
	return (word & 31) == number ||
	       (is_pair && (word >> 10 & 31) == number);
}

static bool may_write(const struct code *code, unsigned number)
{
	uint32_t word = code->word;

	if ((word >> 25 & 5) == 4) {
		return may_load(word, number);
	}
	switch (word >> 25 & 15) {
	case 0: /* SME, and not allocated */
	case 2: /* SVE */
		return true;
	default:
		/* Rd or Rt; of a vector register, to be on the safe side. */
		return number == 31 ? may_write_sp(word)
				    : (word & 31) == number;
	}
}

const struct store_rules aarch64_stores = {
	.may_store = may_store,
	.decode = decode_store,
	.may_write = may_write,
};

/*
 * Pointer authentication signs return addresses; code lies within the 48 bits
 * that every kernel of ours can have.
 */
static uint64_t plain(uint64_t link)
{
	return (uint64_t)((int64_t)(link << 16) >> 16);
}

/* PACIASP, PACIBSP, BTI C, STP X29, X30, [SP, #-imm]! */
static unsigned step(uint32_t word, bool *is_entry)
{
	*is_entry = (word & ~UINT32_C(0x40)) == 0xd503233f ||
		    word == 0xd503245f || (word & 0xffe07fff) == 0xa9a07bfd;
	return 4;
}

/* BL; a BLR leads to an unknown place. */
static uint64_t call_target(uint64_t words, uint64_t link)
{
	uint32_t word = (uint32_t)(words >> 32);
	int64_t offset = (int32_t)(word << 6) >> 4;

	return word >> 26 == 0x25 ? link - 4 + (uint64_t)offset : 0;
}

const struct chain_rules aarch64_chain = {
	.link = 30,
	.frame = 29,
	.saved_frame = 0,
	.saved_link = 8,
	.alignment = 4,
	.plain = plain,
	.step = step,
	.call_target = call_target,
};
