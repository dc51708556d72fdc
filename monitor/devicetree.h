/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the monitor says to the OS, and learns, through the device tree.
 * Boot-time only: core 0 alone, MMU off.
 */
#ifndef MONITOR_DEVICETREE_H
#define MONITOR_DEVICETREE_H

#include <psci/psci.h>

/* Physical, without the end. */
struct devicetree_range {
	uint64_t start;
	uint64_t end;
};

struct devicetree_place {
	uint64_t kernel;		/* its entry point */
	/* The monitor: what is its own for ever, and while it boots. */
	struct devicetree_range resident;
	struct devicetree_range busy;
};

enum {
	/* Not in memory, not aligned to 8 bytes, or in the monitor. */
	DEVICETREE_ENONE = -1,
	/* No tree, damaged, older than version 17, or beyond a limit below. */
	DEVICETREE_EBAD = -2,
	/* No free memory for a tree that is larger. */
	DEVICETREE_ESPACE = -3,
	/*
	 * Cannot be edited: a node of /reserved-memory has a part of what stays
	 * resident, there are too many CPUs, or libfdt would not.
	 */
	DEVICETREE_EEDIT = -4,
};

/* They bound the time that a hostile tree can take. */
#define DEVICETREE_SIZE_MAX (1u << 20)	/* bytes; QEMU's trees have as many */
#define DEVICETREE_NAME_MAX 127u	/* bytes of a property's name */
#define DEVICETREE_RESERVATIONS_MAX 32	/* in the memory reservation block */
#define DEVICETREE_CPUS_MAX 16

/* The result has this many bytes more, most of them unused. */
#define DEVICETREE_GROWTH 4096u

/* A kernel that does not say how large it is counts as this large. */
#define DEVICETREE_KERNEL_SIZE (64u << 20)

/*
 * Tell the OS of PSCI, in a copy of the tree at *tree that takes its place:
 *
 * - /psci: compatible and method are set, status is removed.  It is made if it
 *   is not there.  Function ids are not told: they are those of version 0.2.
 * - Each /cpus/... with device_type "cpu" has enable-method "psci", and no
 *   cpu-release-addr.
 * - What stays resident is reserved exactly once, if it is in memory at all:
 *   by the node of /reserved-memory that has all of it, else by an entry of the
 *   memory reservation block.  It is cut out of all other entries of this
 *   block, as of the 0 to 0xfff in trees for the Raspberry Pi.
 *
 * The copy is the first page-aligned free place above the old tree, else the
 * lowest, in the same range of memory and its first GiB.  Free is what neither
 * the tree itself has, nor the kernel (as its Image header says), the initrd,
 * the monitor, or a reservation.
 *
 * psci->memory becomes what the tree says, unless it says nothing usable: of
 * more than PSCI_RANGES_MAX separate ranges the largest, in no order.  That is
 * also so where the copy fails with DEVICETREE_ESPACE or _EEDIT.
 *
 * Whatever the result is, the old tree is not written to.  Returns 0 or one of
 * the codes above, and then *tree is as it was.
 */
int devicetree_prepare(const struct devicetree_place *place, uint64_t *tree,
		       struct psci *psci);

/*
 * For the board to define: where these bytes of physical memory are, for
 * aligned accesses; NULL if not all of them exist.
 */
void *boot_memory(uint64_t address, uint64_t length);

#endif
