/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <glob.h>
#include <string.h>

#include "arch.h"
#include "cache.h"
#include "kernel.h"
#include "options.h"
#include "tool.h"

#define SYNOPSIS "kernel get [--arch A] [SUITE] | kernel list"

static const char *arch_name;

static const struct option_entry get_options[] = {
	{ .name = "arch", .argument = "A", .value = &arch_name,
	  .help = "aarch64 (the default) or riscv64" },
	{ .name = NULL },
};

static const struct option_entry no_options[] = { { .name = NULL } };

static void describe(const char *arch, const char *suite,
		     const struct kernel *kernel, struct buffer *text)
{
	buffer_print(text, "%-8s %-20s %-28s ", arch, suite, kernel->version);
	buffer_escape(text, kernel->path);
	buffer_add(text, "\n");
}

static int kernel_get_main(int argc, char **argv)
{
	struct words rest = { 0 };
	struct buffer text = { 0 };
	struct kernel kernel;
	const char *suite = KERNEL_SUITE;
	const char *arch;
	int result = -1;

	arch_name = ARCH_DEFAULT;
	if (options_parse(get_options, argc, argv, &rest, NULL) == 0) {
		arch = arch_find(arch_name);
		if (rest.count > 0) {
			suite = rest.list[0];
		}
		if (rest.count > 1) {
			fail("one suite at a time, please");
		} else if (arch != NULL && kernel_check_suite(suite) == 0 &&
			   kernel_get(arch, suite, &kernel) == 0) {
			describe(arch, suite, &kernel, &text);
			result = output_print(&text);
		}
	}
	words_free(&rest);
	buffer_free(&text);
	return result < 0 ? STATUS_ERROR : STATUS_GOOD;
}

/* path ends in ARCH/SUITE/info. */
static void list_one(char *path, struct buffer *text)
{
	char *parts[3];
	struct kernel kernel;

	for (int i = 0; i < 3; i++) {
		char *slash = strrchr(path, '/');

		*slash = '\0';
		parts[i] = slash + 1;
	}
	if (kernel_find(parts[2], parts[1], &kernel) == 0) {
		describe(parts[2], parts[1], &kernel, text);
	}
}

static int kernel_list_main(int argc, char **argv)
{
	char pattern[FILE_PATH_MAX];
	struct buffer text = { 0 };
	glob_t found = { 0 };
	int result;

	if (options_parse(no_options, argc, argv, NULL, NULL) < 0 ||
	    cache_path(pattern, "kernels/*/*/info") < 0) {
		return STATUS_ERROR;
	}
	if (glob(pattern, 0, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc; i++) {
			list_one(found.gl_pathv[i], &text);
		}
		globfree(&found);
	}
	if (text.length == 0) {
		message("no kernel in the cache yet");
	}
	result = output_print(&text);
	buffer_free(&text);
	return result < 0 ? STATUS_ERROR : STATUS_GOOD;
}

static const struct command commands[] = {
	{ "get", NULL, kernel_get_main },
	{ "list", NULL, kernel_list_main },
	{ NULL, NULL, NULL },
};

int kernel_main(int argc, char **argv)
{
	const struct command *command;

	if (options_want_help(argc, argv)) {
		return options_help(SYNOPSIS, get_options);
	}
	if (argc < 2) {
		fail("usage: fencepost %s", SYNOPSIS);
		return STATUS_ERROR;
	}
	command = command_find(commands, argv[1]);
	return command == NULL ? STATUS_ERROR :
		command->run(argc - 1, argv + 1);
}
