/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * EL1 registers and barriers.  Accessors have no hidden barriers.  [ARM] D19.2
 */
#ifndef PAYLOAD_AARCH64_SYSREG_H
#define PAYLOAD_AARCH64_SYSREG_H

#define TTBR_ASID_SHIFT 48

/* TCR_EL1, in bit order. */
#define TCR_T0SZ(bits) ((64ull - (bits)) << 0)
#define TCR_IRGN0_WBWA (1ull << 8)
#define TCR_ORGN0_WBWA (1ull << 10)
#define TCR_SH0_INNER (3ull << 12)
#define TCR_TG0_64K (1ull << 14)
#define TCR_T1SZ(bits) ((64ull - (bits)) << 16)
#define TCR_IRGN1_WBWA (1ull << 24)
#define TCR_ORGN1_WBWA (1ull << 26)
#define TCR_SH1_INNER (3ull << 28)
#define TCR_TG1_4K (2ull << 30)
#define TCR_AS (1ull << 36)

/* MAIR_EL1 bytes. */
#define MAIR_DEVICE_NGNRE 0x04ull
#define MAIR_NORMAL_WB 0xffull

/* SCTLR_EL1 */
#define SCTLR_RES1 0x30d00800ull
#define SCTLR_M (1ull << 0)
#define SCTLR_C (1ull << 2)
#define SCTLR_I (1ull << 12)

/* ESR_EL1.EC */
#define ESR_EC_SHIFT 26
#define ESR_EC_SVC64 0x15
#define ESR_EC_FETCH_ABORT_EL0 0x20
#define ESR_EC_DATA_ABORT_EL0 0x24

#ifndef __ASSEMBLER__

#include <stdint.h>

#define READ_ONLY(name) uint64_t read_##name(void);
#define REGISTER(name)  \
	READ_ONLY(name) \
	void write_##name(uint64_t value);
READ_ONLY(id_aa64isar0_el1)
READ_ONLY(id_aa64isar1_el1)
REGISTER(mair_el1)
REGISTER(sctlr_el1)
REGISTER(tcr_el1)
REGISTER(ttbr0_el1)
REGISTER(ttbr1_el1)

void barrier_dsb_sy(void);
void barrier_dsb_ish(void);
void barrier_dsb_ishst(void);
void barrier_dsb_nsh(void);
void barrier_isb(void);

/* PSCI and others by HVC: x0 to x3. */
int64_t firmware_call(uint64_t function, uint64_t a, uint64_t b, uint64_t c);

/* Where a CPU starts that PSCI turns on; its struct cpu is the context. */
extern char secondary_entry[];

#endif
#endif
