// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdbool.h>
#include <string.h>

#include "message.h"
#include "output.h"
#include "record.h"
#include "result.h"

static struct output output;
static bool is_open;
/* Sites up to this one stand in the trace. */
static uint32_t last_site;

static const char *const register_names[REGISTER_COUNT] = {
	"ttbr0_el1", "ttbr1_el1", "tcr_el1", "mair_el1", "sctlr_el1", "satp",
};

static void put_field(uint64_t value)
{
	output_put_hex(&output, ' ', value);
}

/* The end of a record.  A full disk ends the trace, not the run. */
static void end_line(void)
{
	output_put(&output, "\n", 1);
	if (output.error != 0) {
		is_open = false;
		message_print("recording stopped: %s", strerror(output.error));
		result_note("recording stopped: %s", strerror(output.error));
		result_fail();
	}
}

int record_open(const struct options *options, enum ledger_arch arch,
		unsigned cpus)
{
	if (options->record.fd < 0 && options->record.file == NULL) {
		return 0;
	}
	if (output_open(&output, &options->record, "record") < 0) {
		return -1;
	}
	is_open = true;
	output_puts(&output, "fencepost-trace 1\narch ");
	output_puts(&output, arch == LEDGER_AARCH64 ? "aarch64" : "riscv64");
	output_puts(&output, "\ncpus");
	put_field(cpus);
	for (unsigned i = 0; options->has_midr && i < cpus; i++) {
		output_puts(&output, "\nmidr");
		put_field(i);
		put_field(options->midr);
	}
	end_line();
	return 0;
}

void record_page(uint64_t pa, const uint64_t *words)
{
	if (!is_open) {
		return;
	}
	output_puts(&output, "page");
	put_field(pa);
	for (unsigned i = 0; i < LEDGER_SLOTS; i++) {
		if (words[i] != 0) {
			put_field(i);
			output_put_hex(&output, ':', words[i]);
		}
	}
	end_line();
}

void record_site(uint32_t id, const struct site *site)
{
	if (!is_open || id <= last_site) {
		return;
	}
	last_site = id;
	output_puts(&output, "site");
	put_field(id);
	put_field(site->pc);
	for (unsigned i = 0; i < site->n_callers; i++) {
		put_field(site->callers[i]);
	}
	end_line();
}

/* The fields that most events begin with. */
static void put_who(const char *name, const struct event *event)
{
	output_puts(&output, name);
	put_field(event->cpu);
	put_field(event->privilege);
	put_field(event->site);
}

static void put_register(const struct event *event)
{
	put_who("reg", event);
	output_put(&output, " ", 1);
	output_puts(&output, register_names[event->reg.reg]);
	put_field(event->reg.value);
}

static void put_invalidation(const struct event *event)
{
	put_who("inval", event);
	put_field(event->invalidate.word);
	put_field(event->invalidate.operand[0]);
	put_field(event->invalidate.operand[1]);
}

static void put_access(const struct event *event)
{
	static const char *const kinds[] = { " l", " s", " f" };

	put_who("access", event);
	put_field(event->access.va);
	output_puts(&output, kinds[event->access.kind]);
	put_field(event->access.fatal);
}

static void put_cpu(const char *name, const struct event *event)
{
	output_puts(&output, name);
	put_field(event->cpu);
}

void record_event(const struct event *event)
{
	if (!is_open) {
		return;
	}
	switch (event->type) {
	case EVENT_STORE:
		put_who("store", event);
		put_field(event->store.pa);
		put_field(event->store.value);
		break;
	case EVENT_REGISTER:
		put_register(event);
		break;
	case EVENT_INVALIDATE:
		put_invalidation(event);
		break;
	case EVENT_BARRIER:
		put_who("barrier", event);
		put_field(event->barrier.word);
		break;
	case EVENT_MODE:
		put_cpu("mode", event);
		put_field(event->privilege);
		put_field(event->mode.to);
		break;
	case EVENT_ACCESS:
		put_access(event);
		break;
	case EVENT_POWER:
		put_cpu("power", event);
		put_field(event->power.on);
		break;
	case EVENT_MARK:
		put_cpu("mark", event);
		output_put(&output, " ", 1);
		output_puts(&output, event->mark.label);
		break;
	}
	end_line();
}

int record_close(const char *reason)
{
	if (!is_open) {
		return output.error == 0 ? 0 : -1;
	}
	output_puts(&output, "end ");
	output_puts(&output, reason);
	output_put(&output, "\n", 1);
	output_flush(&output);
	if (output.error != 0) {
		end_line();
		return -1;
	}
	is_open = false;
	return 0;
}
