/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two lines of a PL061: a rising edge on line 0 switches the machine off, on
 * line 1 resets it.  [QEMU] hw/arm/virt.c; [PL061] 3.2
 */
#include <stdint.h>

#include <arch/psci.h>

#include "layout.h"
#include "registers.h"

#define GPIO_DIRECTION 0x400
/* Bits 9:2 of the address say which lines a write of data is for. */
#define GPIO_DATA(lines) ((lines) << 2)

#define LINE_OFF 1u
#define LINE_RESET 2u

static void raise(uint32_t line)
{
	register_write(DEVICE_WINDOW + GPIO_DIRECTION, line);
	register_write(DEVICE_WINDOW + GPIO_DATA(line), 0);
	register_write(DEVICE_WINDOW + GPIO_DATA(line), line);
	for (;;) {
		arch_event_wait();
	}
}

void platform_off(void)
{
	raise(LINE_OFF);
}

void platform_reset(void)
{
	raise(LINE_RESET);
}
