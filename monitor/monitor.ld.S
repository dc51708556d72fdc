/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The image, from MONITOR_BASE: page 0, page 1, and what is given back to the OS.
 * It ends below 0x4000, where some systems have their device tree.
 * All of it is in the file, so that zeros need no code.
 *
 * Page 0 has no room to waste.  Between the header, the data and the three
 * vectors that can be entered there are five holes, which are filled by hand: a
 * hole that is too small is an error of the linker, and the catch-all at the end
 * takes what has no place.
 */
#include "layout.h"

/* Linkers disagree on what an address is within a section. */
#define PLACE(offset) . = . + (offset) - (. - page0)

ENTRY(header)

PHDRS
{
	all PT_LOAD FLAGS(7);
}

SECTIONS
{
	. = MONITOR_BASE;
	.page0 : {
		page0 = .;
		KEEP(*(.header))
		*(.text.core_park .text.is_psci .text.psci_affinity_info)
		*(.data.lower_scr)
		PLACE(HEADER_SPIN_TABLE);
		KEEP(*(.header.table))
		PLACE(HEADER_END);
#if ROOT_FITS
		*(.root)
#endif
		*(.data.psci)
		. = ALIGN(16);
		*(.bss.stacks)
		*(.text.smccc_call)
		PLACE(0x800);
		vectors = .;
		*(.text.core_enter .text.psci_cpu_on)
		PLACE(0xa00);
		KEEP(*(.vector.el3))
		*(.text.psci_park .text.psci_lock .text.psci_unlock)
		PLACE(0xc00);
		KEEP(*(.vector.aarch64))
		*(.text.smc .text.psci_entry_is_good .text.psci_features)
		*(.text.arch_features)
		PLACE(0xe00);
		KEEP(*(.vector.aarch32))
		*(.text.core_off .text.resident)
		*lib?psci?*.o(.text .text.*)
		*power.c.o(.text .text.*)
		*(.text.platform_*)
		PLACE(MONITOR_PAGE);
	} :all = 0
	/* Until boot_map() writes the table, what runs before it. */
	.page1 : {
		page1 = .;
		page_table = .;
		*(PAGE1_SECTIONS)
		. = . + MONITOR_PAGE - (. - page1);
	} :all
#if !ROOT_FITS
	.page2 : {
		*(.root)
		. = ALIGN(MONITOR_PAGE);
	} :all
#endif
	ASSERT(. == MONITOR_BASE + RESIDENT_SIZE, "resident part")
	.boot : {
		*(.text.boot .text.boot.* .text .text.*)
		*(.rodata .rodata.*)
		*(.data .data.*)
		*(.bss .bss.* COMMON)
		. = ALIGN(16);
		image_end = .;
	} :all
	/DISCARD/ : { *(.comment .note.* .eh_frame) }
}
