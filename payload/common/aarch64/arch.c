/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * QEMU -M virt: translation tables, PSCI, PL011.
 */
#include "../payload.h"
#include "mmu.h"
#include "ops.h"
#include "sysreg.h"

/* [ARM] D8.3 */
#define DESC_VALID (1ull << 0)
#define DESC_TABLE_OR_PAGE (1ull << 1)
#define DESC_ATTR_NORMAL (1ull << 2)
#define DESC_AP_USER (1ull << 6)
#define DESC_AP_READONLY (1ull << 7)
#define DESC_SH_INNER (3ull << 8)
#define DESC_AF (1ull << 10)
#define DESC_NG (1ull << 11)
#define DESC_CONTIGUOUS (1ull << 52)
#define DESC_PXN (1ull << 53)
#define DESC_UXN (1ull << 54)
#define DESC_ADDRESS 0x0000fffffffff000ull

#define VA_BITS 39
#define DEVICES 0x00000000ull
#define MEMORY 0x40000000ull

#define UART_DATA (*(volatile uint32_t *)0x09000000)
#define UART_FLAGS (*(volatile uint32_t *)0x09000018)
#define UART_CONTROL (*(volatile uint32_t *)0x09000030)
#define UART_FLAGS_FULL (1u << 5)
#define UART_CONTROL_ENABLE (1u << 0 | 1u << 8)
#define UART_PATIENCE 1000000

/* [PSCI] 5.1 */
#define PSCI_SYSTEM_OFF 0x84000008ull
#define PSCI_CPU_ON 0xc4000003ull

#define NAME(name, kind, crn, crm, op2) "tlbi " #name,
const char *const op_names[] = { OPS(NAME) NULL };

const uint64_t free_block = MEMORY + 0x4000000;

/* TTBR1's: nothing is mapped in the upper half until an image does it. */
static uint64_t *upper_root;

uint64_t arch_table(const uint64_t *table)
{
	return (uint64_t)table | DESC_TABLE_OR_PAGE | DESC_VALID;
}

uint64_t arch_leaf(uint64_t pa, unsigned height, unsigned flags)
{
	uint64_t leaf = pa | DESC_VALID;

	leaf |= height == HEIGHT_PAGE ? DESC_TABLE_OR_PAGE : 0;
	leaf |= flags & LEAF_DEVICE ? 0 : DESC_ATTR_NORMAL | DESC_SH_INNER;
	leaf |= flags & LEAF_USER ? DESC_AP_USER | DESC_PXN : DESC_UXN;
	leaf |= flags & LEAF_WRITE ? 0 : DESC_AP_READONLY;
	leaf |= flags & LEAF_OLD ? 0 : DESC_AF;
	leaf |= flags & LEAF_GLOBAL ? 0 : DESC_NG;
	leaf |= flags & LEAF_CONTIGUOUS ? DESC_CONTIGUOUS : 0;
	leaf |= flags & LEAF_EXECUTE ? 0 : DESC_PXN | DESC_UXN;
	return leaf;
}

int arch_is_table(uint64_t descriptor)
{
	return (descriptor & 3) == (DESC_TABLE_OR_PAGE | DESC_VALID);
}

uint64_t arch_table_address(uint64_t descriptor)
{
	return descriptor & DESC_ADDRESS;
}

void arch_map_kernel(uint64_t *root)
{
	slot_write(&root[0], arch_leaf(DEVICES, HEIGHT_ROOT,
				       LEAF_GLOBAL | LEAF_WRITE | LEAF_DEVICE));
	slot_write(&root[1],
		   arch_leaf(MEMORY, HEIGHT_ROOT,
			     LEAF_GLOBAL | LEAF_WRITE | LEAF_EXECUTE));
}

uint64_t *upper_slot(uint64_t va, unsigned height)
{
	struct space upper = { .root = upper_root };

	return space_slot(&upper, va, height);
}

/*
 * Attributes and roots before the M bit: nothing is installed half-way.  The
 * first ISB orders them before the walks of the second's translation.
 */
void arch_enable(const struct space *space)
{
	if (upper_root == NULL) {
		upper_root = page_new();
	}
	write_mair_el1(MAIR_NORMAL_WB << 8 | MAIR_DEVICE_NGNRE);
	write_tcr_el1(TCR_T0SZ(VA_BITS) | TCR_IRGN0_WBWA | TCR_ORGN0_WBWA |
		      TCR_SH0_INNER | TCR_T1SZ(VA_BITS) | TCR_IRGN1_WBWA |
		      TCR_ORGN1_WBWA | TCR_SH1_INNER | TCR_TG1_4K | TCR_AS);
	write_ttbr1_el1((uint64_t)upper_root);
	write_ttbr0_el1((uint64_t)space->asid << TTBR_ASID_SHIFT |
			(uint64_t)space->root);
	barrier_dsb_sy(); /* stores to the tables, against the walker */
	barrier_isb();
	write_sctlr_el1(SCTLR_RES1 | SCTLR_M | SCTLR_C | SCTLR_I);
	barrier_isb(); /* the next fetch is translated */
}

/* The DSB: the store, against table walks and TLBIs (also of other PEs). */
void slot_publish(uint64_t *slot, uint64_t descriptor)
{
	slot_write(slot, descriptor);
	barrier_dsb_ishst();
}

void space_install(const struct space *space)
{
	barrier_dsb_ishst(); /* stores to its tables, against the walker */
	write_ttbr0_el1((uint64_t)space->asid << TTBR_ASID_SHIFT |
			(uint64_t)space->root);
	barrier_isb(); /* against the accesses that follow */
}

enum user_end arch_user_end(uint64_t cause)
{
	switch (cause >> ESR_EC_SHIFT & 0x3f) {
	case ESR_EC_SVC64:
		return USER_RETURNED;
	case ESR_EC_FETCH_ABORT_EL0:
	case ESR_EC_DATA_ABORT_EL0:
		return USER_FAULTED;
	default:
		return USER_OTHER;
	}
}

/* A serial port that stays full loses characters, not the run. */
void arch_put(char c)
{
	int patience = UART_PATIENCE;

	UART_CONTROL = UART_CONTROL_ENABLE;
	while ((UART_FLAGS & UART_FLAGS_FULL) && --patience > 0) {
	}
	UART_DATA = (uint8_t)c;
}

long arch_cpu_on(uint64_t hardware_id, struct cpu *cpu)
{
	return (long)firmware_call(PSCI_CPU_ON, hardware_id,
				   (uint64_t)secondary_entry, (uint64_t)cpu);
}

_Noreturn void arch_off(void)
{
	for (;;) {
		firmware_call(PSCI_SYSTEM_OFF, 0, 0, 0);
	}
}
