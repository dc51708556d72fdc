/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The architectures that can be audited, by name: "aarch64", "riscv64".
 */
#ifndef TOOL_ARCH_H
#define TOOL_ARCH_H

#define ARCH_DEFAULT "aarch64"

/*
 * Fencepost's name for what a user wrote ("arm64" is aarch64), or NULL with a
 * message.
 */
const char *arch_find(const char *name);

/* Debian's name for one. */
const char *arch_debian_name(const char *arch);

#endif
