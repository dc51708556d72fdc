/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The GIC: every interrupt is the Non-secure world's.
 *
 * Where it has the Security Extensions, interrupts are Secure after a reset,
 * and have to be put into group 1.  Where it has not (QEMU's raspi4b), a driver
 * enables group 0 alone, and an interrupt in group 1 never arrives.
 * [GICv2] 4.3
 */
#include "boot.h"
#include "layout.h"
#include "registers.h"

#define GICD_CTLR 0x000
#define GICD_TYPER 0x004
#define GICD_IGROUPR 0x080
#define GICC_CTLR 0x000
#define GICC_PMR 0x004

#define TYPER_LINES 0x1fu	/* 32 interrupts each, and 32 */
#define TYPER_SECURITY (1u << 10)
#define CTLR_GROUPS 3u
/* Groups, AckCtl, and no bypass of the interface for either of them. */
#define CPU_INTERFACE_CTLR 0x1e7u
#define PRIORITY_ALL 0xffu

void boot_interrupts(void)
{
	uint32_t type = register_read(GICD_BASE + GICD_TYPER);

	if (!(type & TYPER_SECURITY)) {
		return;
	}
	/* Word 0 and the CPU interface are each core's own; the rest is the
	 * same for all, and is written by all. */
	for (uint32_t i = 0; i <= (type & TYPER_LINES); i++) {
		register_write(GICD_BASE + GICD_IGROUPR + 4 * i, UINT32_MAX);
	}
	register_write(GICD_BASE + GICD_CTLR, CTLR_GROUPS);
	register_write(GICC_BASE + GICC_PMR, PRIORITY_ALL);
	register_write(GICC_BASE + GICC_CTLR, CPU_INTERFACE_CTLR);
}
