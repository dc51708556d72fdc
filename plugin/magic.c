// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <fencepost/magic.h>

#include "feed.h"
#include "insn.h"
#include "magic.h"
#include "message.h"
#include "output.h"
#include "result.h"

/* A guest can't fill the disk. */
#define SYMBOLS_MAX (UINT64_C(64) << 20)
#define LABEL_MAX 63

static const struct arch *machine;
static int progress_fd = -1;
static struct output symbols;
static bool has_symbols;
static uint64_t symbols_size;
static struct qemu_bytes *buffer;

int magic_open(const struct options *options, const struct arch *arch)
{
	machine = arch;
	progress_fd = options->progress_fd;
	if (options->symbols.fd < 0 && options->symbols.file == NULL) {
		return 0;
	}
	has_symbols = true;
	return output_open(&symbols, &options->symbols, "symbols");
}

static void append_symbols(void)
{
	if (!has_symbols) {
		return;
	}
	if (symbols_size + buffer->length > SYMBOLS_MAX) {
		result_note("the guest's symbols are longer than %llu bytes; "
			    "the rest is left out",
			    (unsigned long long)SYMBOLS_MAX);
		has_symbols = false;
		return;
	}
	symbols_size += buffer->length;
	output_put(&symbols, (const char *)buffer->data, buffer->length);
	/* Whoever waits for them need not wait for the end of the run. */
	output_flush(&symbols);
	if (symbols.error != 0) {
		message_print("can't write the symbols: %s",
			      strerror(symbols.error));
		result_note("symbols are missing: %s", strerror(symbols.error));
		has_symbols = false;
	}
}

/* What would not survive a line of text becomes a question mark. */
static void mark(struct cpu *cpu)
{
	char label[LABEL_MAX + 1] = "";

	if (buffer->length > LABEL_MAX) {
		result_note("a label of %u bytes is cut", buffer->length);
	}
	for (unsigned i = 0; i < buffer->length && i < LABEL_MAX; i++) {
		char c = (char)buffer->data[i];

		label[i] = c < ' ' || c > '~' ? '?' : c;
	}
	feed_mark(cpu, label);
}

/* Best effort: a person can do without. */
static void show_progress(void)
{
	static struct output line;

	if (progress_fd >= 0) {
		line.fd = progress_fd;
		line.error = 0;
		output_puts(&line, "progress ");
		output_put_escaped(&line, (const char *)buffer->data,
				   buffer->length);
		output_puts(&line, "\n");
		output_flush(&line);
	}
}

/* The guest's buffer.  false after a note. */
static bool read_buffer(uint64_t address, uint64_t length)
{
	if (buffer == NULL) {
		buffer = g_byte_array_new();
	}
	g_byte_array_set_size(buffer, 0);
	if (length > MAGIC_LENGTH_MAX) {
		result_note("a magic no-op with a buffer of %llu bytes is "
			    "ignored",
			    (unsigned long long)length);
		return false;
	}
	if (length > 0 &&
	    !qemu_plugin_read_memory_vaddr(address, buffer, (size_t)length)) {
		result_note("a magic no-op whose buffer can't be read is "
			    "ignored");
		return false;
	}
	return true;
}

static void serve(struct cpu *cpu, uint64_t kind, uint64_t value)
{
	switch (kind) {
	case MAGIC_KALLSYMS:
		append_symbols();
		break;
	case MAGIC_MARK:
		mark(cpu);
		break;
	case MAGIC_EXPECT:
		result_expect(cpu->index, (const char *)buffer->data,
			      buffer->length, value);
		break;
	case MAGIC_STATUS:
		result_status(value);
		break;
	case MAGIC_PROGRESS:
		show_progress();
		break;
	default:
		result_note("a magic no-op of unknown kind %llu is ignored",
			    (unsigned long long)kind);
		break;
	}
}

static void executed(unsigned vcpu, void *data)
{
	const struct insn *insn = data;
	struct cpu *cpu = feed_enter(vcpu, insn->translators);

	if (cpu != NULL && read_buffer(cpu_read(cpu, machine->magic[1]),
				       cpu_read(cpu, machine->magic[2]))) {
		serve(cpu, cpu_read(cpu, machine->magic[0]),
		      cpu_read(cpu, machine->magic[3]));
	}
	feed_leave();
}

void magic_hook(const struct code *code)
{
	insn_hook(code, executed);
}
