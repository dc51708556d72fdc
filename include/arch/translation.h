/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the ledger has to know of an architecture's stage-1 translation: how a
 * descriptor reads, which context the registers install, and what an
 * invalidation covers.  One constant structure an architecture.
 *
 * Heights count up from the page: a slot of height 0 translates 4 KiB, of
 * height h 4 KiB << 9h.  Arm's level is 3 - height, RISC-V's is the height.
 */
#ifndef ARCH_TRANSLATION_H
#define ARCH_TRANSLATION_H

#include <stdbool.h>
#include <stdint.h>

#include <ledger/event.h>

#define PAGE_SHIFT 12
#define SLOT_SHIFT 9
#define HEIGHT_MAX 5	/* heights 0 to 4 */
#define SPAN_SLOTS 16	/* slots of a contiguous (NAPOT) group */

#define HEIGHT_SHIFT(height) (PAGE_SHIFT + SLOT_SHIFT * (height))

enum descriptor_kind {
	DESCRIPTOR_INVALID,	/* never translates: the access faults */
	DESCRIPTOR_TABLE,
	DESCRIPTOR_LEAF,
};

/* The permissions that can be compared as sets. */
#define PERMISSION_READ		0x01u
#define PERMISSION_WRITE	0x02u
#define PERMISSION_EXECUTE	0x04u
#define PERMISSION_USER_READ	0x08u
#define PERMISSION_USER_WRITE	0x10u
#define PERMISSION_USER_EXECUTE	0x20u
#define PERMISSION_UNGUARDED	0x40u
#define PERMISSIONS_WRITE	(PERMISSION_WRITE | PERMISSION_USER_WRITE)

/* A leaf's meaning.  Two with equal fields translate alike. */
struct leaf {
	uint64_t output;	/* of its first byte */
	uint32_t type;		/* memory type, comparable for equality */
	uint32_t permissions;
	bool user;		/* user code has access */
	bool user_space;	/* RISC-V's U; Arm: always false */
	bool global;		/* by the leaf itself */
	bool contiguous;
};

/* A root table as a register names it. */
struct root_key {
	uint64_t pa;		/* of the first slot */
	uint64_t attributes;	/* MAIR: gives the memory types */
	uint8_t half;		/* 1: the upper half, by TTBR1 */
	uint8_t va_bits;
};

#define HALVES 2

/* What one CPU's registers install. */
struct context {
	bool on[HALVES];
	bool cnp[HALVES];
	struct root_key root[HALVES];
	uint16_t asid;
	uint16_t asid_mask;	/* ASID bits that count */
	bool refused;		/* on, but of a granule or size not followed */
};

enum invalidation_regime {
	REGIME_STAGE1,		/* what the ledger follows */
	REGIME_EL2,		/* EL2, stage 2, all VMIDs */
	REGIME_EL3,
	REGIME_HYPERVISOR,	/* HFENCE, HINVAL */
	REGIME_UNKNOWN,
};

enum invalidation_extent {
	EXTENT_ALL,
	EXTENT_TAG,		/* everything of one ASID */
	EXTENT_ADDRESS,
	EXTENT_RANGE,
};

/* An invalidation instruction.  Points into a constant table. */
struct invalidation {
	const char *name;	/* as it is written: "tlbi vae1is" */
	uint32_t word;		/* matches (instruction & mask) == word */
	uint32_t mask;
	enum invalidation_regime regime;
	enum invalidation_extent extent;
	bool any_tag;		/* an address in every ASID */
	bool spares_global;	/* global translations stay */
	bool leaf_only;		/* intermediate levels stay */
	bool broadcast;		/* on all CPUs, else on the issuer */
	bool deferred;		/* waits for a barrier (TLBI, SINVAL) */
};

/* What one execution of it covers. */
struct coverage {
	uint64_t va;		/* first byte, canonical */
	uint64_t size;		/* bytes; 0: nothing at all */
	uint16_t asid;
	int8_t leaf_height;	/* leaves of this height only; -1: of any */
};

enum barrier_kind {
	BARRIER_NONE,		/* orders nothing that matters here (ISB) */
	BARRIER_STORES,		/* orders stores before later operations */
	BARRIER_LOCAL,		/* and completes the issuer's local ones */
	BARRIER_FULL,		/* and completes its broadcast ones */
	BARRIER_OPEN,		/* SFENCE.W.INVAL */
	BARRIER_CLOSE,		/* SFENCE.INVAL.IR */
};

/*
 * What the registers make of descriptors.  Once seen on one CPU a feature is
 * taken to be on for ever and everywhere: a kernel turns it on on all of them.
 */
#define FEATURE_ACCESS_FLAG	0x1u	/* the walker sets AF (TCR_EL1.HA) */
#define FEATURE_DIRTY_STATE	0x2u	/* and clears AP[2] (TCR_EL1.HD) */

struct translation {
	/* Invalid descriptors may be cached too (RISC-V). */
	bool caches_invalid;
	/* Tables may be cached as global, where a G above says so (RISC-V). */
	bool global_tables;
	/* One root translates both halves: addresses are sign-extended. */
	bool sign_extends;
	/* Break-before-make is a rule (Arm). */
	bool break_before_make;
	/* A barrier orders a store before an invalidation (Arm: DSB). */
	bool orders_by_barrier;
	/* Privilege at which invalidations are judged. */
	uint8_t kernel;
	/* The manual's number for a height. */
	unsigned (*level)(unsigned height);
	unsigned (*features)(const uint64_t *regs);
	enum descriptor_kind (*kind)(unsigned features, uint64_t value,
				     unsigned height);
	/* Address of the table that a table descriptor leads to. */
	uint64_t (*table)(uint64_t value);
	/* Of a DESCRIPTOR_LEAF value in this slot of its table. */
	void (*leaf)(unsigned features, uint64_t value, unsigned height,
		     unsigned slot, uint64_t attributes, struct leaf *leaf);
	/* A table descriptor makes all below it global. */
	bool (*table_is_global)(uint64_t value);
	/* A contiguous leaf as the first of its group would say it. */
	uint64_t (*span)(uint64_t value, unsigned height);
	/* The bits of a descriptor that mean something to the MMU. */
	uint64_t (*meaning)(unsigned features, uint64_t value,
			    unsigned height);
	/* The value with its accessed bit set, if that alone is missing. */
	uint64_t (*accessed)(unsigned features, uint64_t value,
			     unsigned height);
	/* No table of a sane kernel has this (memory not considered). */
	bool (*is_malformed)(uint64_t value, unsigned height);
	/* What the registers install; regs[REGISTER_COUNT]. */
	void (*context)(const uint64_t *regs, struct context *context);
	/* NULL: not an invalidation of this architecture. */
	const struct invalidation *(*decode)(uint32_t word);
	/* All that decode() can return, by number from 0; NULL at the end. */
	const struct invalidation *(*known)(unsigned number);
	void (*coverage)(const struct invalidation *op, const uint64_t *operand,
			 uint16_t asid_mask, struct coverage *coverage);
	enum barrier_kind (*barrier)(uint32_t word);
	/* This part repeats invalidations for an erratum. */
	bool (*repeats)(uint32_t midr);
	/* The op that an erratum's repeat may use instead of the same one. */
	bool (*is_repeat_op)(uint32_t word, const uint64_t *operand);
};

extern const struct translation translation_aarch64;
extern const struct translation translation_riscv64;

#endif
