// SPDX-License-Identifier: BSD-2-Clause
/*
 * The state file of an experiment, and what the kernel's tables may hold.
 */
#include <stdlib.h>
#include <string.h>

#include "../tool/measure/counters.h"
#include "../tool/measure/peers.h"
#include "../tool/measure/state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run_state(const char *text)
{
	static struct experiment experiment;
	struct words words = { 0 };
	char *copy = strdup(text);
	size_t used = 0;

	memset(&experiment, 0, sizeof(experiment));
	if (state_parse(&experiment, copy, &words, &used) == 0 &&
	    used > strlen(text)) {
		abort();
	}
	for (size_t i = 0; i < experiment.n_runs; i++) {
		if (experiment.runs[i].arm >= EXPERIMENT_ARMS_MAX ||
		    experiment.runs[i].pair >= EXPERIMENT_ARMS_MAX) {
			abort();
		}
	}
	experiment_free(&experiment);
	words_free(&words);
	free(copy);
}

static void run_others(const char *text)
{
	static struct experiment experiment;
	struct counters counters;
	char *copy = strdup(text);

	memset(&experiment, 0, sizeof(experiment));
	peers_parse(copy, &experiment);
	counters_parse_interrupts(&counters, text, 1);
	counters_parse_steal(text);
	free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	memcpy(text, data, size);
	text[size] = '\0';
	run_state(text);
	run_others(text);
	free(text);
	return 0;
}
