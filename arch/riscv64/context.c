/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which root satp installs.  docs/model.md section 2.  [RISCV-PRIV] satp
 */
#include "parts.h"

#define SATP_MODE_SHIFT	60
#define SATP_MODE_SV39	8
#define SATP_MODE_SV57	10
#define SATP_ASID_SHIFT	44
#define SATP_PPN	0xfffffffffffull

void riscv64_context(const uint64_t *regs, struct context *context)
{
	uint64_t satp = regs[REGISTER_SATP];
	unsigned mode = (unsigned)(satp >> SATP_MODE_SHIFT);
	struct root_key *root = &context->root[0];

	*context = (struct context){
		.asid = (uint16_t)(satp >> SATP_ASID_SHIFT),
		.asid_mask = 0xffff,
	};
	if (mode < SATP_MODE_SV39 || mode > SATP_MODE_SV57) {
		context->refused = mode != 0;
		return;
	}
	context->on[0] = true;
	root->pa = (satp & SATP_PPN) << PAGE_SHIFT;
	root->va_bits = (uint8_t)(39 + SLOT_SHIFT * (mode - SATP_MODE_SV39));
}
