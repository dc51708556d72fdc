/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System registers of the monitor: names that assemblers lack, and fields in
 * bit order.  [ARM] D19; Cortex-A72's own: [A72-TRM] 4.3
 */
#ifndef MONITOR_SYSREG_H
#define MONITOR_SYSREG_H

/* CPU Auxiliary Control Register, EL1. */
#define CPUACTLR_EL1 S3_1_C15_C2_0
#define CPUACTLR_DISABLE_IPREFETCH (1 << 32)	/* erratum 859971 */
#define CPUACTLR_DISABLE_LOAD_PASS_STORE (1 << 55)

/* CPU Extended Control Register, EL1. */
#define CPUECTLR_EL1 S3_1_C15_C2_1
#define CPUECTLR_SMPEN (1 << 6)

/* L2 Control Register, EL1. */
#define L2CTLR_EL1 S3_1_C11_C0_2
#define L2CTLR_DATA_LATENCY_3 (2 << 0)
#define L2CTLR_DATA_SETUP (1 << 5)

/*
 * ACTLR_EL3: lower levels may write CPUACTLR, CPUECTLR, L2CTLR, L2ECTLR and
 * L2ACTLR, as U-Boot and errata code of an OS expect.
 */
#define ACTLR_EL3_OPEN 0x73

#define SCTLR_M (1 << 0)
#define SCTLR_C (1 << 2)
#define SCTLR_SA (1 << 3)
#define SCTLR_I (1 << 12)
#define SCTLR_WXN (1 << 19)
#define SCTLR_EE_BIT 25
/* RES1: 29:28, 23:22, 18, 16, 11, 5:4 at EL2 and EL3. */
#define SCTLR_EL3_RES1 0x30c50830
#define SCTLR_EL2_RES1 0x30c50830
/* RES1: 29:28, 23:22, 20, 11. */
#define SCTLR_EL1_RES1 0x30d00800
#define SCTLR_EL3_OFF (SCTLR_EL3_RES1 | SCTLR_I)
/*
 * M is set by each SMC.  It is not set on the way out, since that is the spin
 * table's as well, where page 1, the page table, may be the OS's.
 */
#define SCTLR_EL3_READY \
	(SCTLR_EL3_RES1 | SCTLR_C | SCTLR_SA | SCTLR_I | SCTLR_WXN)

#define SCR_NS (1 << 0)
#define SCR_RES1 (3 << 4)
#define SCR_HCE (1 << 8)
#define SCR_RW (1 << 10)
#define SCR_SMD (1 << 7)
/* SMD is 0: SMC is what this is for.  No interrupt is EL3's. */
#define SCR_EL3_LOWER (SCR_NS | SCR_RES1 | SCR_HCE | SCR_RW)

#define SPSR_EL2H_MASKED 0x3c9	/* D, A, I, F; EL2 with its own SP */

#define TCR_EPD0 (1 << 7)
#define TCR_EPD1 (1 << 23)
/*
 * Walks are Non-cacheable: the tables were written with the MMU off.
 * TG0 is 4 KiB; RES1: 31, 23.
 */
#define TCR_EL3_VALUE \
	((1 << 31) | (1 << 23) | (PHYSICAL_SIZE << 16) | (64 - EL3_VA_BITS))
#define TCR_EL2_RES1 ((1 << 31) | (1 << 23))
#define VTCR_EL2_RES1 (1 << 31)

/* Attributes 0: Device-nGnRnE; 1: Normal, write-back. */
#define MAIR_EL3_VALUE 0xff00
#define MAIR_DEVICE 0
#define MAIR_NORMAL 1

#define CPTR_EL2_RES1 0x33ff
#define CNTHCTL_EL1PCTEN (1 << 0)
#define CNTHCTL_EL1PCEN (1 << 1)
#define MDCR_EL2_HPMN 0x1f
#define PMCR_N_BIT 11

#define MIDR_PART_BIT 4
#define PART_CORTEX_A72 0xd08
#define PFR0_CSV2_BIT 56

/* ESR_EL3: EC in 31:26. */
#define ESR_CLASS_BIT 26
#define ESR_SMC_AARCH32 0x13
#define ESR_SMC_0_HIGH 0x40000000	/* of 0x5e000000, SMC #0 of AArch64, */
#define ESR_SMC_0_LOW 0x1e000000	/* in two immediates */

#endif
