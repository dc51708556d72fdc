/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Registers of devices, 32 bits wide.  Device memory: accesses to one device
 * are made in program order.
 */
#ifndef MONITOR_REGISTERS_H
#define MONITOR_REGISTERS_H

#include <stdint.h>

static inline uint32_t register_read(uint64_t address)
{
	return *(const volatile uint32_t *)address;
}

static inline void register_write(uint64_t address, uint32_t value)
{
	*(volatile uint32_t *)address = value;
}

#endif
