/* SPDX-License-Identifier: BSD-2-Clause */
#include "parts.h"

const struct translation translation_aarch64 = {
	.break_before_make = true,
	.orders_by_barrier = true,
	.kernel = 1,
	.level = aarch64_level,
	.features = aarch64_features,
	.kind = aarch64_kind,
	.table = aarch64_table,
	.leaf = aarch64_leaf,
	.table_is_global = aarch64_table_is_global,
	.span = aarch64_span,
	.meaning = aarch64_meaning,
	.accessed = aarch64_accessed,
	.is_malformed = aarch64_is_malformed,
	.context = aarch64_context,
	.decode = aarch64_decode,
	.known = aarch64_known,
	.coverage = aarch64_coverage,
	.barrier = aarch64_barrier,
	.repeats = aarch64_repeats,
	.is_repeat_op = aarch64_is_repeat_op,
};
