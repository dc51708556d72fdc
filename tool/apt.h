/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * APT with a configuration of its own in a directory: it shares nothing with
 * the system's APT but the settings in /etc/apt/apt.conf* (a proxy, say) and
 * the keys, changes nothing there, and takes no package that APT can't verify.
 */
#ifndef TOOL_APT_H
#define TOOL_APT_H

#include "buffer.h"
#include "file.h"

struct apt {
	char directory[FILE_PATH_MAX];
	const char *architecture;	/* Debian's name */
};

#define APT_EUNAVAILABLE (-2)	/* no APT here, or no way to the mirror */

/*
 * Add the directory where this system's APT has its sources, usually
 * "/etc/apt".  0, -1 or APT_EUNAVAILABLE, both with a message.
 */
int apt_find_sources(struct buffer *directory);

/*
 * Write the configuration into apt->directory (which exists), with this
 * source.  0 or -1 with a message.
 */
int apt_prepare(const struct apt *apt, const struct buffer *source);

/* Fetch the lists.  0, -1, or APT_EUNAVAILABLE; each with a message. */
int apt_update(const struct apt *apt);

/* Add the record of a package's newest version.  0, or -1: there is none. */
int apt_show(const struct apt *apt, const char *package,
	     struct buffer *record);

/*
 * Fetch a package and unpack it into directory, which exists.  0, -1 or
 * APT_EUNAVAILABLE with a message.
 */
int apt_unpack(const struct apt *apt, const char *package,
	       const char *directory);

#endif
