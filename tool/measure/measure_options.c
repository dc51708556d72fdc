/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "../options.h"
#include "../tool.h"
#include "measure.h"

/* The short options of the proposal's driver, and what they are here. */
static const struct {
	const char *from;
	const char *to;
} shorts[] = {
	{ "-v", "--probe-cpu" }, { "-c", "--load-cpus" },
	{ "-g", "--guest-cpu" }, { "-t", "--seconds" },
	{ "-r", "--runs" }, { "-m", "--guest-mmu" },
};

#define ENTRIES(o) { \
	{ "load", "NAME[:OPTIONS]", "what makes the kernel work; may be repeated", \
	  .list = &(o)->loads }, \
	{ "load-cpus", "LIST", "where: 0-2,5 (-c)", .value = &(o)->load_cpus }, \
	{ "probe", "NAME", "load, wakeup[:interval=US,priority=N] or gap", \
	  .value = &(o)->probe }, \
	{ "probe-cpu", "N", "the CPU that is measured (-v)", \
	  .value = &(o)->probe_cpu }, \
	{ "do", "ACTION[ + ...]", "an arm: vm=, load=, write=, module=, run= ...", \
	  .list = &(o)->arms }, \
	{ "guest-cpu", "N", "the CPU of VMs (-g)", .value = &(o)->guest_cpu }, \
	{ "guest-mmu", "0|1", "guest-residue: only this guest (-m)", \
	  .value = &(o)->mmu }, \
	{ "seconds", "S", "of a run (-t)", .value = &(o)->seconds }, \
	{ "warm-up", "S", "before each run", .value = &(o)->warmup }, \
	{ "runs", "N", "guest-residue: runs before and after each guest (-r)", \
	  .value = &(o)->runs }, \
	{ "blocks", "N", "of four runs, ABBA or BAAB (8)", \
	  .value = &(o)->blocks }, \
	{ "margin", "PERCENT", "smaller differences don't matter (5)", \
	  .value = &(o)->margin }, \
	{ "seed", "N", "of the order", .value = &(o)->seed }, \
	{ "wash-out", "HOW", "after arms that last: rollover, reboot, run= ...", \
	  .value = &(o)->wash_out }, \
	{ "quick", NULL, "4 blocks of short runs: screening only", \
	  .set = &(o)->quick }, \
	{ "state", "FILE", "note each run there, to go on after a reboot", \
	  .value = &(o)->state }, \
	{ "resume", "FILE", "go on with that experiment", \
	  .value = &(o)->resume }, \
	{ "json", "FILE", "everything, fencepost.measure/1", \
	  .value = &(o)->json }, \
	{ "html", "FILE", "a page with pictures", .value = &(o)->html }, \
	{ "cyclictest", "FILE", "the histograms as cyclictest writes them", \
	  .value = &(o)->cyclictest }, \
	{ "costs", "FILE", "what audit --costs reads", \
	  .value = &(o)->costs }, \
	{ "peers", "FILE", "what other programs measured, to be shown as well", \
	  .value = &(o)->peers }, \
	{ "tap", NULL, "KTAP on standard output, no table", \
	  .set = &(o)->tap }, \
	{ NULL, NULL, NULL, NULL, NULL, NULL }, \
}

/* -v3 and -v 3 become --probe-cpu 3. */
static void expand_word(struct words *words, const char *word)
{
	for (size_t i = 0; i < sizeof(shorts) / sizeof(shorts[0]); i++) {
		if (strncmp(word, shorts[i].from, 2) == 0) {
			words_add(words, "%s", shorts[i].to);
			if (word[2] != '\0') {
				words_add(words, "%s", word + 2);
			}
			return;
		}
	}
	words_add(words, "%s", word);
}

static int take_recipe(struct measure_options *options,
		       const struct words *rest)
{
	if (rest->count > 1) {
		return fail("unexpected argument \"%s\"", rest->list[1]);
	}
	for (size_t i = 1; rest->count == 1 && i < options->words.count; i++) {
		if (strcmp(options->words.list[i], rest->list[0]) == 0) {
			options->recipe = options->words.list[i];
		}
	}
	return 0;
}

int measure_options_read(struct measure_options *options, int argc,
			 char **argv)
{
	const struct option_entry table[] = ENTRIES(options);
	struct words *words = &options->words;
	struct words rest = { 0 };
	int result;

	*options = (struct measure_options){ .probe = NULL };
	for (int i = 0; i < argc; i++) {
		expand_word(words, argv[i]);
	}
	result = options_parse(table, (int)words->count, words->list, &rest,
			       NULL);
	if (result == 0) {
		result = take_recipe(options, &rest);
	}
	words_free(&rest);
	return result;
}

int measure_options_help(void)
{
	struct measure_options options;
	const struct option_entry table[] = ENTRIES(&options);

	return options_help("measure [RECIPE] [OPTIONS]", table);
}

void measure_options_free(struct measure_options *options)
{
	words_free(&options->loads);
	words_free(&options->arms);
	words_free(&options->words);
	words_free(&options->outer);
}
