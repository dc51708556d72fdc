/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The guest for x86-64: from protected mode without paging, to long mode if
 * asked.  Its memory begins at physical address 0.
 */
#include <base/asm.h>

#include "../block.h"

#define PML4 GUEST_TABLES
#define PDPT (GUEST_TABLES + 0x1000)
#define DIRECTORY (GUEST_TABLES + 0x2000)
#define PRESENT_WRITABLE 0x3
#define LARGE_PAGE 0x80
#define CR4_PAE 0x20
#define CR0_PG 0x80000000
#define CODE64 8

/* Each encodes the same with 32-bit and 64-bit code. */
	.macro spin block
	rdtsc
	addl	BLOCK_TICKS(\block), %eax
	adcl	BLOCK_TICKS + 4(\block), %edx
	movl	%eax, %esi
	movl	%edx, %ebx
.Lspin\@:
	rdtsc
	subl	%esi, %eax
	sbbl	%ebx, %edx
	js	.Lspin\@
	.endm

	.macro power_off
	outb	%al, $GUEST_PORT
.Lend\@:
	hlt
	jmp	.Lend\@
	.endm

/*
 * Write the marker, spin, end.
 * In: edi: the block (0); flat segments, paging and interrupts off, EFER.LME
 * set; no stack.
 * Clobbers: everything; does not return.
 */
func live_guest, .guest
	.code32
	cmpl	$0, BLOCK_MMU(%edi)
	jne	.Llong_mode
	movl	$GUEST_MARKER, BLOCK_MARKER(%edi)
	movl	%cr0, %eax
	shrl	$31, %eax
	movl	%eax, BLOCK_STATE(%edi)
	spin	%edi
	power_off

.Llong_mode:
	/* The first 2 MiB, at 0 and at GUEST_ALIAS. */
	movl	$PDPT + PRESENT_WRITABLE, PML4
	movl	$DIRECTORY + PRESENT_WRITABLE, PDPT
	movl	$DIRECTORY + PRESENT_WRITABLE, PDPT + 8 * (GUEST_ALIAS >> 30)
	movl	$LARGE_PAGE + PRESENT_WRITABLE, DIRECTORY
	/* Long mode begins when paging does: PAE and EFER.LME are set then. */
	movl	$PML4, %eax
	movl	%eax, %cr3
	movl	%cr4, %eax
	orl	$CR4_PAE, %eax
	movl	%eax, %cr4
	movl	%cr0, %eax
	orl	$CR0_PG, %eax
	movl	%eax, %cr0
	lgdt	GUEST_IMAGE + (.Lgdt_pointer - live_guest)
	ljmp	$CODE64, $GUEST_IMAGE + (.Lcode64 - live_guest)

	.code64
.Lcode64:
	movabsq	$GUEST_ALIAS, %rbp
	movl	$GUEST_MARKER, BLOCK_MARKER(%rbp)
	movq	%cr0, %rax
	shrl	$31, %eax
	movl	%eax, BLOCK_STATE(%rbp)
	spin	%rdi
	power_off

	.balign	8
.Lgdt:
	.quad	0
	/* Code, present, for ring 0, 64 bits. */
	.quad	0x00209b0000000000
.Lgdt_pointer:
	.word	. - .Lgdt - 1
	.long	GUEST_IMAGE + (.Lgdt - live_guest)
	.globl	live_guest_end
live_guest_end:
endfunc
	.section .note.GNU-stack, "", %progbits
