/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ledger's finding rules, for people; docs/model.md has them in full.
 */
#ifndef TOOL_RULES_H
#define TOOL_RULES_H

#include <stddef.h>

struct rule {
	const char *name;	/* as in a result; NULL ends the table */
	const char *text;
	const char *source;
};

extern const struct rule rules[];

/* NULL: there is none of this name. */
const struct rule *rule_find(const char *name);

#endif
