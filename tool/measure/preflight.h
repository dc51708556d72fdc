/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The machine, before the first run: facts for the header, and a flag for each
 * thing that makes results hard to trust or to compare.  Changes nothing.
 */
#ifndef MEASURE_PREFLIGHT_H
#define MEASURE_PREFLIGHT_H

#include "plan.h"

void preflight(struct experiment *experiment, const struct plan *plan);

/* Bits of a VMID: 8 or 16, by the CPUs' part numbers; 0 where not arm64. */
unsigned preflight_vmid_bits(void);

#endif
