/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ledger: what the TLBs of a machine may still hold, and what each
 * invalidation was worth.  docs/model.md has every rule with its source.
 *
 * Portable C without an operating system.  All memory comes from the caller;
 * nothing is freed, so a ledger is dropped by dropping its memory.  One thread
 * at a time.  The callbacks must not call back into the ledger.
 */
#ifndef LEDGER_LEDGER_H
#define LEDGER_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ledger/event.h>

struct ledger;

enum ledger_arch {
	LEDGER_AARCH64,	/* EL1&0 stage 1, 4 KiB granule, up to 48 bits */
	LEDGER_RISCV64,	/* S-mode: Sv39, Sv48, Sv57 */
};

/* In the order of precedence; docs/model.md section 6. */
enum verdict {
	VERDICT_REQUIRED,
	VERDICT_PREVENTIVE,
	VERDICT_DEFERRABLE,
	VERDICT_INSUFFICIENT,
	VERDICT_REPEAT,
	VERDICT_REDUNDANT,
	VERDICT_UNJUDGED,
	VERDICT_COUNT,
};

enum finding_rule {
	FINDING_BBM,
	FINDING_TABLE_REUSE,
	FINDING_TAG_REUSE,
	FINDING_STALE_GRANT,
	FINDING_INSUFFICIENT,
	FINDING_UNORDERED,
	FINDING_UNFENCED_USE,
	FINDING_COUNT,
};

/* Legal delays: counted, never a finding; docs/model.md section 8. */
enum delay_rule {
	DELAY_ACCESSED_CLEAR,	/* accessed bit cleared, no invalidation */
	DELAY_PERMISSION_RAISE,	/* old, lesser permission may live on */
	DELAY_REMAP_RACE,	/* valid, invalid, valid before the batch */
	DELAY_READONLY_MOVE,	/* other frame, both read-only: not compared */
	DELAY_UNFENCED_USE,	/* a use through a negative ghost, curable */
	DELAY_LAZY_UNMAP,	/* unmapped kernel address, not yet purged */
	DELAY_COUNT,
};

/* Why an invalidation, or a table, is not followed. */
enum unjudged_reason {
	UNJUDGED_EL2,		/* executed at EL2, or for EL2 or stage 2 */
	UNJUDGED_EL3,
	UNJUDGED_M_MODE,	/* M-mode on its own behalf */
	UNJUDGED_HYPERVISOR,	/* HFENCE, HINVAL */
	UNJUDGED_GRANULE,	/* 16 or 64 KiB, or 52-bit tables */
	UNJUDGED_UNKNOWN,	/* an encoding that no manual read here names */
	UNJUDGED_LIMIT,		/* the ledger had used up its memory, or an
				   event took too many steps, before */
	UNJUDGED_COUNT,
};

/* A call chain: the instruction and its return addresses, innermost first. */
#define SITE_CALLERS_MAX 8

struct site {
	uint64_t pc;
	unsigned n_callers;
	uint64_t callers[SITE_CALLERS_MAX];
};

/* A verdict that has just become final.  Not in the order of the events. */
struct judgement {
	uint64_t event;		/* number of the invalidation's event, from 1 */
	enum verdict verdict;
	bool over_scoped;
	uint64_t collateral;	/* live translations dropped */
};

struct finding {
	enum finding_rule rule;
	uint64_t event;		/* number of the event at which it fires */
	uint8_t cpu;		/* whose event that is */
	uint32_t site;		/* who broke the rule */
	uint32_t maker;		/* site of the store that made the ghost */
	uint64_t made;		/* number of that store's event */
	uint64_t holders;	/* CPUs that may hold the old translation */
	uint64_t va;		/* start of the range that is concerned */
	uint64_t old;		/* descriptor that may be held */
	uint64_t new;		/* descriptor in memory now */
	uint32_t asid;		/* LEDGER_GLOBAL for a global translation */
	uint8_t level;		/* Arm: 0 to 3; RISC-V: as its levels, leaf 0 */
};

#define LEDGER_GLOBAL 0xffffffffu

struct ledger_config {
	enum ledger_arch arch;
	unsigned cpus;				/* 1 to LEDGER_CPUS_MAX */
	/* Arm: MIDR_EL1 of each CPU: which ones repeat for an erratum. */
	uint32_t midr[LEDGER_CPUS_MAX];
	/* Memory for everything; 8-aligned.  Pages need not be touched. */
	void *memory;
	size_t memory_size;
	void *context;
	/*
	 * Read the 4 KiB at pa (a multiple of 4096) into words[LEDGER_SLOTS].
	 * 0, or negative when there is no memory there.
	 */
	int (*read_page)(void *context, uint64_t pa, uint64_t *words);
	/*
	 * The page at pa becomes (1) or is no longer (0) followed: EVENT_STORE
	 * is needed for its slots.  May be NULL.
	 */
	void (*follow)(void *context, uint64_t pa, int followed);
	/* Each verdict, and each finding, as it becomes final.  May be NULL. */
	void (*judged)(void *context, const struct judgement *judgement);
	void (*found)(void *context, const struct finding *finding);
};

/* Returns the ledger, at the start of config->memory, or NULL: too little. */
struct ledger *ledger_new(const struct ledger_config *config);

/*
 * A number (1 and up) for a call chain; the same for an equal chain.
 * 0 when memory is used up.
 */
uint32_t ledger_add_site(struct ledger *ledger, const struct site *site);

#define LEDGER_EINVAL (-1)	/* no such CPU, register or alignment */
#define LEDGER_ENOMEM (-2)	/* memory used up, or an event took too many
				   steps (hostile tables): this and all later
				   events are counted, and no more is judged */

/* Take one event.  0 or a negative code; the ledger stays usable. */
int ledger_event(struct ledger *ledger, const struct event *event);

/* No more events: the pending verdicts become final, the residue is listed. */
void ledger_end(struct ledger *ledger);

/* Where va leads on this CPU now, by the tables in memory.  0 or negative. */
int ledger_translate(const struct ledger *ledger, unsigned cpu, uint64_t va,
		     uint64_t *pa);

/* Bytes of config->memory in use: the most that ever were. */
size_t ledger_memory_used(const struct ledger *ledger);

/*
 * The result as text (docs/result-format.md), in pieces, through put().
 * After ledger_end().
 */
void ledger_write_result(const struct ledger *ledger,
			 void (*put)(void *context, const char *text,
				     size_t length),
			 void *context);

#endif
