/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The trace, docs/trace-format.md.  All under the feed's lock. */
#ifndef PLUGIN_RECORD_H
#define PLUGIN_RECORD_H

#include <ledger/event.h>
#include <ledger/ledger.h>

#include "options.h"

/* 0, or -1 after a message.  Without a target, the others do nothing. */
int record_open(const struct options *options, enum ledger_arch arch,
		unsigned cpus);

/* Before the event for which the ledger reads the page. */
void record_page(uint64_t pa, const uint64_t *words);

/* Call chain number id; said once, however often it is given. */
void record_site(uint32_t id, const struct site *site);

void record_event(const struct event *event);

/*
 * The last line.  0, or -1: the trace is not whole, which was said when it
 * happened.
 */
int record_close(const char *reason);

#endif
