/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The way of each core from reset to the pen, or to boot_main() on core 0.
 * Given back to the OS when all are parked.
 */
#include <base/asm.h>

#include "layout.h"
#include "sysreg.h"

/*
 * Purpose: every core, after a reset.
 * State at entry: EL3, MMU and caches off.  Registers: nothing is used.
 */
func start, .text.boot
	mrs	x19, mpidr_el1
	and	x19, x19, #0xff
	cmp	x19, #4			/* PSCI_CPUS_MAX */
	b.hs	hang
	mrs	x0, midr_el1
	ubfx	x0, x0, #MIDR_PART_BIT, #12
	cmp	x0, #PART_CORTEX_A72	/* the mitigations are this part's */
	b.ne	hang
	bl	board_move		/* to where it is linked */
	bl	core_init
	adr	x0, stacks + STACK_SIZE
	add	x0, x0, x19, lsl #8	/* STACK_SIZE */
	mov	sp, x0
	bl	boot_interrupts
	cbz	x19, 1f
	mov	x2, #0			/* PSCI_PEN_FIRST */
	b	core_park
1:	adrp	x0, boot_stack_end
	add	x0, x0, :lo12:boot_stack_end
	mov	sp, x0
	adr	x0, stacks + STACK_SIZE - ENTRY_SIZE
	mov	x19, x0
	bl	boot_main
	mov	x0, x19
	b	core_enter
endfunc

/*
 * Purpose: EL3's registers, and what is this core's own.
 * Clobbers: x0 to x2.
 */
func core_init, .text.boot
	/*
	 * While the instruction cache is off: the second level's latency is set
	 * when nothing is read from it, and SMPEN before caches and TLBs are
	 * used.  [A72-TRM] 4.3.58, 4.3.66, 4.3.67
	 */
	mrs	x0, L2CTLR_EL1
	mov	x1, #(L2CTLR_DATA_LATENCY_3 | L2CTLR_DATA_SETUP)
	orr	x0, x0, x1
	msr	L2CTLR_EL1, x0
	isb				/* before what is cached */
	/* 859971: a prefetch may cross into a page that is not for code. */
	mrs	x0, CPUACTLR_EL1
	orr	x0, x0, #CPUACTLR_DISABLE_IPREFETCH
	/* ARCH_WORKAROUND_2 is on by default; see also psci_park(). */
	orr	x0, x0, #CPUACTLR_DISABLE_LOAD_PASS_STORE
	msr	CPUACTLR_EL1, x0
	mrs	x0, CPUECTLR_EL1
	orr	x0, x0, #CPUECTLR_SMPEN	/* coherent with the other cores */
	msr	CPUECTLR_EL1, x0
	isb
	mov	x0, #SCTLR_EL3_OFF & 0xffff
	movk	x0, #SCTLR_EL3_OFF >> 16, lsl #16
	msr	sctlr_el3, x0
	isb
	msr	cptr_el3, xzr		/* nothing is trapped */
	msr	mdcr_el3, xzr
	adrp	x0, vectors
	add	x0, x0, :lo12:vectors
	msr	vbar_el3, x0
	mov	x0, #MAIR_EL3_VALUE
	msr	mair_el3, x0
	mov	x0, #TCR_EL3_VALUE & 0xffff
	movk	x0, #(TCR_EL3_VALUE >> 16) & 0xffff, lsl #16
	msr	tcr_el3, x0
	adrp	x0, root_table
	add	x0, x0, :lo12:root_table
	msr	ttbr0_el3, x0
	isb				/* before the TLB is emptied */
	tlbi	alle3			/* unknown after a reset */
	dsb	nsh
	isb
#if COUNTER_HZ
	ldr	x0, =COUNTER_HZ
	msr	cntfrq_el0, x0
#endif
	mov	x0, #ACTLR_EL3_OPEN
	msr	actlr_el3, x0
	ret
endfunc

	.section .bss.boot, "aw", %nobits
	.balign	16
boot_stack:
	.space	BOOT_STACK_SIZE
boot_stack_end:

	.section .note.GNU-stack, "", %progbits
