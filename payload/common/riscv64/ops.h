/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fences that HS-mode can execute, each as a function that counts itself
 * for its hart and executes.  [RISCV-PRIV] sfence.vma, svinval, hfence
 *
 * X(function, name, kind, funct7).  Kinds, by register *number* x0 or not:
 *	NONE	f(void)		x0, x0
 *	FIRST	f(a)		a, x0
 *	SECOND	f(b)		x0, b
 *	BOTH	f(a, b)		a, b
 * a is an address (hfence.gvma: a guest's, shifted right by 2), b an ASID or
 * VMID.
 */
#ifndef PAYLOAD_RISCV64_OPS_H
#define PAYLOAD_RISCV64_OPS_H

/* clang-format off */
#define OPS_OF(X, function, name, a, b, funct7)				\
	X(function, name, NONE, funct7)					\
	X(function##_##a, name " " #a, FIRST, funct7)			\
	X(function##_##b, name " " #b, SECOND, funct7)			\
	X(function##_##a##_##b, name " " #a "," #b, BOTH, funct7)

#define OPS(X)								\
	OPS_OF(X, sfence_vma, "sfence.vma", va, asid, 0x09)		\
	OPS_OF(X, sinval_vma, "sinval.vma", va, asid, 0x0b)		\
	OPS_OF(X, hfence_vvma, "hfence.vvma", va, asid, 0x11)		\
	OPS_OF(X, hinval_vvma, "hinval.vvma", va, asid, 0x13)		\
	OPS_OF(X, hfence_gvma, "hfence.gvma", gpa, vmid, 0x31)		\
	OPS_OF(X, hinval_gvma, "hinval.gvma", gpa, vmid, 0x33)

/* clang-format on */

#ifndef __ASSEMBLER__

#include <stdint.h>

#define ARGUMENTS_NONE void
#define ARGUMENTS_FIRST uint64_t address
#define ARGUMENTS_SECOND uint64_t tag
#define ARGUMENTS_BOTH uint64_t address, uint64_t tag
#define PROTOTYPE(function, name, kind, funct7) void function(ARGUMENTS_##kind);
OPS(PROTOTYPE)

/* The index of each in struct cpu's counts. */
#define INDEX(function, name, kind, funct7) OP_##function,
enum op {
	OPS(INDEX)
};

/* The two fences of Svinval: no invalidations, so not counted. */
void sfence_w_inval(void);
void sfence_inval_ir(void);

#endif
#endif
