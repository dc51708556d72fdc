/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../buffer.h"
#include "../file.h"
#include "counters.h"
#include "system.h"

/* /proc/interrupts: 2,000 CPUs times 2,000 lines of 11 bytes are 44 MB. */
#define FILE_MAX (1u << 26)
#define NS_PER_S 1000000000
/* Columns of a line "cpu ..." of /proc/stat before steal. */
#define STEAL_COLUMN 7

/* Numbers after the label; their sum, that of one CPU, and the rest. */
static const char *sum_columns(const char *at, size_t columns, int cpu,
			       uint64_t *sum, uint64_t *of_cpu)
{
	*sum = 0;
	*of_cpu = 0;
	for (size_t i = 0; i < columns; i++) {
		char *end;
		uint64_t value = strtoull(at, &end, 10);

		if (end == at) {
			break;
		}
		*sum += value;
		if ((int)i == cpu) {
			*of_cpu = value;
		}
		at = end;
	}
	return at;
}

static void add(uint64_t *counter, uint64_t value)
{
	*counter = *counter == COUNTERS_NONE ? value : *counter + value;
}

static void take_line(struct counters *counters, const char *line,
		      size_t columns, int cpu)
{
	const char *colon = strchr(line, ':');
	uint64_t sum;
	uint64_t of_cpu;
	const char *rest;

	if (colon == NULL) {
		return;
	}
	rest = sum_columns(colon + 1, columns, cpu, &sum, &of_cpu);
	if (strstr(rest, "TLB shootdowns") != NULL) {
		add(&counters->tlb_ipis, sum);
	} else if (strstr(rest, "Function call interrupts") != NULL) {
		add(&counters->function_ipis, sum);
	} else if (strstr(rest, "Rescheduling interrupts") != NULL) {
		add(&counters->reschedule_ipis, sum);
	}
	while (*line == ' ') {
		line++;
	}
	/* Devices have numbers; a timer may be among them. */
	if (isdigit((unsigned char)*line) && strstr(rest, "timer") == NULL) {
		add(&counters->device_interrupts, of_cpu);
	}
}

/* Which column of the header is this CPU's: offline ones have none. */
static size_t read_header(const char *line, int cpu, int *column)
{
	size_t columns = 0;

	*column = -1;
	for (const char *at = line; (at = strstr(at, "CPU")) != NULL; at += 3) {
		if (atoi(at + 3) == cpu) {
			*column = (int)columns;
		}
		columns++;
	}
	return columns;
}

void counters_parse_interrupts(struct counters *counters, const char *text,
			       int cpu)
{
	char *copy = strdup(text);
	char *next = copy;
	char *line = strsep(&next, "\n");
	size_t columns;
	int column;

	counters->tlb_ipis = COUNTERS_NONE;
	counters->function_ipis = COUNTERS_NONE;
	counters->reschedule_ipis = COUNTERS_NONE;
	counters->device_interrupts = COUNTERS_NONE;
	if (copy == NULL) {
		return;
	}
	columns = read_header(line, cpu, &column);
	while ((line = strsep(&next, "\n")) != NULL) {
		take_line(counters, line, columns, column);
	}
	free(copy);
}

uint64_t counters_parse_steal(const char *text)
{
	unsigned long long value = 0;

	if (strncmp(text, "cpu ", 4) != 0) {
		return COUNTERS_NONE;
	}
	text += 4;
	for (int i = 0; i <= STEAL_COLUMN; i++) {
		char *end;

		value = strtoull(text, &end, 10);
		if (end == text) {
			return COUNTERS_NONE;
		}
		text = end;
	}
	return value;
}

static uint64_t read_throttled(void)
{
	glob_t found;
	uint64_t sum = 0;

	if (glob("/sys/devices/system/cpu/cpu[0-9]*/thermal_throttle/"
		 "core_throttle_count", 0, NULL, &found) != 0) {
		return COUNTERS_NONE;
	}
	for (size_t i = 0; i < found.gl_pathc; i++) {
		char value[32];

		if (system_read_line(found.gl_pathv[i], value,
				     sizeof(value)) == 0) {
			sum += strtoull(value, NULL, 10);
		}
	}
	globfree(&found);
	return sum;
}

/* "LEVEL,NUMBER,..." of the newest record, plus one. */
static uint64_t read_messages(void)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	uint64_t next = COUNTERS_NONE;
	char record[8192];
	ssize_t got;

	if (fd < 0) {
		return COUNTERS_NONE;
	}
	next = 0;
	while ((got = read(fd, record, sizeof(record) - 1)) > 0 ||
	       (got < 0 && errno == EPIPE)) {
		char *comma;

		record[got > 0 ? got : 0] = '\0';
		comma = strchr(record, ',');
		if (comma != NULL) {
			next = strtoull(comma + 1, NULL, 10) + 1;
		}
	}
	close(fd);
	return next;
}

static uint64_t read_frequency(int cpu)
{
	char path[96];
	char value[32];

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/cpufreq/"
		 "scaling_cur_freq", cpu);
	return cpu >= 0 && system_read_line(path, value, sizeof(value)) == 0 ?
		strtoull(value, NULL, 10) : 0;
}

static int64_t read_offset_ns(void)
{
	struct timespec real;
	struct timespec monotonic;

	clock_gettime(CLOCK_MONOTONIC, &monotonic);
	clock_gettime(CLOCK_REALTIME, &real);
	return ((int64_t)real.tv_sec - monotonic.tv_sec) * NS_PER_S +
	       real.tv_nsec - monotonic.tv_nsec;
}

void counters_read(struct counters *counters, int cpu)
{
	struct buffer text = { 0 };

	*counters = (struct counters){ .steal_ticks = COUNTERS_NONE };
	buffer_add(&text, "");
	if (system_can_read("/proc/interrupts")) {
		file_read("/proc/interrupts", FILE_MAX, &text);
	}
	counters_parse_interrupts(counters, text.text, cpu);
	buffer_free(&text);
	if (system_can_read("/proc/stat") &&
	    file_read("/proc/stat", FILE_MAX, &text) == 0) {
		buffer_add(&text, "");
		counters->steal_ticks = counters_parse_steal(text.text);
	}
	buffer_free(&text);
	counters->throttled = read_throttled();
	counters->kernel_messages = read_messages();
	counters->frequency_khz = read_frequency(cpu);
	counters->clock_offset_ns = read_offset_ns();
}
