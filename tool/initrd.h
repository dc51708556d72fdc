/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The initial file system of a Linux guest: a cpio archive in the "newc"
 * format [LINUX] Documentation/driver-api/early-userspace/buffer-format.rst.
 * The same files give the same bytes.
 */
#ifndef TOOL_INITRD_H
#define TOOL_INITRD_H

#include "process.h"

/*
 * Write one to fd, with init as /init, /dev/console, and each of added:
 * "FILE" (to go to /NAME) or "FILE:PATH".  0, or -1 with a message.
 */
int initrd_write(int fd, const char *init, const struct words *added);

#endif
