/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A CPU that comes back from CPU_OFF holds no translation of its former life:
 * with the EL2 MMU on it reads a page, is turned off, and reads another page at
 * the same address afterwards, without a TLBI of its own.
 */
#include "../common/tap.h"
#include "cpu.h"
#include "ids.h"
#include "registers.h"
#include "suite.h"
#include "sysreg.h"

/* [ARM] D8.3: blocks of 1 GiB, a table, and one page, in 39 bits. */
#define DESC_BLOCK 1ull
#define DESC_TABLE 3ull
#define DESC_NORMAL_NC (1ull << 2)
#define DESC_AF (1ull << 10)
#define DESC_XN (1ull << 54)
#define GIB 0x40000000ull
#define BLOCKS 4

#define TCR_EL2_RES1 0x80800000ull
#define TCR_EL2_T0SZ_39 25ull
#define TCR_EL2_PS_1TB (2ull << 16)

#define WINDOW (8 * GIB)

static uint64_t root[512] __attribute__((aligned(4096)));
static uint64_t middle[512] __attribute__((aligned(4096)));
static uint64_t last[512] __attribute__((aligned(4096)));
static uint64_t pages[2][512] __attribute__((aligned(4096)));

static void map_window(unsigned page)
{
	*(volatile uint64_t *)&last[0] = (uint64_t)pages[page] | DESC_TABLE |
					 DESC_NORMAL_NC | DESC_AF | DESC_XN;
	barrier_dsb_sy(); /* the store, against walks */
}

/* All is Non-cacheable: no CPU has its MMU, nor its caches, on but here. */
static void make_tables(void)
{
	for (unsigned i = 0; i < BLOCKS; i++) {
		root[i] = i * GIB | DESC_BLOCK | DESC_AF |
			  (i == 1 ? DESC_NORMAL_NC : 0);
	}
	root[WINDOW / GIB] = (uint64_t)middle | DESC_TABLE;
	middle[0] = (uint64_t)last | DESC_TABLE;
	pages[0][0] = 0xaaaa;
	pages[1][0] = 0xbbbb;
	map_window(0);
}

static uint64_t read_window(void)
{
	uint64_t value;

	write_mair_el2(MAIR_NORMAL_NC << 8 | MAIR_DEVICE_NGNRE);
	write_tcr_el2(TCR_EL2_RES1 | TCR_EL2_PS_1TB | TCR_EL2_T0SZ_39);
	write_ttbr0_el2((uint64_t)root);
	barrier_dsb_sy(); /* what was written with the MMU off */
	barrier_isb();	  /* the registers, before M */
	write_sctlr_el2(SCTLR_EL2_RES1 | SCTLR_M);
	barrier_isb(); /* the next access is translated */
	value = *(volatile uint64_t *)WINDOW;
	return value;
}

struct tlb {
	unsigned target;
	uint64_t first;
	uint64_t second;
};

static void read_twice(void *argument)
{
	struct tlb *tlb = argument;

	tlb->first = read_window();
	cpu_off();
	tlb->second = read_window();
	registers_clean();
}

static void change_between(void *argument)
{
	const struct tlb *tlb = argument;

	cpu_await_state(tlb->target, IS_OFF);
	map_window(1);
	cpu_on(tlb->target, 0);
}

void test_stale_tlb(void)
{
	static struct tlb tlbs[CPUS];

	for (unsigned n = 0; n < CPUS; n++) {
		make_tables();
		tlbs[n].target = n;
		cpu_run_two(n, read_twice, cpu_partner(n), change_between,
			    &tlbs[n]);
		tap_is(tlbs[n].first, 0xaaaa, "TLB: the first page");
		tap_is(tlbs[n].second, 0xbbbb,
		       "TLB: the second, after CPU_OFF and CPU_ON");
	}
}
