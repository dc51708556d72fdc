/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is known about a run beside its result: which kernel, which machine.
 * Keys are "GROUP.NAME"; a recorded trace has them as "meta" lines.
 */
#ifndef TOOL_FACTS_H
#define TOOL_FACTS_H

#include <stddef.h>

struct fact {
	char *key;
	char *value;
};

struct facts {
	struct fact *list;
	size_t count;
};

/* Cut to one line; an empty value is not kept. */
void facts_set(struct facts *facts, const char *key, const char *value);
/* The value, or NULL. */
const char *facts_get(const struct facts *facts, const char *key);
void facts_free(struct facts *facts);

#endif
