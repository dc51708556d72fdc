/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command: one table of subcommands drives dispatch and usage.
 */
#include <stdio.h>
#include <string.h>

#include "audit.h"
#include "compare.h"
#include "file.h"
#include "kernel.h"
#include "live/probe.h"
#include "live/vm.h"
#include "load/loads.h"
#include "measure/measure.h"
#include "options.h"
#include "replay.h"
#include "tool.h"

static int help_main(int argc, char **argv);

static const struct command commands[] = {
	{ "audit", "run a kernel in QEMU and judge each of its TLB invalidations",
	  audit_main },
	{ "replay", "the same report from a recorded trace", replay_main },
	{ "compare", "what grew and what shrank between two reports",
	  compare_main },
	{ "kernel", "fetch Debian kernels into the cache, list them",
	  kernel_main },
	{ "vm", "create a VM on this machine, run a guest, destroy it",
	  vm_main },
	{ "measure", "a before/after experiment on this machine",
	  measure_main },
	{ "probe", "whether a live RISC-V machine keeps invalid entries",
	  probe_main },
	{ "help", "this text, or a command's options", help_main },
	{ NULL, NULL, NULL },
};

static int usage(void)
{
	struct buffer text = { 0 };
	int result;

	buffer_add(&text, "usage: fencepost COMMAND [OPTIONS]\n\n");
	for (const struct command *c = commands; c->name != NULL; c++) {
		buffer_print(&text, "  %-10s %s\n", c->name, c->help);
	}
	buffer_add(&text, "\n\"fencepost COMMAND --help\" lists its options, "
		   "and fencepost(1) has more.\n"
		   "\"fencepost --version\" says which version this is.\n"
		   "Exit status: 0 no finding but known ones, 1 findings, "
		   "2 usage or set-up error,\n3 the guest failed.\n");
	result = output_print(&text);
	buffer_free(&text);
	return result < 0 ? STATUS_ERROR : STATUS_GOOD;
}

static int help_main(int argc, char **argv)
{
	char *words[] = { NULL, "--help", NULL };
	const struct command *command;

	if (argc < 2 || strcmp(argv[1], "help") == 0 ||
	    options_want_help(argc, argv)) {
		return usage();
	}
	command = command_find(commands, argv[1]);
	words[0] = argv[1];
	return command == NULL ? STATUS_ERROR : command->run(2, words);
}

static int version(void)
{
	struct buffer text = { 0 };
	int result;

	buffer_add(&text, "fencepost " TOOL_VERSION "\n");
	result = output_print(&text);
	buffer_free(&text);
	return result < 0 ? STATUS_ERROR : STATUS_GOOD;
}

static int dispatch(int argc, char **argv)
{
	const struct command *command;

	if (argc < 2) {
		fail("no command; \"fencepost help\" lists them");
		return STATUS_ERROR;
	}
	if (strcmp(argv[1], "--version") == 0) {
		return version();
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		return usage();
	}
	/* The load exec executes this program again. */
	if (argc == 3 && strcmp(argv[1], LOAD_EXEC_ARGUMENT) == 0) {
		return load_exec_status(argv[2]);
	}
	command = command_find(commands, argv[1]);
	return command == NULL ? STATUS_ERROR :
		command->run(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	int status;

	interrupt_start();
	status = dispatch(argc, argv);
	interrupt_end();
	return status;
}
