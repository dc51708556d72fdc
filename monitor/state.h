/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Resident data, by its physical address: for code that runs with the MMU off.
 */
#ifndef MONITOR_STATE_H
#define MONITOR_STATE_H

#include <psci/psci.h>

#include "layout.h"

#define TABLE_SLOTS 512

extern struct psci psci;
extern uint32_t lower_scr;
extern uint64_t root_table[ROOT_SLOTS];
extern uint64_t page_table[TABLE_SLOTS];	/* page 1 */

#endif
