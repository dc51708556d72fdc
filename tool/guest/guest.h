/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The init's own entries, in ARCH/entry.S, and where they lead.
 */
#ifndef GUEST_GUEST_H
#define GUEST_GUEST_H

#include <stddef.h>
#include <stdint.h>

#include <fencepost/magic.h>

void sys_magic(enum magic_kind kind, const void *buffer, size_t length,
	       uint64_t value);

/* Where execution starts; stack is argc, argv, NULL, envp, NULL, auxv. */
_Noreturn void guest_start(uintptr_t *stack);

#endif
