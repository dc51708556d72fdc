/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Many small maps of one file.
 */
#ifndef LOAD_MMAPSTRESS_H
#define LOAD_MMAPSTRESS_H

#include "loads.h"

#define MMAPSTRESS_FILE_PAGES 64
#define MMAPSTRESS_MAPS 32

struct mmapstress_map {
	void *base;
	size_t first;
	size_t pages;
};

struct mmapstress {
	const struct load_context *context;
	long fd;
	uint64_t random;
	struct mmapstress_map maps[MMAPSTRESS_MAPS];
	uint64_t written[MMAPSTRESS_FILE_PAGES];
};

/* 0 or LOAD_EFAIL; to be closed in any case. */
int mmapstress_open(struct mmapstress *stress,
		    const struct load_context *context);
/* A map is taken away, if there is one in this place, and another is made. */
int mmapstress_once(struct mmapstress *stress);
void mmapstress_close(struct mmapstress *stress);

#endif
