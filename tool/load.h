/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The loads that the init of audited Linux guests runs (load/loads.h),
 * and how it is told.
 */
#ifndef TOOL_LOAD_H
#define TOOL_LOAD_H

#include "buffer.h"

#define LOAD_DEFAULT "fork:200,mmap:200,mprotect:200"

/* Whether list is "NAME[:N],..." with known names.  0, or -1 with a message. */
int load_check(const char *list);

/* Add base64url (RFC 4648 section 5, no padding) of text. */
void load_encode(const char *text, struct buffer *encoded);

#endif
