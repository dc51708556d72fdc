/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the cores share, as it is when core 0 starts.  In page 0 of the image.
 */
#include <psci/psci.h>

#include "layout.h"
#include "state.h"
#include "sysreg.h"

#define PAGE_NUMBER(address) ((uint32_t)((address) >> PSCI_PAGE_SHIFT))

struct psci psci = {
	.cpu = {
		{ .state = PSCI_STATE_ON },
		{ .state = PSCI_STATE_ABSENT },
		{ .state = PSCI_STATE_ABSENT },
		{ .state = PSCI_STATE_ABSENT },
	},
	.memory = {
		{ PAGE_NUMBER(MEMORY_FIRST), PAGE_NUMBER(MEMORY_SIZE) },
	},
	.monitor = { PAGE_NUMBER(MONITOR_BASE), PAGE_NUMBER(RESIDENT_SIZE) },
	.cpus = PSCI_CPUS_MAX,
};

_Static_assert(PSCI_CPUS_MAX == 4, "known to assembly");

/* SCR_EL3 for what runs below. */
uint32_t lower_scr = SCR_EL3_LOWER;

/* Of EL3's map.  In page 0 where it fits. */
__attribute__((section(".root"), aligned(ROOT_SIZE)))
uint64_t root_table[ROOT_SLOTS];
