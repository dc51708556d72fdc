/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sets of CPUs, as lists like "0-2,5".
 */
#ifndef MEASURE_CPUS_H
#define MEASURE_CPUS_H

#include <sched.h>

#include "../buffer.h"

/* 0, or -1 with a message that names the option. */
int cpus_parse(const char *option, const char *list, cpu_set_t *set);
/* The same without a message. */
int cpus_parse_quietly(const char *list, cpu_set_t *set);
/* Add it to text, as a list; "none" for an empty one. */
void cpus_print(const cpu_set_t *set, struct buffer *text);
/* The CPUs that are online, by sysfs, and that this process may use. */
int cpus_usable(cpu_set_t *online, cpu_set_t *allowed);
/*
 * Every CPU of set must be usable.  0, or -1 with a message that says which
 * one is not, and why.
 */
int cpus_check(const char *option, const cpu_set_t *set);
/* The nth CPU of the set, from 0; -1 beyond them. */
int cpus_nth(const cpu_set_t *set, int n);

/* Pin the caller, and read it back.  0, or a negative error number. */
int cpus_pin(const cpu_set_t *set);

#endif
