/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../options.h"
#include "../tool.h"
#include "vm.h"

#define REPEAT_MAX 1000000
#define CPU_MAX 1023
#define NS_PER_S 1000000000u
#define TIME_MAX_NS (3600ull * NS_PER_S)

struct words_of_vm {
	const char *repeat;
	const char *cpu;
	const char *mmu;
	const char *spin;
	const char *timeout;
};

static int read_number(const char *name, const char *word, long min, long max,
		       long *number)
{
	char *end;

	errno = 0;
	*number = strtol(word, &end, 10);
	if (errno != 0 || end == word || *end != '\0' || *number < min ||
	    *number > max) {
		return fail("--%s \"%s\": a number from %ld to %ld is wanted",
			    name, word, min, max);
	}
	return 0;
}

/* The unit's length, or 0. */
static uint64_t unit_ns(const char *unit)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {
		{ "ns", 1 }, { "us", 1000 }, { "ms", 1000000 },
		{ "s", NS_PER_S },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (strcmp(unit, units[i].name) == 0) {
			return units[i].ns;
		}
	}
	return 0;
}

static int read_time(const char *name, const char *word, uint64_t *time_ns)
{
	char *end;
	unsigned long long number;
	uint64_t unit;

	errno = 0;
	number = strtoull(word, &end, 10);
	unit = unit_ns(end);
	if (errno != 0 || word[0] < '0' || word[0] > '9' || unit == 0 ||
	    number > TIME_MAX_NS / unit) {
		return fail("--%s \"%s\": a time like 10ms is wanted "
			    "(ns, us, ms or s; at most an hour)", name, word);
	}
	*time_ns = number * unit;
	return 0;
}

static int read_mmu(const char *word, uint64_t *mmu)
{
	if (strcmp(word, "on") != 0 && strcmp(word, "off") != 0) {
		return fail("--mmu \"%s\": on or off is wanted", word);
	}
	*mmu = strcmp(word, "on") == 0;
	return 0;
}

static int read_words(struct vm_request *request,
		      const struct words_of_vm *words)
{
	long repeat;
	long cpu = -1;
	struct guest *guest = &request->guest;

	if (read_number("repeat", words->repeat, 1, REPEAT_MAX, &repeat) < 0 ||
	    (words->cpu != NULL &&
	     read_number("cpu", words->cpu, 0, CPU_MAX, &cpu) < 0) ||
	    read_mmu(words->mmu, &guest->mmu) < 0 ||
	    read_time("spin", words->spin, &guest->spin_ns) < 0 ||
	    read_time("timeout", words->timeout, &guest->timeout_ns) < 0) {
		return -1;
	}
	if (guest->timeout_ns == 0) {
		return fail("--timeout: more than 0 is wanted");
	}
	/* The limit is for what goes wrong, not for what was asked for. */
	guest->timeout_ns += guest->spin_ns;
	request->repeat = (size_t)repeat;
	request->cpu = (int)cpu;
	return 0;
}

/* The table of options, with where they go. */
#define ENTRIES(request, words) { \
	{ "repeat", "N", "so many VMs, one after the other (1)", \
	  .value = &(words)->repeat }, \
	{ "cpu", "N", "pin the thread to this CPU", .value = &(words)->cpu }, \
	{ "mmu", "on|off", "the guest turns its MMU on (default), or not", \
	  .value = &(words)->mmu }, \
	{ "never-run", NULL, "create and destroy only", \
	  .set = &(request)->never_run }, \
	{ "spin", "TIME", "the guest spins, by its own counter: 10ms", \
	  .value = &(words)->spin }, \
	{ "keep", NULL, "destroy the VMs only when all have run", \
	  .set = &(request)->keep }, \
	{ "guest", "FILE", "a flat image of your own", \
	  .value = &(request)->file }, \
	{ "timeout", "TIME", "how long a guest may run (5s), besides --spin", \
	  .value = &(words)->timeout }, \
	{ "json", "FILE", "write the times there", \
	  .value = &(request)->json }, \
	{ NULL, NULL, NULL, NULL, NULL, NULL }, \
}

int vm_options_read(struct vm_request *request, int argc, char **argv)
{
	struct words_of_vm words = {
		.repeat = "1", .mmu = "on", .spin = "0s", .timeout = "5s",
	};
	const struct option_entry table[] = ENTRIES(request, &words);

	*request = (struct vm_request){ .cpu = -1 };
	if (options_parse(table, argc, argv, NULL, NULL) < 0) {
		return -1;
	}
	return read_words(request, &words);
}

int vm_options_help(void)
{
	struct vm_request request;
	struct words_of_vm words;
	const struct option_entry table[] = ENTRIES(&request, &words);

	return options_help("vm [OPTIONS]", table);
}
