/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Firmware for QEMU's microvm that does what the host does for our own runner:
 * it puts the same built-in guest into memory and enters it in the same state.
 * The guest's last write, to GUEST_PORT, ends QEMU (isa-debug-exit).
 *
 * 64 KiB that end at 4 GiB, entered by a reset at their last 16 bytes.
 */
#include <base/asm.h>

#include "../../../tool/live/block.h"

#define BASE 0xffff0000
#define RESET 0xfff0
#define CODE32 8
#define DATA32 16
#define CR0_PE 1
#define MSR_EFER 0xc0000080
#define EFER_LME 0x100

/*
 * From the reset to the guest.
 * In: real mode, CS at BASE.  Clobbers: everything; does not return.  No stack.
 */
func firmware_enter, .firmware
	.code16
	cli
	lgdtl	%cs:(.Lgdt_pointer - BASE)
	movl	%cr0, %eax
	orl	$CR0_PE, %eax
	movl	%eax, %cr0
	ljmpl	$CODE32, $.Lcode32

	.code32
.Lcode32:
	movl	$DATA32, %eax
	movl	%eax, %ds
	movl	%eax, %es
	movl	%eax, %ss
	/* Our runner has KVM set it. */
	movl	$MSR_EFER, %ecx
	rdmsr
	orl	$EFER_LME, %eax
	wrmsr
	cld
	movl	$live_guest, %esi
	movl	$GUEST_IMAGE, %edi
	movl	$live_guest_end, %ecx
	subl	%esi, %ecx
	rep movsb
	movl	$1, BLOCK_MMU
	xorl	%edi, %edi
	movl	$GUEST_IMAGE, %eax
	jmp	*%eax

	.balign	8
.Lgdt:
	.quad	0
	/* Code and data, present, for ring 0, 32 bits, 4 GiB. */
	.quad	0x00cf9b000000ffff
	.quad	0x00cf93000000ffff
.Lgdt_pointer:
	.word	. - .Lgdt - 1
	.long	.Lgdt
endfunc

/* Where a reset begins; the section is placed there. */
func firmware_reset, .reset
	.code16
	/* By distance: CS keeps its base. */
	jmp	firmware_enter
	.balign	16
endfunc
	.section .note.GNU-stack, "", %progbits
