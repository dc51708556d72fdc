/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Symbols that the kernel does not export.
 */
#ifndef FENCEPOST_RESOLVE_H
#define FENCEPOST_RESOLVE_H

/*
 * Finds the kernel's own look-up, which has to precede resolve_symbol().  May
 * sleep.  Returns 0 or a negative error, after it said why.
 */
int resolve_init(void);

/* The address of a function or variable; 0 if the kernel has none. */
unsigned long resolve_symbol(const char *name);

#endif
