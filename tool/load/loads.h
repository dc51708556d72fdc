/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs that make a kernel map, unmap, protect, fault, fork and switch.
 *
 * The loads stand apart from the init that runs them, so that other programs
 * can link them.  They use no time and no randomness but a fixed seed, and
 * each one verifies its own work: counts, contents and the errors that it
 * must get.
 */
#ifndef LOAD_LOADS_H
#define LOAD_LOADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The largest N of any load. */
#define LOAD_COUNT_MAX 10000000ul
/* N of a load that goes on until begin() ends it. */
#define LOAD_COUNT_ENDLESS (~0ul)
#define LOAD_WORKERS_MAX 64u
#define LOAD_PAGES_MAX 1024u
#define LOAD_GROUPS_MAX 8u

/*
 * The argument with which the exec load calls the program again.  It must
 * call load_exec_status() with the argument after it, and exit with that.
 */
#define LOAD_EXEC_ARGUMENT "--load-exec"

/* A failure that was reported: what a load returns, a child's exit status. */
#define LOAD_EFAIL (-1)
#define LOAD_CHILD_FAILED 99

/* How shootdown takes pages away. */
enum load_by { LOAD_BY_DONTNEED, LOAD_BY_UNMAP, LOAD_BY_PROTECT };
/* What messaging sends through; both: groups in turn. */
enum load_via { LOAD_VIA_BOTH, LOAD_VIA_PIPE, LOAD_VIA_SOCKET };

struct load_context {
	/* A path by which the running program can be executed again. */
	const char *self;
	size_t page_size;
	/* What went wrong, and the number that says so.  From any thread. */
	void (*report)(const char *what, long number);
	/*
	 * Called by its worker around each operation, or both NULL.  begin()
	 * may wait, and says whether there is one more; what it does not
	 * enclose (preparation, verification) is not the operation.  Workers
	 * count from 0 in one call of run().
	 */
	bool (*begin)(const struct load_context *context, unsigned worker);
	void (*end)(const struct load_context *context, unsigned worker);
	/* The caller's. */
	void *private;
	/* Variants; 0 is what the load does by itself. */
	size_t pages;
	unsigned groups;
	enum load_by by;
	enum load_via via;
};

/* How a caller that has several CPUs runs it. */
enum load_shape {
	LOAD_EACH,		/* once for each CPU, pinned there */
	LOAD_TEAM,		/* once; it uses all CPUs of its affinity */
};

struct load {
	const char *name;
	/* N if the user gives none; 0: the load takes no N. */
	unsigned long count;
	enum load_shape shape;
	/* 0, or LOAD_EFAIL after report() was called. */
	int (*run)(const struct load_context *context, unsigned long count);
	const char *help;
	unsigned workers;	/* of a LOAD_EACH; 0 is one */
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
int load_mmapstress(const struct load_context *context, unsigned long count);
int load_mappings(const struct load_context *context, unsigned long count);
int load_mprotect(const struct load_context *context, unsigned long count);
int load_fault(const struct load_context *context, unsigned long count);
int load_fault_file(const struct load_context *context, unsigned long count);
int load_threads(const struct load_context *context, unsigned long count);
int load_shootdown(const struct load_context *context, unsigned long count);
int load_shootdown_single(const struct load_context *context,
			  unsigned long count);
int load_messaging(const struct load_context *context, unsigned long count);
int load_switch(const struct load_context *context, unsigned long count);

/* Whether worker does one more operation after done ones of count. */
bool load_begin(const struct load_context *context, unsigned worker,
		unsigned long done, unsigned long count);
void load_end(const struct load_context *context, unsigned worker);
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
/* Marsaglia's xorshift64: all values but 0, in one fixed order. */
uint64_t load_random(uint64_t *state);

#endif
