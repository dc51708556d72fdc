// SPDX-License-Identifier: GPL-2.0-only
/*
 * The address space of the probe.
 *
 * Its root is a page of its own with the kernel's half copied.  So no entry
 * of anybody else is touched, and no fence of anybody else, nor the kernel's
 * handling of faults in its own half, comes in between.
 */
#include <linux/errno.h>
#include <linux/gfp.h>
#include <linux/mm.h>
#include <linux/pgtable.h>
#include <linux/string.h>
#include <asm/cacheflush.h>
#include <asm/csr.h>
#include <asm/tlbflush.h>

#include "probe.h"

#define LEVELS_MAX 5
#define ENTRIES 512
#define ENTRY_BITS 9
/* A slot of its own in each level. */
#define ADDRESS 0x12345000ul
#define INSN_RET 0x00008067u

static struct {
	unsigned long *table[LEVELS_MAX];	/* the root is the last one */
	u32 *page;
	int levels;
	unsigned long leaf;
	unsigned long pointer;
} space;

unsigned long probe_address(void)
{
	return ADDRESS;
}

static unsigned long mode_now(void)
{
	return csr_read(CSR_SATP) >> SATP_MODE_SHIFT;
}

const char *probe_mode(void)
{
	static const char * const names[] = { "sv39", "sv48", "sv57" };

	return names[space.levels - 3];
}

static unsigned long *slot(int level)
{
	unsigned int index = ADDRESS >> (PAGE_SHIFT + level * ENTRY_BITS);

	return &space.table[level][index % ENTRIES];
}

static unsigned long pointer_to(const void *table)
{
	return (virt_to_pfn(table) << _PAGE_PFN_SHIFT) | _PAGE_TABLE;
}

static int get_pages(void)
{
	int i;

	for (i = 0; i < space.levels; i++) {
		space.table[i] = (void *)get_zeroed_page(GFP_KERNEL);
		if (!space.table[i])
			return -ENOMEM;
	}
	space.page = (void *)get_zeroed_page(GFP_KERNEL);
	return space.page ? 0 : -ENOMEM;
}

/* pfn_pte() knows of cores that want more bits for ordinary memory. */
static void fill(void)
{
	unsigned long prot = pgprot_val(PAGE_KERNEL_EXEC) & ~_PAGE_GLOBAL;
	int i;

	space.page[0] = INSN_RET;
	/* The page may be fetched from on any hart. */
	flush_icache_all();
	space.leaf = pte_val(pfn_pte(virt_to_pfn(space.page), __pgprot(prot)));
	space.pointer = pointer_to(space.table[0]);
	*slot(0) = space.leaf;
	for (i = 1; i < space.levels; i++)
		*slot(i) = pointer_to(space.table[i - 1]);
}

int probe_tables_get(void)
{
	/* 8 is Sv39, 9 Sv48, 10 Sv57; pages are 4 KiB in each. */
	space.levels = mode_now() - 8 + 3;
	if (space.levels < 3 || space.levels > LEVELS_MAX)
		return -ENODEV;
	if (get_pages()) {
		probe_tables_put();
		return -ENOMEM;
	}
	fill();
	return 0;
}

void probe_tables_put(void)
{
	int i;

	for (i = 0; i < LEVELS_MAX; i++) {
		free_page((unsigned long)space.table[i]);
		space.table[i] = NULL;
	}
	free_page((unsigned long)space.page);
	space.page = NULL;
}

notrace unsigned long probe_enter(void)
{
	unsigned long satp = csr_read(CSR_SATP);
	unsigned long *root = space.table[space.levels - 1];
	unsigned long *kernel = __va((satp & SATP_PPN) << PAGE_SHIFT);

	memcpy(root + ENTRIES / 2, kernel + ENTRIES / 2, PAGE_SIZE / 2);
	*slot(0) = space.leaf;
	*slot(1) = space.pointer;
	/* The fence orders the stores, too, and drops the task's half. */
	csr_write(CSR_SATP, (satp & ~SATP_PPN) | virt_to_pfn(root));
	local_flush_tlb_all();
	return satp;
}

notrace void probe_leave(unsigned long satp)
{
	csr_write(CSR_SATP, satp);
	/* Same ASID: nothing of the probe's half may be left to the task. */
	local_flush_tlb_all();
}

/*
 * A walk is ordered after a store by SFENCE.VMA alone.  The fence is what there
 * is beside it: it drains the store buffer on the cores that we know of.
 */
static notrace void store(enum probe_entry entry, unsigned long value)
{
	WRITE_ONCE(*slot(entry == PROBE_TABLE ? 1 : 0), value);
	mb();
}

notrace void probe_set(enum probe_entry entry)
{
	store(entry, entry == PROBE_TABLE ? space.pointer : space.leaf);
}

notrace void probe_clear(enum probe_entry entry)
{
	store(entry, 0);
}
