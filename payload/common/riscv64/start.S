/* SPDX-License-Identifier: BSD-2-Clause */
#include <base/asm.h>
#include "../layout.h"
#include "csr.h"

/*
 * Purpose: entry of the image.
 * In: a0 = hart id, from the firmware.
 * State at entry: S-mode, translation and interrupts off, the other harts
 * stopped; memory holds the image, but for .bss.
 * Out: payload_start(a0), with a stack.
 */
func _start, .head
	la	t0, bss_start
	la	t1, bss_end
1:	bgeu	t0, t1, 2f		/* both are aligned to 16 */
	sd	zero, 0(t0)
	sd	zero, 8(t0)
	addi	t0, t0, 16
	j	1b
2:	la	a1, cpus
	call	set_up
	j	payload_start
endfunc

/*
 * Purpose: entry of a hart that SBI started.
 * In: a1 = its struct cpu.  Out: payload_secondary(a1).
 * State at entry: as for _start.
 */
func secondary_entry
	call	set_up
	mv	a0, a1
	j	payload_secondary
endfunc

/*
 * Purpose: tp, the trap vector and the stack of the hart with struct cpu a1.
 * Clobbers: t0..t2.  Stack: sets it.
 */
func set_up
	mv	tp, a1
	la	t0, kernel_trap
	csrw	stvec, t0
	csrw	sie, zero
	la	t0, cpus
	sub	t0, a1, t0
	li	t1, CPU_SIZE
	divu	t0, t0, t1
	addi	t0, t0, 1		/* a stack is used from its end */
	li	t1, STACK_SIZE
	mul	t0, t0, t1
	la	t1, stacks
	add	sp, t0, t1
	ret
endfunc

/*
 * Purpose: arch_user_run(pc, argument, value): go to U-mode and come back by
 *	a trap, to the caller.
 * In: a0 = pc, a1 = a0 of the user code, a2 = where its a0 goes at the end.
 * Out: a0 = scause.  Clobbers: as a call.  Stack: FRAME_SIZE.
 */
func arch_user_run
	la	t0, user_end
	mv	t1, zero
	j	user_go
endfunc

/*
 * Purpose: user_run_touching(pc, va, when): as arch_user_run(), and the trap
 *	loads from va: before sepc is saved, when a trap of that load could
 *	not be handled, or after.
 * In: a0 = pc, a1 = va, a2 = enum touch.  Out: a0 = scause.
 * Clobbers: as a call.  Stack: FRAME_SIZE.
 */
func user_run_touching
	mv	t1, a1
	la	t0, user_end
	li	t2, 1			/* TOUCH_BEFORE_SAVING */
	bne	a2, t2, 1f
	la	t0, user_end_rash
1:	addi	a2, sp, FRAME_VALUE - FRAME_SIZE	/* not wanted */
	j	user_go
endfunc

/*
 * Purpose: the way to U-mode.
 * In: a0..a2 as arch_user_run(), t0 = trap vector, t1 = address to touch or 0.
 */
func user_go
	addi	sp, sp, -FRAME_SIZE
	sd	s0, 0(sp)
	sd	s1, 8(sp)
	sd	s2, 16(sp)
	sd	s3, 24(sp)
	sd	s4, 32(sp)
	sd	s5, 40(sp)
	sd	s6, 48(sp)
	sd	s7, 56(sp)
	sd	s8, 64(sp)
	sd	s9, 72(sp)
	sd	s10, 80(sp)
	sd	s11, 88(sp)
	sd	ra, 96(sp)
	sd	a2, FRAME_VALUE(sp)
	sd	t1, FRAME_TOUCH(sp)
	csrw	stvec, t0
	csrw	sscratch, sp
	csrw	sepc, a0
	li	t0, SSTATUS_SPP | SSTATUS_SPIE
	csrc	sstatus, t0
	mv	a0, a1
	sret
endfunc

/*
 * Purpose: a trap from U-mode ends user_go(), whose frame is in sscratch.
 *	sepc is saved (to the frame, for nobody) before the touch.
 */
func user_end
	csrrw	sp, sscratch, sp
	sd	t0, FRAME_CAUSE(sp)
	csrr	t0, sepc
	sd	t0, FRAME_CAUSE(sp)
	ld	t0, FRAME_TOUCH(sp)
	beqz	t0, 1f
	ld	t0, 0(t0)
1:	j	user_back
endfunc

/* Purpose: the same, but it touches before it has saved sepc. */
func user_end_rash
	csrrw	sp, sscratch, sp
	ld	t0, FRAME_TOUCH(sp)
	ld	t0, 0(t0)
	csrr	t0, sepc
	sd	t0, FRAME_CAUSE(sp)
	j	user_back
endfunc

/* Purpose: back to the caller of user_go().  In: sp = frame, a0 = user's. */
func user_back
	la	t0, kernel_trap
	csrw	stvec, t0
	ld	t0, FRAME_VALUE(sp)
	sd	a0, 0(t0)
	csrr	a0, scause
	ld	s0, 0(sp)
	ld	s1, 8(sp)
	ld	s2, 16(sp)
	ld	s3, 24(sp)
	ld	s4, 32(sp)
	ld	s5, 40(sp)
	ld	s6, 48(sp)
	ld	s7, 56(sp)
	ld	s8, 64(sp)
	ld	s9, 72(sp)
	ld	s10, 80(sp)
	ld	s11, 88(sp)
	ld	ra, 96(sp)
	addi	sp, sp, FRAME_SIZE
	ret
endfunc

/*
 * Purpose: any other trap: payload_trap(scause, sepc, stval).
 */
func kernel_trap
	csrr	a0, scause
	csrr	a1, sepc
	csrr	a2, stval
	j	payload_trap
endfunc

/* Mapped at USER_TEXT: each function is 16 bytes. */
	.section .user, "ax", %progbits
	.balign	16
	.globl	user_page
user_page:
	ecall				/* USER_NOTHING */
	.balign	16
	ld	a0, 0(a0)		/* USER_LOAD */
	ecall
	.balign	16
	sd	a0, 0(a0)		/* USER_STORE */
	ecall
	.balign	4096

	.bss
	.balign	16
stacks:
	.space	CPUS_MAX * STACK_SIZE

	.section .note.GNU-stack, "", %progbits
