/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What only starts the machine.  None of it is resident: it is given back to
 * the OS, so nothing here may be used once boot_main() has returned.
 */
#ifndef MONITOR_BOOT_H
#define MONITOR_BOOT_H

#include <stdint.h>

#include <psci/psci.h>

/* Each core: its part of the interrupt controller.  From assembly. */
void boot_interrupts(void);

/*
 * Core 0, with the other cores on their way to the pen: fills in where the OS
 * is entered, and returns when everything else is done.  From assembly.
 */
void boot_main(struct psci_entry *entry);

/* The map of EL3, for all cores. */
void boot_map(void);

/* In board code: what the board needs before anything else, on core 0. */
void board_start(void);

/* A counter that runs at boot_counter_hz(). */
uint64_t boot_counter(void);
uint64_t boot_counter_hz(void);
/* Written data of this line reaches memory, and no cache keeps it. */
void boot_cache_clean(const void *address);

#endif
