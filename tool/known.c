/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "install.h"
#include "known.h"
#include "tool.h"

#define KNOWN_FILE_MAX (1u << 20)
#define BLANKS " \t"

/* The next field at *at, or NULL. */
static char *field(char **at)
{
	char *start = *at + strspn(*at, BLANKS);
	char *end = start + strcspn(start, BLANKS);

	if (start == end) {
		return NULL;
	}
	*at = *end == '\0' ? end : end + 1;
	*end = '\0';
	return start;
}

/* 0, or -1: a field is missing. */
static int add_line(struct known *known, char *line)
{
	const char *fields[4];
	const char *text;

	for (int i = 0; i < 4; i++) {
		fields[i] = field(&line);
		if (fields[i] == NULL) {
			return -1;
		}
	}
	text = line + strspn(line, BLANKS);
	if (*text == '\0') {
		return -1;
	}
	known->list = memory_grow(known->list, known->count,
				  sizeof(known->list[0]));
	known->list[known->count++] = (struct known_entry){
		.rule = memory_text(fields[0]),
		.site = memory_text(fields[1]),
		.maker = memory_text(fields[2]),
		.kernel = memory_text(fields[3]),
		.text = memory_text(text),
	};
	return 0;
}

int known_read(struct known *known, const char *path)
{
	struct buffer content = { 0 };
	unsigned number = 0;
	int result = -1;
	char *next;
	char *line;

	if (file_check(path) == 0) {
		result = file_read(path, KNOWN_FILE_MAX, &content);
	}
	next = content.text;
	while (result == 0 && (line = strsep(&next, "\n")) != NULL) {
		number++;
		line[strcspn(line, "\r")] = '\0';
		if (line[strspn(line, BLANKS)] != '\0' && line[0] != '#' &&
		    add_line(known, line) < 0) {
			result = fail("%s:%u: a known finding has a rule, a "
				      "site, a maker, a kernel and an "
				      "explanation", path, number);
		}
	}
	buffer_free(&content);
	return result;
}

int known_read_shipped(struct known *known)
{
	char path[FILE_PATH_MAX];

	return install_find("known.txt", path) < 0 ? -1 :
		known_read(known, path);
}

/* Whether pattern matches "symbol+0x10" or "symbol+0x10 [module]". */
static bool matches_symbol(const char *pattern, const json_t *value)
{
	const char *symbol = json_string_value(value);
	char *name = memory_text(symbol == NULL ? "" : symbol);
	bool found;

	name[strcspn(name, "+")] = '\0';
	found = fnmatch(pattern, name, 0) == 0;
	free(name);
	return found;
}

static bool matches_chain(const char *pattern, const json_t *finding,
			  const char *symbol, const char *callers)
{
	const json_t *list = json_object_get(finding, callers);

	if (matches_symbol(pattern, json_object_get(finding, symbol))) {
		return true;
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		if (matches_symbol(pattern, json_array_get(list, i))) {
			return true;
		}
	}
	return false;
}

const char *known_find(const struct known *known, const json_t *finding,
		       const char *kernel)
{
	const char *rule = json_string_value(json_object_get(finding, "rule"));

	for (size_t i = 0; i < known->count; i++) {
		const struct known_entry *entry = &known->list[i];

		if (rule != NULL && strcmp(rule, entry->rule) == 0 &&
		    fnmatch(entry->kernel, kernel == NULL ? "" : kernel,
			    0) == 0 &&
		    matches_chain(entry->site, finding, "site", "callers") &&
		    matches_chain(entry->maker, finding, "maker",
				  "maker_callers")) {
			return entry->text;
		}
	}
	return NULL;
}

void known_free(struct known *known)
{
	for (size_t i = 0; i < known->count; i++) {
		free(known->list[i].rule);
		free(known->list[i].site);
		free(known->list[i].maker);
		free(known->list[i].kernel);
		free(known->list[i].text);
	}
	free(known->list);
	*known = (struct known){ 0 };
}
