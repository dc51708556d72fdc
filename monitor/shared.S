/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * arch/psci.h: shared memory, events and registers.
 */
#include <base/asm.h>

#include "sysreg.h"

func arch_caller_is_big_endian, .text.resident
	mrs	x0, sctlr_el2
	ubfx	x0, x0, #SCTLR_EE_BIT, #1
	ret
endfunc

/*
 * Purpose: SMCCC_WORKAROUND_* for this core, a Cortex-A72.  Its first revision
 *	(CSV2=0) has them all; in the next, predictions are not shared between
 *	contexts, and what the toggle does to branch history is not known.
 * In: w0 = SMCCC_ARCH_WORKAROUND_*.  Out: w0.  Clobbers: x1.
 */
func arch_workaround, .text.resident
	mrs	x1, id_aa64pfr0_el1
	ubfx	x1, x1, #PFR0_CSV2_BIT, #4
	tbnz	w0, #15, 1f		/* of the three, _1 has bit 15, */
	tbnz	w0, #14, 2f		/* _2 has bit 14 */
	cmp	x1, #0
	csetm	w0, ne			/* SMCCC_WORKAROUND_ABSENT */
	ret
1:	cmp	x1, #0
	cset	w0, ne			/* SMCCC_WORKAROUND_NOT_NEEDED */
	ret
2:	mov	w0, #0
	ret
endfunc

/*
 * Purpose: arch_store_bypass_mitigate(), for callers from AArch32 and the
 *	default at each start of a core.
 * In: w0 = 0: loads may pass stores.  Clobbers: x1.
 */
func arch_store_bypass_mitigate, .text.resident
	mrs	x1, CPUACTLR_EL1
	orr	x1, x1, #CPUACTLR_DISABLE_LOAD_PASS_STORE
	cbnz	w0, 1f
	bic	x1, x1, #CPUACTLR_DISABLE_LOAD_PASS_STORE
1:	msr	CPUACTLR_EL1, x1
	isb
	dsb	sy
	ret
endfunc

	.section .note.GNU-stack, "", %progbits
