/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interventions: what makes the arms of an experiment differ.  An arm is a list
 * of actions, separated by " + ":
 *
 *	vm=on|off|never		a VM, whose guest turns its MMU on, or not, or
 *				that never runs; created and destroyed at once
 *	load=TEXT		the loads get this option, as --load has them;
 *				none: there is no load
 *	write=PATH:VALUE	a file of sysfs or procfs; put back afterwards
 *	module=FILE[ PARAMS]	loaded; unloaded afterwards
 *	unload=NAME		a module
 *	ssb=on|off		speculative store bypass of the loads, by prctl
 *	cmdline=[!]WORD		needs a kernel started with (without) this word
 *	psci=yes|no		needs firmware with (without) PSCI
 *	run=COMMAND		by a shell; undo=COMMAND, afterwards
 */
#ifndef MEASURE_ACTION_H
#define MEASURE_ACTION_H

#include <stdbool.h>

#include "../live/vm.h"
#include "restore.h"
#include "window.h"

#define ACTIONS_MAX 8u
#define ACTION_TEXT_MAX 512u

enum action_kind {
	ACTION_VM, ACTION_LOAD, ACTION_WRITE, ACTION_MODULE, ACTION_UNLOAD,
	ACTION_SSB, ACTION_COMMAND_LINE, ACTION_PSCI, ACTION_RUN, ACTION_UNDO,
};

struct action {
	enum action_kind kind;
	char text[ACTION_TEXT_MAX];	/* after the "=" */
};

struct actions {
	struct action list[ACTIONS_MAX];
	size_t count;
};

/* What actions need besides their text. */
struct action_place {
	int guest_cpu;			/* -1: any */
	struct restore *restore;
};

/* 0, or -1 with a message. */
int actions_parse(struct actions *actions, const char *text);

/* Whether what they do outlasts them: arm64's VMs, by the proposal's claim. */
bool actions_last(const struct actions *actions);

/*
 * Whether this boot is one that they need: 1, or 0 with the reason in why
 * (what to boot instead).
 */
int actions_fit_boot(const struct actions *actions, char *why, size_t size);

/* 0, or -1 with a message; then all is as it was before. */
int actions_apply(const struct actions *actions,
		  const struct action_place *place);
/* Take back what can be.  0, or -1 with a message for each that failed. */
int actions_undo(const struct actions *actions,
		 const struct action_place *place);

/* The window with what they say about its loads, which become list. */
int actions_adapt(const struct actions *actions, struct window *window,
		  struct workload *list);

/* So many VMs, one after the other, in a process of its own.  0 or -1. */
int action_vm(enum vm_guest kind, int cpu, size_t repeat);

#endif
