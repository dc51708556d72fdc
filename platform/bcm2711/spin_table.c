/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The words in the header by which an OS without PSCI starts a core.  It may
 * write them with its caches on and clean them, or with its caches off: they
 * are read with this core's off.
 */
#include <arch/psci.h>

#include "layout.h"

extern uint64_t header_table[];

uint64_t platform_release_address(unsigned cpu)
{
	return *(const volatile uint64_t *)&header_table[cpu];
}

void platform_release_taken(unsigned cpu)
{
	*(volatile uint64_t *)&header_table[cpu] = 0;
}
