/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Long options: one table drives what is taken and what the help says.
 */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include <stdbool.h>

#include "process.h"

/* One of value, list and set is where the option goes. */
struct option_entry {
	const char *name;		/* NULL ends a table */
	const char *argument;		/* what the help calls it; NULL: none */
	const char *help;
	const char **value;		/* the last one given */
	struct words *list;		/* all of them */
	bool *set;
};

struct command {
	const char *name;
	const char *help;
	int (*run)(int argc, char **argv);
};

/*
 * Take the options from argv[1] on.  What is no option goes to rest, what
 * follows "--" to tail; where one is NULL, such words are an error.  0, or -1
 * with a message.
 */
int options_parse(const struct option_entry *table, int argc, char **argv,
		  struct words *rest, struct words *tail);

/* The help for a command's options, on standard output.  A status. */
int options_help(const char *synopsis, const struct option_entry *table);

/* Whether help is what argv asks for: "-h" or "--help" before any "--". */
bool options_want_help(int argc, char **argv);

/* The command of this name, or NULL with a message. */
const struct command *command_find(const struct command *table,
				   const char *name);

#endif
