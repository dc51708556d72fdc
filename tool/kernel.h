/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Debian kernels in the cache: $XDG_CACHE_HOME/fencepost/kernels/ARCH/SUITE/
 * has vmlinuz, info and, if the package has them, config and the device tree
 * of the board that the monitor is for.
 */
#ifndef TOOL_KERNEL_H
#define TOOL_KERNEL_H

#include "file.h"

#define KERNEL_SUITE "trixie"	/* the one meant when none is named */
#define KERNEL_BOARD_TREE "bcm2711-rpi-4-b.dtb"

struct kernel {
	char path[FILE_PATH_MAX];	/* of vmlinuz */
	char package[256];
	char version[256];		/* of the package */
};

#define KERNEL_EUNAVAILABLE (-2)	/* no APT, mirror or network */

/* The cached one.  0, or -1 without a message: there is none. */
int kernel_find(const char *arch, const char *suite, struct kernel *kernel);

/*
 * Fetch it, replacing the cached one.  arch is Fencepost's name.  0, -1 or
 * KERNEL_EUNAVAILABLE, each with a message; then the cache is as before.
 */
int kernel_get(const char *arch, const char *suite, struct kernel *kernel);

/* Whether suite can be the name of one; a message if not.  0 or -1. */
int kernel_check_suite(const char *suite);

/* fencepost kernel ...; returns an exit status. */
int kernel_main(int argc, char **argv);

#endif
