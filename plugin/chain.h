/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Call chains: who called the code that runs.
 *
 * First the return address in its register, then the frames that the frame
 * pointer leads to.  Within a function that has called others, the register
 * holds an address of that function itself; such a one is left out.  Whether
 * it is one is read off the code: see chain.c.
 */
#ifndef PLUGIN_CHAIN_H
#define PLUGIN_CHAIN_H

#include <stdint.h>

#include <ledger/ledger.h>

#include "arch.h"
#include "cpu.h"
#include "insn.h"

/*
 * Callers that a site has at most.  With more, one place of the kernel would
 * fall apart into many sites; below a firmware call are its wrappers.
 */
#define CHAIN_CALLERS 5
#define CHAIN_CALLERS_OF_CALL 8

void chain_open(const struct arch *arch);

/*
 * The chain at pc, which runs on cpu at this level, with at most n_callers; and
 * the number of one with CHAIN_CALLERS.  Where the level is no kernel's, it has
 * no callers.  Between feed_enter() and feed_leave().
 */
void chain_find(const struct cpu *cpu, uint8_t privilege, uint64_t pc,
		unsigned n_callers, struct site *site);
uint32_t chain_site(const struct cpu *cpu, uint8_t privilege, uint64_t pc);

/* The number of the chain of an instruction alone. */
uint32_t chain_place(struct insn *insn);

#endif
