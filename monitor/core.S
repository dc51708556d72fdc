/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A core's way off, the pen, and its way on.
 */
#include <base/asm.h>

#include "layout.h"
#include "sysreg.h"

/*
 * Purpose: arch_cpu_off().  After this no access of this core's can reach
 *	memory that is not the monitor's: its first-level cache is empty and
 *	off, and so is EL3's MMU.  The shared second level is another core's
 *	as well.
 * State at entry: MMU on.  Stack: dropped.
 */
func arch_cpu_off, .text.core_off
	mov	x0, #SCTLR_EL3_OFF & 0xffff
	movk	x0, #SCTLR_EL3_OFF >> 16, lsl #16
	msr	sctlr_el3, x0
	isb				/* off before the cache is cleaned */
	msr	csselr_el1, xzr		/* level 1, data */
	isb				/* before CCSIDR is read */
	mrs	x0, ccsidr_el1
	and	x1, x0, #7
	add	x1, x1, #4		/* log2(bytes in a line) */
	ubfx	x2, x0, #3, #10		/* ways - 1 */
	clz	w3, w2			/* where the way is */
	ubfx	x4, x0, #13, #15	/* sets - 1 */
1:	mov	w5, w2
2:	lsl	w6, w5, w3
	lsl	w7, w4, w1
	orr	w6, w6, w7
	dc	cisw, x6
	subs	w5, w5, #1
	b.pl	2b
	subs	w4, w4, #1
	b.pl	1b
	dsb	sy			/* all written back */
	mov	x2, #1			/* PSCI_PEN_AGAIN */
	b	core_park
endfunc

/*
 * Purpose: the pen, and out of it.
 * In: x2 = enum psci_pen.  State at entry: EL3, MMU and data cache off.
 * Stack: sets it.
 */
func core_park, .text.core_park
	mrs	x1, mpidr_el1
	and	x1, x1, #0xff
	adr	x0, stacks + STACK_SIZE
	add	x0, x0, x1, lsl #8	/* STACK_SIZE */
	sub	sp, x0, #ENTRY_SIZE
	adr	x0, psci
	mov	x3, sp
	bl	psci_park
	mov	x0, sp
	b	core_enter
endfunc

/*
 * Purpose: enter a lower level in the state of a reset.
 *	Erratum 1319367: an AT that is executed speculatively while the
 *	registers of EL1 and EL2 are mixed could leave a wrong TLB entry.  So
 *	walks are disabled first, and the TLBs invalidated last.
 * In: x0 = struct psci_entry.  State at entry: EL3, MMU and data cache off.
 */
func core_enter, .text.core_enter
	mov	x1, #(TCR_EPD0 | TCR_EPD1) & 0xffff
	movk	x1, #(TCR_EPD0 | TCR_EPD1) >> 16, lsl #16
	msr	tcr_el1, x1
	isb				/* no walk of EL1&0's from here */
	adr	x1, lower_scr
	ldr	w1, [x1]
	msr	scr_el3, x1		/* before registers that it selects */
	isb
	mov	x1, #SCTLR_EL1_RES1 & 0xffff
	movk	x1, #SCTLR_EL1_RES1 >> 16, lsl #16
	msr	sctlr_el1, x1
	mov	x1, #SCTLR_EL2_RES1 & 0xffff
	movk	x1, #SCTLR_EL2_RES1 >> 16, lsl #16
	ldr	w2, [x0, #ENTRY_BIG_ENDIAN]
	bfi	x1, x2, #SCTLR_EE_BIT, #1
	msr	sctlr_el2, x1
	msr	hcr_el2, xzr
	msr	actlr_el2, xzr		/* EL1 can't touch CPUACTLR */
	msr	hstr_el2, xzr
	mov	x1, #VTCR_EL2_RES1
	msr	vtcr_el2, x1
	msr	vttbr_el2, xzr
	mov	x1, #CPTR_EL2_RES1
	msr	cptr_el2, x1
	msr	cpacr_el1, xzr
	mov	x1, #(CNTHCTL_EL1PCTEN | CNTHCTL_EL1PCEN)
	msr	cnthctl_el2, x1
	msr	cntvoff_el2, xzr
	msr	cnthp_ctl_el2, xzr
	msr	cntp_ctl_el0, xzr
	msr	cntv_ctl_el0, xzr
	mrs	x1, pmcr_el0
	ubfx	x1, x1, #PMCR_N_BIT, #5
	msr	mdcr_el2, x1		/* HPMN: all counters are EL1's */
	msr	mdscr_el1, xzr
	mrs	x1, midr_el1
	msr	vpidr_el2, x1
	mrs	x1, mpidr_el1
	msr	vmpidr_el2, x1
	isb				/* all of it, before the TLBs */
	tlbi	alle1			/* stage 1 and 2, every ASID and VMID */
	tlbi	alle2
	ic	iallu
	dsb	sy			/* they have worked */
	isb				/* and nothing older is executed */
	msr	tcr_el1, xzr
	mov	x19, x0
	mov	x1, #SCTLR_EL3_READY & 0xffff
	movk	x1, #SCTLR_EL3_READY >> 16, lsl #16
	ldp	x2, x0, [x19, #ENTRY_ADDRESS]
	msr	sctlr_el3, x1
	isb				/* the first SMC turns the MMU on */
	add	x1, x19, #ENTRY_SIZE
	add	x1, x1, #DATA_WINDOW
	msr	tpidr_el3, x1
	msr	elr_el3, x2
	mov	x1, #SPSR_EL2H_MASKED
	msr	spsr_el3, x1
	mov	x1, #0
	mov	x2, #0
	mov	x3, #0
	eret
	dsb	sy			/* nothing is speculated past it */
	isb
endfunc

	.section .bss.stacks, "aw", %nobits
	.balign	16
	.globl	stacks
stacks:
	.space	4 * STACK_SIZE

	.section .note.GNU-stack, "", %progbits
