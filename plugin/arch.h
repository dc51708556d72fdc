/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What differs between the architectures. */
#ifndef PLUGIN_ARCH_H
#define PLUGIN_ARCH_H

#include <stdbool.h>
#include <stdint.h>

#include <ledger/ledger.h>

#include "cpu.h"
#include "options.h"
#include "qemu.h"

/* A kernel's level: EL1, S. */
#define PRIVILEGE_KERNEL 1
/* A level whose code is not instrumented: AArch32. */
#define PRIVILEGE_FOREIGN 0xff

struct insn;

/* An instruction that QEMU is translating. */
struct code {
	struct qemu_insn *handle;
	uint64_t pc;
	/* As in memory; 16-bit ones in the lower half. */
	uint32_t word;
	unsigned size;
	/* At which the block will run: QEMU never shares it between levels. */
	uint8_t privilege;
	/* The CPU that translates. */
	unsigned translator;
	/* The 4 bytes before it, if they are an instruction that is kept. */
	const struct insn *before;
};

/* What the virtual addresses of a level go through. */
enum translation {
	TRANSLATION_OFF,
	/* Tables that the ledger follows, or has said that it doesn't. */
	TRANSLATION_FOLLOWED,
	TRANSLATION_OTHER,
};

/* A store at a register plus a number. */
struct plain_store {
	unsigned base;
	int32_t offset;
	uint32_t size;
	/* It writes the base: before it is used, or after it. */
	bool moves_base_before;
	bool moves_base_after;
};

/* Which instructions store; see group.h. */
struct store_rules {
	/* Could the instruction store?  It may say so too often. */
	bool (*may_store)(const struct code *code);
	/* Is it a plain store?  It may say no too often. */
	bool (*decode)(const struct code *code, struct plain_store *store);
	/*
	 * Could an instruction that is no store write the register, numbered
	 * as in plain_store?  It may say so too often.
	 */
	bool (*may_write)(const struct code *code, unsigned number);
};

/* How return addresses are found; see chain.h. */
struct chain_rules {
	/* Registers: the return address, and the frame pointer. */
	unsigned link;
	unsigned frame;
	/* Where a frame keeps its caller's frame pointer, return address. */
	int saved_frame;
	int saved_link;
	/* Return addresses are multiples of this. */
	unsigned alignment;
	/* The return address without a signature. */
	uint64_t (*plain)(uint64_t link);
	/*
	 * The size of an instruction.  *is_entry: functions begin with such
	 * ones, and have them nowhere else.
	 */
	unsigned (*step)(uint32_t word, bool *is_entry);
	/*
	 * words: the 8 bytes before the return address.  Where the call that
	 * it belongs to leads, or 0: unknown.
	 */
	uint64_t (*call_target)(uint64_t words, uint64_t link);
};

struct arch {
	/* QEMU's name. */
	const char *target;
	enum ledger_arch ledger;
	/* Registers by the number that the architecture gives them. */
	const char *const *registers;
	unsigned n_registers;
	/* Of these, the ones with the arguments of the magic no-op. */
	unsigned magic[4];
	/* Before anything else. */
	void (*open)(const struct options *options);
	/* The CPU was off and runs again. */
	void (*reset)(const struct cpu *cpu);
	/* The level of privilege at which this CPU is.  In callbacks. */
	uint8_t (*read_privilege)(const struct cpu *cpu);
	/* Code of this level is about to be run. */
	void (*see_level)(uint8_t privilege);
	/* Hook the instruction if it is an event; true: it is. */
	bool (*instrument)(const struct code *code);
	/*
	 * The same for what only matters when accesses are events: where a
	 * trap handler begins, and where it has saved the trap's state.
	 */
	void (*instrument_traps)(const struct code *code);
	/* Before anything else that the CPU does: tell what was left open. */
	void (*settle)(struct cpu *cpu);
	enum translation (*translation)(const struct cpu *cpu,
					uint8_t privilege);
	const struct store_rules *stores;
	const struct chain_rules *chain;
};

extern const struct store_rules aarch64_stores;
extern const struct store_rules riscv64_stores;
extern const struct chain_rules aarch64_chain;
extern const struct chain_rules riscv64_chain;
extern const struct arch aarch64_arch;
extern const struct arch riscv64_arch;

#endif
