/* SPDX-License-Identifier: BSD-2-Clause */
#include <arch/psci.h>

#include "boot.h"
#include "devicetree.h"
#include "layout.h"

#include "state.h"
#include "sysreg.h"
extern uint32_t header_table[];
extern uint32_t header[], header_late[];
extern char image_end[];

/* What the cores need is microseconds; one that does not come is given up. */
#define PARK_TIME_MS 500

static uint32_t *header_word(unsigned offset)
{
	return &header_table[(offset - HEADER_SPIN_TABLE) / 4];
}

/* Did the board's firmware fill the header in? */
static int header_is_filled(void)
{
	return arch_shared_read(header_word(HEADER_MAGIC)) == 0;
}

static void read_header(uint64_t *kernel, uint64_t *tree)
{
	*kernel = KERNEL_DEFAULT;
	*tree = TREE_DEFAULT;
	if (header_is_filled()) {
		*kernel = arch_shared_read(header_word(HEADER_KERNEL));
		*tree = arch_shared_read(header_word(HEADER_TREE));
		return;
	}
	/* Core 3's spin-table word is here. */
	arch_shared_write(header_word(HEADER_MAGIC), 0);
	arch_shared_write(header_word(HEADER_VERSION), 0);
}

static int all_are_parked(void)
{
	for (unsigned cpu = 1; cpu < psci.cpus; cpu++) {
		if (arch_shared_read(&psci.cpu[cpu].state) ==
		    PSCI_STATE_ABSENT) {
			return 0;
		}
	}
	return 1;
}

/* After this the memory of the boot part is the OS's. */
static void wait_for_others(void)
{
	uint64_t end = boot_counter() +
		       boot_counter_hz() / 1000 * PARK_TIME_MS;

	while (!all_are_parked() && boot_counter() < end) {
	}
	/* A core that comes later steps from there to "b hang". */
	arch_shared_write(header, arch_shared_read(header_late));
	boot_cache_clean(header);
}

/*
 * A tree that can't be changed stays as it is: the OS finds no PSCI.  If it can
 * be read, the OS keeps what the tree reserves, page 0, and may use page 1,
 * without which no SMC can be answered: it is undefined then, as with the stock
 * stub.
 */
static void tell_os(struct psci_entry *entry)
{
	const struct devicetree_place place = {
		.kernel = entry->address,
		.resident = { MONITOR_BASE, MONITOR_BASE + RESIDENT_SIZE },
		.busy = { MONITOR_BASE, (uint64_t)image_end },
	};
	int status = devicetree_prepare(&place, &entry->context, &psci);

	/* An OS may accept what is too odd for us. */
	if (status == DEVICETREE_ESPACE || status == DEVICETREE_EEDIT ||
	    status == DEVICETREE_EBAD) {
		lower_scr |= SCR_SMD;
	}
}

void boot_main(struct psci_entry *entry)
{
	board_start();
	read_header(&entry->address, &entry->context);
	entry->big_endian = 0;
	tell_os(entry);
	wait_for_others();
	/* Over what has run before. */
	boot_map();
}
