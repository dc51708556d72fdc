/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command without what needs libraries or QEMU: static, for live machines.
 */
#include <stdio.h>
#include <string.h>

#include "../file.h"
#include "../load/loads.h"
#include "../options.h"
#include "../measure/measure.h"
#include "../tool.h"
#include "init.h"
#include "probe.h"
#include "vm.h"

static const struct command commands[] = {
	{ "vm", "create a VM, run a guest, destroy it", vm_main },
	{ "measure", "a before/after experiment on this machine",
	  measure_main },
	{ "probe", "whether the cores keep invalid page-table entries",
	  probe_main },
	{ NULL, NULL, NULL },
};

static int print(const struct buffer *text)
{
	return output_print(text) < 0 ? STATUS_ERROR : STATUS_GOOD;
}

static int usage(void)
{
	struct buffer text = { 0 };
	int status;

	buffer_print(&text, "usage: fencepost-%s COMMAND [OPTIONS]\n\n",
		     arch_name);
	for (const struct command *c = commands; c->name != NULL; c++) {
		buffer_print(&text, "  %-10s %s\n", c->name, c->help);
	}
	status = print(&text);
	buffer_free(&text);
	return status;
}

static int version(void)
{
	struct buffer text = { 0 };
	int status;

	buffer_add(&text, "fencepost " TOOL_VERSION "\n");
	status = print(&text);
	buffer_free(&text);
	return status;
}

static int dispatch(int argc, char **argv)
{
	const struct command *command;

	if (argc < 2) {
		fail("no command; --help lists them");
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

static int run(int argc, char **argv)
{
	int status;

	interrupt_start();
	status = dispatch(argc, argv);
	interrupt_end();
	return status;
}

int main(int argc, char **argv)
{
	if (init_is_wanted()) {
		init_run(argc, argv, run);
	}
	return run(argc, argv);
}
