/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Translated blocks: QEMU shows each one, and we hook what we need. */
#ifndef PLUGIN_BLOCK_H
#define PLUGIN_BLOCK_H

#include "arch.h"
#include "options.h"

void block_open(const struct options *options, const struct arch *arch);

/* The translation callback. */
void block_instrument(const struct qemu_block *block);

#endif
