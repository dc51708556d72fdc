/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * TAP on the serial port, and what it takes.
 */
#ifndef PAYLOAD_TAP_H
#define PAYLOAD_TAP_H

#include <stddef.h>
#include <stdint.h>

#include <fencepost/magic.h>

/* From CPU 0. */
void tap_ok(int is_good, const char *name);
/* The same, and on failure what was and what should be. */
void tap_is(uint64_t got, uint64_t expected, const char *name);
void tap_note(const char *text, uint64_t number);
/* The same, in hexadecimal. */
void tap_note_hex(const char *text, uint64_t number);
/* Whether something failed. */
int tap_failed(void);
void tap_plan(void);
/* Can't go on: says why and switches off.  From any CPU. */
_Noreturn void tap_bail(const char *why, uint64_t number);

/* ---- What each machine provides ---- */

void arch_put(char c);
_Noreturn void arch_off(void);
void arch_magic(enum magic_kind kind, const void *buffer, size_t length,
		uint64_t value);

#endif
