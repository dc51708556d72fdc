/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that make up translation_aarch64 (arch/translation.h has their
 * contracts).
 */
#ifndef AARCH64_PARTS_H
#define AARCH64_PARTS_H

#include <arch/translation.h>

unsigned aarch64_level(unsigned height);
enum descriptor_kind aarch64_kind(unsigned features, uint64_t value,
				  unsigned height);
uint64_t aarch64_table(uint64_t value);
void aarch64_leaf(unsigned features, uint64_t value, unsigned height,
		  unsigned slot, uint64_t attributes, struct leaf *leaf);
bool aarch64_table_is_global(uint64_t value);
uint64_t aarch64_span(uint64_t value, unsigned height);
uint64_t aarch64_meaning(unsigned features, uint64_t value, unsigned height);
uint64_t aarch64_accessed(unsigned features, uint64_t value,
			  unsigned height);
bool aarch64_is_malformed(uint64_t value, unsigned height);

unsigned aarch64_features(const uint64_t *regs);
void aarch64_context(const uint64_t *regs, struct context *context);

const struct invalidation *aarch64_decode(uint32_t word);
const struct invalidation *aarch64_known(unsigned number);
void aarch64_coverage(const struct invalidation *op, const uint64_t *operand,
		      uint16_t asid_mask, struct coverage *coverage);
enum barrier_kind aarch64_barrier(uint32_t word);

bool aarch64_repeats(uint32_t midr);
bool aarch64_is_repeat_op(uint32_t word, const uint64_t *operand);

#endif
