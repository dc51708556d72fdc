/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "../live/machine.h"
#include "../tool.h"
#include "cpus.h"
#include "measure.h"
#include "preflight.h"

#define BLOCKS 8
#define BLOCKS_QUICK 4
#define SECONDS 20.0
#define SECONDS_QUICK 1.0
#define SECONDS_MAX 86400.0
#define WARM_UP 2.0
#define WARM_UP_QUICK 0.2
#define MARGIN_PERCENT 5.0

static int read_real(const char *name, const char *word, double min, double max,
		     double *number)
{
	char *end;

	if (word == NULL) {
		return 0;
	}
	*number = strtod(word, &end);
	return *end == '\0' && end != word && *number >= min && *number <= max ?
		0 : fail("--%s \"%s\": a number from %g to %g is wanted", name,
			 word, min, max);
}

static int read_whole(const char *name, const char *word, long min, long max,
		      long *number)
{
	char *end;

	if (word == NULL) {
		return 0;
	}
	errno = 0;
	*number = strtol(word, &end, 10);
	return errno == 0 && *end == '\0' && end != word && *number >= min &&
	       *number <= max ? 0 :
		fail("--%s \"%s\": a number from %ld to %ld is wanted", name,
		     word, min, max);
}

static int plan_numbers(const struct measure_options *options,
			struct experiment *experiment)
{
	long blocks = options->quick ? BLOCKS_QUICK : BLOCKS;
	double percent = MARGIN_PERCENT;
	long seed = 0;

	experiment->quick = options->quick;
	experiment->seconds = options->quick ? SECONDS_QUICK : SECONDS;
	experiment->warmup_s = options->quick ? WARM_UP_QUICK : WARM_UP;
	if (getrandom(&seed, sizeof(seed), 0) != sizeof(seed)) {
		seed = 1;
	}
	/* Short enough to be typed again. */
	seed = (long)((unsigned long)seed >> 33);
	if (read_whole("blocks", options->blocks, 1, STATS_BLOCKS_MAX,
		       &blocks) < 0 ||
	    read_real("seconds", options->seconds, 0.05, SECONDS_MAX,
		      &experiment->seconds) < 0 ||
	    read_real("warm-up", options->warmup, 0, SECONDS_MAX,
		      &experiment->warmup_s) < 0 ||
	    read_real("margin", options->margin, 0, 100 * STATS_MARGIN_MAX,
		      &percent) < 0 ||
	    read_whole("seed", options->seed, 0, INT32_MAX, &seed) < 0) {
		return -1;
	}
	experiment->blocks = (size_t)blocks;
	experiment->margin = percent / 100;
	experiment->seed = (uint64_t)seed;
	return 0;
}

/* The last CPU that may be used, unless there is but one. */
static int plan_probe(const struct measure_options *options,
		      const cpu_set_t *usable, struct plan *plan)
{
	struct sampler *probe = &plan->window.probe;
	long cpu = cpus_nth(usable, CPU_COUNT(usable) - 1);
	cpu_set_t set;

	if (sampler_parse(probe, options->probe == NULL ? "wakeup" :
			options->probe) < 0 ||
	    read_whole("probe-cpu", options->probe_cpu, 0, CPU_SETSIZE - 1,
		       &cpu) < 0) {
		return -1;
	}
	if (probe->kind == SAMPLER_LOAD) {
		return 0;
	}
	probe->cpu = (int)cpu;
	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	return cpus_check("--probe-cpu", &set);
}

static int plan_load_cpus(const struct measure_options *options,
			  const cpu_set_t *usable, struct plan *plan)
{
	struct window *window = &plan->window;

	if (options->load_cpus != NULL) {
		return cpus_parse("--load-cpus", options->load_cpus,
				  &window->load_cpus) < 0 ? -1 :
			cpus_check("--load-cpus", &window->load_cpus);
	}
	window->load_cpus = *usable;
	if (window->probe.kind != SAMPLER_LOAD && CPU_COUNT(usable) > 1) {
		CPU_CLR((size_t)window->probe.cpu, &window->load_cpus);
	}
	return 0;
}

static int plan_loads(const struct measure_options *options, struct plan *plan,
		      struct experiment *experiment)
{
	struct buffer text = { 0 };

	if (options->loads.count > WORKLOADS_MAX) {
		return fail("--load: at most %u", WORKLOADS_MAX);
	}
	for (size_t i = 0; i < options->loads.count; i++) {
		if (workload_parse(&plan->loads[i], options->loads.list[i]) <
		    0) {
			buffer_free(&text);
			return -1;
		}
		buffer_print(&text, "%s%s", i == 0 ? "" : ", ",
			     options->loads.list[i]);
	}
	snprintf(experiment->loads, sizeof(experiment->loads), "%s",
		 text.length > 0 ? text.text : "none");
	buffer_free(&text);
	plan->window.loads = plan->loads;
	plan->window.n_loads = options->loads.count;
	if (plan->window.n_loads == 0 &&
	    plan->window.probe.kind == SAMPLER_LOAD) {
		return fail("--probe load measures a --load, and there is "
			    "none");
	}
	return workload_check(plan->loads, plan->window.n_loads,
			      &plan->window.load_cpus);
}

/* "NAME: ACTIONS"; without a name the actions are it. */
static int plan_arm(const char *word, struct plan *plan,
		    struct experiment *experiment)
{
	size_t number = experiment->n_arms;
	struct arm *arm = &experiment->arms[number];
	const char *colon = strstr(word, ": ");
	const char *actions = colon == NULL ? word : colon + 2;
	size_t length = colon == NULL ? strlen(word) : (size_t)(colon - word);

	if (number == EXPERIMENT_ARMS_MAX) {
		return fail("--do: at most %u arms", EXPERIMENT_ARMS_MAX - 1);
	}
	if (strlen(actions) >= sizeof(arm->action)) {
		return fail("--do \"%s\": too long", word);
	}
	snprintf(arm->name, sizeof(arm->name), "%.*s", (int)length, word);
	strcpy(arm->action, actions);
	experiment->n_arms++;
	return actions_parse(&plan->arms[number], actions);
}

static int plan_arms(const struct measure_options *options, struct plan *plan,
		     struct experiment *experiment)
{
	strcpy(experiment->arms[0].name, "none");
	experiment->n_arms = 1;
	for (size_t i = 0; i < options->arms.count; i++) {
		const char *word = options->arms.list[i];

		/* The baseline's own conditions. */
		if (strncmp(word, "none: ", 6) == 0) {
			snprintf(experiment->arms[0].action,
				 sizeof(experiment->arms[0].action), "%s",
				 word + 6);
			if (actions_parse(&plan->arms[0], word + 6) < 0) {
				return -1;
			}
		} else if (plan_arm(word, plan, experiment) < 0) {
			return -1;
		}
	}
	/* A/A: how large differences between equals are. */
	if (experiment->n_arms == 1) {
		experiment->null = true;
		strcpy(experiment->arms[1].name, "none again");
		experiment->n_arms = 2;
	}
	return 0;
}

static int plan_guest(const struct measure_options *options, struct plan *plan)
{
	/* Where a load runs, so that it is not the probe's. */
	long cpu = cpus_nth(&plan->window.load_cpus,
			    CPU_COUNT(&plan->window.load_cpus) - 1);
	cpu_set_t set;

	if (read_whole("guest-cpu", options->guest_cpu, 0, CPU_SETSIZE - 1,
		       &cpu) < 0) {
		return -1;
	}
	plan->guest_cpu = (int)cpu;
	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	return cpus_check("--guest-cpu", &set);
}

static int plan_wash_out(const struct measure_options *options,
			 struct plan *plan, struct experiment *experiment)
{
	const char *how = options->wash_out;
	long bits = preflight_vmid_bits();

	plan->wash_out = bits > 0 ? WASH_OUT_ROLLOVER : WASH_OUT_NONE;
	if (how != NULL && strcmp(how, "none") == 0) {
		plan->wash_out = WASH_OUT_NONE;
	} else if (how != NULL && strcmp(how, "reboot") == 0) {
		plan->wash_out = WASH_OUT_REBOOT;
	} else if (how != NULL && strcmp(how, "never") == 0) {
		plan->wash_out = WASH_OUT_IMPOSSIBLE;
		experiment->design = DESIGN_ONE_WAY;
	} else if (how != NULL && strncmp(how, "run=", 4) == 0 &&
		   strlen(how) < sizeof(plan->command)) {
		plan->wash_out = WASH_OUT_COMMAND;
		strcpy(plan->command, how + 4);
	} else if (how != NULL && strncmp(how, "rollover", 8) == 0 &&
		   (how[8] == ':' || how[8] == '\0')) {
		plan->wash_out = WASH_OUT_ROLLOVER;
		if (how[8] == ':' && read_whole("wash-out", how + 9, 1, 16,
						&bits) < 0) {
			return -1;
		}
		if (bits == 0) {
			return fail("--wash-out rollover: how many bits a VMID "
				    "has is not known here; say rollover:8");
		}
	} else if (how != NULL) {
		return fail("--wash-out \"%s\": rollover[:BITS], reboot, none, "
			    "never or run=COMMAND is wanted", how);
	}
	plan->vmid_bits = (unsigned)bits;
	return 0;
}

int measure_plan(const struct measure_options *options, struct plan *plan,
		 struct experiment *experiment)
{
	cpu_set_t online;
	cpu_set_t usable;

	*plan = (struct plan){ .guest_cpu = -1 };
	if (cpus_usable(&online, &usable) < 0 ||
	    plan_numbers(options, experiment) < 0 ||
	    plan_probe(options, &usable, plan) < 0 ||
	    plan_load_cpus(options, &usable, plan) < 0 ||
	    plan_loads(options, plan, experiment) < 0 ||
	    plan_arms(options, plan, experiment) < 0 ||
	    plan_guest(options, plan) < 0 ||
	    plan_wash_out(options, plan, experiment) < 0) {
		return -1;
	}
	snprintf(experiment->probe, sizeof(experiment->probe), "%s",
		 options->probe == NULL ? "wakeup" : options->probe);
	experiment->probe_cpu = plan->window.probe.kind == SAMPLER_LOAD ? -1 :
		plan->window.probe.cpu;
	experiment->interval_ns = plan->window.probe.interval_ns;
	plan->window.seconds = experiment->seconds;
	plan->window.warmup_s = experiment->warmup_s;
	if (plan_order(plan, experiment) < 0) {
		return -1;
	}
	experiment->n_planned = plan->n_runs;
	return 0;
}
