/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The Debian mirror that this system is configured with, from
 * /etc/apt/sources.list and /etc/apt/sources.list.d.
 */
#ifndef TOOL_SOURCES_H
#define TOOL_SOURCES_H

#include "buffer.h"

/*
 * Add a deb822 source for a suite and architecture at the configured mirror,
 * checked with the same keyring, and never marked as trusted.  etc is APT's
 * directory, "/etc/apt".  0, or -1 without a message: none is configured.
 */
int sources_for_suite(const char *etc, const char *suite,
		      const char *architecture, struct buffer *source);

#endif
