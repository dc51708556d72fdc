/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../tool.h"
#include "workload.h"

#define RATE_MAX 1e7

/* A number from 1 to max that ends where the value does. */
static int read_count(const char *value, unsigned long max, unsigned long *n)
{
	char *end;

	errno = 0;
	*n = strtoul(value, &end, 10);
	return errno == 0 && value[0] >= '0' && value[0] <= '9' &&
	       *end == '\0' && *n >= 1 && *n <= max ? 0 : -1;
}

static int read_word(const char *value, const char *const *words, int *number)
{
	for (*number = 0; words[*number] != NULL; (*number)++) {
		if (strcmp(value, words[*number]) == 0) {
			return 0;
		}
	}
	return -1;
}

static int read_rate(const char *value, double *rate)
{
	char *end;

	*rate = strtod(value, &end);
	return *end == '\0' && end != value && *rate > 0 && *rate <= RATE_MAX
		? 0 : -1;
}

static int set_by(struct workload *workload, const char *value)
{
	static const char *const words[] = { "dontneed", "unmap", "protect",
					     NULL };
	int number;

	if (read_word(value, words, &number) < 0) {
		return -1;
	}
	workload->options.by = (enum load_by)number;
	return 0;
}

static int set_mmu(struct workload *workload, const char *value)
{
	static const char *const words[] = { "on", "off", NULL };
	int number;

	if (workload->load != &workload_vm ||
	    read_word(value, words, &number) < 0) {
		return -1;
	}
	workload->mmu_off = number == 1;
	return 0;
}

static int set_via(struct workload *workload, const char *value)
{
	static const char *const words[] = { "both", "pipe", "socket", NULL };
	int number;

	if (read_word(value, words, &number) < 0) {
		return -1;
	}
	workload->options.via = (enum load_via)number;
	return 0;
}

static int set(struct workload *workload, const char *key, const char *value)
{
	unsigned long n;

	if (strcmp(key, "by") == 0) {
		return set_by(workload, value);
	}
	if (strcmp(key, "via") == 0) {
		return set_via(workload, value);
	}
	if (strcmp(key, "mmu") == 0) {
		return set_mmu(workload, value);
	}
	if (strcmp(key, "rate") == 0) {
		return read_rate(value, &workload->rate);
	}
	if (strcmp(key, "pages") == 0 &&
	    read_count(value, LOAD_PAGES_MAX, &n) == 0) {
		workload->options.pages = n;
		return 0;
	}
	if (strcmp(key, "groups") == 0 &&
	    read_count(value, LOAD_GROUPS_MAX, &n) == 0) {
		workload->options.groups = (unsigned)n;
		return 0;
	}
	return -1;
}

static int parse_options(struct workload *workload, char *options,
			 const char *text)
{
	char *item;

	while ((item = strsep(&options, ",")) != NULL) {
		char *value = strchr(item, '=');

		if (value != NULL) {
			*value++ = '\0';
		}
		if (value == NULL || set(workload, item, value) < 0) {
			return fail("--load \"%s\": after the name come "
				    "pages=1..%u, by=dontneed|unmap|protect, "
				    "groups=1..%u, via=both|pipe|socket, "
				    "mmu=on|off (vm) or rate=N (a second)", text, LOAD_PAGES_MAX,
				    LOAD_GROUPS_MAX);
		}
	}
	return 0;
}

int workload_change(struct workload *workload, const char *text)
{
	char *copy = memory_text(text);
	int result = parse_options(workload, copy, text);

	free(copy);
	return result;
}

static int refuse_name(const char *text)
{
	struct buffer names = { 0 };

	for (const struct load *load = loads; load->name != NULL; load++) {
		buffer_print(&names, " %s", load->name);
	}
	fail("--load \"%s\": there is no such load; there are%s %s", text,
	     names.text, workload_vm.name);
	buffer_free(&names);
	return -1;
}

int workload_parse(struct workload *workload, const char *text)
{
	char *copy = memory_text(text);
	char *options = strchr(copy, ':');
	int result = 0;

	*workload = (struct workload){ 0 };
	if (options != NULL) {
		*options++ = '\0';
	}
	workload->load = strcmp(copy, workload_vm.name) == 0 ? &workload_vm :
		load_find(copy, strlen(copy));
	if (workload->load == NULL) {
		result = refuse_name(text);
	} else if (options != NULL) {
		result = parse_options(workload, options, text);
	}
	free(copy);
	return result;
}

bool workload_is_mappings(const struct workload *list, size_t n)
{
	return n == 1 && list[0].load->run == load_mappings;
}
