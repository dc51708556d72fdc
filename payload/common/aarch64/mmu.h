/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What only aarch64 images have: the upper half.
 */
#ifndef PAYLOAD_AARCH64_MMU_H
#define PAYLOAD_AARCH64_MMU_H

#include <stdint.h>

/* The upper half's first address; empty at the start, the same on all CPUs. */
#define UPPER_BASE 0xffffff8000000000ull

/* As space_slot(), in the tables of TTBR1_EL1. */
uint64_t *upper_slot(uint64_t va, unsigned height);

#endif
