/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an experiment changes in the system, written down before it is done:
 * a file that outlives a SIGKILL, by which the next start repairs what is left.
 *
 * It lies in /run, or for others than root in XDG_RUNTIME_DIR or /tmp.  Lines:
 * "owner PID START-TIME BOOT", then "write PATH VALUE" (put VALUE back) or
 * "module NAME" (unload it), texts with \xHH for odd bytes.  Beside it lies
 * FILE.lock while an experiment of this user runs: only one may change things.
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
	int lock;			/* -1: there is no place for one */
	long other;			/* a process that has it; 0: none */
};

/*
 * Repair what a killed experiment of this boot left, with a message for each.
 * 0, or -1 with a message: another experiment has changed something, the file
 * can't be trusted, or something can't be put back (that alone stays in the
 * file).  After a 0, restore_close() is due.  Where another experiment runs
 * that has not changed anything, its process is in other, and this one can't
 * change anything (-EBUSY).
 */
int restore_open(struct restore *restore);
/* The same with this file, shorter than RESTORE_PATH_MAX; for tests. */
int restore_open_file(struct restore *restore, const char *file);

/*
 * Write value to path and remember what it was.  0, or a negative error
 * number; then nothing has changed.  -EFBIG: it holds more than one line of
 * RESTORE_VALUE_MAX - 1 bytes, which could not be put back.
 */
int restore_write(struct restore *restore, const char *path,
		  const char *value);
/* A module is about to be loaded: noted first, as a kill may come between. */
int restore_module(struct restore *restore, const char *name);
/* The newest entry was not done after all. */
void restore_forget(struct restore *restore);
/*
 * Take back the entries from this one on, the last first.  0, or -1 with a
 * message for each that failed; these stay, for the next attempt.
 */
int restore_undo(struct restore *restore, size_t from);
/* All of it; the file is gone afterwards unless something failed. */
int restore_close(struct restore *restore);

#endif
