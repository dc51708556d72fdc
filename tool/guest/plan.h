/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the kernel's command line asks the guest to do:
 *
 *	fencepost.load=NAME[:N],NAME[:N]...	loads, in this order
 *	fencepost.run=BASE64URL			then this command line
 *
 * Each at most once.  Everything else on the line is the kernel's.
 */
#ifndef GUEST_PLAN_H
#define GUEST_PLAN_H

#include <stddef.h>

#include "../load/loads.h"
#include "../load/text.h"

#define PLAN_STEPS_MAX 32
#define PLAN_WORDS_MAX 64
#define PLAN_LINE_MAX 2048

struct plan_step {
	const struct load *load;
	unsigned long count;
};

struct plan {
	size_t n_steps;
	struct plan_step steps[PLAN_STEPS_MAX];
	/* The command's words, NULL after the last.  No word: no command. */
	char *argv[PLAN_WORDS_MAX];
	char line[PLAN_LINE_MAX];
};

/*
 * 0, or -1 with the reason in *why: an unknown load, a bad number, a command
 * that can't be decoded or that does not begin with an absolute path ...
 */
int plan_parse(struct plan *plan, const char *command_line, struct text *why);

#endif
