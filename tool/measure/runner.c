/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../tool.h"
#include "progress.h"
#include "runner.h"
#include "system.h"

#define LATENCY_FILE "/dev/cpu_dma_latency"
#define BOOT_ID "/proc/sys/kernel/random/boot_id"
#define NO_ARM EXPERIMENT_ARMS_MAX

struct runner {
	const struct plan *plan;
	struct experiment *experiment;
	struct state *state;
	struct restore restore;
	struct action_place place;
	size_t arm;			/* in force; NO_ARM: none yet */
	bool lasting;			/* something is to be washed out */
};

/*
 * Deep idle states add a wake-up time of their own; held open, this file
 * forbids them, in all arms alike.  The kernel takes it back on close, however
 * this program ends.
 */
static int hold_latency(struct experiment *experiment)
{
	int32_t none = 0;
	int fd = open(LATENCY_FILE, O_WRONLY | O_CLOEXEC);

	if (fd >= 0 && write(fd, &none, sizeof(none)) == sizeof(none)) {
		return fd;
	}
	flags_add(&experiment->flags, "idle-states", "can't hold " LATENCY_FILE
		  ": %s", strerror(errno));
	if (fd >= 0) {
		close(fd);
	}
	return -1;
}

/* 0, RUNNER_REBOOT, or -1. */
static int wash_out(struct runner *runner)
{
	const struct plan *plan = runner->plan;

	if (!runner->lasting) {
		return 0;
	}
	if (plan->wash_out == WASH_OUT_REBOOT) {
		message("run %zu of %zu: boot again, then --resume",
			runner->experiment->n_runs + 1,
			runner->experiment->n_planned);
		return RUNNER_REBOOT;
	}
	runner->lasting = false;
	if (plan->wash_out == WASH_OUT_ROLLOVER) {
		progress_say("wash-out: 2^%u VMs", plan->vmid_bits);
		return action_vm(VM_GUEST_OFF, plan->guest_cpu,
				 (size_t)1 << plan->vmid_bits);
	}
	if (plan->wash_out == WASH_OUT_COMMAND) {
		struct actions actions = { .count = 1 };

		progress_say("wash-out: %s", plan->command);
		actions.list[0].kind = ACTION_RUN;
		strcpy(actions.list[0].text, plan->command);
		return actions_apply(&actions, &runner->place);
	}
	return 0;
}

/* From the arm in force to this one.  0, 1 (another boot), or -1. */
static int enter_arm(struct runner *runner, size_t arm)
{
	const struct actions *actions = &runner->plan->arms[arm];
	char why[ACTION_TEXT_MAX + 64];
	int result;

	if (actions_fit_boot(actions, why, sizeof(why)) == 0) {
		message("run %zu of %zu, arm \"%s\": boot %s, then --resume",
			runner->experiment->n_runs + 1,
			runner->experiment->n_planned,
			runner->experiment->arms[arm].name, why);
		return RUNNER_REBOOT;
	}
	if (runner->arm == arm) {
		return 0;
	}
	if (runner->arm != NO_ARM &&
	    actions_undo(&runner->plan->arms[runner->arm], &runner->place) <
		    0) {
		return -1;
	}
	runner->arm = NO_ARM;
	result = wash_out(runner);
	if (result != 0) {
		return result;
	}
	if (actions_apply(actions, &runner->place) < 0) {
		return -1;
	}
	runner->arm = arm;
	runner->lasting = actions_last(actions);
	return 0;
}

static int make_run(struct runner *runner, const struct planned_run *planned)
{
	struct experiment *experiment = runner->experiment;
	struct workload list[WORKLOADS_MAX];
	struct window window = runner->plan->window;
	struct run *run = memory_get(sizeof(*run));
	int result;

	memcpy(list, runner->plan->loads, sizeof(list));
	memset(run, 0, sizeof(*run));
	run->number = experiment->n_runs;
	run->block = planned->block;
	run->pair = planned->pair;
	run->arm = planned->arm;
	system_read_line(BOOT_ID, run->boot, sizeof(run->boot));
	result = actions_adapt(&runner->plan->arms[planned->arm], &window,
			       list);
	if (result == 0) {
		progress_run(experiment, run);
		result = window_run(&window, run);
	}
	if (result == 0) {
		experiment->runs = memory_grow(experiment->runs,
					       experiment->n_runs,
					       sizeof(*run));
		experiment->runs[experiment->n_runs++] = *run;
		progress_done(run);
		result = state_add(runner->state, run);
	}
	free(run);
	return result;
}

/*
 * Whether an arm that lasts may be in force from before this program started:
 * it was stopped in this very boot, perhaps between an intervention and its
 * first run.
 */
static bool may_last(const struct plan *plan,
		     const struct experiment *experiment)
{
	char boot[EXPERIMENT_NAME_MAX];

	if (experiment->n_runs == 0 ||
	    (system_read_line(BOOT_ID, boot, sizeof(boot)) == 0 &&
	     strcmp(experiment->runs[experiment->n_runs - 1].boot, boot) !=
		     0)) {
		return false;
	}
	for (size_t i = 0; i < experiment->n_arms; i++) {
		if (actions_last(&plan->arms[i])) {
			return true;
		}
	}
	return false;
}

static int go(struct runner *runner)
{
	const struct plan *plan = runner->plan;
	struct experiment *experiment = runner->experiment;

	while (experiment->n_runs < plan->n_runs) {
		const struct planned_run *planned =
			&plan->runs[experiment->n_runs];
		int result;

		if (interrupt_signal() != 0) {
			return -1;
		}
		result = enter_arm(runner, planned->arm);
		if (result == 0) {
			result = make_run(runner, planned);
		}
		if (result != 0) {
			return result;
		}
	}
	return 0;
}

int runner_go(const struct plan *plan, struct experiment *experiment,
	      struct state *state)
{
	struct runner runner = {
		.plan = plan,
		.experiment = experiment,
		.state = state,
		.arm = NO_ARM,
		.lasting = may_last(plan, experiment),
	};
	int latency;
	int result;

	if (restore_open(&runner.restore) < 0) {
		return -1;
	}
	if (runner.restore.repaired > 0) {
		flags_add(&experiment->flags, "repaired", "%zu changes that a "
			  "killed experiment had left",
			  runner.restore.repaired);
	}
	if (runner.restore.other != 0) {
		message("another experiment is running (process %ld): this one "
			"can't change anything", runner.restore.other);
		flags_add(&experiment->flags, "another-experiment",
			  "process %ld measured at the same time",
			  runner.restore.other);
	}
	runner.place = (struct action_place){
		.guest_cpu = plan->guest_cpu,
		.restore = &runner.restore,
	};
	latency = hold_latency(experiment);
	result = go(&runner);
	if (runner.arm != NO_ARM &&
	    actions_undo(&plan->arms[runner.arm], &runner.place) < 0) {
		result = -1;
	}
	if (restore_close(&runner.restore) < 0) {
		result = -1;
	}
	if (latency >= 0) {
		close(latency);
	}
	progress_end();
	return result;
}
