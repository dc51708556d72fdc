/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * QEMU -M virt with SBI firmware: Sv39, HSM, 16550.
 */
#include "../payload.h"
#include "csr.h"
#include "ops.h"

/* [RISCV-PRIV] sv39 */
#define PTE_V (1ull << 0)
#define PTE_R (1ull << 1)
#define PTE_W (1ull << 2)
#define PTE_X (1ull << 3)
#define PTE_U (1ull << 4)
#define PTE_G (1ull << 5)
#define PTE_A (1ull << 6)
#define PTE_D (1ull << 7)
#define PTE_N (1ull << 63)
#define PTE_PPN 0x003ffffffffffc00ull

#define DEVICES 0x00000000ull
#define MEMORY 0x80000000ull

#define UART_DATA (*(volatile uint8_t *)0x10000000)
#define UART_STATUS (*(volatile uint8_t *)0x10000005)
#define UART_STATUS_EMPTY 0x20u
#define UART_PATIENCE 1000000

/* [SBI] HSM and SRST extensions */
#define SBI_HSM 0x48534dull
#define SBI_HSM_HART_START 0
#define SBI_SRST 0x53525354ull
#define SBI_SRST_RESET 0
#define SBI_SRST_SHUTDOWN 0

#define NAME(function, name, kind, funct7) name,
const char *const op_names[] = { OPS(NAME) NULL };

const uint64_t free_block = MEMORY + 0x4000000;

static uint64_t ppn(uint64_t pa)
{
	return pa >> 12 << 10;
}

uint64_t arch_table(const uint64_t *table)
{
	return ppn((uint64_t)table) | PTE_V;
}

uint64_t arch_leaf(uint64_t pa, unsigned height, unsigned flags)
{
	uint64_t leaf = PTE_V | PTE_R;

	(void)height;
	/* [RISCV-PRIV] svnapot: 64 KiB is bit 3 of the page number. */
	leaf |= flags & LEAF_CONTIGUOUS
			? PTE_N | ppn((pa & ~0xffffull) | 0x8000)
			: ppn(pa);
	leaf |= flags & LEAF_WRITE ? PTE_W | PTE_D : 0;
	leaf |= flags & LEAF_EXECUTE ? PTE_X : 0;
	leaf |= flags & LEAF_USER ? PTE_U : 0;
	leaf |= flags & LEAF_GLOBAL ? PTE_G : 0;
	leaf |= flags & LEAF_OLD ? 0 : PTE_A;
	return leaf;
}

int arch_is_table(uint64_t descriptor)
{
	return (descriptor & (PTE_V | PTE_R | PTE_W | PTE_X)) == PTE_V;
}

uint64_t arch_table_address(uint64_t descriptor)
{
	return (descriptor & PTE_PPN) >> 10 << 12;
}

void arch_map_kernel(uint64_t *root)
{
	slot_write(&root[DEVICES >> 30],
		   arch_leaf(DEVICES, HEIGHT_ROOT, LEAF_GLOBAL | LEAF_WRITE));
	slot_write(&root[MEMORY >> 30],
		   arch_leaf(MEMORY, HEIGHT_ROOT,
			     LEAF_GLOBAL | LEAF_WRITE | LEAF_EXECUTE));
}

static uint64_t satp_of(const struct space *space)
{
	return SATP_MODE_SV39 | (uint64_t)space->asid << SATP_ASID_SHIFT |
	       (uint64_t)space->root >> SATP_PPN_SHIFT;
}

void arch_enable(const struct space *space)
{
	space_install(space);
}

/* The fence: the store, against walks, and a message to another hart. */
void slot_publish(uint64_t *slot, uint64_t descriptor)
{
	slot_write(slot, descriptor);
	fence_stores();
}

void space_install(const struct space *space)
{
	fence_stores(); /* stores to its tables, against the walker */
	write_satp(satp_of(space));
}

enum user_end arch_user_end(uint64_t cause)
{
	switch (cause) {
	case CAUSE_USER_CALL:
		return USER_RETURNED;
	case CAUSE_FETCH_PAGE_FAULT:
	case CAUSE_LOAD_PAGE_FAULT:
	case CAUSE_STORE_PAGE_FAULT:
		return USER_FAULTED;
	default:
		return USER_OTHER;
	}
}

/* A serial port that stays full loses characters, not the run. */
void arch_put(char c)
{
	int patience = UART_PATIENCE;

	while (!(UART_STATUS & UART_STATUS_EMPTY) && --patience > 0) {
	}
	UART_DATA = (uint8_t)c;
}

long arch_cpu_on(uint64_t hardware_id, struct cpu *cpu)
{
	return (long)firmware_call(SBI_HSM, SBI_HSM_HART_START, hardware_id,
				   (uint64_t)secondary_entry, (uint64_t)cpu, 0);
}

_Noreturn void arch_off(void)
{
	for (;;) {
		firmware_call(SBI_SRST, SBI_SRST_RESET, SBI_SRST_SHUTDOWN, 0, 0,
			      0);
	}
}
