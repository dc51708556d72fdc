/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "file.h"
#include "image.h"
#include "input.h"
#include "options.h"
#include "replay.h"
#include "reporting.h"
#include "tool.h"
#include "trace.h"
#include "verdicts.h"

#define SYNOPSIS "replay [OPTIONS] TRACE"

/* Address space, not memory: what is not touched costs nothing. */
#define LEDGER_MEMORY ((size_t)4 << 30)

struct replay {
	const char *path;
	struct input *input;
	struct trace *trace;
	struct image *image;
	void *memory;
	struct ledger *ledger;
	struct symbols *symbols;
	struct facts facts;
	struct verdicts verdicts;
	uint32_t *sites;	/* the ledger's number for each of the trace */
	bool own_symbols;	/* the user's, not the trace's */
	bool want_verdicts;
	struct buffer result;
	struct buffer extra;	/* records of the plugin, from the trace */
	char reason[32];
};

static struct reporting reporting;
static const char *symbols_path;
static const char *verdicts_path;

static const struct option_entry options[] = {
	{ .name = "symbols", .argument = "FILE", .value = &symbols_path,
	  .help = "names from kallsyms, a System.map or an ELF file" },
	{ .name = "json", .argument = "FILE", .value = &reporting.json,
	  .help = "write the report as JSON" },
	{ .name = "tap", .set = &reporting.tap,
	  .help = "print KTAP instead of the report" },
	{ .name = "baseline", .argument = "FILE", .value = &reporting.baseline,
	  .help = "fail where this older JSON report is exceeded" },
	{ .name = "known", .argument = "FILE", .value = &reporting.known,
	  .help = "more known findings" },
	{ .name = "verdicts", .argument = "FILE", .value = &verdicts_path,
	  .help = "write each verdict and finding with its event's number" },
	{ .name = NULL },
};

static int trace_fail(const struct replay *replay, int error)
{
	/* A failed read has said so itself. */
	return error == TRACE_EREAD ? -1 :
		fail("%s:%" PRIu64 ": %s", replay->path, replay->trace->line,
		     replay->trace->error);
}

static void judged(void *context, const struct judgement *judgement)
{
	struct replay *replay = context;

	verdicts_add_judgement(&replay->verdicts, judgement);
}

static void found(void *context, const struct finding *finding)
{
	struct replay *replay = context;

	verdicts_add_finding(&replay->verdicts, finding);
}

static int read_page(void *context, uint64_t pa, uint64_t *words)
{
	const struct replay *replay = context;

	return image_read_page(replay->image, pa, words);
}

static int make_ledger(struct replay *replay)
{
	struct ledger_config config = {
		.arch = replay->trace->arch,
		.cpus = replay->trace->cpus,
		.memory_size = LEDGER_MEMORY,
		.context = replay,
		.read_page = read_page,
	};

	memcpy(config.midr, replay->trace->midr, sizeof(config.midr));
	if (replay->want_verdicts) {
		config.judged = judged;
		config.found = found;
	}
	replay->memory = mmap(NULL, LEDGER_MEMORY, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
			      0);
	if (replay->memory == MAP_FAILED) {
		return fail("there is no address space for the ledger");
	}
	config.memory = replay->memory;
	replay->ledger = ledger_new(&config);
	return replay->ledger == NULL ?
		fail("this machine is too large for the ledger") : 0;
}

static int take_event(struct replay *replay, struct event *event)
{
	event->site = replay->sites[event->site];
	/* Memory holds the value when the ledger reads it. */
	if (event->type == EVENT_STORE) {
		image_set_word(replay->image, event->store.pa,
			       event->store.value);
	}
	if (ledger_event(replay->ledger, event) == LEDGER_EINVAL) {
		return fail("%s:%" PRIu64 ": an event that this machine "
			    "can't have", replay->path, replay->trace->line);
	}
	return 0;
}

/* The trace's numbers count up; equal chains have one number in the ledger. */
static void take_site(struct replay *replay, const struct site *site)
{
	uint32_t id = replay->trace->sites;

	replay->sites = memory_grow(replay->sites, id,
				    sizeof(replay->sites[0]));
	replay->sites[id] = ledger_add_site(replay->ledger, site);
}

static void take_comment(struct replay *replay, const char *comment)
{
	if (strncmp(comment, "result ", 7) == 0) {
		buffer_print(&replay->extra, "%s\n", comment + 7);
	} else if (!replay->own_symbols || strncmp(comment, "symbol ", 7) != 0) {
		symbols_add_comment(replay->symbols, comment);
	}
}

static int take(struct replay *replay, struct trace_record *record)
{
	switch (record->kind) {
	case TRACE_EVENT:
		return take_event(replay, &record->event);
	case TRACE_SITE:
		take_site(replay, &record->site);
		return 0;
	case TRACE_PAGE:
		image_set_page(replay->image, record->page.pa,
			       record->page.words);
		return 0;
	case TRACE_META:
		facts_set(&replay->facts, record->key, record->text);
		return 0;
	case TRACE_COMMENT:
		take_comment(replay, record->text);
		return 0;
	case TRACE_END:
		strncpy(replay->reason, record->text,
			sizeof(replay->reason) - 1);
		return 0;
	}
	return 0;
}

static int take_all(struct replay *replay)
{
	struct trace_record *record = memory_get(sizeof(*record));
	int got;

	while ((got = trace_next(replay->trace, record)) == 1) {
		if (take(replay, record) < 0) {
			break;
		}
	}
	free(record);
	if (got < 0) {
		return trace_fail(replay, got);
	}
	return got == 1 ? -1 : 0;
}

static void put(void *context, const char *text, size_t length)
{
	buffer_add_bytes(context, text, length);
}

static int run(struct replay *replay)
{
	int got;

	replay->input = input_open(replay->path);
	if (replay->input == NULL) {
		return -1;
	}
	replay->trace = memory_get(sizeof(*replay->trace));
	replay->trace->fill = input_fill;
	replay->trace->context = replay->input;
	got = trace_start(replay->trace);
	if (got < 0) {
		return trace_fail(replay, got);
	}
	if (make_ledger(replay) < 0 || take_all(replay) < 0) {
		return -1;
	}
	if (strcmp(replay->reason, "done") != 0) {
		message("the recorded machine did not end by itself: %s",
			replay->reason);
	}
	ledger_end(replay->ledger);
	ledger_write_result(replay->ledger, put, &replay->result);
	buffer_add(&replay->result, replay->extra.text == NULL ? "" :
		   replay->extra.text);
	return 0;
}

static int write_verdicts(struct replay *replay, const struct result *sums)
{
	struct buffer text = { 0 };
	int result;

	if (!replay->want_verdicts) {
		return 0;
	}
	verdicts_print(&replay->verdicts, &text);
	verdicts_print_sums(sums, &text);
	result = output_text(verdicts_path, &text);
	buffer_free(&text);
	return result;
}

static int report(struct replay *replay)
{
	struct result result = { 0 };
	struct report_source source = {
		.result = &result,
		.symbols = replay->symbols,
		.facts = &replay->facts,
	};
	int status = STATUS_ERROR;

	if (result_parse(&result, replay->result.text) == 0 &&
	    write_verdicts(replay, &result) == 0) {
		source.run = json_pack("{s:s, s:I, s:I}", "by", "replay",
				       "events", (json_int_t)result.events,
				       "ledger_bytes",
				       (json_int_t)result.memory);
		status = reporting_finish(&reporting, &source);
	}
	result_free(&result);
	return status;
}

static void replay_free(struct replay *replay)
{
	if (replay->input != NULL) {
		input_close(replay->input);
	}
	if (replay->memory != NULL && replay->memory != MAP_FAILED) {
		munmap(replay->memory, LEDGER_MEMORY);
	}
	free(replay->trace);
	free(replay->sites);
	image_free(replay->image);
	symbols_free(replay->symbols);
	facts_free(&replay->facts);
	verdicts_free(&replay->verdicts);
	buffer_free(&replay->result);
	buffer_free(&replay->extra);
}

static int replay_file(const char *path)
{
	struct replay replay = {
		.path = path,
		.image = image_new(),
		.symbols = symbols_new(),
		/* Number 0, of an unknown one, is 0. */
		.sites = memory_get(sizeof(uint32_t)),
		.own_symbols = symbols_path != NULL,
		.want_verdicts = verdicts_path != NULL,
	};
	int status = STATUS_ERROR;

	if (reporting_start(&reporting) == 0 &&
	    (symbols_path == NULL ||
	     symbols_add_file(replay.symbols, symbols_path) == 0) &&
	    run(&replay) == 0) {
		status = report(&replay);
	}
	reporting_end(&reporting);
	replay_free(&replay);
	return status;
}

int replay_main(int argc, char **argv)
{
	struct words rest = { 0 };
	int status = STATUS_ERROR;

	if (options_want_help(argc, argv)) {
		return options_help(SYNOPSIS, options);
	}
	if (options_parse(options, argc, argv, &rest, NULL) == 0) {
		if (rest.count != 1) {
			fail("usage: fencepost %s", SYNOPSIS);
		} else {
			status = replay_file(rest.list[0]);
		}
	}
	words_free(&rest);
	return status;
}
