/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which roots TTBR0_EL1 and TTBR1_EL1 install.  docs/model.md section 2.
 * [ARM] D8.2, TCR_EL1, TTBR0_EL1.
 */
#include "parts.h"

#define SCTLR_M			(1ull << 0)

#define TCR_T0SZ_SHIFT		0
#define TCR_EPD0		(1ull << 7)
#define TCR_TG0_SHIFT		14
#define TCR_TG0_4K		0ull
#define TCR_T1SZ_SHIFT		16
#define TCR_A1			(1ull << 22)
#define TCR_EPD1		(1ull << 23)
#define TCR_TG1_SHIFT		30
#define TCR_TG1_4K		2ull
#define TCR_AS			(1ull << 36)
#define TCR_HA			(1ull << 39)
#define TCR_HD			(1ull << 40)
#define TCR_DS			(1ull << 59)

#define TTBR_CNP		(1ull << 0)
#define TTBR_BADDR		0x0000fffffffffffeull
#define TTBR_ASID_SHIFT		48

/* T0SZ and T1SZ: 48 bits at most without LPA2, 16 at least with TTST. */
#define TSZ_MIN 16
#define TSZ_MAX 48

static bool granule_is_followed(uint64_t tcr, unsigned half)
{
	if (tcr & TCR_DS) {
		return false;
	}
	if (half == 0) {
		return ((tcr >> TCR_TG0_SHIFT) & 3) == TCR_TG0_4K;
	}
	return ((tcr >> TCR_TG1_SHIFT) & 3) == TCR_TG1_4K;
}

/* Roots smaller than a page are aligned to their size. [ARM] TTBR0_EL1 */
static uint64_t root_address(uint64_t ttbr, unsigned va_bits)
{
	unsigned resolved = (va_bits - PAGE_SHIFT - 1) / SLOT_SHIFT;
	uint64_t size = 8ull << (va_bits - PAGE_SHIFT - resolved * SLOT_SHIFT);

	if (size < 64) {
		size = 64;
	}
	return ttbr & TTBR_BADDR & ~(size - 1);
}

static void install_half(const uint64_t *regs, unsigned half,
			 struct context *context)
{
	uint64_t tcr = regs[REGISTER_TCR_EL1];
	uint64_t ttbr = regs[half ? REGISTER_TTBR1_EL1 : REGISTER_TTBR0_EL1];
	unsigned shift = half ? TCR_T1SZ_SHIFT : TCR_T0SZ_SHIFT;
	unsigned tsz = (tcr >> shift) & 0x3f;
	struct root_key *root = &context->root[half];

	if (tcr & (half ? TCR_EPD1 : TCR_EPD0)) {
		return;
	}
	if (!granule_is_followed(tcr, half) || tsz < TSZ_MIN || tsz > TSZ_MAX) {
		context->refused = true;
		return;
	}
	context->on[half] = true;
	context->cnp[half] = (ttbr & TTBR_CNP) != 0;
	root->half = (uint8_t)half;
	root->va_bits = (uint8_t)(64 - tsz);
	root->pa = root_address(ttbr, root->va_bits);
	root->attributes = regs[REGISTER_MAIR_EL1];
}

unsigned aarch64_features(const uint64_t *regs)
{
	uint64_t tcr = regs[REGISTER_TCR_EL1];

	return ((tcr & TCR_HA) ? FEATURE_ACCESS_FLAG : 0) |
	       ((tcr & TCR_HD) ? FEATURE_DIRTY_STATE : 0);
}

void aarch64_context(const uint64_t *regs, struct context *context)
{
	uint64_t tcr = regs[REGISTER_TCR_EL1];
	uint64_t ttbr = regs[(tcr & TCR_A1) ? REGISTER_TTBR1_EL1
					    : REGISTER_TTBR0_EL1];

	*context = (struct context){ 0 };
	context->asid_mask = (tcr & TCR_AS) ? 0xffff : 0xff;
	context->asid = (uint16_t)(ttbr >> TTBR_ASID_SHIFT) &
			context->asid_mask;
	if (!(regs[REGISTER_SCTLR_EL1] & SCTLR_M)) {
		return;
	}
	install_half(regs, 0, context);
	install_half(regs, 1, context);
}
