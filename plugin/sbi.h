/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * SBI calls, and the fences that firmware executes for them.
 *
 * A kernel that wants other harts to fence asks the firmware, which executes
 * the SFENCE.VMA and HFENCE instructions in M-mode: on the hart that called,
 * and on others after an interprocessor interrupt.  Such a fence belongs to
 * the place in the kernel that called; it is given to the ledger as one of
 * S-mode, with that place as its site.
 */
#ifndef PLUGIN_SBI_H
#define PLUGIN_SBI_H

#include <stdbool.h>
#include <stdint.h>

#include "cpu.h"

/* a7, a6, and a0 to a4. */
struct sbi_call {
	uint64_t extension;
	uint64_t function;
	uint64_t arguments[5];
};

/* Does the call ask for fences, so that it needs its place as site? */
bool sbi_is_fence(const struct sbi_call *call);

/* S-mode on this CPU makes a call.  site: 0 if it asks for no fence. */
void sbi_begin(const struct cpu *cpu, const struct sbi_call *call,
	       uint32_t site);

/* The firmware returns to S-mode on this CPU. */
void sbi_end(const struct cpu *cpu);

struct sbi_fence {
	/* mhartid of the CPU that executes it. */
	uint64_t hart;
	/* Operands; is_all: there is none, since it names x0. */
	bool is_all_va;
	bool is_all_asid;
	uint64_t va;
	uint64_t asid;
};

/*
 * The site of the call for which firmware on this CPU executes a fence; 0: for
 * none, it is the firmware's own.
 */
uint32_t sbi_find_caller(const struct cpu *cpu, const struct sbi_fence *fence);

#endif
