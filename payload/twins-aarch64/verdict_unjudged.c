/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A TLBI while the tables are of a granule that is not followed: 64 KiB.
 */
/* expect: unjudged 1 */
/* expect: unjudged GRANULE 1 */
#include "../common/aarch64/ops.h"
#include "../common/aarch64/sysreg.h"
#include "../common/payload.h"

#define BLOCK (512ull << 20)
#define KERNEL (LEAF_GLOBAL | LEAF_WRITE)
/* A root of two pages: 1024 blocks of 512 MiB. */
#define ROOT_PAGES 16

/* With the M bit off between: never a root of the one under the other. */
static void set_translation(uint64_t tcr, uint64_t ttbr0)
{
	uint64_t sctlr = read_sctlr_el1();

	barrier_dsb_sy(); /* the stores so far, before caches are off */
	write_sctlr_el1(sctlr & ~(SCTLR_M | SCTLR_C));
	barrier_isb(); /* translation is off */
	write_tcr_el1(tcr);
	write_ttbr0_el1(ttbr0);
	barrier_isb(); /* the new ones, before translation is on */
	write_sctlr_el1(sctlr);
	barrier_isb(); /* translation is on */
}

void payload_main(void)
{
	uint64_t *root = page_new_group(ROOT_PAGES);
	uint64_t tcr = read_tcr_el1();
	uint64_t ttbr0 = read_ttbr0_el1();
	uint64_t memory = free_block / BLOCK * BLOCK;

	slot_write(&root[0], arch_leaf(0, HEIGHT_BLOCK, KERNEL | LEAF_DEVICE));
	slot_write(&root[memory / BLOCK],
		   arch_leaf(memory, HEIGHT_BLOCK, KERNEL | LEAF_EXECUTE));
	set_translation(tcr | TCR_TG0_64K, (uint64_t)root);
	tlbi_vae1is(1, USER_DATA);
	barrier_dsb_ish(); /* completes it */
	tap_ok(1, "unjudged: 64 KiB granule");
	set_translation(tcr, ttbr0);
}
