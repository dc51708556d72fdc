/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "install.h"
#include "tool.h"

/*
 * Seen from the command's own directory: the build; an installation; what the
 * source tree holds ready (the known list), for build/ and build/VARIANT/.
 */
static const char *const places[] = {
	"", "../lib/fencepost/", "../tool/", "../../tool/",
};

static int own_directory(char directory[PATH_MAX])
{
	ssize_t length = readlink("/proc/self/exe", directory, PATH_MAX - 1);

	if (length < 0) {
		return -1;
	}
	directory[length] = '\0';
	*(strrchr(directory, '/') + 1) = '\0';
	return 0;
}

int install_find(const char *part, char path[FILE_PATH_MAX])
{
	char directory[PATH_MAX] = "";

	if (own_directory(directory) < 0) {
		return fail("can't read /proc/self/exe");
	}
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		int n = snprintf(path, FILE_PATH_MAX, "%s%s%s", directory,
				 places[i], part);

		if (n > 0 && n < FILE_PATH_MAX && file_exists(path)) {
			return 0;
		}
	}
	return fail("%s is missing: it is neither in %s nor in %s%s", part,
		    directory, directory, places[1]);
}
