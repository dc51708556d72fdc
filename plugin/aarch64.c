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
	REG_XZR = 31,
	REG_CPSR = 31,
	REG_SPSR_EL1,
	REG_SPSR_EL2,
	REG_SPSR_EL3,
	REG_HCR_EL2,
	REG_COUNT,
};

/* clang-format off: by tens */
static const char *const registers[REG_COUNT] = {
	"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9",
	"x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19",
	"x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29",
	"x30", "cpsr", "SPSR_EL1", "SPSR_EL2", "SPSR_EL3", "HCR_EL2",
};
/* clang-format on */

#define EL0 0
#define EL1 1
#define EL2 2
#define EL3 3

#define PSTATE_EL(pstate) ((uint8_t)((pstate) >> 2 & 3))
#define PSTATE_AARCH32 (UINT64_C(1) << 4)
#define HCR_E2H (UINT64_C(1) << 34)
#define SCTLR_M UINT64_C(1)
/* DC ZVA clears 4 << DCZID_EL0.BS bytes. */
#define DCZID_BS(dczid) (15 & (dczid))
/* 8 bytes and 2 KiB. */
#define DCZID_BS_MIN 1
#define DCZID_BS_MAX 9

/* PSCI functions, [PSCI] 5.1; the bit is of those with 64-bit arguments. */
#define PSCI_64 UINT64_C(0x40000000)
#define PSCI_CPU_OFF UINT64_C(0x84000002)
#define PSCI_SYSTEM_OFF UINT64_C(0x84000008)
#define PSCI_SYSTEM_RESET UINT64_C(0x84000009)
#define PSCI_SYSTEM_RESET2 UINT64_C(0x84000012)

#define WORD_SMC 0xd4000003u
#define RT(word) (31 & (word))
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

static bool is_smc(uint32_t word)
{
	return (word & 0xffe0001f) == WORD_SMC;
}

/* Does the call reach QEMU, because no code is where it leads? */
static bool is_served_by_qemu(const struct insn *insn)
{
	return !has_level[is_smc(insn->word) ? EL3 : EL2];
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

static void learn_zero_size(const struct cpu *cpu, const struct insn *insn)
{
	const struct insn *before = insn_find(insn->pc - 4, insn->privilege);

	if (before != NULL) {
		uint64_t bs = DCZID_BS(read_x(cpu, RT(before->word)));

		if (bs >= DCZID_BS_MIN && bs <= DCZID_BS_MAX) {
			zero_size = UINT64_C(4) << bs;
		}
	}
}

/* After MRS Xt, DCZID_EL0, if the code came that way. */
static void on_zero_size(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		learn_zero_size(cpu, insn);
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
	{ 0xffe0001f, WORD_SMC, on_call },
	/* DC ZVA, DC GZVA */
	{ 0xffffffe0, 0xd50b7420, on_zero },
	{ 0xffffffe0, 0xd50b7480, on_zero },
	{ 0xffffffe0, MRS_DCZID, NULL },
};

static const struct pattern *find_pattern(uint32_t word)
{
	/* [ARM] C4.1.93: exceptions, system instructions, ERET. */
	if (word >> 26 != 0x35) {
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
	.instrument = instrument,
	.settle = settle,
	.translation = find_translation,
	.stores = &aarch64_stores,
	.chain = &aarch64_chain,
};
