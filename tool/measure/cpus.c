/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../file.h"
#include "../tool.h"
#include "cpus.h"

#define ONLINE "/sys/devices/system/cpu/online"

/* N or N-M; where it ends, or NULL. */
static const char *parse_range(const char *text, cpu_set_t *set)
{
	char *end;
	unsigned long first;
	unsigned long last;

	if (*text < '0' || *text > '9') {
		return NULL;
	}
	first = last = strtoul(text, &end, 10);
	if (*end == '-' && end[1] >= '0' && end[1] <= '9') {
		last = strtoul(end + 1, &end, 10);
	}
	if (first > last || last >= CPU_SETSIZE) {
		return NULL;
	}
	for (; first <= last; first++) {
		CPU_SET(first, set);
	}
	return end;
}

int cpus_parse_quietly(const char *text, cpu_set_t *set)
{
	CPU_ZERO(set);
	for (;;) {
		text = parse_range(text, set);
		if (text == NULL) {
			return -1;
		}
		if (*text == '\0' || *text == '\n') {
			return 0;
		}
		if (*text++ != ',') {
			return -1;
		}
	}
}

int cpus_parse(const char *option, const char *list, cpu_set_t *set)
{
	if (cpus_parse_quietly(list, set) < 0) {
		return fail("%s \"%s\": a list of CPUs like 0-2,5 is wanted "
			    "(at most %d)", option, list, CPU_SETSIZE - 1);
	}
	return 0;
}

void cpus_print(const cpu_set_t *set, struct buffer *text)
{
	const char *separator = "";
	size_t cpu = 0;

	if (CPU_COUNT(set) == 0) {
		buffer_add(text, "none");
	}
	while (cpu < CPU_SETSIZE) {
		size_t last = cpu;

		if (!CPU_ISSET(cpu, set)) {
			cpu++;
			continue;
		}
		while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, set)) {
			last++;
		}
		buffer_print(text, "%s%zu", separator, cpu);
		if (last > cpu) {
			buffer_print(text, "-%zu", last);
		}
		separator = ",";
		cpu = last + 1;
	}
}

int cpus_usable(cpu_set_t *online, cpu_set_t *allowed)
{
	struct buffer text = { 0 };
	int parsed = -1;

	if (sched_getaffinity(0, sizeof(*allowed), allowed) < 0) {
		return fail("sched_getaffinity: %s", strerror(errno));
	}
	if (file_exists(ONLINE) && file_read(ONLINE, 4096, &text) == 0) {
		parsed = cpus_parse_quietly(text.text, online);
	}
	if (parsed < 0) {
		*online = *allowed;
	}
	buffer_free(&text);
	return 0;
}

int cpus_check(const char *option, const cpu_set_t *set)
{
	cpu_set_t online;
	cpu_set_t allowed;

	if (cpus_usable(&online, &allowed) < 0) {
		return -1;
	}
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET((size_t)cpu, set)) {
			continue;
		}
		if (!CPU_ISSET((size_t)cpu, &online)) {
			return fail("%s: CPU %d is not online", option, cpu);
		}
		if (!CPU_ISSET((size_t)cpu, &allowed)) {
			return fail("%s: CPU %d is not in this process's "
				    "affinity (taskset, cpuset)", option, cpu);
		}
	}
	return CPU_COUNT(set) > 0 ? 0 : fail("%s: no CPU", option);
}

int cpus_nth(const cpu_set_t *set, int n)
{
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (CPU_ISSET((size_t)cpu, set) && n-- == 0) {
			return cpu;
		}
	}
	return -1;
}

int cpus_pin(const cpu_set_t *set)
{
	cpu_set_t got;
	int cpu;

	if (sched_setaffinity(0, sizeof(*set), set) < 0 ||
	    sched_getaffinity(0, sizeof(got), &got) < 0) {
		return -errno;
	}
	cpu = sched_getcpu();
	return CPU_EQUAL(set, &got) && cpu >= 0 && CPU_ISSET((size_t)cpu, set)
		? 0 : -EBUSY;
}
