/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Running QEMU with the plugin, from start to end.
 */
#ifndef TOOL_RUN_H
#define TOOL_RUN_H

#include "console.h"
#include "process.h"
#include "record.h"

/* Ends of pipes that QEMU has: run_start() makes them, run_guest() closes. */
struct run_pipe {
	int read_end;
	int write_end;
};

enum run_end {
	RUN_ENDED,		/* QEMU ended: wait_status says how */
	RUN_STALLED,		/* stopped: no sign of life for too long */
	RUN_TOO_LONG,		/* stopped: over the limit for all */
	RUN_ERROR,		/* stopped or not started; a message was given */
};

struct run {
	struct run_pipe serial;
	struct run_pipe errors;
	struct run_pipe progress;
	struct run_pipe trace;		/* not opened: -1 */
	struct record *record;		/* NULL: no trace is wanted */

	/* After run_guest(). */
	enum run_end end;
	int wait_status;
	unsigned timeout_s;		/* what "too long" was */
	struct console console;
	struct buffer error_text;	/* what QEMU said */
};

/* Make the pipes.  0, or -1 with a message; run_free() in any case. */
int run_start(struct run *run, struct record *record);

/*
 * Run argv, which names run's write ends.  Shows progress on a terminal.  A
 * guest hangs that neither writes nor reports progress while QEMU uses
 * FENCEPOST_TIMEOUT (300) seconds of processor time, or a third of it before
 * its first sign of life, or for which QEMU uses none in 60 s (or
 * FENCEPOST_TIMEOUT, if that is less).  No run takes longer than six times
 * FENCEPOST_TIMEOUT.
 */
void run_guest(struct run *run, char *const *argv);

void run_free(struct run *run);

#endif
