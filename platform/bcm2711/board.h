/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Raspberry Pi 4: the image is loaded at 0 and entered there by all four cores,
 * at EL3 with the MMU off.  Constants for C and assembly.
 */
#ifndef BOARD_H
#define BOARD_H

#include "peripherals.h"

#define MONITOR_BASE 0
/* The smallest address space of a Cortex-A72 has 25 bits: a 128-byte root. */
#define EL3_VA_BITS 25

/* The registers that are used after start-up: power management. */
#define DEVICE_PAGE (PERIPHERALS_MAIN + 0x100000)

#define GICD_BASE (PERIPHERALS_LOCAL + 0x41000)
#define GICC_BASE (PERIPHERALS_LOCAL + 0x42000)

/* The crystal, of which the counter counts every tick.  0: left as it is. */
#define COUNTER_HZ 54000000

/*
 * Without a device tree: what every Raspberry Pi 4 has, less what its
 * firmware may keep for the GPU at the top of the first GiB.
 */
#define MEMORY_FIRST 0
#define MEMORY_SIZE 0x3b400000
/* Without addresses in the header: where older firmware puts a kernel. */
#define KERNEL_DEFAULT 0x80000
#define TREE_DEFAULT 0

#endif
