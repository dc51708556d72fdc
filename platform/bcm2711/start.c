/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The counter: one for each tick of the 54 MHz crystal, undivided.
 * [BCM2711] 6.5.2 (ARM_CONTROL, CORE_TIMER_PRESCALER)
 */
#include "boot.h"
#include "layout.h"
#include "registers.h"

#define LOCAL_CONTROL (PERIPHERALS_LOCAL + 0)
#define LOCAL_PRESCALER (PERIPHERALS_LOCAL + 8)
/* Of 2^31: divides by 1. */
#define PRESCALER_ONE 0x80000000u

void board_start(void)
{
	register_write(LOCAL_CONTROL, 0);
	register_write(LOCAL_PRESCALER, PRESCALER_ONE);
}
