// SPDX-License-Identifier: BSD-2-Clause
/*
 * Reads docs/trace-format.md.  Strict: whatever the page does not allow ends
 * the program with the number of the line.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

#define LINE_MAX_BYTES 16384u

struct reader {
	FILE *file;
	const char *path;
	unsigned long line;
	char text[LINE_MAX_BYTES + 2];
	char *rest;
	uint64_t sites;
};

static _Noreturn void refuse(const struct reader *r, const char *why)
{
	oracle_die("%s:%lu: %s", r->path, r->line, why);
}

static bool next_line(struct reader *r)
{
	size_t length;

	do {
		if (fgets(r->text, sizeof(r->text), r->file) == NULL) {
			return false;
		}
		r->line++;
		length = strlen(r->text);
		if (length == 0 || r->text[length - 1] != '\n') {
			refuse(r, "line without end, or too long");
		}
		r->text[length - 1] = '\0';
	} while (r->text[0] == '#');
	r->rest = r->text;
	return true;
}

static void must_have_line(struct reader *r)
{
	if (!next_line(r)) {
		refuse(r, "truncated");
	}
}

/* The next field, or NULL at the end of the line. */
static char *next_field(struct reader *r)
{
	char *field = r->rest;
	char *space;

	if (field == NULL) {
		return NULL;
	}
	space = strchr(field, ' ');
	r->rest = space == NULL ? NULL : space + 1;
	if (space != NULL) {
		*space = '\0';
	}
	if (*field == '\0') {
		refuse(r, "empty field");
	}
	return field;
}

static uint64_t parse_number(const struct reader *r, const char *text,
			     uint64_t max)
{
	uint64_t value = 0;
	size_t i;

	for (i = 0; text[i] != '\0'; i++) {
		const char *digits = "0123456789abcdef";
		const char *digit = strchr(digits, text[i]);

		if (digit == NULL || i == 16) {
			refuse(r, "not a number");
		}
		value = value << 4 | (uint64_t)(digit - digits);
	}
	if (i == 0 || value > max) {
		refuse(r, "number out of range");
	}
	return value;
}

static uint64_t next_number(struct reader *r, uint64_t max)
{
	char *field = next_field(r);

	if (field == NULL) {
		refuse(r, "field missing");
	}
	return parse_number(r, field, max);
}

static void must_end(struct reader *r)
{
	if (r->rest != NULL) {
		refuse(r, "too many fields");
	}
}

static void read_page(struct reader *r, struct oracle *o)
{
	uint64_t values[SLOTS] = { 0 };
	uint64_t pa = next_number(r, UINT64_MAX);
	char *field;

	if (pa % PAGE_SIZE != 0) {
		refuse(r, "not the address of a page");
	}
	while ((field = next_field(r)) != NULL) {
		char *colon = strchr(field, ':');

		if (colon == NULL) {
			refuse(r, "not I:V");
		}
		*colon = '\0';
		values[parse_number(r, field, SLOTS - 1)] =
			parse_number(r, colon + 1, UINT64_MAX);
	}
	memory_give_page(o, pa, values);
}

static void read_site(struct reader *r)
{
	unsigned n = 0;
	char *field;

	if (next_number(r, UINT64_MAX) != r->sites + 1) {
		refuse(r, "sites are not counted up");
	}
	r->sites++;
	while ((field = next_field(r)) != NULL) {
		(void)parse_number(r, field, UINT64_MAX);
		n++;
	}
	if (n < 1 || n > 9) {
		refuse(r, "not 1 to 9 addresses");
	}
}

static const char *const REG_NAMES[REG_COUNT] = {
	[REG_TTBR0] = "ttbr0_el1", [REG_TTBR1] = "ttbr1_el1",
	[REG_TCR] = "tcr_el1",	   [REG_MAIR] = "mair_el1",
	[REG_SCTLR] = "sctlr_el1", [REG_SATP] = "satp",
};

static enum reg next_reg(struct reader *r)
{
	char *field = next_field(r);
	unsigned i;

	for (i = 0; field != NULL && i < REG_COUNT; i++) {
		if (strcmp(field, REG_NAMES[i]) == 0) {
			return (enum reg)i;
		}
	}
	refuse(r, "unknown register");
}

static void read_origin(struct reader *r, struct event *e)
{
	e->privilege = (unsigned)next_number(r, PRIVILEGE_HIGHEST);
	e->site = next_number(r, r->sites);
}

static void read_store(struct reader *r, struct event *e)
{
	read_origin(r, e);
	e->address = next_number(r, UINT64_MAX);
	e->value = next_number(r, UINT64_MAX);
	if (e->address % 8 != 0) {
		refuse(r, "store is not aligned");
	}
}

static void read_reg(struct reader *r, struct event *e)
{
	read_origin(r, e);
	e->reg = next_reg(r);
	e->value = next_number(r, UINT64_MAX);
}

static void read_inval(struct reader *r, struct event *e)
{
	read_origin(r, e);
	e->word = (uint32_t)next_number(r, UINT32_MAX);
	e->operand[0] = next_number(r, UINT64_MAX);
	e->operand[1] = next_number(r, UINT64_MAX);
}

static void read_barrier(struct reader *r, struct event *e)
{
	read_origin(r, e);
	e->word = (uint32_t)next_number(r, UINT32_MAX);
}

static void read_mode(struct reader *r, struct event *e)
{
	e->privilege = (unsigned)next_number(r, PRIVILEGE_HIGHEST);
	e->to = (unsigned)next_number(r, PRIVILEGE_HIGHEST);
}

static void read_access(struct reader *r, struct event *e)
{
	char *kind;

	read_origin(r, e);
	e->address = next_number(r, UINT64_MAX);
	kind = next_field(r);
	if (kind == NULL || strlen(kind) != 1 || strchr("lsf", *kind) == NULL) {
		refuse(r, "not l, s or f");
	}
	e->fatal = next_number(r, 1) == 1;
}

static void read_power(struct reader *r, struct event *e)
{
	e->on = next_number(r, 1) == 1;
}

static void read_mark(struct reader *r, struct event *e)
{
	if (r->rest == NULL || strlen(r->rest) >= sizeof(e->label)) {
		refuse(r, "no label, or too long");
	}
	strcpy(e->label, r->rest);
	r->rest = NULL;
}

static const struct {
	const char *name;
	enum event_kind kind;
	void (*read)(struct reader *r, struct event *e);
} RECORDS[] = {
	{ "store", EV_STORE, read_store },
	{ "reg", EV_REG, read_reg },
	{ "inval", EV_INVAL, read_inval },
	{ "barrier", EV_BARRIER, read_barrier },
	{ "mode", EV_MODE, read_mode },
	{ "access", EV_ACCESS, read_access },
	{ "power", EV_POWER, read_power },
	{ "mark", EV_MARK, read_mark },
};

static void read_event(struct reader *r, struct oracle *o, const char *name)
{
	struct event e = { .number = o->now + 1 };
	size_t i;

	for (i = 0; i < sizeof(RECORDS) / sizeof(RECORDS[0]); i++) {
		if (strcmp(name, RECORDS[i].name) != 0) {
			continue;
		}
		e.kind = RECORDS[i].kind;
		e.cpu = (unsigned)next_number(r, o->n_cpus - 1);
		RECORDS[i].read(r, &e);
		must_end(r);
		oracle_event(o, &e);
		return;
	}
	refuse(r, "unknown record");
}

static void must_be(struct reader *r, const char *name)
{
	char *field = next_field(r);

	if (field == NULL || strcmp(field, name) != 0) {
		refuse(r, "bad header");
	}
}

static void read_arch(struct reader *r, struct oracle *o)
{
	char *name;

	must_have_line(r);
	must_be(r, "arch");
	name = next_field(r);
	if (name != NULL && strcmp(name, "aarch64") == 0) {
		o->arch = &architecture_aarch64;
	} else if (name != NULL && strcmp(name, "riscv64") == 0) {
		o->arch = &architecture_riscv64;
	} else {
		refuse(r, "unknown architecture");
	}
	must_end(r);
}

/* Leaves the first line after the fixed part to the caller. */
static void read_header(struct reader *r, struct oracle *o)
{
	must_have_line(r);
	must_be(r, "fencepost-trace");
	must_be(r, "1");
	must_end(r);
	read_arch(r, o);
	must_have_line(r);
	must_be(r, "cpus");
	o->n_cpus = (unsigned)next_number(r, CPUS_MAX);
	if (o->n_cpus == 0) {
		refuse(r, "no CPU");
	}
	must_end(r);
}

/* midr and meta; true if the line was one of them. */
static bool read_header_line(struct reader *r, struct oracle *o,
			     const char *name)
{
	uint64_t cpu;

	if (strcmp(name, "meta") == 0) {
		return true;
	}
	if (strcmp(name, "midr") != 0) {
		return false;
	}
	cpu = next_number(r, o->n_cpus - 1);
	o->cpu[cpu].midr = (uint32_t)next_number(r, UINT32_MAX);
	must_end(r);
	return true;
}

static void read_records(struct reader *r, struct oracle *o)
{
	bool in_header = true;

	for (;;) {
		char *name;

		must_have_line(r);
		name = next_field(r);
		in_header = in_header && read_header_line(r, o, name);
		if (in_header) {
			continue;
		}
		if (strcmp(name, "end") == 0) {
			break;
		}
		if (strcmp(name, "page") == 0) {
			read_page(r, o);
		} else if (strcmp(name, "site") == 0) {
			read_site(r);
		} else {
			read_event(r, o, name);
		}
	}
	if (next_line(r)) {
		refuse(r, "something after the end");
	}
}

void trace_run(struct oracle *o, const char *path)
{
	struct reader *r = oracle_alloc(sizeof(*r));

	r->path = path;
	r->line = 0;
	r->sites = 0;
	r->file = fopen(path, "r");
	if (r->file == NULL) {
		oracle_die("%s: %s", path, strerror(errno));
	}
	read_header(r, o);
	read_records(r, o);
	fclose(r->file);
	free(r);
}
