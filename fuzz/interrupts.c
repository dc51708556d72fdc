/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libFuzzer target: any bytes as /proc/interrupts and as /proc/stat.  Sums over
 * all CPUs do not depend on which one is asked for, and what is not in the text
 * is not counted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tool/measure/counters.h"

/* Not assert(): it must hold in every build. */
#define require(condition)                                                  \
	do {                                                                \
		if (!(condition)) {                                         \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,  \
				#condition);                                \
			abort();                                            \
		}                                                           \
	} while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const char *text)
{
	static const int cpus[] = { 0, 1, 1023, 4096, -1 };
	struct counters first;
	struct counters other;

	counters_parse_interrupts(&first, text, cpus[0]);
	for (size_t i = 1; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		counters_parse_interrupts(&other, text, cpus[i]);
		require(other.tlb_ipis == first.tlb_ipis);
		require(other.function_ipis == first.function_ipis);
		require(other.reschedule_ipis == first.reschedule_ipis);
	}
	require(strstr(text, "TLB shootdowns") != NULL ||
		first.tlb_ipis == COUNTERS_NONE);
	require(strncmp(text, "cpu ", 4) == 0 ||
		counters_parse_steal(text) == COUNTERS_NONE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	require(text != NULL);
	memcpy(text, data, size);
	text[size] = '\0';
	check(text);
	free(text);
	return 0;
}
