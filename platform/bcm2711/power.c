/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reset and power-off by the power manager's watchdog, as the firmware of the
 * GPU expects it.  [LINUX] drivers/watchdog/bcm2835_wdt.c
 *
 * PM_RSTS holds, in bits 0, 2, 4, 6, 8 and 10, the number of the partition that
 * the next start boots from; 63 means: halt.  A reset asks for partition 0, the
 * default: whatever an earlier reboot left there would boot the wrong one.  The
 * other bits (tryboot among them) are not ours and stay.
 */
#include <stdint.h>

#include <arch/psci.h>

#include "layout.h"
#include "registers.h"

#define PM_RSTC 0x1c
#define PM_RSTS 0x20
#define PM_WDOG 0x24

#define PM_PASSWORD 0x5a000000u
#define RSTC_ACTION 0x30u
#define RSTC_FULL_RESET 0x20u
#define RSTS_PARTITION 0x555u
/* Ticks of 16 microseconds. */
#define WDOG_SOON 10u

static void restart(uint32_t partition)
{
	uint32_t status = register_read(DEVICE_WINDOW + PM_RSTS);
	uint32_t control = register_read(DEVICE_WINDOW + PM_RSTC);

	register_write(DEVICE_WINDOW + PM_RSTS,
		       PM_PASSWORD | (status & 0xffffffu & ~RSTS_PARTITION) |
			       partition);
	register_write(DEVICE_WINDOW + PM_WDOG, PM_PASSWORD | WDOG_SOON);
	register_write(DEVICE_WINDOW + PM_RSTC,
		       PM_PASSWORD | (control & 0xffffffu & ~RSTC_ACTION) |
			       RSTC_FULL_RESET);
	for (;;) {
		arch_event_wait();
	}
}

void platform_off(void)
{
	restart(RSTS_PARTITION);
}

void platform_reset(void)
{
	restart(0);
}
