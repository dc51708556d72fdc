/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "trace.h"

#define DIGITS_MAX 16
#define MIDR_MAX 0xffffffffu
#define WORD_MAX 0xffffffffu

/* Value of a lower-case hexadecimal digit, plus 1; 0 for all else. */
static const unsigned char digit_plus_one[256] = {
	['0'] = 1, ['1'] = 2, ['2'] = 3, ['3'] = 4, ['4'] = 5, ['5'] = 6,
	['6'] = 7, ['7'] = 8, ['8'] = 9, ['9'] = 10, ['a'] = 11, ['b'] = 12,
	['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
};

static const char *const register_names[REGISTER_COUNT] = {
	[REGISTER_TTBR0_EL1] = "ttbr0_el1",
	[REGISTER_TTBR1_EL1] = "ttbr1_el1",
	[REGISTER_TCR_EL1] = "tcr_el1",
	[REGISTER_MAIR_EL1] = "mair_el1",
	[REGISTER_SCTLR_EL1] = "sctlr_el1",
	[REGISTER_SATP] = "satp",
};

static int error(struct trace *trace, const char *text)
{
	snprintf(trace->error, sizeof(trace->error), "%s", text);
	return TRACE_EINVAL;
}

static int malformed(struct trace *trace, const char *record)
{
	snprintf(trace->error, sizeof(trace->error),
		 "malformed record \"%s\"", record);
	return TRACE_EINVAL;
}

/* Make room behind what is not yet read, and read more.  As fill(). */
static ssize_t refill(struct trace *trace)
{
	ssize_t got;

	memmove(trace->buffer, trace->buffer + trace->start,
		trace->end - trace->start);
	trace->end -= trace->start;
	trace->start = 0;
	got = trace->fill(trace->context, trace->buffer + trace->end,
			  sizeof(trace->buffer) - trace->end);
	if (got > 0) {
		trace->end += (size_t)got;
	}
	return got;
}

/* The newline that ends the next line: 1, 0 at the end of the file. */
static int find_newline(struct trace *trace, char **newline)
{
	size_t seen = 0;

	for (;;) {
		char *from = trace->buffer + trace->start;
		size_t length = trace->end - trace->start;
		ssize_t got;

		*newline = memchr(from + seen, '\n', length - seen);
		if (*newline != NULL) {
			return 1;
		}
		if (length > TRACE_LINE_MAX) {
			return error(trace, "the line is too long");
		}
		seen = length;
		got = refill(trace);
		if (got < 0) {
			return TRACE_EREAD;
		}
		if (got == 0) {
			return length == 0 ? 0 :
				error(trace, "truncated in this line");
		}
	}
}

/* Make the next line the current one.  1, 0 at the end, or negative. */
static int next_line(struct trace *trace)
{
	char *newline;
	int got;

	trace->line++;
	got = find_newline(trace, &newline);
	if (got <= 0) {
		return got;
	}
	trace->current = trace->buffer + trace->start;
	trace->current_end = newline;
	if (newline - trace->current > TRACE_LINE_MAX) {
		return error(trace, "the line is too long");
	}
	*newline = '\0';
	trace->start = (size_t)(newline + 1 - trace->buffer);
	return 1;
}

/* A number at *at, not larger than max, which ends the field or the line. */
static int parse_number(const char **at, uint64_t max, uint64_t *value)
{
	const unsigned char *from = (const unsigned char *)*at;
	const unsigned char *p = from;
	uint64_t sum = 0;
	unsigned digit;

	while ((digit = digit_plus_one[*p]) != 0) {
		sum = sum << 4 | (digit - 1);
		p++;
	}
	*at = (const char *)p;
	*value = sum;
	return p > from && p - from <= DIGITS_MAX && sum <= max ? 0 : -1;
}

/* The same after a space. */
static int parse_field(const char **at, uint64_t max, uint64_t *value)
{
	if (**at != ' ') {
		return -1;
	}
	++*at;
	return parse_number(at, max, value);
}

/* Not just a NUL: the line may hold one. */
static int parse_end(const struct trace *trace, const char *at)
{
	return at == trace->current_end ? 0 : -1;
}

/* " CPU PRIV SITE", as most events start. */
static int parse_who(const struct trace *trace, const char **at,
		     struct event *event)
{
	uint64_t cpu, privilege, site;

	if (parse_field(at, trace->cpus - 1, &cpu) < 0 ||
	    parse_field(at, 3, &privilege) < 0 ||
	    parse_field(at, trace->sites, &site) < 0) {
		return -1;
	}
	event->cpu = (uint8_t)cpu;
	event->privilege = (uint8_t)privilege;
	event->site = (uint32_t)site;
	return 0;
}

static int parse_store(struct trace *trace, const char *at,
		       struct trace_record *record)
{
	struct event *event = &record->event;

	event->type = EVENT_STORE;
	if (parse_who(trace, &at, event) < 0 ||
	    parse_field(&at, UINT64_MAX, &event->store.pa) < 0 ||
	    parse_field(&at, UINT64_MAX, &event->store.value) < 0 ||
	    event->store.pa % 8 != 0) {
		return -1;
	}
	return parse_end(trace, at);
}

static int parse_register(struct trace *trace, const char *at,
			  struct trace_record *record)
{
	struct event *event = &record->event;

	event->type = EVENT_REGISTER;
	if (parse_who(trace, &at, event) < 0 || *at != ' ') {
		return -1;
	}
	at++;
	for (int i = 0; i < REGISTER_COUNT; i++) {
		size_t length = strlen(register_names[i]);

		if (strncmp(at, register_names[i], length) == 0 &&
		    at[length] == ' ') {
			at += length;
			event->reg.reg = (enum event_register)i;
			return parse_field(&at, UINT64_MAX,
					   &event->reg.value) < 0 ?
				-1 : parse_end(trace, at);
		}
	}
	return -1;
}

static int parse_invalidate(struct trace *trace, const char *at,
			    struct trace_record *record)
{
	struct event *event = &record->event;
	uint64_t word;

	event->type = EVENT_INVALIDATE;
	if (parse_who(trace, &at, event) < 0 ||
	    parse_field(&at, WORD_MAX, &word) < 0 ||
	    parse_field(&at, UINT64_MAX, &event->invalidate.operand[0]) < 0 ||
	    parse_field(&at, UINT64_MAX, &event->invalidate.operand[1]) < 0) {
		return -1;
	}
	event->invalidate.word = (uint32_t)word;
	return parse_end(trace, at);
}

static int parse_barrier(struct trace *trace, const char *at,
			 struct trace_record *record)
{
	struct event *event = &record->event;
	uint64_t word;

	event->type = EVENT_BARRIER;
	if (parse_who(trace, &at, event) < 0 ||
	    parse_field(&at, WORD_MAX, &word) < 0) {
		return -1;
	}
	event->barrier.word = (uint32_t)word;
	return parse_end(trace, at);
}

static int parse_mode(struct trace *trace, const char *at,
		      struct trace_record *record)
{
	struct event *event = &record->event;
	uint64_t cpu, from, to;

	event->type = EVENT_MODE;
	if (parse_field(&at, trace->cpus - 1, &cpu) < 0 ||
	    parse_field(&at, 3, &from) < 0 || parse_field(&at, 3, &to) < 0) {
		return -1;
	}
	event->cpu = (uint8_t)cpu;
	event->privilege = (uint8_t)from;
	event->mode.to = (uint8_t)to;
	return parse_end(trace, at);
}

static int parse_access(struct trace *trace, const char *at,
			struct trace_record *record)
{
	static const char kinds[] = "lsf";	/* as enum event_access */
	struct event *event = &record->event;
	const char *kind;
	uint64_t fatal;

	event->type = EVENT_ACCESS;
	if (parse_who(trace, &at, event) < 0 ||
	    parse_field(&at, UINT64_MAX, &event->access.va) < 0 ||
	    at[0] != ' ' || at[1] == '\0') {
		return -1;
	}
	kind = strchr(kinds, at[1]);
	at += 2;
	if (kind == NULL || parse_field(&at, 1, &fatal) < 0) {
		return -1;
	}
	event->access.kind = (enum event_access)(kind - kinds);
	event->access.fatal = (uint8_t)fatal;
	return parse_end(trace, at);
}

static int parse_power(struct trace *trace, const char *at,
		       struct trace_record *record)
{
	struct event *event = &record->event;
	uint64_t cpu, on;

	event->type = EVENT_POWER;
	if (parse_field(&at, trace->cpus - 1, &cpu) < 0 ||
	    parse_field(&at, 1, &on) < 0) {
		return -1;
	}
	event->cpu = (uint8_t)cpu;
	event->power.on = (uint8_t)on;
	return parse_end(trace, at);
}

static int parse_mark(struct trace *trace, const char *at,
		      struct trace_record *record)
{
	struct event *event = &record->event;
	uint64_t cpu;

	event->type = EVENT_MARK;
	if (parse_field(&at, trace->cpus - 1, &cpu) < 0 || *at != ' ' ||
	    strlen(at + 1) >= sizeof(event->mark.label)) {
		return -1;
	}
	event->cpu = (uint8_t)cpu;
	strcpy(event->mark.label, at + 1);
	return parse_end(trace, at + 1 + strlen(at + 1));
}

static int parse_site(struct trace *trace, const char *at,
		      struct trace_record *record)
{
	struct site *site = &record->site;
	uint64_t id;

	*site = (struct site){ 0 };
	if (parse_field(&at, UINT32_MAX, &id) < 0 ||
	    id != (uint64_t)trace->sites + 1 ||
	    parse_field(&at, UINT64_MAX, &site->pc) < 0) {
		return -1;
	}
	while (*at != '\0') {
		if (site->n_callers == SITE_CALLERS_MAX ||
		    parse_field(&at, UINT64_MAX,
				&site->callers[site->n_callers]) < 0) {
			return -1;
		}
		site->n_callers++;
	}
	trace->sites++;
	return parse_end(trace, at);
}

static int parse_page(struct trace *trace, const char *at,
		      struct trace_record *record)
{
	uint64_t slot;

	memset(record->page.words, 0, sizeof(record->page.words));
	if (parse_field(&at, UINT64_MAX, &record->page.pa) < 0 ||
	    record->page.pa % 4096 != 0) {
		return -1;
	}
	while (*at != '\0') {
		if (parse_field(&at, LEDGER_SLOTS - 1, &slot) < 0 ||
		    *at != ':') {
			return -1;
		}
		at++;
		if (parse_number(&at, UINT64_MAX,
				 &record->page.words[slot]) < 0) {
			return -1;
		}
	}
	return parse_end(trace, at);
}

static int parse_last(struct trace *trace, const char *at,
		      struct trace_record *record)
{
	if (*at != ' ' || at[1] == '\0' || strchr(at + 1, ' ') != NULL) {
		return -1;
	}
	record->text = at + 1;
	trace->ended = 1;
	return parse_end(trace, at + strlen(at));
}

/* In about the order of their frequency. */
static const struct {
	const char *name;
	size_t length;
	enum trace_kind kind;
	int (*parse)(struct trace *trace, const char *at,
		     struct trace_record *record);
} parsers[] = {
	{ "store", 5, TRACE_EVENT, parse_store },
	{ "mode", 4, TRACE_EVENT, parse_mode },
	{ "inval", 5, TRACE_EVENT, parse_invalidate },
	{ "barrier", 7, TRACE_EVENT, parse_barrier },
	{ "page", 4, TRACE_PAGE, parse_page },
	{ "reg", 3, TRACE_EVENT, parse_register },
	{ "access", 6, TRACE_EVENT, parse_access },
	{ "site", 4, TRACE_SITE, parse_site },
	{ "power", 5, TRACE_EVENT, parse_power },
	{ "mark", 4, TRACE_EVENT, parse_mark },
	{ "end", 3, TRACE_END, parse_last },
};

static int parse_event(struct trace *trace, struct trace_record *record)
{
	const char *line = trace->current;

	for (size_t i = 0; i < sizeof(parsers) / sizeof(parsers[0]); i++) {
		size_t length = parsers[i].length;

		if (strncmp(line, parsers[i].name, length) != 0 ||
		    (line[length] != ' ' && line[length] != '\0')) {
			continue;
		}
		record->kind = parsers[i].kind;
		record->event.site = 0;
		record->event.privilege = 0;
		return parsers[i].parse(trace, line + length, record) < 0 ?
			malformed(trace, parsers[i].name) : 1;
	}
	return error(trace, "unknown record");
}

/* "meta KEY TEXT" */
static int parse_meta(struct trace *trace, struct trace_record *record)
{
	char *key = trace->current + 5;
	char *space = strchr(key, ' ');

	if (trace->in_body != 0) {
		return error(trace, "\"meta\" belongs into the header");
	}
	if (space == NULL || space == key ||
	    parse_end(trace, space + strlen(space)) < 0) {
		return malformed(trace, "meta");
	}
	*space = '\0';
	record->kind = TRACE_META;
	record->key = key;
	record->text = space + 1;
	return 1;
}

static int parse(struct trace *trace, struct trace_record *record)
{
	const char *line = trace->current;

	if (line[0] == '#') {
		record->kind = TRACE_COMMENT;
		record->text = line + 1;
		return 1;
	}
	if (trace->ended != 0) {
		return error(trace, "there is text after \"end\"");
	}
	if (strncmp(line, "meta ", 5) == 0) {
		return parse_meta(trace, record);
	}
	trace->in_body = 1;
	return parse_event(trace, record);
}

int trace_next(struct trace *trace, struct trace_record *record)
{
	int got;

	if (trace->pending != 0) {
		trace->pending = 0;
		return parse(trace, record);
	}
	got = next_line(trace);
	if (got == 0 && trace->ended == 0) {
		return error(trace, "truncated: there is no \"end\"");
	}
	return got == 1 ? parse(trace, record) : got;
}

/* "midr CPU VALUE" */
static int parse_midr(struct trace *trace, const char *at)
{
	uint64_t cpu, value;

	if (parse_field(&at, trace->cpus - 1, &cpu) < 0 ||
	    parse_field(&at, MIDR_MAX, &value) < 0 ||
	    parse_end(trace, at) < 0) {
		return -1;
	}
	trace->midr[cpu] = (uint32_t)value;
	return 0;
}

static int parse_arch(struct trace *trace)
{
	if (strcmp(trace->current, "arch aarch64") == 0) {
		trace->arch = LEDGER_AARCH64;
	} else if (strcmp(trace->current, "arch riscv64") == 0) {
		trace->arch = LEDGER_RISCV64;
	} else {
		return -1;
	}
	return 0;
}

static int parse_cpus(struct trace *trace)
{
	const char *at = trace->current + 4;
	uint64_t cpus;

	if (strncmp(trace->current, "cpus", 4) != 0 ||
	    parse_field(&at, LEDGER_CPUS_MAX, &cpus) < 0 || cpus == 0 ||
	    parse_end(trace, at) < 0) {
		return -1;
	}
	trace->cpus = (unsigned)cpus;
	return 0;
}

/* The next line that is no comment; an end of the file is an error here. */
static int header_line(struct trace *trace)
{
	int got;

	do {
		got = next_line(trace);
	} while (got == 1 && trace->current[0] == '#' && trace->line > 1);
	if (got == 0) {
		return error(trace, "truncated in its header");
	}
	if (got == 1 &&
	    parse_end(trace, trace->current + strlen(trace->current)) < 0) {
		return error(trace, "there is a NUL byte in this line");
	}
	return got;
}

static int start_midr(struct trace *trace)
{
	int got;

	for (;;) {
		got = header_line(trace);
		if (got != 1) {
			return got;
		}
		if (strncmp(trace->current, "midr ", 5) != 0) {
			trace->pending = 1;
			return 0;
		}
		if (parse_midr(trace, trace->current + 4) < 0) {
			return malformed(trace, "midr");
		}
	}
}

int trace_start(struct trace *trace)
{
	int got = header_line(trace);

	if (got != 1) {
		return got;
	}
	if (strcmp(trace->current, "fencepost-trace 1") != 0) {
		return error(trace, "this is no trace of version 1");
	}
	got = header_line(trace);
	if (got != 1) {
		return got;
	}
	if (parse_arch(trace) < 0) {
		return error(trace, "\"arch\" aarch64 or riscv64 is missing");
	}
	got = header_line(trace);
	if (got != 1) {
		return got;
	}
	if (parse_cpus(trace) < 0) {
		return error(trace, "\"cpus\" with 1 to 40 (hexadecimal) "
			     "is missing");
	}
	return start_midr(trace);
}
