/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Actions that concern the loads and the boot.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

#include "../file.h"
#include "../tool.h"
#include "action.h"
#include "system.h"

#define COMMAND_LINE_MAX 8192
#define PSCI "/sys/firmware/devicetree/base/psci"
/* <linux/prctl.h>, which old C libraries lack. */
#define SPEC_STORE_BYPASS 0
#define SPEC_ENABLE 2
#define SPEC_DISABLE 4
#define SET_SPECULATION 53

/* "on" lets stores be bypassed; "off" mitigates. */
static int set_bypass(void *argument)
{
	unsigned long how = strcmp(argument, "on") == 0 ?
		SPEC_ENABLE : SPEC_DISABLE;

	return prctl(SET_SPECULATION, SPEC_STORE_BYPASS, how, 0, 0) == 0 ?
		0 : -errno;
}

static int adapt_loads(const struct action *action, struct window *window,
		       struct workload *list)
{
	if (strcmp(action->text, "none") == 0) {
		window->n_loads = 0;
		return 0;
	}
	for (size_t i = 0; i < window->n_loads; i++) {
		if (workload_change(&list[i], action->text) < 0) {
			return -1;
		}
	}
	return 0;
}

int actions_adapt(const struct actions *actions, struct window *window,
		  struct workload *list)
{
	window->loads = list;
	for (size_t i = 0; i < actions->count; i++) {
		const struct action *action = &actions->list[i];

		if (action->kind == ACTION_SSB) {
			window->hook = (struct workload_hook){
				.prepare = set_bypass,
				.argument = (void *)(uintptr_t)action->text,
			};
		} else if (action->kind == ACTION_LOAD &&
			   adapt_loads(action, window, list) < 0) {
			return -1;
		}
	}
	return 0;
}

/* Whether the kernel's command line has this word. */
static bool has_word(const char *word)
{
	char line[COMMAND_LINE_MAX];
	char *next = line;
	const char *at;

	system_read_line("/proc/cmdline", line, sizeof(line));
	while ((at = strsep(&next, " ")) != NULL) {
		if (strcmp(at, word) == 0) {
			return true;
		}
	}
	return false;
}

/* What this boot lacks is added to why, as far as there is room. */
static void add_misfit(const struct action *action, char *why, size_t size)
{
	bool without = action->text[0] == '!';
	const char *word = action->text + without;
	size_t used = strlen(why);
	const char *and = used > 0 ? ", and " : "";

	if (action->kind == ACTION_COMMAND_LINE && has_word(word) == without) {
		snprintf(why + used, size - used, "%sa kernel %s \"%s\" on its "
			 "command line", and, without ? "without" : "with",
			 word);
	} else if (action->kind == ACTION_PSCI &&
		   file_exists(PSCI) != (strcmp(action->text, "yes") == 0)) {
		snprintf(why + used, size - used, "%sfirmware %s PSCI", and,
			 strcmp(action->text, "yes") == 0 ? "with" :
			 "without");
	}
}

int actions_fit_boot(const struct actions *actions, char *why, size_t size)
{
	why[0] = '\0';
	for (size_t i = 0; i < actions->count; i++) {
		add_misfit(&actions->list[i], why, size);
	}
	return why[0] == '\0';
}
