/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "process.h"
#include "qemu.h"
#include "tool.h"

/* The first with interface version 4 for plugins. */
#define QEMU_MAJOR 9
#define QEMU_MINOR 2

/* What the program prints for one option.  0 or -1 with a message. */
static int ask(const struct qemu *qemu, const char *option, struct buffer *out)
{
	struct words words = { 0 };
	struct buffer error = { 0 };
	int status;

	words_add(&words, "%s", qemu->program);
	words_add(&words, "%s", option);
	status = process_run(words.list, NULL, out, &error);
	words_free(&words);
	buffer_free(&error);
	if (status > 0) {
		fail("\"%s %s\" fails", qemu->program, option);
	}
	return status == 0 ? 0 : -1;
}

static int check_version(struct qemu *qemu)
{
	struct buffer out = { 0 };
	unsigned major = 0;
	unsigned minor = 0;
	int result = ask(qemu, "--version", &out);

	if (result == 0 &&
	    (sscanf(out.text, "QEMU emulator version %63s",
		    qemu->version) != 1 ||
	     sscanf(qemu->version, "%u.%u", &major, &minor) != 2)) {
		result = fail("%s is no QEMU: it says \"%.60s\"",
			      qemu->program, out.text);
	} else if (result == 0 &&
		   (major < QEMU_MAJOR ||
		    (major == QEMU_MAJOR && minor < QEMU_MINOR))) {
		result = fail("%s is QEMU %s, and %u.%u or later is needed",
			      qemu->program, qemu->version, QEMU_MAJOR,
			      QEMU_MINOR);
	}
	buffer_free(&out);
	return result;
}

static int check_plugins(const struct qemu *qemu)
{
	struct buffer out = { 0 };
	int result = ask(qemu, "--help", &out);

	if (result == 0 && strstr(out.text, "\n-plugin ") == NULL) {
		result = fail("%s (QEMU %s) was built without plugins",
			      qemu->program, qemu->version);
	}
	buffer_free(&out);
	return result;
}

int qemu_find(const char *arch, struct qemu *qemu)
{
	const char *program = getenv("FENCEPOST_QEMU");

	if (program != NULL && program[0] != '\0') {
		snprintf(qemu->program, sizeof(qemu->program), "%s", program);
	} else {
		snprintf(qemu->program, sizeof(qemu->program),
			 "qemu-system-%s", arch);
	}
	return check_version(qemu) < 0 ? -1 : check_plugins(qemu);
}
