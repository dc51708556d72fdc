/* SPDX-License-Identifier: GPL-2.0-only */
#include <linux/linkage.h>
#include <asm/csr.h>

/*
 * One access with stvec pointing here, so that a trap is a jump.
 *
 * In: a0 the address, a1 a struct probe_trap.  Out: a0 is 0, or 1 after a trap.
 * Clobbers: t0 to t5, sepc, scause, stval.  Stack: none.  State at entry:
 * S-mode, interrupts off.
 *
 * The alignment keeps it in one page: that page was just executed, so the trap
 * itself needs no translation that could fault.  sstatus is put back as a whole,
 * since a trap changes SPP, SPIE and, where they exist, SDT and SPELP.
 */
	.macro	probe_function name, access:vararg
	.balign	128
SYM_FUNC_START(\name)
	mv	t3, ra
	csrr	t0, CSR_STVEC
	csrr	t1, CSR_STATUS
	mv	t2, a0
	lla	t4, .Ltrap_\name
	csrw	CSR_STVEC, t4
	\access
	csrw	CSR_STVEC, t0
	mv	ra, t3
	li	a0, 0
	ret
	.balign	4
.Ltrap_\name:
	csrw	CSR_STVEC, t0
	csrr	t4, CSR_CAUSE
	csrr	t5, CSR_TVAL
	csrw	CSR_STATUS, t1
	sd	t4, 0(a1)
	sd	t5, 8(a1)
	mv	ra, t3
	li	a0, 1
	ret
SYM_FUNC_END(\name)
	.endm

	.text
	probe_function probe_load, lw zero, 0(t2)
	/* Not the word that is fetched. */
	probe_function probe_store, sw zero, 64(t2)
	/* The page begins with a return.  A jump by t2 needs no landing pad. */
	probe_function probe_fetch, jalr ra, 0(t2)
