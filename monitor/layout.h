/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where things are, for C, assembly and the linker script.
 *
 * Resident, from MONITOR_BASE:
 *	page 0	header, code, vectors, data, stacks
 *	page 1	the last level of EL3's page table
 * Behind it, given back to the OS: what only starts the machine.
 *
 * EL3's map has three pages: page 0 to execute, at its own address; page 0 once
 * more, to read and write, in the place of page 1; one page of registers.  It
 * maps nothing that the monitor does not use.
 */
#ifndef MONITOR_LAYOUT_H
#define MONITOR_LAYOUT_H

#include "board.h"

#define MONITOR_PAGE 0x1000
/* A root that is larger than page 0 allows has a page behind page 1. */
#define ROOT_FITS (ROOT_SIZE <= 128)
#define RESIDENT_SIZE (ROOT_FITS ? 0x2000 : 0x3000)
#define BOOT_STACK_SIZE 1536

/* What to add to the address of data while the MMU is on. */
#define DATA_WINDOW 0x1000
#define DEVICE_WINDOW (MONITOR_BASE + 0x2000)

/* The root is of level 2: each slot is for 2 MiB. */
#define ROOT_SLOTS (1 << (EL3_VA_BITS - 21))
#define ROOT_SIZE (8 * ROOT_SLOTS)

#define STACK_SIZE 256	/* known to core.S and start.S as a shift */

/* The header, which the board's firmware and operating systems know. */
#define HEADER_SPIN_TABLE 0xd8	/* 8 bytes a CPU */
#define HEADER_MAGIC 0xf0	/* the firmware clears it: the rest is good */
#define HEADER_VERSION 0xf4
#define HEADER_TREE 0xf8
#define HEADER_KERNEL 0xfc
#define HEADER_END 0x100
#define HEADER_MAGIC_VALUE 0x5afe570b

/* struct psci_entry */
#define ENTRY_ADDRESS 0
#define ENTRY_CONTEXT 8
#define ENTRY_BIG_ENDIAN 16
#define ENTRY_SIZE 32

#endif
