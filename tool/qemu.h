/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The QEMU that runs audited machines: qemu-system-ARCH in PATH, or what
 * FENCEPOST_QEMU names.
 */
#ifndef TOOL_QEMU_H
#define TOOL_QEMU_H

struct qemu {
	char program[4096];
	char version[64];
};

/*
 * Find it, and see that it is 9.2 or later and loads plugins.  0, or -1 with a
 * message.
 */
int qemu_find(const char *arch, struct qemu *qemu);

#endif
