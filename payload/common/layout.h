/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Numbers that C, assembly and the linker scripts share.
 */
#ifndef PAYLOAD_LAYOUT_H
#define PAYLOAD_LAYOUT_H

/* CPUs that a payload starts at most. */
#define CPUS_MAX 8
/* sizeof(struct cpu), and of a stack. */
#define CPU_SIZE 1024
#define STACK_SIZE 16384
/* Kinds of invalidation that a CPU counts: the start of struct cpu. */
#define OPS_MAX 64

/* A frame of user_run(): the registers that a call preserves, then these. */
#define FRAME_VALUE 104
#define FRAME_CAUSE 112
#define FRAME_TOUCH 120
#define FRAME_SIZE 128

#endif
