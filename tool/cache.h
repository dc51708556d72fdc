/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cache directory, $XDG_CACHE_HOME/fencepost or ~/.cache/fencepost.
 */
#ifndef TOOL_CACHE_H
#define TOOL_CACHE_H

#include "file.h"

/* A path in it; nothing is made.  0 or -1 with a message. */
int cache_path(char path[FILE_PATH_MAX], const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* One writer at a time, with a directory for what is not yet complete. */
struct cache {
	int lock;
	char temporary[FILE_PATH_MAX];
};

/*
 * Wait for other writers, remove what killed ones left, make the temporary
 * directory.  0 or -1 with a message.
 */
int cache_lock(struct cache *cache);

/*
 * Give the directory from (below cache->temporary) the name to, whose parents
 * are made; one that was there before is replaced at once.
 */
int cache_place(const struct cache *cache, const char *from, const char *to);

/* Remove the temporary directory, let other writers in. */
void cache_unlock(struct cache *cache);

#endif
