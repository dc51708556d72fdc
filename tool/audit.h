/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_AUDIT_H
#define TOOL_AUDIT_H

#include <stdbool.h>

#include "process.h"
#include "reporting.h"

/* The command line of an audit; NULL where an option was not given. */
struct audit_options {
	const char *arch;	/* never NULL, and Fencepost's name */
	const char *kernel;
	const char *initrd;
	const char *symbols;
	const char *firmware;
	const char *machine;
	const char *cpu;
	const char *smp;
	const char *memory;
	const char *load;
	const char *run;
	const char *payload;
	const char *record;
	bool fast;
	struct words append;
	struct words add;
	struct words qemu;	/* what follows "--" */
	struct reporting reporting;
};

/*
 * Parse, and check what can be checked without looking at files.  0, or -1
 * with a message; audit_options_free() in any case.
 */
int audit_options_parse(struct audit_options *options, int argc, char **argv);
void audit_options_free(struct audit_options *options);
/* Print the help; an exit status. */
int audit_options_help(void);

/* fencepost audit; returns an exit status. */
int audit_main(int argc, char **argv);

#endif
