/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The TLBI forms for EL1&0 that can be executed at EL1, each as a function
 * that counts itself for its CPU and executes.  No barriers inside.
 * [ARM] C5.5
 *
 * X(name, kind, CRn, CRm, op2); op1 is 0.  Kinds:
 *	NONE	f(void)
 *	TAG	f(asid)
 *	PAGE	f(asid, va)
 *	ANY	f(va): in all ASIDs
 *	RANGE	f(operand): FEAT_TLBIRANGE
 * The names end in is, os (FEAT_TLBIOS), nxs (FEAT_XS) as the manual's do.
 */
#ifndef PAYLOAD_AARCH64_OPS_H
#define PAYLOAD_AARCH64_OPS_H

/* clang-format off */
/* CRm of the three scopes: the PE, Inner and Outer Shareable. */
#define OPS_OF(X, name, kind, local, inner, outer, op2)			\
	X(name, kind, 8, local, op2)					\
	X(name##is, kind, 8, inner, op2)				\
	X(name##os, kind, 8, outer, op2)				\
	X(name##nxs, kind, 9, local, op2)				\
	X(name##isnxs, kind, 9, inner, op2)				\
	X(name##osnxs, kind, 9, outer, op2)

#define OPS(X)								\
	OPS_OF(X, vmalle1, NONE, 7, 3, 1, 0)				\
	OPS_OF(X, vae1, PAGE, 7, 3, 1, 1)				\
	OPS_OF(X, aside1, TAG, 7, 3, 1, 2)				\
	OPS_OF(X, vaae1, ANY, 7, 3, 1, 3)				\
	OPS_OF(X, vale1, PAGE, 7, 3, 1, 5)				\
	OPS_OF(X, vaale1, ANY, 7, 3, 1, 7)				\
	OPS_OF(X, rvae1, RANGE, 6, 2, 5, 1)				\
	OPS_OF(X, rvaae1, RANGE, 6, 2, 5, 3)				\
	OPS_OF(X, rvale1, RANGE, 6, 2, 5, 5)				\
	OPS_OF(X, rvaale1, RANGE, 6, 2, 5, 7)

/* clang-format on */

#ifndef __ASSEMBLER__

#include <stdint.h>

#define ARGUMENTS_NONE void
#define ARGUMENTS_TAG uint16_t asid
#define ARGUMENTS_PAGE uint16_t asid, uint64_t va
#define ARGUMENTS_ANY uint64_t va
#define ARGUMENTS_RANGE uint64_t operand
#define PROTOTYPE(name, kind, crn, crm, op2) void tlbi_##name(ARGUMENTS_##kind);
OPS(PROTOTYPE)

/* The index of each in struct cpu's counts. */
#define INDEX(name, kind, crn, crm, op2) OP_##name,
enum op {
	OPS(INDEX)
};

/* 4 KiB granule; (num + 1) * 2^(5 * scale + 1) pages from va. */
static inline uint64_t tlbi_range(uint16_t asid, uint64_t va, unsigned num,
				  unsigned scale)
{
	return (uint64_t)asid << 48 | 1ull << 46 | (uint64_t)scale << 44 |
	       (uint64_t)num << 39 | (va >> 12 & 0x1fffffffffull);
}

#endif
#endif
