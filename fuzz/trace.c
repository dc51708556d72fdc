/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trace parser takes any bytes: it ends, with records that keep the
 * promises of tool/trace.h or with an error that has a text.
 */
#include <assert.h>
#include <stdlib.h>

/* Fuzz targets are linked with lib/ and arch/ only. */
#include "../tool/trace.c"

struct bytes {
	const uint8_t *at;
	size_t left;
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* In pieces of odd sizes, so that lines are cut anywhere. */
static ssize_t fill(void *context, char *bytes, size_t size)
{
	struct bytes *from = context;
	size_t piece = from->left % 61 + 1;

	if (piece > from->left) {
		piece = from->left;
	}
	if (piece > size) {
		piece = size;
	}
	memcpy(bytes, from->at, piece);
	from->at += piece;
	from->left -= piece;
	return (ssize_t)piece;
}

static void check_event(const struct trace *trace, const struct event *event)
{
	assert(event->cpu < trace->cpus);
	assert(event->privilege <= 3);
	assert(event->site <= trace->sites);
	switch (event->type) {
	case EVENT_STORE:
		assert(event->store.pa % 8 == 0);
		break;
	case EVENT_REGISTER:
		assert(event->reg.reg < REGISTER_COUNT);
		break;
	case EVENT_MODE:
		assert(event->mode.to <= 3);
		break;
	case EVENT_ACCESS:
		assert(event->access.kind <= ACCESS_FETCH);
		assert(event->access.fatal <= 1);
		break;
	case EVENT_POWER:
		assert(event->power.on <= 1);
		break;
	case EVENT_MARK:
		assert(strlen(event->mark.label) < 64);
		break;
	case EVENT_INVALIDATE:
	case EVENT_BARRIER:
		break;
	}
}

static void check(const struct trace *trace, const struct trace_record *record)
{
	switch (record->kind) {
	case TRACE_EVENT:
		check_event(trace, &record->event);
		break;
	case TRACE_SITE:
		assert(record->site.n_callers <= SITE_CALLERS_MAX);
		break;
	case TRACE_PAGE:
		assert(record->page.pa % 4096 == 0);
		break;
	case TRACE_META:
		assert(strlen(record->key) > 0);
		assert(strlen(record->text) <= TRACE_LINE_MAX);
		break;
	case TRACE_COMMENT:
	case TRACE_END:
		assert(strlen(record->text) <= TRACE_LINE_MAX);
		break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct trace trace;
	static struct trace_record record;
	struct bytes bytes = { data, size };
	int got;

	/* The buffer need not be cleared. */
	memset(&trace, 0, offsetof(struct trace, buffer));
	trace.fill = fill;
	trace.context = &bytes;
	got = trace_start(&trace);
	if (got == 0) {
		assert(trace.cpus >= 1 && trace.cpus <= LEDGER_CPUS_MAX);
		while ((got = trace_next(&trace, &record)) == 1) {
			check(&trace, &record);
		}
	}
	assert(got == 0 || (got == TRACE_EINVAL && trace.error[0] != '\0'));
	return 0;
}
