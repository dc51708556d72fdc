/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <inttypes.h>
#include <string.h>
#include <sys/wait.h>

#include "outcome.h"
#include "tool.h"

static int guest_failed(const struct run *run)
{
	console_show(&run->console);
	return STATUS_GUEST;
}

/* What QEMU said, a message for each line. */
static void show_errors(const struct run *run)
{
	const char *at = run->error_text.text;

	while (at != NULL && *at != '\0') {
		size_t length = strcspn(at, "\n");

		message("QEMU: %.*s", (int)length, at);
		at += length + (at[length] == '\n');
	}
}

static int qemu_failed(const struct run *run)
{
	if (WIFSIGNALED(run->wait_status)) {
		message("QEMU died of signal %d (%s)",
			WTERMSIG(run->wait_status),
			strsignal(WTERMSIG(run->wait_status)));
	} else {
		message("QEMU failed with exit status %d",
			WEXITSTATUS(run->wait_status));
	}
	return STATUS_ERROR;
}

/* The run was stopped: it can have no result. */
static int stopped(const struct run *run)
{
	if (console_has_panic(&run->console)) {
		message("the guest's kernel panicked, and went on running");
	} else if (run->end == RUN_STALLED) {
		message("the guest hangs: there was no sign of life for too "
			"long (FENCEPOST_TIMEOUT is %u s)", run->timeout_s);
	} else {
		message("the guest did not end in time (FENCEPOST_TIMEOUT "
			"is %u s)", run->timeout_s);
	}
	return guest_failed(run);
}

static int check_status(const struct run *run, enum guest_kind kind,
			const struct result *result)
{
	if (result->has_status && result->status != 0) {
		message("the guest's work failed with status %" PRIu64,
			result->status);
		return guest_failed(run);
	}
	if (!result->has_status && kind == GUEST_LINUX) {
		message("the guest ended before its work was done");
		return guest_failed(run);
	}
	if (WEXITSTATUS(run->wait_status) != 0) {
		message("the guest ended the machine with status %d",
			WEXITSTATUS(run->wait_status));
		return guest_failed(run);
	}
	return STATUS_GOOD;
}

int outcome_check(const struct run *run, enum guest_kind kind,
		  const char *text, struct result *result)
{
	if (run->end != RUN_ENDED) {
		return stopped(run);
	}
	show_errors(run);
	if (console_has_panic(&run->console)) {
		message("the guest's kernel panicked");
		return guest_failed(run);
	}
	if (!WIFEXITED(run->wait_status) || text[0] == '\0') {
		return qemu_failed(run);
	}
	if (result_parse(result, text) < 0) {
		return STATUS_ERROR;
	}
	if (result->end == NULL) {
		message("the plugin's result is incomplete");
		return STATUS_ERROR;
	}
	if (strcmp(result->end, "error") == 0) {
		for (size_t i = 0; i < result->n_notes; i++) {
			message("%s", result->notes[i]);
		}
		message("the plugin could not follow the machine to its end");
		return STATUS_ERROR;
	}
	return check_status(run, kind, result);
}

/* The sum for a CPU and an operation. */
static uint64_t sum(const struct result_cpu_op *list, size_t count,
		    const struct result_cpu_op *wanted)
{
	uint64_t n = 0;

	for (size_t i = 0; i < count; i++) {
		if (list[i].cpu == wanted->cpu &&
		    strcmp(list[i].op, wanted->op) == 0) {
			n += list[i].n;
		}
	}
	return n;
}

/* Firmware's own, which the guest can't count, are among these. */
static uint64_t unjudged(const struct result *result, const char *op)
{
	for (size_t i = 0; i < result->n_ops; i++) {
		if (strcmp(result->ops[i].name, op) == 0) {
			return result->ops[i].counts.n[COUNT_UNJUDGED];
		}
	}
	return 0;
}

int outcome_check_counts(const struct result *result)
{
	int status = 0;

	for (size_t i = 0; i < result->n_expects; i++) {
		const struct result_cpu_op *op = &result->expects[i];
		uint64_t said = sum(result->expects, result->n_expects, op);
		uint64_t seen = sum(result->cpu_ops, result->n_cpu_ops, op);

		if (seen < said || seen > said + unjudged(result, op->op)) {
			status = fail("CPU %" PRIu64 " issued \"%s\" %" PRIu64
				      " times by its own count, and the audit "
				      "saw %" PRIu64, op->cpu, op->op, said,
				      seen);
		}
	}
	return status;
}

static json_t *note_fields(const struct result *result)
{
	json_t *list = json_array();

	for (size_t i = 0; i < result->n_notes; i++) {
		struct buffer note = { 0 };

		buffer_escape(&note, result->notes[i]);
		json_array_append_new(list, json_string(note.text));
		buffer_free(&note);
	}
	return list;
}

json_t *outcome_fields(const struct result *result, const char *qemu_version)
{
	return json_pack("{s:s, s:I, s:I, s:s, s:I, s:o}", "by", "audit",
			 "events", (json_int_t)result->events, "ledger_bytes",
			 (json_int_t)result->memory, "qemu", qemu_version,
			 "qemu_interface", (json_int_t)result->qemu_interface,
			 "notes", note_fields(result));
}
