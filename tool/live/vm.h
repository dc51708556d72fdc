/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fencepost vm: create a VM, run a guest, destroy it; and how long each took.
 */
#ifndef LIVE_VM_H
#define LIVE_VM_H

#include <stdbool.h>
#include <stddef.h>

#include "machine.h"
#include "times.h"

struct vm_request {
	struct guest guest;
	const char *file;		/* the guest's; NULL: built-in */
	const char *json;		/* NULL: none */
	size_t repeat;
	int cpu;			/* -1: any */
	bool never_run;
	bool keep;
};

struct vm_result {
	struct times create;
	struct times run;
	struct times destroy;
};

int vm_main(int argc, char **argv);

/* One VM with the built-in guest, from creation to destruction. */
enum vm_guest {
	VM_GUEST_ON,			/* turns its MMU on */
	VM_GUEST_OFF,
	VM_GUEST_NEVER,			/* does not run */
};

/* 0, or -1 with a message: not made, not run, or not the guest that ran. */
int vm_make(const struct kvm *kvm, enum vm_guest kind);

/* Fill request from the command line.  0, or -1 with a message. */
int vm_options_read(struct vm_request *request, int argc, char **argv);
int vm_options_help(void);

/* The table, and the file.  0, or -1 with a message. */
int vm_report(const struct vm_request *request,
	      const struct vm_result *result);

#endif
