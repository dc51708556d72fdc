/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "audit.h"
#include "guest.h"
#include "install.h"
#include "machine.h"
#include "options.h"
#include "outcome.h"
#include "qemu.h"
#include "run.h"
#include "tool.h"

#define PLUGIN "fencepost-plugin.so"
#define RESULT_MAX (1u << 30)

struct audit {
	struct audit_options options;
	struct machine machine;
	struct qemu qemu;
	struct guest guest;
	struct facts facts;
	struct symbols *symbols;
	struct record *record;
	struct run run;
	struct words command;
	char plugin[FILE_PATH_MAX];
	/* Files in memory that the plugin has. */
	int ram_fd;
	int result_fd;
	int symbols_fd;
};

static void set_facts(struct audit *audit)
{
	const struct machine *machine = &audit->machine;
	struct buffer memory = { 0 };

	buffer_print(&memory, "%" PRIu64 "M", machine->memory >> 20);
	facts_set(&audit->facts, "machine.machine", machine->spec);
	facts_set(&audit->facts, "machine.cpu", machine->cpu);
	facts_set(&audit->facts, "machine.memory", memory.text);
	facts_set(&audit->facts, "machine.mode",
		  machine->fast ? "fast" : "reproducible");
	facts_set(&audit->facts, "machine.firmware",
		  audit->options.firmware == NULL ? NULL :
		  basename(audit->options.firmware));
	buffer_free(&memory);
}

/* "none" and "default" are words of QEMU's, not files. */
static int check_firmware(const char *firmware)
{
	return firmware == NULL || strcmp(firmware, "none") == 0 ||
		strcmp(firmware, "default") == 0 ? 0 : file_check(firmware);
}

/* Everything that can be wrong before a machine runs. */
static int prepare(struct audit *audit)
{
	struct audit_options *options = &audit->options;

	if (machine_start(&audit->machine, options->arch, options->machine,
			  options->cpu, options->smp, options->memory) < 0) {
		return -1;
	}
	audit->machine.fast = options->fast;
	set_facts(audit);
	if (check_firmware(options->firmware) < 0 ||
	    (options->symbols != NULL &&
	     symbols_add_file(audit->symbols, options->symbols) < 0) ||
	    reporting_start(&options->reporting) < 0 ||
	    qemu_find(options->arch, &audit->qemu) < 0 ||
	    install_find(PLUGIN, audit->plugin) < 0 ||
	    guest_start(&audit->guest, options, &audit->machine,
			&audit->facts) < 0) {
		return -1;
	}
	if (audit->guest.kind == GUEST_PAYLOAD && options->symbols == NULL &&
	    symbols_add_file(audit->symbols, audit->guest.path) < 0) {
		return -1;
	}
	if (options->record != NULL) {
		audit->record = record_start(options->record, &audit->facts);
		if (audit->record == NULL) {
			return -1;
		}
	}
	return 0;
}

static int make_files(struct audit *audit)
{
	audit->ram_fd = file_memory("guest", FILE_INHERITED);
	audit->result_fd = file_memory("result", FILE_INHERITED);
	audit->symbols_fd = file_memory("symbols", FILE_INHERITED);
	if (audit->ram_fd < 0 || audit->result_fd < 0 ||
	    audit->symbols_fd < 0) {
		return -1;
	}
	if (ftruncate(audit->ram_fd, (off_t)audit->machine.memory) < 0) {
		return fail("can't make the guest's memory: %s",
			    strerror(errno));
	}
	return 0;
}

/* A comma in a value of QEMU's options is doubled. */
static void add_doubled(struct buffer *text, const char *value)
{
	for (; *value != '\0'; value++) {
		buffer_add_bytes(text, value, 1);
		if (*value == ',') {
			buffer_add(text, ",");
		}
	}
}

static void add_plugin(struct audit *audit)
{
	const struct machine *machine = &audit->machine;
	struct buffer text = { 0 };

	add_doubled(&text, audit->plugin);
	buffer_print(&text, ",ramfd=%d,ram=%" PRIx64 ":%" PRIx64
		     ",resultfd=%d,symbolsfd=%d,progressfd=%d",
		     audit->ram_fd, machine->kind->ram_base, machine->memory,
		     audit->result_fd, audit->symbols_fd,
		     audit->run.progress.write_end);
	if (audit->record != NULL) {
		buffer_print(&text, ",recordfd=%d", audit->run.trace.write_end);
	}
	if (machine->midr != 0) {
		buffer_print(&text, ",midr=%" PRIx32, machine->midr);
	}
	if (machine->fast) {
		buffer_add(&text, ",fast=on");
	}
	if (audit->guest.kind == GUEST_PAYLOAD) {
		/* They are small enough to look at each access. */
		buffer_add(&text, ",uses=all");
	}
	words_add(&audit->command, "-plugin");
	words_add(&audit->command, "%s", text.text);
	buffer_free(&text);
}

static void make_command(struct audit *audit)
{
	words_add(&audit->command, "%s", audit->qemu.program);
	machine_add_words(&audit->machine, audit->ram_fd, &audit->command);
	guest_add_words(&audit->guest, &audit->options, &audit->command);
	add_plugin(audit);
	for (size_t i = 0; i < audit->options.qemu.count; i++) {
		words_add(&audit->command, "%s", audit->options.qemu.list[i]);
	}
}

/* Those of the guest, unless the user has better ones. */
static int read_symbols(struct audit *audit)
{
	const struct machine_kind *kind = audit->machine.kind;
	struct buffer text = { 0 };
	int result = 0;

	if (kind->firmware_size > 0) {
		symbols_add_image(audit->symbols, "firmware", kind->ram_base,
				  kind->firmware_size);
	}
	if (audit->guest.kind != GUEST_PAYLOAD) {
		symbols_set_load_address(audit->symbols, kind->load_address);
		if (audit->options.symbols == NULL) {
			result = file_read_descriptor(audit->symbols_fd,
						      "the guest's symbols",
						      RESULT_MAX, &text);
			symbols_add_text(audit->symbols, text.text);
		}
	}
	buffer_free(&text);
	return result;
}

static int report(struct audit *audit, struct result *result)
{
	struct report_source source = {
		.result = result, .symbols = audit->symbols,
		.facts = &audit->facts,
	};

	if (outcome_check_counts(result) < 0 || read_symbols(audit) < 0 ||
	    (audit->record != NULL &&
	     record_finish(audit->record, audit->symbols, result) < 0)) {
		return STATUS_ERROR;
	}
	source.run = outcome_fields(result, audit->qemu.version);
	return reporting_finish(&audit->options.reporting, &source);
}

static int judge(struct audit *audit)
{
	struct buffer text = { 0 };
	struct result result = { 0 };
	int status = STATUS_ERROR;

	if (file_read_descriptor(audit->result_fd, "the result", RESULT_MAX,
				 &text) == 0) {
		status = outcome_check(&audit->run, audit->guest.kind,
				       text.text, &result);
	}
	if (status == STATUS_GOOD) {
		status = report(audit, &result);
	}
	result_free(&result);
	buffer_free(&text);
	return status;
}

static int run(struct audit *audit)
{
	int status = STATUS_ERROR;

	if (run_start(&audit->run, audit->record) == 0 &&
	    make_files(audit) == 0) {
		make_command(audit);
		run_guest(&audit->run, audit->command.list);
		if (audit->run.end != RUN_ERROR) {
			status = judge(audit);
		}
	}
	run_free(&audit->run);
	return status;
}

static void audit_free(struct audit *audit)
{
	int *fds[] = { &audit->ram_fd, &audit->result_fd, &audit->symbols_fd };

	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++) {
		if (*fds[i] >= 0) {
			close(*fds[i]);
		}
	}
	record_free(audit->record);
	reporting_end(&audit->options.reporting);
	guest_free(&audit->guest);
	facts_free(&audit->facts);
	symbols_free(audit->symbols);
	words_free(&audit->command);
	audit_options_free(&audit->options);
}

int audit_main(int argc, char **argv)
{
	struct audit audit = {
		.ram_fd = -1, .result_fd = -1, .symbols_fd = -1,
		.guest.initrd = -1,
	};
	int status = STATUS_ERROR;

	if (options_want_help(argc, argv)) {
		return audit_options_help();
	}
	audit.symbols = symbols_new();
	if (audit_options_parse(&audit.options, argc, argv) == 0 &&
	    prepare(&audit) == 0) {
		status = run(&audit);
	}
	audit_free(&audit);
	return status;
}
