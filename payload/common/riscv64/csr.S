/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>
#include "csr.h"

/* Purpose: read_satp(), write_satp(value).  In, out: a0.  Clobbers: none. */
func read_satp
	csrr	a0, satp
	ret
endfunc

func write_satp
	csrw	satp, a0
	ret
endfunc

/* Purpose: fence_stores().  Clobbers: none. */
func fence_stores
	fence	w, rw
	ret
endfunc

/*
 * Purpose: firmware_call(extension, function, a, b, c, d).
 * In: a0..a5.  Out: a0 = error.  Clobbers: a0, a1, a6, a7.  Stack: none.
 */
func firmware_call
	mv	a7, a0
	mv	a6, a1
	mv	a0, a2
	mv	a1, a3
	mv	a2, a4
	mv	a3, a5
	ecall
	ret
endfunc

/*
 * Purpose: arch_magic(kind, buffer, length, value); fencepost/magic.h.
 * In: a0..a3.  Clobbers: none.  Stack: none.
 */
func arch_magic
	slti	zero, zero, 0x57
	ret
endfunc

/*
 * Purpose: arch_relax(): under an emulator with one thread, WFI is what lets
 *	another hart run (PAUSE is not: it waits for the end of the time
 *	slice).  A software interrupt is made pending, so that WFI goes on at
 *	once; it is not taken, since sstatus.SIE is 0, and is gone again before
 *	user code, where it would be.
 * Clobbers: none.  Stack: none.
 */
func arch_relax
	csrsi	sie, SIE_SSIE
	csrsi	sip, SIE_SSIE
	wfi
	csrci	sip, SIE_SSIE
	csrci	sie, SIE_SSIE
	ret
endfunc

	.section .note.GNU-stack, "", %progbits
