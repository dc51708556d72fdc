/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the callbacks of an instruction are given: kept as long as QEMU runs,
 * since it may translate the same code again at any time.
 */
#ifndef PLUGIN_INSN_H
#define PLUGIN_INSN_H

#include <stdint.h>

#include "arch.h"

struct insn {
	struct insn *next;
	uint64_t pc;
	uint64_t translators;
	uint32_t word;
	/* The number of its place, without callers; 0: not asked for yet. */
	uint32_t place;
	uint8_t privilege;
};

/*
 * The one for this code; its translator is noted.  NULL when memory is used
 * up: then the feed has failed.
 */
struct insn *insn_get(const struct code *code);

/* One at pc, or NULL. */
const struct insn *insn_find(uint64_t pc, uint8_t privilege);

/*
 * Call callback, with the instruction's struct insn, before it runs.  The
 * callback may read registers.
 */
void insn_hook(const struct code *code, qemu_exec_callback callback);

#endif
