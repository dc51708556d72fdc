/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program as the only one of an initial file system: what a kernel starts
 * first has to make /dev, /proc and /sys itself, and may never end.
 */
#ifndef LIVE_INIT_H
#define LIVE_INIT_H

#include <stdbool.h>

/*
 * Whether that is so: process 1, on a root in memory, and nobody mounted /proc
 * yet.  The first process of a container is none.
 */
bool init_is_wanted(void);

/*
 * Mount what is missing, load the modules in /modules, run the command in a
 * child, say how it ended, and switch the machine off.  Does not return.
 */
_Noreturn void init_run(int argc, char **argv, int (*run)(int, char **));

#endif
