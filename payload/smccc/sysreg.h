/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * System registers and barriers.  Accessors have no hidden barriers.  [ARM] D19
 */
#ifndef SMCCC_SYSREG_H
#define SMCCC_SYSREG_H

/* Those that a monitor may touch, or leave as another owner set them. */
#define SYSREGS(X)		\
	X(sctlr_el1)		\
	X(cpacr_el1)		\
	X(ttbr0_el1)		\
	X(ttbr1_el1)		\
	X(tcr_el1)		\
	X(spsr_el1)		\
	X(elr_el1)		\
	X(sp_el0)		\
	X(sp_el1)		\
	X(afsr0_el1)		\
	X(afsr1_el1)		\
	X(esr_el1)		\
	X(far_el1)		\
	X(par_el1)		\
	X(mair_el1)		\
	X(amair_el1)		\
	X(vbar_el1)		\
	X(contextidr_el1)	\
	X(tpidr_el0)		\
	X(tpidrro_el0)		\
	X(tpidr_el1)		\
	X(csselr_el1)		\
	X(cntkctl_el1)		\
	X(cntp_ctl_el0)		\
	X(cntp_cval_el0)	\
	X(cntv_ctl_el0)		\
	X(cntv_cval_el0)	\
	X(vpidr_el2)		\
	X(vmpidr_el2)		\
	X(sctlr_el2)		\
	X(actlr_el2)		\
	X(hcr_el2)		\
	X(mdcr_el2)		\
	X(cptr_el2)		\
	X(hstr_el2)		\
	X(ttbr0_el2)		\
	X(tcr_el2)		\
	X(vttbr_el2)		\
	X(vtcr_el2)		\
	X(spsr_el2)		\
	X(elr_el2)		\
	X(afsr0_el2)		\
	X(afsr1_el2)		\
	X(esr_el2)		\
	X(far_el2)		\
	X(hpfar_el2)		\
	X(mair_el2)		\
	X(vbar_el2)		\
	X(tpidr_el2)		\
	X(cntvoff_el2)		\
	X(cnthctl_el2)		\
	X(cnthp_ctl_el2)	\
	X(cnthp_cval_el2)

#define SYSREGS_READ(X)		\
	X(midr_el1)		\
	X(mpidr_el1)		\
	X(isr_el1)		\
	X(id_aa64pfr0_el1)	\
	X(currentel)		\
	X(daif)			\
	X(spsel)		\
	X(cntfrq_el0)		\
	X(cntpct_el0)

/* MAIR bytes. */
#define MAIR_DEVICE_NGNRE 0x04ull
#define MAIR_NORMAL_NC 0x44ull

#define SCTLR_EL2_RES1 0x30c50830ull
#define SCTLR_EL1_RES1 0x30d00800ull
/* SCTLR of an EL1 in AArch32. */
#define SCTLR_A32_RES1 0x00c50838ull
#define SCTLR_M (1ull << 0)
#define SCTLR_C (1ull << 2)
#define SCTLR_I (1ull << 12)
#define SCTLR_WXN (1ull << 19)
#define SCTLR_EE (1ull << 25)

/* HCR_EL2, in bit order. */
#define HCR_VM (1ull << 0)
#define HCR_FMO (1ull << 3)
#define HCR_IMO (1ull << 4)
#define HCR_AMO (1ull << 5)
#define HCR_TWI (1ull << 13)
#define HCR_TWE (1ull << 14)
#define HCR_TSC (1ull << 19)
#define HCR_RW (1ull << 31)

/* CPTR_EL2 */
#define CPTR_RES1 0x33ffull
#define CPTR_TFP (1ull << 10)
#define CPTR_TTA (1ull << 20)
#define CPTR_TCPAC (1ull << 31)

#define CPACR_FPEN (3ull << 20)

/* Timers' control registers. */
#define TIMER_ENABLE (1ull << 0)
#define TIMER_MASK (1ull << 1)

#define ISR_IRQ (1ull << 7)
#define DAIF_ALL 0x3c0ull
#define CURRENTEL_EL2 (2ull << 2)
#define PFR0_CSV2(pfr0) ((pfr0) >> 56 & 0xf)
#define PFR0_EL1_HAS_AARCH32(pfr0) (((pfr0) >> 4 & 0xf) == 2)

#ifndef __ASSEMBLER__

#include <stdint.h>

#define READ(name) uint64_t read_##name(void);
#define READ_WRITE(name)	\
	READ(name)		\
	void write_##name(uint64_t value);
SYSREGS(READ_WRITE)
SYSREGS_READ(READ)
#undef READ
#undef READ_WRITE

/* CBAR_EL1 of Cortex-A72: where the GIC and the like are. */
uint64_t read_cbar_el1(void);

void barrier_dsb_sy(void);
void barrier_isb(void);
void event_send(void);
void event_wait(void);
/* PSTATE.I */
void interrupts_mask(void);
void interrupts_unmask(void);

#endif
#endif
