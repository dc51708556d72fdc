/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The event stream: what a machine did, in the order in which it did it.
 *
 * This is all that the ledger ever learns.  docs/trace-format.md is the same
 * stream as text.  Events of one CPU are in program order; events of several
 * CPUs are in one order in which they could have happened.
 */
#ifndef LEDGER_EVENT_H
#define LEDGER_EVENT_H

#include <stdint.h>

/* CPUs that one ledger can tell apart: a set of them is a 64-bit mask. */
#define LEDGER_CPUS_MAX 64

/* A table page has 512 descriptors of 8 bytes on both architectures. */
#define LEDGER_SLOTS 512

enum event_type {
	/* An aligned 8-byte slot of a followed page now holds a value. */
	EVENT_STORE,
	/* A translation register was written. */
	EVENT_REGISTER,
	/* A TLBI, SFENCE.VMA, SINVAL.VMA, HFENCE or HINVAL instruction. */
	EVENT_INVALIDATE,
	/* A DSB or ISB; SFENCE.W.INVAL or SFENCE.INVAL.IR. */
	EVENT_BARRIER,
	/* The CPU goes to another privilege level (exception or return). */
	EVENT_MODE,
	/* Optional: a memory access or a fetch. */
	EVENT_ACCESS,
	/* The CPU is started (all its translation state is reset) or off. */
	EVENT_POWER,
	/* A point that the guest marked: the residue is listed here. */
	EVENT_MARK,
};

/* Registers that decide which context is installed. */
enum event_register {
	REGISTER_TTBR0_EL1,
	REGISTER_TTBR1_EL1,
	REGISTER_TCR_EL1,
	REGISTER_MAIR_EL1,
	REGISTER_SCTLR_EL1,
	REGISTER_SATP,
	REGISTER_COUNT,
};

enum event_access {
	ACCESS_LOAD,
	ACCESS_STORE,
	ACCESS_FETCH,
};

/* Privilege: Arm EL0 to EL3 are 0 to 3; RISC-V U, S and M are 0, 1 and 3. */
struct event {
	enum event_type type;
	uint8_t cpu;
	/* At the time of the event; EVENT_MODE: the level that is left. */
	uint8_t privilege;
	/* Who: a number that ledger_add_site() gave, 0 for unknown. */
	uint32_t site;
	union {
		struct {
			uint64_t pa;	/* multiple of 8 */
			uint64_t value;	/* what memory holds afterwards */
		} store;
		struct {
			enum event_register reg;
			uint64_t value;
		} reg;
		struct {
			/* The instruction, as in memory. */
			uint32_t word;
			/* Arm: Xt.  RISC-V: rs1, rs2.  0 for x0 or none. */
			uint64_t operand[2];
		} invalidate;
		struct {
			uint32_t word;
		} barrier;
		struct {
			uint8_t to;	/* the level that is entered */
		} mode;
		struct {
			uint64_t va;
			enum event_access kind;
			/*
			 * 1: a fault here can't be handled, because a trap
			 * handler has not yet saved the state of the trap
			 * that it handles.
			 */
			uint8_t fatal;
		} access;
		struct {
			uint8_t on;	/* 1 started, 0 off */
		} power;
		struct {
			/* At most 63 bytes, NUL-terminated; may be hostile. */
			char label[64];
		} mark;
	};
};

#endif
