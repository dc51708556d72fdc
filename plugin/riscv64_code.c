// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * RISC-V code as it lies in memory: which instructions store, and where; which
 * ones write a register; which ones call.  [RISCV-UNPRIV], the listings.
 */
#include "arch.h"

#define RD(word) ((word) >> 7 & 31)
#define FUNCT3(word) ((word) >> 12 & 7)
#define RS1(word) ((word) >> 15 & 31)
#define OPCODE(word) (0x7f & (word))
#define OPCODE_AUIPC 0x17
#define OPCODE_STORE 0x23
#define OPCODE_STORE_FP 0x27
#define OPCODE_AMO 0x2f
#define OPCODE_SYSTEM 0x73

/* With those of the hypervisor, and of a shadow stack. */
static bool may_store(const struct code *code)
{
	uint32_t word = code->word;

	if (code->size == 2) {
		uint32_t funct3 = word >> 13 & 7;

		return (word & 3) == 0 ? funct3 >= 4
				       : (word & 3) == 2 && funct3 >= 5;
	}
	switch (OPCODE(word)) {
	case OPCODE_STORE:
	case OPCODE_STORE_FP:
	case OPCODE_AMO:
		return true;
	case OPCODE_SYSTEM:
		return FUNCT3(word) == 4;
	default:
		return false;
	}
}

/* SB to SD, FSH to FSD; the others of the second opcode are of vectors. */
static bool decode_32(uint32_t word, struct plain_store *store)
{
	uint32_t funct3 = FUNCT3(word);

	if (!(OPCODE(word) == OPCODE_STORE && funct3 <= 3) &&
	    !(OPCODE(word) == OPCODE_STORE_FP && funct3 >= 1 && funct3 <= 3)) {
		return false;
	}
	store->base = RS1(word);
	store->offset = (int32_t)(word & 0xfe000000) >> 20 | (int32_t)RD(word);
	store->size = UINT32_C(1) << funct3;
	return true;
}

/* C.FSD, C.SW and C.SD; with the stack pointer, not C.FSDSP: or Zcmp's. */
static bool decode_16(uint32_t word, struct plain_store *store)
{
	uint32_t funct3 = word >> 13;
	uint32_t offset;

	if (funct3 < 5 || ((word & 3) == 2 && funct3 == 5)) {
		return false;
	}
	store->size = funct3 == 6 ? 4 : 8;
	switch (word & 3) {
	case 0:
		store->base = 8 + (word >> 7 & 7);
		offset = word >> 7 & 0x38;
		offset |= funct3 == 6 ? (word >> 4 & 4) | (word << 1 & 0x40)
				      : word << 1 & 0xc0;
		break;
	case 2:
		store->base = 2;
		offset = funct3 == 6 ? (word >> 7 & 0x3c) | (word >> 1 & 0xc0)
				     : (word >> 7 & 0x38) | (word >> 1 & 0x1c0);
		break;
	default:
		return false;
	}
	store->offset = (int32_t)offset;
	return true;
}

static bool decode_store(const struct code *code, struct plain_store *store)
{
	store->moves_base_before = false;
	store->moves_base_after = false;
	return code->size == 2 ? decode_16(code->word, store)
			       : decode_32(code->word, store);
}

/* The destination of a compressed instruction that is no store. */
static unsigned find_rd_16(uint32_t word)
{
	switch (word & 3) {
	case 0:
		return 8 + (word >> 2 & 7);
	case 1:
		return (word >> 13 & 7) == 4 ? 8 + (word >> 7 & 7) : RD(word);
	default:
		return RD(word);
	}
}

/* All of 32 bits have their destination at one place, if they have one. */
static bool may_write(const struct code *code, unsigned number)
{
	return (code->size == 2 ? find_rd_16(code->word) : RD(code->word)) ==
	       number;
}

const struct store_rules riscv64_stores = {
	.may_store = may_store,
	.decode = decode_store,
	.may_write = may_write,
};

static uint64_t plain(uint64_t link)
{
	return link;
}

/* C.ADDI16SP, C.ADDI and ADDI that move the stack pointer down. */
static unsigned step(uint32_t word, bool *is_entry)
{
	if ((word & 3) != 3) {
		*is_entry = (word & 0xff83) == 0x7101 ||
			    (word & 0xff83) == 0x1101;
		return 2;
	}
	*is_entry = (word & 0x800fffff) == 0x80010113;
	return 4;
}

/* The offset of a JAL. */
static int64_t jal_offset(uint32_t word)
{
	uint32_t low = (word >> 20 & 0x7fe) | (word >> 9 & 0x800) |
		       (word & 0xff000);

	return (int32_t)(low | ((word & 0x80000000) != 0 ? 0xfff00000 : 0));
}

/* JAL RA, or AUIPC and JALR RA; others lead to an unknown place. */
static uint64_t call_target(uint64_t words, uint64_t link)
{
	uint32_t first = (uint32_t)words;
	uint32_t second = (uint32_t)(words >> 32);
	int64_t offset = (int32_t)(first & 0xfffff000);

	if ((second & 0xfff) == 0x0ef) {
		return link - 4 + (uint64_t)jal_offset(second);
	}
	if ((second & 0x7fff) == 0x00e7 && OPCODE(first) == OPCODE_AUIPC &&
	    RD(first) == RS1(second)) {
		offset += (int32_t)second >> 20;
		return link - 8 + (uint64_t)offset;
	}
	return 0;
}

const struct chain_rules riscv64_chain = {
	.link = 1,
	.frame = 8,
	.saved_frame = -16,
	.saved_link = -8,
	.alignment = 2,
	.plain = plain,
	.step = step,
	.call_target = call_target,
};
