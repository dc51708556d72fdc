/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The state file: an experiment that can go on after whatever ended it.  Text,
 * only ever added to, a run at a time and synced:
 *
 *	fencepost-measure 1
 *	option WORD...		the command line, to be parsed again
 *	run NUMBER BLOCK PAIR ARM STARTED SECONDS
 *	boot ID			of /proc/sys/kernel/random/boot_id
 *	value METRIC NUMBER	(C99 %a, so that it comes back as it was)
 *	count NAME NUMBER	of the delivery
 *	flag NAME DETAIL
 *	times COUNT SUM MIN MAX BUCKET:N...
 *	end NUMBER
 *
 * Words are escaped (escape.h).  A run without its end is as if it were not
 * there: the machine went down, or the disk was full.
 */
#ifndef MEASURE_STATE_H
#define MEASURE_STATE_H

#include "../process.h"
#include "experiment.h"

struct state {
	int fd;				/* -1: there is none */
	const char *path;
};

/* A new file; it must not exist.  0, or -1 with a message. */
int state_create(struct state *state, const char *path,
		 const struct words *options);
/*
 * An existing one, of this user or root alone and in no other's use: add its
 * options to options, its runs to experiment.  What follows the last whole run
 * is cut off.  0, or -1 with a message.
 */
int state_open(struct state *state, const char *path, struct words *options,
	       struct experiment *experiment);
/* 0, or -1 with a message: nothing, or a run without end, was added. */
int state_add(struct state *state, const struct run *run);
void state_close(struct state *state);

/* As text; for tests.  0, or -1: no run of this format. */
void state_print(const struct run *run, struct buffer *text);
int state_parse(struct experiment *experiment, char *text,
		struct words *options, size_t *used);

#endif
