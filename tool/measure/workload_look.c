/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the threads of the loads are, as the kernel says: a load that moved
 * itself to the measured CPU has spoilt experiments before.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../buffer.h"
#include "workload.h"

#define STAT_MAX 1024
/* Fields of /proc/PID/stat after the name, which may hold blanks. */
#define FIELD_GROUP 2
#define FIELD_PROCESSOR 36

/* Field number field (from 0) after the name; -1 if there is none. */
static long read_field(const char *path, int field)
{
	char line[STAT_MAX];
	FILE *file = fopen(path, "re");
	size_t got = file == NULL ? 0 : fread(line, 1, sizeof(line) - 1, file);
	char *at;

	if (file != NULL) {
		fclose(file);
	}
	line[got] = '\0';
	at = strrchr(line, ')');
	for (; at != NULL && field >= 0; field--) {
		at = strchr(at + 1, ' ');
	}
	return at == NULL ? -1 : strtol(at, NULL, 10);
}

static void look_at_threads(const char *process, const cpu_set_t *cpus,
			    uint64_t *seen, uint64_t *outside)
{
	char path[64 + 2 * 256];
	DIR *tasks;
	const struct dirent *entry;

	snprintf(path, sizeof(path), "/proc/%s/task", process);
	tasks = opendir(path);
	while (tasks != NULL && (entry = readdir(tasks)) != NULL) {
		long cpu;

		if (entry->d_name[0] == '.') {
			continue;
		}
		snprintf(path, sizeof(path), "/proc/%s/task/%s/stat", process,
			 entry->d_name);
		cpu = read_field(path, FIELD_PROCESSOR);
		if (cpu >= 0 && cpu < CPU_SETSIZE) {
			(*seen)++;
			*outside += !CPU_ISSET((size_t)cpu, cpus);
		}
	}
	if (tasks != NULL) {
		closedir(tasks);
	}
}

void workload_look(const struct workload_processes *processes,
		   const cpu_set_t *cpus, uint64_t *seen, uint64_t *outside)
{
	DIR *proc = opendir("/proc");
	const struct dirent *entry;

	while (proc != NULL && processes->group != 0 &&
	       (entry = readdir(proc)) != NULL) {
		char path[32 + 256];

		if (entry->d_name[0] < '1' || entry->d_name[0] > '9') {
			continue;
		}
		snprintf(path, sizeof(path), "/proc/%s/stat", entry->d_name);
		if (read_field(path, FIELD_GROUP) == processes->group) {
			look_at_threads(entry->d_name, cpus, seen, outside);
		}
	}
	if (proc != NULL) {
		closedir(proc);
	}
}
