// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"
#include "output.h"
#include "result.h"

/* More of a kind is noise, or an attack. */
#define NOTES_MAX 64
#define EXPECTS_MAX 4096
#define TEXT_MAX 200

struct expect {
	unsigned cpu;
	uint64_t n;
	size_t length;
	char op[64];
};

static struct options_target target;
/* For a file: what it is called until it is complete. */
static struct options_target partial;
static char *name;
static int version;
static char notes[NOTES_MAX][TEXT_MAX];
static unsigned n_notes;
static unsigned n_lost_notes;
static struct expect *expects;
static unsigned n_expects;
static uint64_t status;
static bool has_status;
static bool powered_off;
static bool failed;

static struct output output;

/* A file is made at the end, under another name first: whole or not at all. */
static int check_file(void)
{
	struct options_target file = { .fd = -1, .file = target.file };
	struct stat found;
	size_t size = strlen(target.file) + sizeof(".partial");

	/* A device or a pipe is no file that another could replace. */
	if (stat(target.file, &found) == 0 && !S_ISREG(found.st_mode)) {
		target.file = NULL;
		return output_open(&output, &file, "result");
	}
	partial.fd = -1;
	name = malloc(size);
	if (name == NULL) {
		message_print("no memory");
		return -1;
	}
	snprintf(name, size, "%s.partial", target.file);
	partial.file = name;
	/* To say now what would go wrong at the end. */
	if (output_open(&output, &partial, "result") < 0) {
		return -1;
	}
	close(output.fd);
	unlink(name);
	return 0;
}

int result_open(const struct options *options, int interface_version)
{
	target = options->result;
	version = interface_version;
	expects = calloc(EXPECTS_MAX, sizeof(*expects));
	if (expects == NULL) {
		message_print("no memory");
		return -1;
	}
	return target.file != NULL ? check_file()
				   : output_open(&output, &target, "result");
}

void result_note(const char *format, ...)
{
	va_list arguments;

	if (n_notes == NOTES_MAX) {
		n_lost_notes++;
		return;
	}
	va_start(arguments, format);
	vsnprintf(notes[n_notes++], TEXT_MAX, format, arguments);
	va_end(arguments);
}

void result_fail(void)
{
	failed = true;
}

void result_expect(unsigned cpu, const char *op, size_t length, uint64_t n)
{
	struct expect *expect;

	if (n_expects == EXPECTS_MAX) {
		result_note("more than %d counts by the guest", EXPECTS_MAX);
		return;
	}
	expect = &expects[n_expects++];
	expect->cpu = cpu;
	expect->n = n;
	expect->length = length < sizeof(expect->op) ? length
						     : sizeof(expect->op);
	memcpy(expect->op, op, expect->length);
}

void result_status(uint64_t value)
{
	status = value;
	has_status = true;
}

void result_power_off(void)
{
	powered_off = true;
}

const char *result_reason(void)
{
	if (failed) {
		return "error";
	}
	return has_status || powered_off ? "done" : "stopped";
}

static void put_decimal(const char *before, uint64_t value)
{
	char text[64];

	snprintf(text, sizeof(text), "%s%" PRIu64, before, value);
	output_puts(&output, text);
}

static void put_note(const char *text)
{
	output_puts(&output, "note\ttext=");
	output_put_escaped(&output, text, strlen(text));
	output_puts(&output, "\n");
}

static void put_records(void)
{
	put_decimal("version\tqemu-interface=", (uint64_t)version);
	output_puts(&output, "\n");
	for (unsigned i = 0; i < n_expects; i++) {
		put_decimal("expect\tcpu=", expects[i].cpu);
		output_puts(&output, "\top=");
		output_put_escaped(&output, expects[i].op, expects[i].length);
		put_decimal("\tn=", expects[i].n);
		output_puts(&output, "\n");
	}
	if (has_status) {
		put_decimal("status\tvalue=", status);
		output_puts(&output, "\n");
	}
	for (unsigned i = 0; i < n_notes; i++) {
		put_note(notes[i]);
	}
	if (n_lost_notes > 0) {
		put_decimal("note\ttext=notes left out: ", n_lost_notes);
		output_puts(&output, "\n");
	}
	output_puts(&output, "end\treason=");
	output_puts(&output, result_reason());
	output_puts(&output, "\n");
}

static void put_piece(void *context, const char *text, size_t length)
{
	(void)context;
	output_put(&output, text, length);
}

static void put_all(const struct ledger *ledger)
{
	ledger_write_result(ledger, put_piece, NULL);
	put_records();
	output_flush(&output);
}

static void write_file(const struct ledger *ledger)
{
	if (output_open(&output, &partial, "result") < 0) {
		return;
	}
	put_all(ledger);
	if (close(output.fd) < 0 && output.error == 0) {
		output.error = errno;
	}
	if (output.error == 0 && rename(name, target.file) < 0) {
		output.error = errno;
	}
	if (output.error != 0) {
		unlink(name);
	}
}

void result_write(const struct ledger *ledger)
{
	if (target.file != NULL) {
		write_file(ledger);
	} else {
		put_all(ledger);
	}
	if (output.error != 0) {
		message_print("can't write the result: %s",
			      strerror(output.error));
	}
}
