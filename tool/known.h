/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Findings that are explained.  A list has one on each line, with fields
 * separated by blanks; patterns are those of fnmatch(3):
 *
 *	RULE  SITE  MAKER  KERNEL  EXPLANATION...
 *
 * SITE and MAKER match the symbol without its offset, or that of one of its
 * callers; KERNEL the kernel's version.  '#' starts a comment line.
 */
#ifndef TOOL_KNOWN_H
#define TOOL_KNOWN_H

#include <jansson.h>
#include <stddef.h>

struct known_entry {
	char *rule;
	char *site;
	char *maker;
	char *kernel;
	char *text;
};

struct known {
	struct known_entry *list;
	size_t count;
};

/* Add the entries of a file.  0, or -1 with a message that names the line. */
int known_read(struct known *known, const char *path);
/* Add the list that ships with the tool. */
int known_read_shipped(struct known *known);

/* Why a finding of a report (docs/report-format.md) is known, or NULL. */
const char *known_find(const struct known *known, const json_t *finding,
		       const char *kernel);

void known_free(struct known *known);

#endif
