/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading a trace: docs/trace-format.md.  Strict; knows nothing of files.
 */
#ifndef TOOL_TRACE_H
#define TOOL_TRACE_H

#include <stdint.h>
#include <sys/types.h>

#include <ledger/ledger.h>

#define TRACE_LINE_MAX 16384
#define TRACE_BUFFER_SIZE (256u * 1024)

enum trace_kind {
	TRACE_EVENT,
	TRACE_SITE,
	TRACE_PAGE,
	TRACE_META,
	TRACE_COMMENT,
	TRACE_END,
};

/* Strings are valid until the next record is read. */
struct trace_record {
	enum trace_kind kind;
	struct event event;
	struct site site;
	struct {
		uint64_t pa;
		uint64_t words[LEDGER_SLOTS];
	} page;
	const char *key;	/* TRACE_META */
	const char *text;	/* TRACE_META, _COMMENT, _END: the rest */
};

struct trace {
	/* The header, after trace_start(). */
	enum ledger_arch arch;
	unsigned cpus;
	uint32_t midr[LEDGER_CPUS_MAX];

	uint64_t line;		/* the current one, from 1 */
	uint32_t sites;		/* highest number so far */
	char error[128];	/* why the last call failed */

	/*
	 * Put up to size bytes there.  0: no more; negative: it failed, and
	 * has said why.
	 */
	ssize_t (*fill)(void *context, char *bytes, size_t size);
	void *context;

	size_t start;		/* of what is not yet read in buffer */
	size_t end;
	char *current;		/* the line, NUL-terminated */
	char *current_end;
	int pending;		/* it is to be parsed again */
	int in_body;		/* no more "meta" */
	int ended;
	char buffer[TRACE_BUFFER_SIZE];
};

#define TRACE_EINVAL (-1)	/* trace->error and trace->line say what */
#define TRACE_EREAD (-2)	/* fill() failed */

/* Set fill and context, all else 0.  Reads the header.  0 or negative. */
int trace_start(struct trace *trace);

/* The next record: 1; 0 when there are no more after TRACE_END; negative. */
int trace_next(struct trace *trace, struct trace_record *record);

#endif
