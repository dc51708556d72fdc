/* SPDX-License-Identifier: BSD-2-Clause */
#include <arch/psci.h>

#include "boot.h"

void board_start(void)
{
}

/* Nobody knows of a spin table here. */
uint64_t platform_release_address(unsigned cpu)
{
	(void)cpu;
	return 0;
}

void platform_release_taken(unsigned cpu)
{
	(void)cpu;
}
