/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs that make a kernel map, unmap, protect, fault, fork and switch.
 *
 * The loads stand apart from the init that runs them, so that other programs
 * can link them.  They use no time and no randomness but a fixed seed, and
 * each one verifies its own work: counts, contents and the errors that it
 * must get.
 */
#ifndef GUEST_LOADS_H
#define GUEST_LOADS_H

#include <stddef.h>
#include <stdint.h>

/* The largest N of any load. */
#define LOAD_COUNT_MAX 10000000ul

/*
 * The argument with which the exec load calls the program again.  It must
 * call load_exec_status() with the argument after it, and exit with that.
 */
#define LOAD_EXEC_ARGUMENT "--load-exec"

/* A failure that was reported: what a load returns, a child's exit status. */
#define LOAD_EFAIL (-1)
#define LOAD_CHILD_FAILED 99

struct load_context {
	/* A path by which the running program can be executed again. */
	const char *self;
	size_t page_size;
	/* What went wrong, and the number that says so.  From any thread. */
	void (*report)(const char *what, long number);
};

struct load {
	const char *name;
	/* N if the user gives none; 0: the load takes no N. */
	unsigned long count;
	/* 0, or LOAD_EFAIL after report() was called. */
	int (*run)(const struct load_context *context, unsigned long count);
	const char *help;
};

/* Ends with an entry whose name is NULL. */
extern const struct load loads[];

/* NULL: there is none of this name. */
const struct load *load_find(const char *name, size_t length);

int load_exec_status(const char *argument);

/* The functions of the table, and what they share. */
int load_none(const struct load_context *context, unsigned long count);
int load_fork(const struct load_context *context, unsigned long count);
int load_exec(const struct load_context *context, unsigned long count);
int load_mmap(const struct load_context *context, unsigned long count);
int load_mprotect(const struct load_context *context, unsigned long count);
int load_fault(const struct load_context *context, unsigned long count);
int load_fault_file(const struct load_context *context, unsigned long count);
int load_threads(const struct load_context *context, unsigned long count);
int load_messaging(const struct load_context *context, unsigned long count);

/* Report; returns LOAD_EFAIL. */
int load_fail(const struct load_context *context, const char *what,
	      long number);
/* Private anonymous memory, or NULL after a report. */
void *load_map_anonymous(const struct load_context *context, size_t size);
/* The word that the loads keep at the start of a page. */
uint64_t *load_word(const struct load_context *context, void *base,
		    size_t page);
/* Whether the kernel can write to (map in) the page at address: 0 or -1. */
int load_probe_write(void *address);
/* Wait for a child that must exit with this status.  0 or LOAD_EFAIL. */
int load_wait(const struct load_context *context, long pid, int exit_status);

#endif
