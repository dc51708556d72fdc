/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>

#include "board.h"
#include "registers.h"
#include "sysreg.h"

#define SCTLR_CONTROLS (SCTLR_M | SCTLR_C | SCTLR_I | SCTLR_WXN | SCTLR_EE)
#define CPTR_TRAPS (CPTR_TFP | CPTR_TTA | CPTR_TCPAC)
#define HCR_DIRT \
	(HCR_VM | HCR_FMO | HCR_IMO | HCR_AMO | HCR_TWI | HCR_TWE | HCR_TSC)
#define MDCR_HPMN 6ull /* the counters of Cortex-A72 */
#define MDCR_TRAPS 0xfe0ull
#define CNTHCTL_DEFINED 7ull
#define CNTHCTL_EL1_ALLOWED 3ull
#define CNTHCTL_EVNTEN 4ull
#define ALL (~0ull)

static uint64_t board_frequency(void)
{
	return board()->frequency;
}

/* name, dirt, defined, value */
#define ROW(name, ...) { #name, read_##name, write_##name, __VA_ARGS__ }
#define ROW_READ(name, ...) { #name, read_##name, NULL, __VA_ARGS__ }

/* clang-format off */
const struct register_row registers[] = {
	ROW(sctlr_el1, SCTLR_EL1_RES1 | SCTLR_CONTROLS, SCTLR_CONTROLS, 0, NULL),
	ROW(cpacr_el1, CPACR_FPEN, 0, 0, NULL),
	ROW(ttbr0_el1, 0x0000000012345000, 0, 0, NULL),
	ROW(ttbr1_el1, 0x0007000023456000, 0, 0, NULL),
	ROW(tcr_el1, 0x0000001080190019, 0, 0, NULL),
	ROW(spsr_el1, 0x80000345, 0, 0, NULL),
	ROW(elr_el1, 0x1122334455667788, 0, 0, NULL),
	ROW(sp_el0, 0x2233445566778890, 0, 0, NULL),
	ROW(sp_el1, 0x33445566778899a0, 0, 0, NULL),
	ROW(afsr0_el1, 0, 0, 0, NULL),
	ROW(afsr1_el1, 0, 0, 0, NULL),
	ROW(esr_el1, 0x56000001, 0, 0, NULL),
	ROW(far_el1, 0x445566778899aabb, 0, 0, NULL),
	ROW(par_el1, 0x801, 0, 0, NULL),
	ROW(mair_el1, 0xff440c0400ff4404, 0, 0, NULL),
	ROW(amair_el1, 0, 0, 0, NULL),
	ROW(vbar_el1, 0x0000000034567800, 0, 0, NULL),
	ROW(contextidr_el1, 0x55667788, 0, 0, NULL),
	ROW(tpidr_el0, 0x66778899aabbccdd, 0, 0, NULL),
	ROW(tpidrro_el0, 0x778899aabbccddee, 0, 0, NULL),
	ROW(tpidr_el1, 0x8899aabbccddeeff, 0, 0, NULL),
	ROW(csselr_el1, 2, 0, 0, NULL),
	ROW(cntkctl_el1, 0x3, 0, 0, NULL),
	ROW(cntp_ctl_el0, TIMER_ENABLE | TIMER_MASK, TIMER_ENABLE, 0, NULL),
	ROW(cntp_cval_el0, ALL >> 1, 0, 0, NULL),
	ROW(cntv_ctl_el0, TIMER_ENABLE | TIMER_MASK, TIMER_ENABLE, 0, NULL),
	ROW(cntv_cval_el0, ALL >> 1, 0, 0, NULL),
	ROW(vpidr_el2, 0x410fd034, ALL, 0, read_midr_el1),
	ROW(vmpidr_el2, 0x80000003, ALL, 0, read_mpidr_el1),
	ROW(sctlr_el2, SCTLR_EL2_RES1 | SCTLR_I, ALL, SCTLR_EL2_RES1, NULL),
	ROW(actlr_el2, 0, 0, 0, NULL),
	ROW(hcr_el2, HCR_RW | HCR_DIRT, ~HCR_RW, 0, NULL),
	ROW(mdcr_el2, MDCR_TRAPS | 2, ALL, MDCR_HPMN, NULL),
	ROW(cptr_el2, CPTR_RES1 | CPTR_TRAPS, CPTR_TRAPS, 0, NULL),
	ROW(hstr_el2, 0x8, ALL, 0, NULL),
	ROW(ttbr0_el2, 0x0000000045678000, 0, 0, NULL),
	ROW(tcr_el2, 0x80823519, 0, 0, NULL),
	ROW(vttbr_el2, 0x0009000056789000, 0, 0, NULL),
	ROW(vtcr_el2, 0x80023558, 0, 0, NULL),
	ROW(spsr_el2, 0x600003c4, 0, 0, NULL),
	ROW(elr_el2, 0x99aabbccddeeff00, 0, 0, NULL),
	ROW(afsr0_el2, 0, 0, 0, NULL),
	ROW(afsr1_el2, 0, 0, 0, NULL),
	ROW(esr_el2, 0x5a000002, 0, 0, NULL),
	ROW(far_el2, 0xaabbccddeeff0011, 0, 0, NULL),
	ROW(hpfar_el2, 0x123450, 0, 0, NULL),
	ROW(mair_el2, 0x4404ff0c44ff0400, 0, 0, NULL),
	ROW(tpidr_el2, 0xbbccddeeff001122, 0, 0, NULL),
	ROW(cntvoff_el2, 0xccddeeff00112233, ALL, 0, NULL),
	ROW(cnthctl_el2, CNTHCTL_EVNTEN, CNTHCTL_DEFINED, CNTHCTL_EL1_ALLOWED, NULL),
	ROW(cnthp_ctl_el2, TIMER_ENABLE | TIMER_MASK, TIMER_ENABLE, 0, NULL),
	ROW(cnthp_cval_el2, ALL >> 1, 0, 0, NULL),
	ROW_READ(vbar_el2, 0, 0, 0, NULL),
	ROW_READ(currentel, 0, ALL, CURRENTEL_EL2, NULL),
	ROW_READ(spsel, 0, ALL, 1, NULL),
	ROW_READ(daif, 0, ALL, DAIF_ALL, NULL),
	ROW_READ(cntfrq_el0, 0, ALL, 0, board_frequency),
	{ 0 },
};
/* clang-format on */

_Static_assert(sizeof(registers) / sizeof(registers[0]) <= REGISTERS_MAX,
	       "their values fit");

void registers_dirty(void)
{
	for (const struct register_row *row = registers; row->name; row++) {
		if (row->write && row->dirt) {
			row->write(row->dirt);
		}
	}
	barrier_isb(); /* in force for what follows */
}

void registers_read(uint64_t values[REGISTERS_MAX])
{
	for (unsigned n = 0; registers[n].name; n++) {
		values[n] = registers[n].read();
	}
}

uint64_t registers_expected(const struct register_row *row)
{
	return (row->same_as ? row->same_as() : row->value) & row->defined;
}

void registers_clean(void)
{
	write_sctlr_el2(SCTLR_EL2_RES1);
	write_sctlr_el1(SCTLR_EL1_RES1);
	write_hcr_el2(HCR_RW);
	write_cptr_el2(CPTR_RES1 & ~CPTR_TFP);
	write_mdcr_el2(MDCR_HPMN);
	write_hstr_el2(0);
	write_cnthctl_el2(CNTHCTL_EL1_ALLOWED);
	write_cntvoff_el2(0);
	write_vpidr_el2(read_midr_el1());
	write_vmpidr_el2(read_mpidr_el1());
	write_cntp_ctl_el0(0);
	write_cntv_ctl_el0(0);
	write_cnthp_ctl_el2(0);
	barrier_isb(); /* in force for what follows */
}

void lower_prepare(void)
{
	registers_clean();
	write_cpacr_el1(CPACR_FPEN);
	barrier_isb(); /* before EL1 runs */
}

void lower_prepare_aarch32(void)
{
	lower_prepare();
	write_sctlr_el1(SCTLR_A32_RES1);
	write_hcr_el2(0);
	barrier_isb(); /* before EL1 runs */
}
