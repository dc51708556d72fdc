/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "file.h"
#include "record.h"
#include "tool.h"

#define COMPRESSION_LEVEL 3
/* The header's lines are few and short. */
#define HEADER_MAX 65536u

struct record {
	struct output output;
	const struct facts *facts;
	ZSTD_CStream *stream;	/* NULL: not compressed */
	bool in_body;
	struct buffer held;	/* the last whole line, and what is after it */
};

struct record *record_start(const char *path, const struct facts *facts)
{
	struct record *record = memory_get(sizeof(*record));
	size_t length = strlen(path);

	record->facts = facts;
	if (output_open(&record->output, path) < 0) {
		record_free(record);
		return NULL;
	}
	if (length > 4 && strcmp(path + length - 4, ".zst") == 0) {
		record->stream = ZSTD_createCStream();
		if (record->stream == NULL ||
		    ZSTD_isError(ZSTD_initCStream(record->stream,
						  COMPRESSION_LEVEL)) != 0) {
			fail("out of memory");
			record_free(record);
			return NULL;
		}
	}
	return record;
}

static int write_compressed(struct record *record, const char *bytes,
			    size_t length, ZSTD_EndDirective directive)
{
	ZSTD_inBuffer in = { .src = bytes, .size = length };
	char piece[65536];
	size_t left;

	do {
		ZSTD_outBuffer out = { .dst = piece, .size = sizeof(piece) };

		left = ZSTD_compressStream2(record->stream, &out, &in,
					    directive);
		if (ZSTD_isError(left) != 0) {
			return fail("can't compress the trace: %s",
				    ZSTD_getErrorName(left));
		}
		if (output_write(&record->output, piece, out.pos) < 0) {
			return -1;
		}
	} while (directive == ZSTD_e_end ? left > 0 : in.pos < in.size);
	return 0;
}

static int put(struct record *record, const char *bytes, size_t length)
{
	return record->stream == NULL ?
		output_write(&record->output, bytes, length) :
		write_compressed(record, bytes, length, ZSTD_e_continue);
}

static bool is_header(const char *line)
{
	static const char *const starts[] = {
		"fencepost-trace ", "arch ", "cpus ", "midr ", "#",
	};

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		if (strncmp(line, starts[i], strlen(starts[i])) == 0) {
			return true;
		}
	}
	return false;
}

/* Put the header's lines, and the facts behind them, once they are whole. */
static int pass_header(struct record *record)
{
	struct buffer meta = { 0 };
	const char *line = record->held.text;
	const char *newline;
	int result;

	while ((newline = strchr(line, '\n')) != NULL && is_header(line)) {
		line = newline + 1;
	}
	if (newline == NULL) {
		return record->held.length < HEADER_MAX ? 0 :
			fail("the trace has no header");
	}
	for (size_t i = 0; i < record->facts->count; i++) {
		buffer_print(&meta, "meta %s %s\n", record->facts->list[i].key,
			     record->facts->list[i].value);
	}
	result = put(record, record->held.text,
		     (size_t)(line - record->held.text));
	if (result == 0 && meta.length > 0) {
		result = put(record, meta.text, meta.length);
	}
	buffer_drop(&record->held, (size_t)(line - record->held.text));
	buffer_free(&meta);
	record->in_body = true;
	return result;
}

/* Put all but the last whole line and what is after it: it may be "end". */
static int pass_body(struct record *record)
{
	const char *text = record->held.text;
	const char *last = memrchr(text, '\n', record->held.length);
	const char *before;
	size_t length;

	if (last == NULL) {
		return 0;
	}
	before = memrchr(text, '\n', (size_t)(last - text));
	if (before == NULL) {
		return 0;
	}
	length = (size_t)(before + 1 - text);
	if (put(record, text, length) < 0) {
		return -1;
	}
	buffer_drop(&record->held, length);
	return 0;
}

int record_add(struct record *record, const char *bytes, size_t length)
{
	buffer_add_bytes(&record->held, bytes, length);
	if (!record->in_body && pass_header(record) < 0) {
		return -1;
	}
	return record->in_body ? pass_body(record) : 0;
}

static void add_firmware(const struct result *result, struct buffer *text)
{
	for (size_t i = 0; i < result->n_firmware; i++) {
		const struct result_firmware *call = &result->firmware[i];

		buffer_print(text, "#result firmware\tfunction=0x%" PRIx64
			     "\tcount=%" PRIu64 "\tinstructions_min=%" PRIu64
			     "\tinstructions_max=%" PRIu64
			     "\tpredictor_invalidations=%" PRIu64 "\n",
			     call->function, call->count,
			     call->instructions_min, call->instructions_max,
			     call->predictor_invalidations);
	}
}

static void add_expects(const struct result *result, struct buffer *text)
{
	for (size_t i = 0; i < result->n_expects; i++) {
		const struct result_cpu_op *expect = &result->expects[i];

		buffer_print(text, "#result expect\tcpu=%" PRIu64 "\top=%s"
			     "\tn=%" PRIu64 "\n", expect->cpu, expect->op,
			     expect->n);
	}
}

int record_finish(struct record *record, struct symbols *symbols,
		  const struct result *result)
{
	struct buffer text = { 0 };
	int done;

	if (!record->in_body || strncmp(record->held.text, "end ", 4) != 0) {
		return fail("the recorded trace has no end");
	}
	symbols_write(symbols, &text);
	for (size_t i = 0; i < result->n_sites; i++) {
		symbols_write_source(symbols, result->sites[i].chain.pc,
				     &text);
	}
	add_firmware(result, &text);
	add_expects(result, &text);
	buffer_add_bytes(&text, record->held.text, record->held.length);
	done = put(record, text.text, text.length);
	if (done == 0 && record->stream != NULL) {
		done = write_compressed(record, NULL, 0, ZSTD_e_end);
	}
	buffer_free(&text);
	return done < 0 ? done : output_finish(&record->output);
}

void record_free(struct record *record)
{
	if (record == NULL) {
		return;
	}
	output_cancel(&record->output);
	ZSTD_freeCStream(record->stream);
	buffer_free(&record->held);
	free(record);
}
