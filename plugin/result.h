/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The result, docs/result-format.md.  All under the feed's lock. */
#ifndef PLUGIN_RESULT_H
#define PLUGIN_RESULT_H

#include <stddef.h>
#include <stdint.h>

#include <ledger/ledger.h>

#include "options.h"

/* 0, or -1 after a message: it could not be written. */
int result_open(const struct options *options, int interface_version);

/* A line for a person.  Bounded: one line tells how many more there were. */
void result_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Something went wrong: the result ends with reason=error. */
void result_fail(void);

/* The guest's own count of op, text of length bytes (MAGIC_EXPECT). */
void result_expect(unsigned cpu, const char *op, size_t length, uint64_t n);

/* The guest's exit status (MAGIC_STATUS): its machine may end now. */
void result_status(uint64_t value);

/* The guest switches its machine off. */
void result_power_off(void);

/* Why the run ended: done, stopped or error. */
const char *result_reason(void);

/* Write it, after ledger_end(). */
void result_write(const struct ledger *ledger);

#endif
