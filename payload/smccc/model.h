/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the monitor has to answer, written from the specifications and the
 * choices in docs/monitor.md, not from its code.
 */
#ifndef SMCCC_MODEL_H
#define SMCCC_MODEL_H

#include <stdint.h>

#include "call.h"

/*
 * May this be the answer?  For calls whose aligned entry point is ENTRY or one
 * of the board's bad ones, and with an interrupt pending.
 */
int model_accepts(const struct call *call, uint64_t answer);

/* Calls that do not return when they are granted. */
int model_is_final(const struct call *call);

/* The answers of ARCH_FEATURES and PSCI_FEATURES. */
uint64_t model_arch_features(uint32_t function);
uint64_t model_psci_features(uint32_t function);

#endif
