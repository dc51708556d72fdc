/* SPDX-License-Identifier: BSD-2-Clause */
#include "parts.h"

/* A and D are compared nowhere, whoever sets them. */
static unsigned features(const uint64_t *regs)
{
	(void)regs;
	return 0;
}

/* No RISC-V part is known to need a second fence. */
static bool repeats(uint32_t midr)
{
	(void)midr;
	return false;
}

static bool is_repeat_op(uint32_t word, const uint64_t *operand)
{
	(void)word;
	(void)operand;
	return false;
}

const struct translation translation_riscv64 = {
	.caches_invalid = true,
	.global_tables = true,
	.sign_extends = true,
	.kernel = 1,
	.level = riscv64_level,
	.features = features,
	.kind = riscv64_kind,
	.table = riscv64_table,
	.leaf = riscv64_leaf,
	.table_is_global = riscv64_table_is_global,
	.span = riscv64_span,
	.meaning = riscv64_meaning,
	.accessed = riscv64_accessed,
	.is_malformed = riscv64_is_malformed,
	.context = riscv64_context,
	.decode = riscv64_decode,
	.known = riscv64_known,
	.coverage = riscv64_coverage,
	.barrier = riscv64_barrier,
	.repeats = repeats,
	.is_repeat_op = is_repeat_op,
};
