/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Guest virtual to physical addresses, where QEMU gives none: for DC ZVA and
 * cbo.zero, and to read call chains.
 */
#ifndef PLUGIN_WALK_H
#define PLUGIN_WALK_H

#include <stdint.h>

#include "arch.h"
#include "cpu.h"

void walk_open(const struct arch *arch);

/* Where va leads on the running CPU at this level.  0, or -1: nowhere. */
int walk_translate(const struct cpu *cpu, uint8_t privilege, uint64_t va,
		   uint64_t *pa);

/* Translations that were found before may have changed. */
void walk_forget(void);

/*
 * The aligned 8 (or 4) bytes at va in guest memory.  0, or -1: there is no
 * memory that we can read.
 */
int walk_read(const struct cpu *cpu, uint8_t privilege, uint64_t va,
	      unsigned size, uint64_t *value);

#endif
