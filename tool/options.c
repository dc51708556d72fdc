/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "file.h"
#include "options.h"
#include "tool.h"

/* The entry for "--name" or "--name=value". */
static const struct option_entry *find(const struct option_entry *table,
				       const char *word)
{
	size_t length = strcspn(word + 2, "=");

	for (; table->name != NULL; table++) {
		if (strlen(table->name) == length &&
		    strncmp(table->name, word + 2, length) == 0) {
			return table;
		}
	}
	fail("unknown option %s", word);
	return NULL;
}

static void store(const struct option_entry *entry, const char *value)
{
	if (entry->list != NULL) {
		words_add(entry->list, "%s", value);
	} else {
		*entry->value = value;
	}
}

/* Take argv[i] and perhaps the next word.  How many words, or -1. */
static int take(const struct option_entry *table, char **argv, int i)
{
	const struct option_entry *entry = find(table, argv[i]);
	const char *equals = strchr(argv[i], '=');

	if (entry == NULL) {
		return -1;
	}
	if (entry->argument == NULL) {
		if (equals != NULL) {
			return fail("option --%s takes no value", entry->name);
		}
		*entry->set = true;
		return 1;
	}
	if (equals != NULL) {
		store(entry, equals + 1);
		return 1;
	}
	if (argv[i + 1] == NULL) {
		return fail("option --%s needs a value: %s", entry->name,
			    entry->argument);
	}
	store(entry, argv[i + 1]);
	return 2;
}

static int take_tail(int argc, char **argv, int i, struct words *tail)
{
	if (tail == NULL) {
		return fail("\"--\" has no meaning here");
	}
	for (; i < argc; i++) {
		words_add(tail, "%s", argv[i]);
	}
	return 0;
}

int options_parse(const struct option_entry *table, int argc, char **argv,
		  struct words *rest, struct words *tail)
{
	int taken;

	for (int i = 1; i < argc; i += taken) {
		if (strcmp(argv[i], "--") == 0) {
			return take_tail(argc, argv, i + 1, tail);
		}
		taken = 1;
		if (strncmp(argv[i], "--", 2) == 0) {
			taken = take(table, argv, i);
			if (taken < 0) {
				return -1;
			}
		} else if (argv[i][0] == '-' && argv[i][1] != '\0') {
			return fail("unknown option %s", argv[i]);
		} else if (rest == NULL) {
			return fail("unexpected argument \"%s\"", argv[i]);
		} else {
			words_add(rest, "%s", argv[i]);
		}
	}
	return 0;
}

bool options_want_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (strcmp(argv[i], "-h") == 0 ||
		    strcmp(argv[i], "--help") == 0) {
			return true;
		}
	}
	return false;
}

int options_help(const char *synopsis, const struct option_entry *table)
{
	struct buffer text = { 0 };
	int result;

	buffer_print(&text, "usage: fencepost %s\n", synopsis);
	for (; table->name != NULL; table++) {
		char left[64];

		snprintf(left, sizeof(left), "--%s%s%s", table->name,
			 table->argument == NULL ? "" : " ",
			 table->argument == NULL ? "" : table->argument);
		buffer_print(&text, "  %-30s %s\n", left, table->help);
	}
	result = output_print(&text);
	buffer_free(&text);
	return result < 0 ? STATUS_ERROR : STATUS_GOOD;
}

const struct command *command_find(const struct command *table,
				   const char *name)
{
	for (; table->name != NULL; table++) {
		if (strcmp(table->name, name) == 0) {
			return table;
		}
	}
	fail("unknown command \"%s\"", name);
	return NULL;
}
