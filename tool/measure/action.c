/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../live/machine.h"
#include "../process.h"
#include "../tool.h"
#include "action.h"
#include "system.h"

static const char *const names[] = {
	[ACTION_VM] = "vm",
	[ACTION_LOAD] = "load",
	[ACTION_WRITE] = "write",
	[ACTION_MODULE] = "module",
	[ACTION_UNLOAD] = "unload",
	[ACTION_SSB] = "ssb",
	[ACTION_COMMAND_LINE] = "cmdline",
	[ACTION_PSCI] = "psci",
	[ACTION_RUN] = "run",
	[ACTION_UNDO] = "undo",
};

#define KINDS (sizeof(names) / sizeof(names[0]))

static bool is_one_of(const char *text, const char *a, const char *b,
		      const char *c)
{
	return strcmp(text, a) == 0 || strcmp(text, b) == 0 ||
	       (c != NULL && strcmp(text, c) == 0);
}

static bool is_good(const struct action *action)
{
	const char *text = action->text;

	switch (action->kind) {
	case ACTION_VM:
		return is_one_of(text, "on", "off", "never");
	case ACTION_SSB:
		return is_one_of(text, "on", "off", NULL);
	case ACTION_PSCI:
		return is_one_of(text, "yes", "no", NULL);
	case ACTION_WRITE:
		return text[0] == '/' && strchr(text, ':') != NULL;
	default:
		return text[0] != '\0';
	}
}

static int parse_one(struct action *action, const char *text)
{
	size_t length = strcspn(text, "=");

	for (size_t i = 0; i < KINDS && text[length] == '='; i++) {
		if (strlen(names[i]) != length ||
		    strncmp(text, names[i], length) != 0 ||
		    strlen(text + length + 1) >= sizeof(action->text)) {
			continue;
		}
		action->kind = (enum action_kind)i;
		strcpy(action->text, text + length + 1);
		if (is_good(action)) {
			return 0;
		}
	}
	return fail("--do \"%s\": vm=on|off|never, load=OPTION, "
		    "write=PATH:VALUE, module=FILE, unload=NAME, ssb=on|off, "
		    "cmdline=[!]WORD, psci=yes|no, run=COMMAND or "
		    "undo=COMMAND is wanted", text);
}

int actions_parse(struct actions *actions, const char *text)
{
	char *copy = memory_text(text);
	char *at = copy;
	int result = 0;

	actions->count = 0;
	while (result == 0 && at != NULL && *at != '\0') {
		char *plus = strstr(at, " + ");

		if (plus != NULL) {
			*plus = '\0';
		}
		result = actions->count == ACTIONS_MAX ?
			fail("--do \"%s\": more than %u actions", text,
			     ACTIONS_MAX) :
			parse_one(&actions->list[actions->count++], at);
		at = plus == NULL ? NULL : plus + 3;
	}
	free(copy);
	return result;
}

bool actions_last(const struct actions *actions)
{
	for (size_t i = 0; i < actions->count; i++) {
		if (actions->list[i].kind == ACTION_VM &&
		    strcmp(arch_name, "aarch64") == 0) {
			return true;
		}
	}
	return false;
}

static int run_command(const char *command)
{
	char *const argv[] = { (char[]){ "/bin/sh" }, (char[]){ "-c" },
			       memory_text(command), NULL };
	struct buffer out = { 0 };
	int status = process_run(argv, NULL, &out, &out);

	free(argv[2]);
	if (status > 0) {
		fail("\"%s\" ended with status %d: %s", command,
		     WEXITSTATUS(status), out.length > 0 ? out.text : "");
	}
	buffer_free(&out);
	return status == 0 ? 0 : -1;
}

static int write_file(const char *text, struct restore *restore)
{
	char path[ACTION_TEXT_MAX];
	const char *colon = strrchr(text, ':');
	int error;

	memcpy(path, text, (size_t)(colon - text));
	path[colon - text] = '\0';
	error = restore_write(restore, path, colon + 1);
	return error == 0 ? 0 :
		fail("can't write \"%s\" to %s: %s", colon + 1, path,
		     strerror(-error));
}

/* The module's name is the file's, by the kernel's rule. */
static void name_of(const char *file, char *name, size_t size)
{
	const char *slash = strrchr(file, '/');
	size_t length;

	file = slash == NULL ? file : slash + 1;
	length = strcspn(file, ".");
	length = length < size ? length : size - 1;
	for (size_t i = 0; i < length; i++) {
		name[i] = file[i] == '-' ? '_' : file[i];
	}
	name[length] = '\0';
}

/* One that is there already is not ours to unload. */
static int note_module(struct restore *restore, const char *name)
{
	char path[ACTION_TEXT_MAX + 32];

	snprintf(path, sizeof(path), "/sys/module/%s/initstate", name);
	return access(path, F_OK) == 0 ? -EEXIST :
		restore_module(restore, name);
}

static int load_module(const char *text, struct restore *restore)
{
	char file[ACTION_TEXT_MAX];
	char name[ACTION_TEXT_MAX];
	size_t length = strcspn(text, " ");
	const char *parameters = text[length] == ' ' ? text + length + 1 : "";
	long loaded;
	int error;
	int fd;

	memcpy(file, text, length);
	file[length] = '\0';
	name_of(file, name, sizeof(name));
	fd = open(file, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		return fail("can't open %s: %s", file, strerror(errno));
	}
	error = note_module(restore, name);
	if (error < 0) {
		close(fd);
		return fail("can't load %s: %s", file, strerror(-error));
	}
	loaded = syscall(SYS_finit_module, fd, parameters, 0);
	error = errno;
	close(fd);
	if (loaded < 0) {
		restore_forget(restore);
		return fail("can't load %s: %s (the kernel's log may say why)",
			    file, strerror(error));
	}
	return 0;
}

static int unload_module(const char *name)
{
	return syscall(SYS_delete_module, name, O_NONBLOCK) == 0 ? 0 :
		fail("can't unload %s: %s", name, strerror(errno));
}

static int make_vm(const char *text, int cpu)
{
	return action_vm(strcmp(text, "on") == 0 ? VM_GUEST_ON :
			 strcmp(text, "off") == 0 ? VM_GUEST_OFF :
			 VM_GUEST_NEVER, cpu, 1);
}

static int apply_one(const struct action *action,
		     const struct action_place *place)
{
	switch (action->kind) {
	case ACTION_VM:
		return make_vm(action->text, place->guest_cpu);
	case ACTION_WRITE:
		return write_file(action->text, place->restore);
	case ACTION_MODULE:
		return load_module(action->text, place->restore);
	case ACTION_UNLOAD:
		return unload_module(action->text);
	case ACTION_RUN:
		return run_command(action->text);
	default:
		return 0;
	}
}

int actions_apply(const struct actions *actions,
		  const struct action_place *place)
{
	for (size_t i = 0; i < actions->count; i++) {
		if (apply_one(&actions->list[i], place) < 0) {
			actions_undo(actions, place);
			return -1;
		}
	}
	return 0;
}

int actions_undo(const struct actions *actions,
		 const struct action_place *place)
{
	int result = 0;

	for (size_t i = 0; i < actions->count; i++) {
		if (actions->list[i].kind == ACTION_UNDO &&
		    run_command(actions->list[i].text) < 0) {
			result = -1;
		}
	}
	return place->restore->count > 0 &&
	       restore_undo(place->restore, 0) < 0 ? -1 : result;
}
