/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A known, different number of invalidations on each CPU: the proof that an
 * audit tells the CPUs apart.
 */
#ifndef PAYLOAD_PERCPU_H
#define PAYLOAD_PERCPU_H

/*
 * CPU n executes turns() 100 + 7n times, all CPUs in turn, one at a time;
 * then free() 40 + 3n times, all at once.  Both are the same code on all CPUs,
 * so an emulator that translates it once must not take one for another.
 */
void percpu_run(void (*turns)(void), void (*free)(void));

#endif
