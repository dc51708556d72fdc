/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Experiments with a name: loads, probe and arms that answer one question.
 * The user's own options go before a recipe's.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../file.h"
#include "../live/machine.h"
#include "../tool.h"
#include "measure.h"
#include "show.h"
#include "system.h"

#define VIRT_AT_LOAD "/sys/module/kvm/parameters/enable_virt_at_load"
#define NO_VIRT "kvm.enable_virt_at_load=0"
#define V4_OFF "ssbd=force-off"
#define POLICY "/sys/module/fencepost_s2flush/parameters/policy"

struct recipe {
	const char *name;
	const char *load;
	const char *probe;
	int (*adapt)(struct measure_options *options);
};

static int adapt_residue(struct measure_options *options);
static int adapt_teardown(struct measure_options *options);
static int adapt_mitigations(struct measure_options *options);

/* clang-format off */
static const struct recipe recipes[] = {
	{ "guest-residue", "shootdown", "wakeup", adapt_residue },
	{ "teardown-cost", "vm", "wakeup", adapt_teardown },
	{ "mitigations", "messaging", "load", adapt_mitigations },
	{ "new-mappings", "mappings", "load", NULL },
};
/* clang-format on */

#define RECIPES (sizeof(recipes) / sizeof(recipes[0]))

static const struct recipe *find(const char *name)
{
	for (size_t i = 0; i < RECIPES; i++) {
		if (strcmp(recipes[i].name, name) == 0) {
			return &recipes[i];
		}
	}
	return NULL;
}

static int refuse_name(const char *name)
{
	struct buffer list = { 0 };

	for (size_t i = 0; i < RECIPES; i++) {
		buffer_print(&list, " %s", recipes[i].name);
	}
	fail("there is no recipe \"%s\"; there are%s", name, list.text);
	buffer_free(&list);
	return -1;
}

/* "none" alone is the baseline's name. */
static void add_policies(struct measure_options *options, const char *prefix,
			 const char *rest)
{
	static const char *const policies[] = { "none", "vmid", "all" };

	for (size_t i = 0; i < 3 && file_exists(POLICY); i++) {
		words_add(&options->arms, "%s%s: write=" POLICY ":%s + %s",
			  prefix, policies[i], policies[i], rest);
	}
}

/*
 * -r N of the proposal's driver is N runs before and N after: so many runs of
 * an arm, in blocks of two.
 */
static int take_runs(struct measure_options *options)
{
	static char blocks[16];
	char *end;
	long runs;

	if (options->runs == NULL) {
		return 0;
	}
	runs = strtol(options->runs, &end, 10);
	if (*end != '\0' || end == options->runs || runs < 1 ||
	    runs > 2 * (long)STATS_BLOCKS_MAX) {
		return fail("--runs \"%s\": a number from 1 to %u is wanted",
			    options->runs, 2 * STATS_BLOCKS_MAX);
	}
	if (options->blocks == NULL) {
		snprintf(blocks, sizeof(blocks), "%ld", (runs + 1) / 2);
		options->blocks = blocks;
	}
	return 0;
}

/*
 * From 6.12 on, 0 makes each first VM run a local ALLE1 everywhere.  Nobody can
 * write it: the other arms, then, are for a kernel that was booted without it.
 */
static void add_virt_at_load(struct measure_options *options)
{
	struct words arms = options->arms;

	if (!file_exists(VIRT_AT_LOAD) || strcmp(arch_name, "aarch64") != 0) {
		return;
	}
	if (options->state == NULL) {
		message("no arm for " NO_VIRT ": it needs reboots, and so "
			"--state");
		return;
	}
	options->arms = (struct words){ 0 };
	for (size_t i = 0; i < arms.count; i++) {
		words_add(&options->arms, "%s + cmdline=!" NO_VIRT,
			  arms.list[i]);
	}
	words_free(&arms);
	words_add(&options->arms, "none: cmdline=!" NO_VIRT);
	words_add(&options->arms, "no virt at load: cmdline=" NO_VIRT
		  " + vm=on");
}

static int adapt_residue(struct measure_options *options)
{
	const char *mmu = options->mmu;

	if (take_runs(options) < 0) {
		return -1;
	}
	if (mmu != NULL && strcmp(mmu, "0") != 0 && strcmp(mmu, "1") != 0) {
		return fail("--guest-mmu \"%s\": 0 or 1 is wanted", mmu);
	}
	if (options->arms.count > 0) {
		return 0;
	}
	words_add(&options->arms, "never run: vm=never");
	if (mmu == NULL || mmu[0] == '0') {
		words_add(&options->arms, "MMU off: vm=off");
	}
	if (mmu == NULL || mmu[0] == '1') {
		words_add(&options->arms, "MMU on: vm=on");
	}
	add_policies(options, "policy ", "vm=on");
	add_virt_at_load(options);
	return 0;
}

static int adapt_teardown(struct measure_options *options)
{
	if (take_runs(options) < 0) {
		return -1;
	}
	/* The bystander is any other CPU. */
	if (options->load_cpus == NULL) {
		options->load_cpus = options->guest_cpu;
	}
	if (options->arms.count == 0) {
		add_policies(options, "", "load=mmu=on");
		words_add(&options->arms, "MMU off: load=mmu=off");
	}
	return 0;
}

/*
 * A task that lets its stores be bypassed is not "v4 off" where firmware
 * switches: the kernel then asks the firmware at each entry and exit, for its
 * own sake.  One that doesn't (ssb=off) spares these calls.
 */
static int adapt_mitigations(struct measure_options *options)
{
	if (take_runs(options) < 0) {
		return -1;
	}
	if (options->arms.count > 0) {
		return 0;
	}
	words_add(&options->arms, "none: psci=yes + cmdline=nospectre_v2 + "
		  "cmdline=" V4_OFF);
	words_add(&options->arms, "v4 on: psci=yes + cmdline=nospectre_v2 + "
		  "cmdline=!" V4_OFF);
	/* The same boot. */
	words_add(&options->arms, "v4 by task: psci=yes + "
		  "cmdline=nospectre_v2 + cmdline=!" V4_OFF " + ssb=off");
	words_add(&options->arms, "v2 on: psci=yes + cmdline=!nospectre_v2 + "
		  "cmdline=" V4_OFF);
	words_add(&options->arms, "both on: psci=yes + "
		  "cmdline=!nospectre_v2 + cmdline=!" V4_OFF);
	words_add(&options->arms, "stock firmware: psci=no");
	words_add(&options->arms, "stock firmware again: psci=no");
	return 0;
}

int measure_recipe(struct measure_options *options,
		   struct experiment *experiment)
{
	const struct recipe *recipe;

	if (options->recipe == NULL) {
		return options->mmu == NULL && options->runs == NULL ? 0 :
			fail("--guest-mmu and --runs belong to recipes");
	}
	recipe = find(options->recipe);
	if (recipe == NULL) {
		return refuse_name(options->recipe);
	}
	snprintf(experiment->recipe, sizeof(experiment->recipe), "%s",
		 recipe->name);
	if (options->loads.count == 0) {
		words_add(&options->loads, "%s", recipe->load);
	}
	if (options->probe == NULL) {
		options->probe = recipe->probe;
	}
	return recipe->adapt == NULL ? 0 : recipe->adapt(options);
}

/* The ratios that the proposal's driver prints at its end. */
static void add_ratios(struct experiment *experiment, size_t pair)
{
	char name[EXPERIMENT_NAME_MAX];
	double ratio[SHOW_MEANS];

	for (size_t i = 0; i < SHOW_MEANS; i++) {
		ratio[i] = show_mean_ratio(experiment, pair, show_means[i]);
		if (isnan(ratio[i])) {
			return;
		}
	}
	snprintf(name, sizeof(name), "after/before, %.40s",
		 experiment->arms[pair + 1].name);
	experiment_fact(experiment, name, "average latency %.3f, maximum "
			"latency %.3f, load's rate %.3f", ratio[0], ratio[1],
			ratio[2]);
}

/* How many VMs each arm had, and what one took. */
static void add_vms(struct experiment *experiment, size_t arm)
{
	char name[EXPERIMENT_NAME_MAX];
	uint64_t vms = 0;
	double ns = 0;

	for (size_t i = 0; i < experiment->n_runs; i++) {
		const struct run *run = &experiment->runs[i];

		if (run->arm == arm && run->delivery.operations > 0) {
			vms += run->delivery.operations;
			ns += run->value[METRIC_VM_TIME] *
			      (double)run->delivery.operations;
		}
	}
	snprintf(name, sizeof(name), "VMs, %.40s", experiment->arms[arm].name);
	experiment_fact(experiment, name, "%llu, %.3f ms each",
			(unsigned long long)vms,
			vms == 0 ? 0 : ns / (double)vms / 1e6);
}

void measure_recipe_results(const struct measure_options *options,
			    struct experiment *experiment)
{
	if (options->recipe == NULL) {
		return;
	}
	for (size_t arm = 0; arm < experiment->n_arms; arm++) {
		if (strcmp(options->recipe, "teardown-cost") == 0) {
			add_vms(experiment, arm);
		}
		if (arm > 0 && strcmp(options->recipe, "guest-residue") == 0) {
			add_ratios(experiment, arm - 1);
		}
	}
}
