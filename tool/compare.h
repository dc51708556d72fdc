/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two reports, side by side.
 */
#ifndef TOOL_COMPARE_H
#define TOOL_COMPARE_H

#include <jansson.h>

#include "buffer.h"

/* What changed from a to b: docs/report-format.md, fencepost.compare/1. */
json_t *compare_build(const json_t *a, const json_t *b);

/*
 * What a baseline does not allow: an array of texts, one for each site whose
 * redundant or preventive count grew, and each finding that grew.
 */
json_t *compare_growth(const json_t *baseline, const json_t *report);

/* The text for people. */
void compare_print(const json_t *comparison, struct buffer *text);

/* fencepost compare; returns an exit status. */
int compare_main(int argc, char **argv);

#endif
