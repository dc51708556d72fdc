/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The magic no-op, <fencepost/magic.h>. */
#ifndef PLUGIN_MAGIC_H
#define PLUGIN_MAGIC_H

#include "arch.h"
#include "options.h"

/* 0, or -1 after a message. */
int magic_open(const struct options *options, const struct arch *arch);

/* The instruction is the magic no-op. */
void magic_hook(const struct code *code);

#endif
