/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What an audited machine runs: a Linux kernel, or a bare-metal payload.
 */
#ifndef TOOL_GUEST_H
#define TOOL_GUEST_H

#include "audit.h"
#include "facts.h"
#include "file.h"
#include "machine.h"

enum guest_kind {
	GUEST_LINUX,		/* with the init of tool/guest */
	GUEST_LINUX_INITRD,	/* with the user's initrd */
	GUEST_PAYLOAD,
};

struct guest {
	enum guest_kind kind;
	char path[FILE_PATH_MAX];	/* for -kernel */
	int initrd;			/* a descriptor that QEMU has; or -1 */
	struct buffer append;		/* Linux's command line */
};

/*
 * Decide what runs, fetching a kernel where that is asked for, and say in
 * facts what it is.  0, or -1 with a message; guest_free() in any case.
 */
int guest_start(struct guest *guest, const struct audit_options *options,
		const struct machine *machine, struct facts *facts);

/* Add QEMU's options for it. */
void guest_add_words(const struct guest *guest,
		     const struct audit_options *options, struct words *words);

void guest_free(struct guest *guest);

#endif
