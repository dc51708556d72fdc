/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What other programs measured beside ours, from a file of lines
 *
 *	NAME METRIC UNIT OURS THEIRS
 *
 * in words without blanks, one line a pair of runs, in the order in which they
 * were made; "#" begins a comment.  Lines of one name and metric are one peer.
 */
#ifndef MEASURE_PEERS_H
#define MEASURE_PEERS_H

#include "experiment.h"

/* 0, or -1 with a message; path NULL: no peers. */
int peers_read(const char *path, struct experiment *experiment);
/* The same from its text, which is changed: 0, or the number of a bad line. */
size_t peers_parse(char *text, struct experiment *experiment);

#endif
