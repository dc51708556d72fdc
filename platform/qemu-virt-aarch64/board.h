/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * QEMU's -M virt,secure=on,virtualization=on,gic-version=2: the image lies in
 * flash at 0, which secure software alone can read and none write, and is
 * entered there by all cores at EL3.  It moves to secure memory.
 */
#ifndef BOARD_H
#define BOARD_H

#define MONITOR_BASE 0x0e000000
#define EL3_VA_BITS 28

/* A PL061 whose lines switch the machine off and reset it. */
#define DEVICE_PAGE 0x090b0000

#define GICD_BASE 0x08000000
#define GICC_BASE 0x08010000

#define COUNTER_HZ 0

#define MEMORY_FIRST 0x40000000
#define MEMORY_SIZE 0x8000000
#define KERNEL_DEFAULT 0x40200000
/* QEMU leaves one there for firmware. */
#define TREE_DEFAULT 0x40000000

#define PHYSICAL_SIZE 0

#endif
