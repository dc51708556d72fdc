// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * AArch64: which instructions are events.  [ARM] C6.2 has the instructions,
 * D24.2 the registers.
 */
#include <stddef.h>

#include <fencepost/magic.h>

#include "arch.h"
#include "chain.h"
#include "feed.h"
#include "insn.h"
#include "magic.h"
#include "store.h"

/* Numbers of the registers; x0 to x30 have their own. */
enum {
	REG_X29 = 29,
	REG_X30 = 30,
	REG_XZR = 31,
	REG_CPSR = 31,
	REG_SPSR_EL1,
	REG_SPSR_EL2,
	REG_SPSR_EL3,
	REG_HCR_EL2,
	REG_COUNT,
};

static const char *const registers[REG_COUNT] = {
	"x0",  "x1",   "x2",	   "x3",       "x4",	   "x5",
	"x6",  "x7",   "x8",	   "x9",       "x10",	   "x11",
	"x12", "x13",  "x14",	   "x15",      "x16",	   "x17",
	"x18", "x19",  "x20",	   "x21",      "x22",	   "x23",
	"x24", "x25",  "x26",	   "x27",      "x28",	   "x29",
	"x30", "cpsr", "SPSR_EL1", "SPSR_EL2", "SPSR_EL3", "HCR_EL2",
};

#define EL0 0
#define EL1 1
#define EL2 2
#define EL3 3

#define PSTATE_EL(pstate) ((uint8_t)((pstate) >> 2 & 3))
#define PSTATE_AARCH32 (UINT64_C(1) << 4)
#define HCR_E2H (UINT64_C(1) << 34)
#define SCTLR_M UINT64_C(1)
/* DC ZVA clears 4 << DCZID_EL0.BS bytes. */
#define DCZID_BS(dczid) ((dczid)&15)
/* 8 bytes and 2 KiB. */
#define DCZID_BS_MIN 1
#define DCZID_BS_MAX 9

/* PSCI functions, [PSCI] 5.1; the bit is of those with 64-bit arguments. */
#define PSCI_64 UINT64_C(0x40000000)
#define PSCI_CPU_OFF UINT64_C(0x84000002)
#define PSCI_SYSTEM_OFF UINT64_C(0x84000008)
#define PSCI_SYSTEM_RESET UINT64_C(0x84000009)
#define PSCI_SYSTEM_RESET2 UINT64_C(0x84000012)

#define RT(word) ((word)&31)
#define OP1(word) ((word) >> 16 & 7)
/* op1 of the _EL12 names, by which EL2 reaches the registers of EL1. */
#define OP1_EL12 5

/* Has EL2 or EL3 code, so that a call there is not for QEMU itself? */
static bool has_level[4];
static uint64_t zero_size;
static bool translates[LEDGER_CPUS_MAX];

static void open_machine(const struct options *options)
{
	zero_size = options->zero;
}

static void reset(const struct cpu *cpu)
{
	translates[cpu->index] = false;
}

static uint64_t read_x(const struct cpu *cpu, uint32_t number)
{
	return number == REG_XZR ? 0 : cpu_read(cpu, number);
}

/* The PE executes insn: who that is, with its callers if they are wanted. */
static struct doer begin(struct cpu *cpu, const struct insn *insn)
{
	struct doer doer = { .cpu = cpu, .privilege = insn->privilege };

	feed_level(cpu, insn->privilege);
	return doer;
}

static void on_invalidation(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		struct doer doer = begin(cpu, insn);

		doer.site = chain_site(cpu, insn->privilege, insn->pc);
		feed_invalidation(&doer, insn->word,
				  read_x(cpu, RT(insn->word)), 0);
	}
	feed_leave();
}

static void on_barrier(unsigned vcpu, void *data)
{
	struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		struct doer doer = begin(cpu, insn);

		doer.site = chain_place(insn);
		feed_barrier(&doer, insn->word);
	}
	feed_leave();
}

struct written {
	uint32_t word; /* MSR of the _EL1 name, Rt 0 */
	enum event_register reg;
};

static const struct written written_registers[] = {
	{ 0xd5182000, REGISTER_TTBR0_EL1 }, { 0xd5182020, REGISTER_TTBR1_EL1 },
	{ 0xd5182040, REGISTER_TCR_EL1 },   { 0xd518a200, REGISTER_MAIR_EL1 },
	{ 0xd5181000, REGISTER_SCTLR_EL1 },
};

static const struct written *find_written(uint32_t word)
{
	uint32_t el1 = word & ~(UINT32_C(7) << 16 | 31);

	if (OP1(word) != 0 && OP1(word) != OP1_EL12) {
		return NULL;
	}
	for (size_t i = 0;
	     i < sizeof(written_registers) / sizeof(written_registers[0]);
	     i++) {
		if (written_registers[i].word == el1) {
			return &written_registers[i];
		}
	}
	return NULL;
}

/* With HCR_EL2.E2H, the _EL1 names mean the registers of EL2 there. */
static bool means_el1(const struct cpu *cpu, const struct insn *insn)
{
	return insn->privilege != EL2 || OP1(insn->word) == OP1_EL12 ||
	       (cpu_read(cpu, REG_HCR_EL2) & HCR_E2H) == 0;
}

static void on_register(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	const struct written *written = find_written(insn->word);
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL && means_el1(cpu, insn)) {
		struct doer doer = begin(cpu, insn);
		uint64_t value = read_x(cpu, RT(insn->word));

		doer.site = chain_site(cpu, insn->privilege, insn->pc);
		if (written->reg == REGISTER_SCTLR_EL1) {
			translates[cpu->index] = (value & SCTLR_M) != 0;
		}
		feed_register(&doer, written->reg, value);
	}
	feed_leave();
}

static void on_return(unsigned vcpu, void *data)
{
	static const unsigned spsr[] = {
		[EL1] = REG_SPSR_EL1,
		[EL2] = REG_SPSR_EL2,
		[EL3] = REG_SPSR_EL3,
	};
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	/* Without the register, the next event tells the level. */
	if (cpu != NULL && cpu_has_register(cpu, spsr[insn->privilege])) {
		feed_level(cpu,
			   PSTATE_EL(cpu_read(cpu, spsr[insn->privilege])));
	}
	feed_leave();
}

/* Is the function of a call from this level QEMU's, and not of firmware? */
static bool is_served_by_qemu(const struct insn *insn)
{
	return insn->privilege < EL3 && !has_level[EL3] &&
	       (insn->privilege == EL2 || !has_level[EL2]);
}

static void on_call(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL && is_served_by_qemu(insn)) {
		switch (read_x(cpu, 0) & ~PSCI_64 & UINT32_MAX) {
		case PSCI_CPU_OFF:
			feed_power_off(cpu);
			break;
		case PSCI_SYSTEM_OFF:
		case PSCI_SYSTEM_RESET:
		case PSCI_SYSTEM_RESET2:
			feed_power_down();
			break;
		default:
			break;
		}
	}
	feed_leave();
}

/* The address without a tag: bit 55 tells the half. */
static uint64_t strip_tag(uint64_t va)
{
	return (uint64_t)((int64_t)(va << 8) >> 8);
}

static void on_zero(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		uint64_t va = strip_tag(read_x(cpu, RT(insn->word)));

		store_zero(cpu, insn, va & ~(zero_size - 1), zero_size);
	}
	feed_leave();
}

/* After MRS Xt, DCZID_EL0, if the code came that way. */
static void on_zero_size(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	const struct insn *before = insn_find(insn->pc - 4, insn->privilege);
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL && before != NULL) {
		uint64_t bs = DCZID_BS(read_x(cpu, RT(before->word)));

		if (bs >= DCZID_BS_MIN && bs <= DCZID_BS_MAX) {
			zero_size = UINT64_C(4) << bs;
		}
	}
	feed_leave();
}

/* An instruction that matters: word & mask == value. */
struct pattern {
	uint32_t mask;
	uint32_t value;
	/* NULL: it is only kept, for the one after it. */
	qemu_exec_callback callback;
};

#define MRS_DCZID 0xd53b00e0u

static bool is_dczid(uint32_t word)
{
	return (word & ~UINT32_C(31)) == MRS_DCZID;
}

static const struct pattern patterns[] = {
	/* SYS with CRn 8, and 9: nXS */
	{ 0xfff8f000, 0xd5088000, on_invalidation },
	{ 0xfff8f000, 0xd5089000, on_invalidation },
	/* DSB, DSB nXS, ISB */
	{ 0xfffff0ff, 0xd503309f, on_barrier },
	{ 0xfffff3ff, 0xd503323f, on_barrier },
	{ 0xfffff0ff, 0xd50330df, on_barrier },
	/* ERET, ERETAA and ERETAB */
	{ 0xffffffff, 0xd69f03e0, on_return },
	{ 0xfffffbff, 0xd69f0bff, on_return },
	/* HVC, SMC */
	{ 0xffe0001f, 0xd4000002, on_call },
	{ 0xffe0001f, 0xd4000003, on_call },
	/* DC ZVA, DC GZVA */
	{ 0xffffffe0, 0xd50b7420, on_zero },
	{ 0xffffffe0, 0xd50b7480, on_zero },
	{ 0xffffffe0, MRS_DCZID, NULL },
};

static const struct pattern *find_pattern(uint32_t word)
{
	/* All are below this: branches, exceptions, system instructions. */
	if (word >> 26 != 0xd4000000 >> 26 && word >> 26 != 0xd69f03e0 >> 26) {
		return NULL;
	}
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		if ((word & patterns[i].mask) == patterns[i].value) {
			return &patterns[i];
		}
	}
	return NULL;
}

static bool instrument_system(const struct code *code)
{
	const struct pattern *pattern = find_pattern(code->word);
	bool is_event = true;

	if (find_written(code->word) != NULL) {
		insn_hook(code, on_register);
	} else if (pattern != NULL && pattern->callback != NULL) {
		insn_hook(code, pattern->callback);
	} else {
		is_event = false;
	}
	if (pattern != NULL && pattern->callback == NULL) {
		insn_get(code);
	}
	if (code->before != NULL && is_dczid(code->before->word)) {
		insn_hook(code, on_zero_size);
	}
	return is_event;
}

static bool instrument(const struct code *code)
{
	if (code->word == MAGIC_WORD_AARCH64) {
		magic_hook(code);
		return true;
	}
	return code->privilege != EL0 && instrument_system(code);
}

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

static uint8_t read_privilege(const struct cpu *cpu)
{
	uint64_t pstate = cpu_read(cpu, REG_CPSR);

	return (pstate & PSTATE_AARCH32) != 0 ? PRIVILEGE_FOREIGN
					      : PSTATE_EL(pstate);
}

static void see_level(uint8_t privilege)
{
	has_level[privilege & 3] = true;
}

/* What a CPU's state leaves open is nothing here. */
static void settle(struct cpu *cpu)
{
	(void)cpu;
}

static enum translation find_translation(const struct cpu *cpu,
					 uint8_t privilege)
{
	if (privilege > EL1) {
		return TRANSLATION_OTHER;
	}
	return translates[cpu->index] ? TRANSLATION_FOLLOWED : TRANSLATION_OFF;
}

/*
 * Pointer authentication signs return addresses; code lies within the 48 bits
 * that every kernel of ours can have.
 */
static uint64_t plain(uint64_t link)
{
	return (uint64_t)((int64_t)(strip_tag(link) << 16) >> 16);
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

const struct arch aarch64_arch = {
	.target = "aarch64",
	.ledger = LEDGER_AARCH64,
	.registers = registers,
	.n_registers = REG_COUNT,
	.magic = { 0, 1, 2, 3 },
	.open = open_machine,
	.reset = reset,
	.see_level = see_level,
	.read_privilege = read_privilege,
	.may_store = may_store,
	.decode_store = decode_store,
	.may_write = may_write,
	.instrument = instrument,
	.settle = settle,
	.translation = find_translation,
	.chain = {
		.link = REG_X30,
		.frame = REG_X29,
		.saved_frame = 0,
		.saved_link = 8,
		.alignment = 4,
		.plain = plain,
		.step = step,
		.call_target = call_target,
	},
};
