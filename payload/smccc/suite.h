/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tests, in the order in which CPU 0 runs them.
 */
#ifndef SMCCC_SUITE_H
#define SMCCC_SUITE_H

#include <stdint.h>

/* All; then the end that the options ask for. */
void suite_run(void);

/* Only CPU 0 is on, as it was entered. */
void test_boot(void);
/* The others are off. */
void test_cpu_on_refused(void);
/* The others enter for the first time, and are there from now on. */
void test_cpu_on(void);
void test_ids(void);
void test_features(void);
void test_affinity_info(void);
/* Bails if none arrive: what comes later would wait for them. */
void test_interrupts(void);
void test_suspend(void);
void test_preserve(void);
void test_lower(void);
void test_cpu_off(void);
void test_reset_state(void);
void test_stale_tlb(void);
void test_races(void);
void test_cycles(void);
void test_sweep(void);
void test_random(void);

#endif
