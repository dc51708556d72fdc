/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An address space of the probe's own, and accesses whose faults nobody else
 * sees.
 */
#ifndef FENCEPOST_PROBE_H
#define FENCEPOST_PROBE_H

#include <linux/types.h>

enum probe_access {
	PROBE_LOAD,
	PROBE_STORE,
	PROBE_FETCH,
	PROBE_ACCESSES
};

enum probe_entry {
	PROBE_LEAF,
	PROBE_TABLE,
	PROBE_ENTRIES
};

/* What access.S writes. */
struct probe_trap {
	unsigned long cause;
	unsigned long value;
};

/*
 * One access to the address.  0: done; 1: a trap, which is in @trap.
 * Interrupts are off: stvec is not the kernel's meanwhile, so its handler can
 * neither hide nor cure the trap.  Changes sepc, scause and stval.
 */
unsigned long probe_load(unsigned long address, struct probe_trap *trap);
unsigned long probe_store(unsigned long address, struct probe_trap *trap);
unsigned long probe_fetch(unsigned long address, struct probe_trap *trap);

/*
 * Its lower half maps one page, at probe_address(), through tables that nobody
 * else has; its upper half is the kernel's.
 */
int probe_tables_get(void);
void probe_tables_put(void);
unsigned long probe_address(void);
/* "sv39", "sv48" or "sv57" */
const char *probe_mode(void);

/*
 * Install it on this hart, and go back.  Interrupts are off from the one to
 * the other.  Both leave nothing translated or cached for the lower half.
 */
unsigned long probe_enter(void);
void probe_leave(unsigned long satp);

/* Store the entry, valid or not, ahead of what follows; no SFENCE.VMA. */
void probe_set(enum probe_entry entry);
void probe_clear(enum probe_entry entry);

#endif
