/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cache.h"
#include "tool.h"

/* Directories that nftw() may hold open. */
#define TREE_DESCRIPTORS 16

static int base_path(struct buffer *path)
{
	const char *cache = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	/* The base directory specification: a relative path is ignored. */
	if (cache != NULL && cache[0] == '/') {
		buffer_print(path, "%s/fencepost", cache);
	} else if (home != NULL && home[0] == '/') {
		buffer_print(path, "%s/.cache/fencepost", home);
	} else {
		return fail("no cache directory: HOME is not set");
	}
	return 0;
}

int cache_path(char path[FILE_PATH_MAX], const char *format, ...)
{
	struct buffer base = { 0 };
	va_list arguments;
	int n;

	if (base_path(&base) < 0) {
		return -1;
	}
	n = snprintf(path, FILE_PATH_MAX, "%s/", base.text);
	buffer_free(&base);
	if (n > 0 && n < FILE_PATH_MAX) {
		size_t room = FILE_PATH_MAX - (size_t)n;
		int m;

		va_start(arguments, format);
		m = vsnprintf(path + n, room, format, arguments);
		va_end(arguments);
		if (m >= 0 && (size_t)m < room) {
			return 0;
		}
	}
	return fail("the path of the cache directory is too long");
}

/* Make the directories of path before its last slash. */
static int make_parents(const char *path)
{
	char copy[FILE_PATH_MAX];

	strcpy(copy, path);
	for (char *at = strchr(copy + 1, '/'); at != NULL;
	     at = strchr(at + 1, '/')) {
		*at = '\0';
		if (mkdir(copy, 0755) < 0 && errno != EEXIST) {
			return fail("can't make %s: %s", copy,
				    strerror(errno));
		}
		*at = '/';
	}
	return 0;
}

static int remove_entry(const char *path, const struct stat *state, int type,
			struct FTW *position)
{
	(void)state;
	(void)position;
	if (type == FTW_DP) {
		rmdir(path);
	} else {
		unlink(path);
	}
	return 0;
}

static void remove_tree(const char *path)
{
	nftw(path, remove_entry, TREE_DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}

static void remove_leftovers(void)
{
	char pattern[FILE_PATH_MAX];
	glob_t found = { 0 };

	if (cache_path(pattern, "tmp-*") == 0 &&
	    glob(pattern, 0, NULL, &found) == 0) {
		for (size_t i = 0; i < found.gl_pathc; i++) {
			remove_tree(found.gl_pathv[i]);
		}
		globfree(&found);
	}
}

/* A lock on the directory itself leaves no file behind. */
static int lock_directory(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0) {
		return fail("can't open %s: %s", path, strerror(errno));
	}
	if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
		return fd;
	}
	message("waiting for another fencepost that fetches a kernel");
	if (flock(fd, LOCK_EX) == 0) {
		return fd;
	}
	fail("can't lock %s: %s", path, strerror(errno));
	close(fd);
	return -1;
}

int cache_lock(struct cache *cache)
{
	char path[FILE_PATH_MAX];

	if (cache_path(path, "%s", "") < 0 || make_parents(path) < 0) {
		return -1;
	}
	cache->lock = lock_directory(path);
	if (cache->lock < 0) {
		return -1;
	}
	remove_leftovers();
	if (cache_path(cache->temporary, "tmp-XXXXXX") < 0 ||
	    mkdtemp(cache->temporary) == NULL) {
		close(cache->lock);
		return fail("can't make a directory in %s: %s", path,
			    strerror(errno));
	}
	return 0;
}

int cache_place(const struct cache *cache, const char *from, const char *to)
{
	char source[FILE_PATH_MAX + 64];

	snprintf(source, sizeof(source), "%s/%s", cache->temporary, from);
	if (make_parents(to) < 0) {
		return -1;
	}
	if (renameat2(AT_FDCWD, source, AT_FDCWD, to, RENAME_EXCHANGE) == 0 ||
	    rename(source, to) == 0) {
		return 0;
	}
	return fail("can't make %s: %s", to, strerror(errno));
}

void cache_unlock(struct cache *cache)
{
	remove_tree(cache->temporary);
	close(cache->lock);
}
