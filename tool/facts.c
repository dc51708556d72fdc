/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "facts.h"
#include "tool.h"

static struct fact *find(const struct facts *facts, const char *key)
{
	for (size_t i = 0; i < facts->count; i++) {
		if (strcmp(facts->list[i].key, key) == 0) {
			return &facts->list[i];
		}
	}
	return NULL;
}

void facts_set(struct facts *facts, const char *key, const char *value)
{
	struct fact *fact = find(facts, key);
	struct buffer text = { 0 };

	if (value == NULL || value[0] == '\0') {
		return;
	}
	buffer_add_bytes(&text, value, strcspn(value, "\r\n"));
	if (fact == NULL) {
		facts->list = memory_grow(facts->list, facts->count,
					  sizeof(facts->list[0]));
		fact = &facts->list[facts->count++];
		*fact = (struct fact){ .key = memory_text(key) };
	}
	free(fact->value);
	fact->value = memory_text(text.text);
	buffer_free(&text);
}

const char *facts_get(const struct facts *facts, const char *key)
{
	const struct fact *fact = find(facts, key);

	return fact == NULL ? NULL : fact->value;
}

void facts_free(struct facts *facts)
{
	for (size_t i = 0; i < facts->count; i++) {
		free(facts->list[i].key);
		free(facts->list[i].value);
	}
	free(facts->list);
	*facts = (struct facts){ 0 };
}
