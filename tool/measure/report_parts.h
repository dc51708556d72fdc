/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Members that several of the JSON outputs have.  A count of UINT64_MAX was
 * not made: null.
 */
#ifndef MEASURE_REPORT_PARTS_H
#define MEASURE_REPORT_PARTS_H

#include "../buffer.h"
#include "experiment.h"

/* "flags" and "flags_dropped". */
void report_json_flags(struct buffer *text, const struct flags *flags);
/* An object: a fact's name is a key. */
void report_json_facts(struct buffer *text, const char *key,
		       const struct experiment *experiment);
/* false if value is 0. */
void report_json_truth(struct buffer *text, const char *key, int value);
/* At most the largest that 63 bits hold, as in all our JSON. */
void report_json_count(struct buffer *text, const char *key, uint64_t value);

#endif
