/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Making SMCs, and judging the answers.
 */
#ifndef SMCCC_CALL_H
#define SMCCC_CALL_H

#include <stddef.h>
#include <stdint.h>

#include "layout.h"

/* ---- In assembly ---- */

/* Returns x0. */
uint64_t smc_call(uint64_t x0, uint64_t x1, uint64_t x2, uint64_t x3);
/* By SMC #1 and SMC #0xffff. */
uint64_t smc_call_1(uint64_t x0, uint64_t x1, uint64_t x2, uint64_t x3);
uint64_t smc_call_ffff(uint64_t x0, uint64_t x1, uint64_t x2, uint64_t x3);
/* With SCTLR_EL2.EE set around it. */
uint64_t smc_call_big_endian(uint64_t x0, uint64_t x1, uint64_t x2,
			     uint64_t x3);

/* All that a call has to preserve, but for SYSREGS. */
struct frame {
	uint64_t x[31];
	uint64_t sp;
	uint64_t nzcv;
	uint64_t daif;
	uint64_t fpcr;
	uint64_t fpsr;
	uint64_t tpidr_el0;
	uint64_t tpidrro_el0;
	uint64_t tpidr_el1;
	uint64_t tpidr_el2;	/* at EL2 only */
	uint64_t v[64];
};

_Static_assert(sizeof(struct frame) == FRAME_SIZE, "known to assembly");
_Static_assert(offsetof(struct frame, sp) == FRAME_SP, "known to assembly");
_Static_assert(offsetof(struct frame, tpidr_el2) == FRAME_TPIDR_EL2,
	       "known to assembly");
_Static_assert(offsetof(struct frame, v) == FRAME_V, "known to assembly");

/* An SMC with these registers, from EL1 or EL2; what they are after it. */
void frame_call_el1(const struct frame *in, struct frame *out);
void frame_call_el2(const struct frame *in, struct frame *out);

/* Call a function at EL1; lower_prepare() first. */
uint64_t el1_run(uint64_t (*function)(void *argument), void *argument);
/* An SMC at EL1 in AArch32 (spsr: SPSR_SVC_*), with r0 to r14 in r[]. */
void aarch32_call(uint64_t r[15], uint64_t spsr);

/* ---- Judging ---- */

struct call {
	uint64_t x0, x1, x2, x3;
};

/* One ok line of TAP: the answer is this. */
void call_check(const struct call *call, uint64_t expected, const char *name);

/* Many calls that share a line of TAP; each CPU has its own. */
struct tally {
	uint64_t calls;
	uint64_t wrong;
	/* Of the first wrong one. */
	struct call call;
	uint64_t answer;
};

void tally_add(struct tally *tally, const struct call *call, uint64_t answer,
	       int is_right);
/* The ok line of all of them. */
void tally_report(const struct tally *tallies, unsigned count,
		  const char *name);

#endif
