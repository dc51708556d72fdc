/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The magic no-op: how a guest hands data to the audit.
 *
 * An instruction that the architecture defines to do nothing, so that a guest
 * that runs elsewhere runs unchanged.  The plugin reads the registers (and the
 * buffer, through the current translation) when it executes.  The buffer must
 * be resident: touch it first.  Works at any privilege level.
 *
 *             instruction          word        kind  buffer  length  value
 *   aarch64   hint #0x57           0xd5032aff  x0    x1      x2      x3
 *   riscv64   slti zero,zero,0x57  0x05702013  a0    a1      a2      a3
 *
 * [ARM] C6.2 HINT: an unallocated hint executes as a NOP.
 * [RISCV-UNPRIV] HINT instructions: slti with rd=x0 is for custom use.
 */
#ifndef FENCEPOST_MAGIC_H
#define FENCEPOST_MAGIC_H

#define MAGIC_WORD_AARCH64 0xd5032affu
#define MAGIC_WORD_RISCV64 0x05702013u

/* A longer buffer is ignored, with a note in the result. */
#define MAGIC_LENGTH_MAX (1u << 20)

enum magic_kind {
	/* Append the buffer to the symbols (text as in /proc/kallsyms). */
	MAGIC_KALLSYMS = 1,
	/* List the residue now; the buffer is a label (at most 63 bytes). */
	MAGIC_MARK = 2,
	/*
	 * The guest itself counted `value` executions of the instruction that
	 * the buffer names (as in the report: "tlbi vae1is"), on the CPU that
	 * executes this.  Kept in the result as "expect".
	 */
	MAGIC_EXPECT = 3,
	/* The guest's work is over: value is its exit status, 0 is good. */
	MAGIC_STATUS = 4,
	/* A progress line for a person; the buffer is its text. */
	MAGIC_PROGRESS = 5,
};

#endif
