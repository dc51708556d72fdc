/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that make up translation_riscv64 (arch/translation.h has their
 * contracts).
 */
#ifndef RISCV64_PARTS_H
#define RISCV64_PARTS_H

#include <arch/translation.h>

unsigned riscv64_level(unsigned height);
enum descriptor_kind riscv64_kind(unsigned features, uint64_t value,
				  unsigned height);
uint64_t riscv64_table(uint64_t value);
void riscv64_leaf(unsigned features, uint64_t value, unsigned height,
		  unsigned slot, uint64_t attributes, struct leaf *leaf);
bool riscv64_table_is_global(uint64_t value);
uint64_t riscv64_span(uint64_t value, unsigned height);
uint64_t riscv64_meaning(unsigned features, uint64_t value, unsigned height);
uint64_t riscv64_accessed(unsigned features, uint64_t value,
			  unsigned height);
bool riscv64_is_malformed(uint64_t value, unsigned height);

void riscv64_context(const uint64_t *regs, struct context *context);

const struct invalidation *riscv64_decode(uint32_t word);
const struct invalidation *riscv64_known(unsigned number);
void riscv64_coverage(const struct invalidation *op, const uint64_t *operand,
		      uint16_t asid_mask, struct coverage *coverage);
enum barrier_kind riscv64_barrier(uint32_t word);

#endif
