/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an experiment changes in the system, written down before it is done:
 * a file that outlives a SIGKILL, by which the next start repairs what is left.
 *
 * It lies in /run, or for others than root in XDG_RUNTIME_DIR or /tmp.  Lines:
 * "owner PID START-TIME", then "write PATH VALUE" (put VALUE back) or "module
 * NAME" (unload it), texts with \xHH for odd bytes.
 */
#ifndef MEASURE_RESTORE_H
#define MEASURE_RESTORE_H

#include <stddef.h>

#define RESTORE_PATH_MAX 512u
#define RESTORE_VALUE_MAX 256u
#define RESTORE_ENTRIES_MAX 64u

enum restore_kind { RESTORE_WRITE, RESTORE_MODULE };

struct restore_entry {
	enum restore_kind kind;
	char path[RESTORE_PATH_MAX];	/* or the module's name */
	char value[RESTORE_VALUE_MAX];
};

struct restore {
	char file[RESTORE_PATH_MAX];
	struct restore_entry list[RESTORE_ENTRIES_MAX];
	size_t count;
	size_t repaired;		/* by restore_open() */
};

/*
 * Repair what a killed experiment left, with a message for each.  0, or -1
 * with a message: another experiment runs, or the file can't be trusted.
 */
int restore_open(struct restore *restore);

/*
 * Write value to path and remember what it was.  0, or a negative error
 * number; then nothing has changed.
 */
int restore_write(struct restore *restore, const char *path,
		  const char *value);
/* A module was loaded. */
int restore_module(struct restore *restore, const char *name);
/* Take back the entries from this one on, the last first.  0, or -1. */
int restore_undo(struct restore *restore, size_t from);
/* All of it; the file is gone afterwards unless something failed. */
int restore_close(struct restore *restore);

#endif
