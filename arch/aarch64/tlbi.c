/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * All TLBI encodings and what their operands cover, and the barriers that
 * complete them.  [ARM] C5.5 (A64 system instructions for TLB maintenance)
 *
 * SYS #op1, CRn, CRm, #op2, Xt is 0xd5080000 | op1<<16 | CRn<<12 | CRm<<8 |
 * op2<<5 | Rt.  TLBI is CRn 8, and 9 for the nXS forms (FEAT_XS).
 */
#include <stddef.h>

#include "parts.h"

#define SYS_WORD(op1, crn, crm, op2)                                        \
	(0xd5080000u | (op1) << 16 | (crn) << 12 | (crm) << 8 | (op2) << 5)
#define RT_MASK 0x1fu

#define ENTRY(text, op1, crn, crm, op2, ...)                                \
	{ .name = "tlbi " text, .word = SYS_WORD(op1, crn, crm, op2),       \
	  .mask = ~RT_MASK, .deferred = true, __VA_ARGS__ }
/* The plain form and its nXS twin. */
#define PAIR(text, op1, crm, op2, ...)                                      \
	ENTRY(text, op1, 8u, crm, op2, __VA_ARGS__),                        \
	ENTRY(text "nxs", op1, 9u, crm, op2, __VA_ARGS__)
/* Non-shareable, Inner Shareable and Outer Shareable. */
#define FORMS(text, op1, nsh, is, os, op2, ...)                             \
	PAIR(text, op1, nsh, op2, __VA_ARGS__),                             \
	PAIR(text "is", op1, is, op2, .broadcast = true, __VA_ARGS__),      \
	PAIR(text "os", op1, os, op2, .broadcast = true, __VA_ARGS__)
#define BY_ADDRESS(text, op1, op2, ...)                                     \
	FORMS(text, op1, 7u, 3u, 1u, op2, __VA_ARGS__)
#define BY_RANGE(text, op1, op2, ...)                                       \
	FORMS(text, op1, 6u, 2u, 5u, op2, .extent = EXTENT_RANGE, __VA_ARGS__)
/* The stage-2 forms have another op2 for Outer Shareable. */
#define STAGE2(text, op2, op2_os)                                           \
	PAIR(text, 4u, 4u, op2, .regime = REGIME_EL2),                      \
	PAIR(text "is", 4u, 0u, op2, .regime = REGIME_EL2),                 \
	PAIR(text "os", 4u, 4u, op2_os, .regime = REGIME_EL2)

static const struct invalidation ops[] = {
	BY_ADDRESS("vmalle1", 0u, 0u, .extent = EXTENT_ALL, .any_tag = true),
	BY_ADDRESS("vae1", 0u, 1u, .extent = EXTENT_ADDRESS),
	BY_ADDRESS("aside1", 0u, 2u, .extent = EXTENT_TAG,
		   .spares_global = true),
	BY_ADDRESS("vaae1", 0u, 3u, .extent = EXTENT_ADDRESS, .any_tag = true),
	BY_ADDRESS("vale1", 0u, 5u, .extent = EXTENT_ADDRESS,
		   .leaf_only = true),
	BY_ADDRESS("vaale1", 0u, 7u, .extent = EXTENT_ADDRESS, .any_tag = true,
		   .leaf_only = true),
	BY_RANGE("rvae1", 0u, 1u, .any_tag = false),
	BY_RANGE("rvaae1", 0u, 3u, .any_tag = true),
	BY_RANGE("rvale1", 0u, 5u, .leaf_only = true),
	BY_RANGE("rvaale1", 0u, 7u, .any_tag = true, .leaf_only = true),

	BY_ADDRESS("alle2", 4u, 0u, .regime = REGIME_EL2),
	BY_ADDRESS("vae2", 4u, 1u, .regime = REGIME_EL2),
	BY_ADDRESS("alle1", 4u, 4u, .regime = REGIME_EL2),
	BY_ADDRESS("vale2", 4u, 5u, .regime = REGIME_EL2),
	BY_ADDRESS("vmalls12e1", 4u, 6u, .regime = REGIME_EL2),
	BY_RANGE("rvae2", 4u, 1u, .regime = REGIME_EL2),
	BY_RANGE("rvale2", 4u, 5u, .regime = REGIME_EL2),
	STAGE2("ipas2e1", 1u, 0u),
	STAGE2("ipas2le1", 5u, 4u),
	STAGE2("ripas2e1", 2u, 3u),
	STAGE2("ripas2le1", 6u, 7u),

	BY_ADDRESS("alle3", 6u, 0u, .regime = REGIME_EL3),
	BY_ADDRESS("vae3", 6u, 1u, .regime = REGIME_EL3),
	BY_ADDRESS("vale3", 6u, 5u, .regime = REGIME_EL3),
	BY_RANGE("rvae3", 6u, 1u, .regime = REGIME_EL3),
	BY_RANGE("rvale3", 6u, 5u, .regime = REGIME_EL3),
	/* Granule protection (FEAT_RME). */
	PAIR("paall", 6u, 7u, 4u, .regime = REGIME_EL3),
	PAIR("paallos", 6u, 1u, 4u, .regime = REGIME_EL3),
	PAIR("rpaos", 6u, 4u, 3u, .regime = REGIME_EL3),
	PAIR("rpalos", 6u, 4u, 7u, .regime = REGIME_EL3),

	/* Last: whatever else is encoded as a TLBI. */
	{ .name = "tlbi unknown", .word = SYS_WORD(0u, 8u, 0u, 0u),
	  .mask = 0xfff8f000u, .regime = REGIME_UNKNOWN, .deferred = true },
	{ .name = "tlbi unknown nxs", .word = SYS_WORD(0u, 9u, 0u, 0u),
	  .mask = 0xfff8f000u, .regime = REGIME_UNKNOWN, .deferred = true },
};

const struct invalidation *aarch64_known(unsigned number)
{
	return number < sizeof(ops) / sizeof(*ops) ? &ops[number] : NULL;
}

const struct invalidation *aarch64_decode(uint32_t word)
{
	for (unsigned i = 0; i < sizeof(ops) / sizeof(*ops); i++) {
		if ((word & ops[i].mask) == ops[i].word) {
			return &ops[i];
		}
	}
	return NULL;
}

static uint64_t sign_extend(uint64_t value, unsigned bits)
{
	uint64_t sign = 1ull << (bits - 1);

	value &= (sign << 1) - 1;
	return (value ^ sign) - sign;
}

/* Heights that no leaf has: the hint is for another granule. */
#define HEIGHT_NONE 100
#define HEIGHT_ANY  (-1)

/* TTL: bits 3:2 the granule (1 is 4 KiB), 1:0 the level. [ARM] FEAT_TTL */
static int8_t hinted_height(unsigned ttl)
{
	if (ttl >> 2 == 0 || ttl == 4) {
		return HEIGHT_ANY;
	}
	if (ttl >> 2 != 1) {
		return HEIGHT_NONE;
	}
	return (int8_t)(3 - (ttl & 3));
}

static void cover_address(uint64_t operand, struct coverage *coverage)
{
	coverage->va = sign_extend(operand << PAGE_SHIFT, 56);
	coverage->size = 1ull << PAGE_SHIFT;
	coverage->leaf_height = hinted_height((operand >> 44) & 0xf);
}

/* [63:48] ASID [47:46] TG [45:44] SCALE [43:39] NUM [38:37] TTL [36:0] base */
static void cover_range(uint64_t operand, struct coverage *coverage)
{
	unsigned granule = (operand >> 46) & 3;
	unsigned scale = (operand >> 44) & 3;
	uint64_t num = (operand >> 39) & 0x1f;
	unsigned level = (operand >> 37) & 3;

	if (granule != 1) {
		coverage->size = 0;
		return;
	}
	coverage->va = sign_extend(operand << PAGE_SHIFT, 49);
	coverage->size = (num + 1) << (5 * scale + 1) << PAGE_SHIFT;
	coverage->leaf_height = level ? (int8_t)(3 - level) : HEIGHT_ANY;
}

void aarch64_coverage(const struct invalidation *op, const uint64_t *operand,
		      uint16_t asid_mask, struct coverage *coverage)
{
	*coverage = (struct coverage){
		.asid = (uint16_t)(operand[0] >> 48) & asid_mask,
		.size = ~0ull,
		.leaf_height = HEIGHT_ANY,
	};
	if (op->extent == EXTENT_ADDRESS) {
		cover_address(operand[0], coverage);
	} else if (op->extent == EXTENT_RANGE) {
		cover_range(operand[0], coverage);
	}
}

/* DSB: 0xd503309f | CRm<<8; nXS: 0xd503323f | imm2<<10. [ARM] C6.2 */
enum barrier_kind aarch64_barrier(uint32_t word)
{
	unsigned crm = (word >> 8) & 0xf;

	if ((word & 0xfffff3ffu) == 0xd503323fu) {
		return ((word >> 10) & 3) == 1 ? BARRIER_LOCAL : BARRIER_FULL;
	}
	if ((word & 0xfffff0ffu) != 0xd503309fu) {
		return BARRIER_NONE;
	}
	/* CRm 0 and 4 are SSBB and PSSBB; 8 and 12, reserved, act as SY. */
	if (crm == 0 || crm == 4) {
		return BARRIER_NONE;
	}
	switch (crm & 3) {
	case 1:
		return BARRIER_NONE;	/* loads alone */
	case 2:
		return BARRIER_STORES;
	default:
		return crm == 7 ? BARRIER_LOCAL : BARRIER_FULL;
	}
}
