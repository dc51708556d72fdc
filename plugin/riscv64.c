// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * RISC-V: which instructions are events.  [RISCV-PRIV], the chapters on CSRs,
 * machine and supervisor level, Svinval, hypervisor.
 */
#include <stddef.h>

#include <fencepost/magic.h>

#include "arch.h"
#include "chain.h"
#include "feed.h"
#include "insn.h"
#include "magic.h"
#include "sbi.h"
#include "store.h"

/* Numbers of the registers; x0 to x31 have their own. */
enum {
	REG_A0 = 10,
	REG_A6 = 16,
	REG_A7 = 17,
	REG_PRIV = 32,
	REG_SATP,
	REG_MSTATUS,
	REG_MHARTID,
	REG_STVEC,
	REG_COUNT,
};

/* clang-format off: by tens */
static const char *const registers[REG_COUNT] = {
	"zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp", "s1",
	"a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s2", "s3",
	"s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
	"t5", "t6", "priv", "satp", "mstatus", "mhartid", "stvec",
};
/* clang-format on */

#define LEVEL_U 0
#define LEVEL_S 1
/* Not a level of its own: S-mode of a guest, whose satp is vsatp. */
#define LEVEL_VS 2
#define LEVEL_M 3

#define PRIV_LEVEL(priv) ((uint8_t)(3 & (priv)))
#define PRIV_V UINT64_C(4)
#define MSTATUS_SPP(mstatus) ((uint8_t)((mstatus) >> 8 & 1))
#define MSTATUS_MPP(mstatus) ((uint8_t)((mstatus) >> 11 & 3))
#define MSTATUS_MPV(mstatus) ((mstatus) >> 39 & 1)
#define SATP_MODE(satp) ((satp) >> 60)
#define STVEC_BASE(stvec) ((stvec) & ~UINT64_C(3))
#define STVEC_IS_VECTORED(stvec) ((3 & (stvec)) == 1)
#define STVEC_ENTRIES 64

#define RS1(word) ((word) >> 15 & 31)
#define RS2(word) ((word) >> 20 & 31)
#define RD(word) ((word) >> 7 & 31)
#define FUNCT3(word) ((word) >> 12 & 7)
#define CSR(word) ((word) >> 20)
#define OPCODE(word) (0x7f & (word))
#define OPCODE_MISC_MEM 0x0f
#define OPCODE_SYSTEM 0x73
#define CSR_SEPC 0x141
#define CSR_SATP 0x180

#define WORD_ECALL 0x00000073u
#define WORD_SRET 0x10200073u
#define WORD_MRET 0x30200073u

struct hart {
	/* satp as the ledger knows it. */
	uint64_t satp;
	/* Who wrote it, while it has not been read back. */
	struct doer writer;
	bool is_open;
	uint64_t id;
	bool has_id;
};

static struct hart harts[LEDGER_CPUS_MAX];
/* Modes of satp that have been read back, so that this machine has them. */
static uint32_t modes = 1;
static uint64_t zero_size;

static void open_machine(const struct options *options)
{
	zero_size = options->zero;
}

static void reset(const struct cpu *cpu)
{
	harts[cpu->index].satp = 0;
}

static uint64_t read_x(const struct cpu *cpu, uint32_t number)
{
	return number == 0 ? 0 : cpu_read(cpu, number);
}

static struct doer begin(struct cpu *cpu, const struct insn *insn)
{
	struct doer doer = { .cpu = cpu, .privilege = insn->privilege };

	feed_level(cpu, insn->privilege);
	doer.site = chain_site(cpu, insn->privilege, insn->pc);
	return doer;
}

/* mhartid proves that the CPU is the one that we take it for. */
static void check_hart(const struct cpu *cpu)
{
	struct hart *hart = &harts[cpu->index];
	uint64_t id = cpu_read(cpu, REG_MHARTID);

	for (unsigned i = 0; !hart->has_id && i < LEDGER_CPUS_MAX; i++) {
		if (harts[i].has_id && harts[i].id == id) {
			feed_fail("one hart runs as two CPUs");
		}
	}
	if (hart->has_id && hart->id != id) {
		feed_fail("two harts run as one CPU");
	}
	hart->id = id;
	hart->has_id = true;
}

/* Firmware fences for a kernel: who asked?  0: nobody. */
static uint32_t find_caller(const struct cpu *cpu, const struct insn *insn)
{
	struct sbi_fence fence = {
		.hart = harts[cpu->index].id,
		.is_all_va = RS1(insn->word) == 0,
		.is_all_asid = RS2(insn->word) == 0,
		.va = read_x(cpu, RS1(insn->word)),
		.asid = read_x(cpu, RS2(insn->word)),
	};

	return insn->privilege == LEVEL_M ? sbi_find_caller(cpu, &fence) : 0;
}

static void fence(struct cpu *cpu, const struct insn *insn)
{
	uint32_t site = find_caller(cpu, insn);
	struct doer doer = {
		.cpu = cpu,
		.privilege = LEVEL_S,
		.site = site,
	};

	/* The hart stays, for the ledger, where it was when it was asked. */
	if (site == 0) {
		doer = begin(cpu, insn);
	}
	feed_invalidation(&doer, insn->word, read_x(cpu, RS1(insn->word)),
			  read_x(cpu, RS2(insn->word)));
}

static void on_fence(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		check_hart(cpu);
		fence(cpu, insn);
	}
	feed_leave();
}

static void on_barrier(unsigned vcpu, void *data)
{
	struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		struct doer doer = {
			.cpu = cpu,
			.privilege = insn->privilege,
			.site = chain_place(insn),
		};

		feed_level(cpu, insn->privilege);
		feed_barrier(&doer, insn->word);
	}
	feed_leave();
}

static void tell_satp(struct hart *hart, uint64_t value)
{
	if (value != hart->satp) {
		hart->satp = value;
		feed_register(&hart->writer, REGISTER_SATP, value);
	}
}

/* What satp holds since its last write, which may have ignored a part. */
static void settle(struct cpu *cpu)
{
	struct hart *hart = &harts[cpu->index];

	if (hart->is_open) {
		uint64_t value = cpu_read(cpu, REG_SATP);

		hart->is_open = false;
		modes |= UINT32_C(1) << SATP_MODE(value);
		tell_satp(hart, value);
	}
}

static uint64_t find_written(const struct cpu *cpu, uint32_t word)
{
	uint64_t old = cpu_read(cpu, REG_SATP);
	uint64_t operand = RS1(word);

	if ((FUNCT3(word) & 4) == 0) {
		operand = read_x(cpu, RS1(word));
	}
	switch (FUNCT3(word) & 3) {
	case 1:
		return operand;
	case 2:
		return old | operand;
	default:
		return old & ~operand;
	}
}

/*
 * About to write satp: a field that takes what the machine supports and
 * ignores the rest.  It has to be told before another hart does anything; so a
 * mode that this machine is known to have is told now, and put right at the
 * next instruction where something else was kept.
 */
static void on_satp(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		struct hart *hart = &harts[cpu->index];
		uint64_t value = find_written(cpu, insn->word);

		hart->writer = begin(cpu, insn);
		hart->is_open = true;
		if ((modes >> SATP_MODE(value) & 1) != 0) {
			tell_satp(hart, value);
		}
	}
	feed_leave();
}

/* After a write of satp: feed_enter() settles it. */
static void on_written(unsigned vcpu, void *data)
{
	const struct insn *insn = data;

	feed_enter(vcpu, insn->translators);
	feed_leave();
}

static void on_sret(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		cpu->fatal = false;
		feed_level(cpu, MSTATUS_SPP(cpu_read(cpu, REG_MSTATUS)));
	}
	feed_leave();
}

static void on_mret(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		uint64_t mstatus = cpu_read(cpu, REG_MSTATUS);
		uint8_t to = MSTATUS_MPP(mstatus);

		if (to == LEVEL_S && MSTATUS_MPV(mstatus) != 0) {
			to = LEVEL_VS;
		}
		if (to != LEVEL_M) {
			sbi_end(cpu);
		}
		/* An entry to S-mode is told late, also by way of M-mode. */
		if (to == LEVEL_U || cpu->privilege == LEVEL_M) {
			feed_level(cpu, to);
		}
	}
	feed_leave();
}

static void on_ecall(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		struct sbi_call call = {
			.extension = cpu_read(cpu, REG_A7),
			.function = cpu_read(cpu, REG_A6),
		};
		uint32_t site = 0;

		for (unsigned i = 0; i < 5; i++) {
			call.arguments[i] = cpu_read(cpu, REG_A0 + i);
		}
		if (sbi_is_fence(&call)) {
			struct site chain;

			feed_level(cpu, insn->privilege);
			chain_find(cpu, insn->privilege, insn->pc,
				   CHAIN_CALLERS_OF_CALL, &chain);
			site = feed_site(&chain);
		}
		sbi_begin(cpu, &call, site);
	}
	feed_leave();
}

static void on_zero(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		uint64_t va = read_x(cpu, RS1(insn->word));

		store_zero(cpu, insn, va & ~(zero_size - 1), zero_size);
	}
	feed_leave();
}

static void on_trap(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		cpu->fatal = true;
	}
	feed_leave();
}

static void on_saved(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL) {
		cpu->fatal = false;
	}
	feed_leave();
}

/* An instruction that matters from a level on: word & mask == value. */
struct pattern {
	uint32_t mask;
	uint32_t value;
	uint8_t level;
	qemu_exec_callback callback;
};

static const struct pattern patterns[] = {
	/* SFENCE.VMA, SINVAL.VMA */
	{ 0xfe007fff, 0x12000073, LEVEL_S, on_fence },
	{ 0xfe007fff, 0x16000073, LEVEL_S, on_fence },
	/* HFENCE.VVMA, HINVAL.VVMA, HFENCE.GVMA, HINVAL.GVMA */
	{ 0xfe007fff, 0x22000073, LEVEL_S, on_fence },
	{ 0xfe007fff, 0x26000073, LEVEL_S, on_fence },
	{ 0xfe007fff, 0x62000073, LEVEL_S, on_fence },
	{ 0xfe007fff, 0x66000073, LEVEL_S, on_fence },
	/* SFENCE.W.INVAL, SFENCE.INVAL.IR */
	{ 0xffffffff, 0x18000073, LEVEL_S, on_barrier },
	{ 0xffffffff, 0x18100073, LEVEL_S, on_barrier },
	{ 0xffffffff, WORD_SRET, LEVEL_S, on_sret },
	{ 0xffffffff, WORD_MRET, LEVEL_M, on_mret },
	/* CBO.ZERO */
	{ 0xfff07fff, 0x0040200f, LEVEL_S, on_zero },
};

static bool is_csr(uint32_t word, uint32_t csr)
{
	return OPCODE(word) == OPCODE_SYSTEM && (FUNCT3(word) & 3) != 0 &&
	       CSR(word) == csr;
}

/* Setting or clearing no bits (x0, or 0) is no write. */
static bool writes_satp(const struct insn *insn)
{
	return insn->privilege != LEVEL_VS && is_csr(insn->word, CSR_SATP) &&
	       ((FUNCT3(insn->word) & 3) == 1 || RS1(insn->word) != 0);
}

static bool instrument_system(const struct code *code)
{
	const struct insn here = {
		.word = code->word,
		.privilege = code->privilege,
	};

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		if ((code->word & patterns[i].mask) == patterns[i].value &&
		    code->privilege >= patterns[i].level) {
			insn_hook(code, patterns[i].callback);
			return true;
		}
	}
	if (writes_satp(&here)) {
		insn_hook(code, on_satp);
		return true;
	}
	if (code->word == WORD_ECALL && code->privilege == LEVEL_S) {
		insn_hook(code, on_ecall);
		return true;
	}
	return false;
}

static bool instrument(const struct code *code)
{
	bool is_event = false;

	if (code->word == MAGIC_WORD_RISCV64) {
		magic_hook(code);
		return true;
	}
	if (code->privilege == LEVEL_U) {
		return false;
	}
	if (code->before != NULL && writes_satp(code->before)) {
		insn_hook(code, on_written);
		is_event = true;
	}
	if (OPCODE(code->word) == OPCODE_SYSTEM ||
	    OPCODE(code->word) == OPCODE_MISC_MEM) {
		is_event |= instrument_system(code);
	}
	return is_event;
}

static bool is_trap_entry(uint64_t pc, uint64_t stvec)
{
	uint64_t offset = pc - STVEC_BASE(stvec);

	return offset == 0 || (STVEC_IS_VECTORED(stvec) && offset % 4 == 0 &&
			       offset < STVEC_ENTRIES * 4);
}

static void instrument_traps(const struct code *code)
{
	if (code->privilege != LEVEL_S) {
		return;
	}
	if (is_trap_entry(code->pc,
			  cpu_read(cpu_at(code->translator), REG_STVEC))) {
		insn_hook(code, on_trap);
	}
	if (is_csr(code->word, CSR_SEPC) && RD(code->word) != 0) {
		insn_hook(code, on_saved);
	}
}

static uint8_t read_privilege(const struct cpu *cpu)
{
	uint64_t priv = cpu_read(cpu, REG_PRIV);

	return (priv & PRIV_V) != 0 && PRIV_LEVEL(priv) == LEVEL_S
		       ? LEVEL_VS
		       : PRIV_LEVEL(priv);
}

static void see_level(uint8_t privilege)
{
	(void)privilege;
}

static enum translation find_translation(const struct cpu *cpu,
					 uint8_t privilege)
{
	if (privilege == LEVEL_VS) {
		return TRANSLATION_OTHER;
	}
	if (privilege == LEVEL_M || SATP_MODE(cpu_read(cpu, REG_SATP)) == 0) {
		return TRANSLATION_OFF;
	}
	return TRANSLATION_FOLLOWED;
}

const struct arch riscv64_arch = {
	.target = "riscv64",
	.ledger = LEDGER_RISCV64,
	.registers = registers,
	.n_registers = REG_COUNT,
	.magic = { REG_A0, REG_A0 + 1, REG_A0 + 2, REG_A0 + 3 },
	.open = open_machine,
	.reset = reset,
	.see_level = see_level,
	.read_privilege = read_privilege,
	.instrument = instrument,
	.instrument_traps = instrument_traps,
	.settle = settle,
	.translation = find_translation,
	.stores = &riscv64_stores,
	.chain = &riscv64_chain,
};
