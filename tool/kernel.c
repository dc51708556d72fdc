/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apt.h"
#include "arch.h"
#include "cache.h"
#include "deb822.h"
#include "kernel.h"
#include "sources.h"
#include "tool.h"

#define INFO_MAX 4096
/* A meta package, an image package, and what newer suites split off it. */
#define PACKAGES_MAX 4

struct packages {
	size_t count;
	char names[PACKAGES_MAX][256];
	char version[256];	/* of the last one */
};

int kernel_check_suite(const char *suite)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-";

	if (suite[0] == '\0' || suite[0] == '-' || strlen(suite) > 64 ||
	    suite[strspn(suite, allowed)] != '\0') {
		return fail("\"%s\" is not the name of a Debian suite "
			    "(as \"trixie\" or \"bookworm-backports\")",
			    suite);
	}
	return 0;
}

static void field_copy(const struct paragraph *paragraph, const char *name,
		       char *value, size_t size)
{
	struct buffer text = { 0 };

	value[0] = '\0';
	if (deb822_field(paragraph, name, &text)) {
		snprintf(value, size, "%s", text.text);
	}
	buffer_free(&text);
}

int kernel_find(const char *arch, const char *suite, struct kernel *kernel)
{
	char path[FILE_PATH_MAX];
	struct buffer text = { 0 };
	const char *cursor;
	struct paragraph info;
	int result = -1;

	if (cache_path(path, "kernels/%s/%s/info", arch, suite) < 0 ||
	    cache_path(kernel->path, "kernels/%s/%s/vmlinuz", arch,
		       suite) < 0 ||
	    !file_exists(path) || !file_exists(kernel->path) ||
	    file_read(path, INFO_MAX, &text) < 0) {
		buffer_free(&text);
		return -1;
	}
	cursor = text.text;
	if (deb822_next(&cursor, &info)) {
		field_copy(&info, "Package", kernel->package,
			   sizeof(kernel->package));
		field_copy(&info, "Version", kernel->version,
			   sizeof(kernel->version));
		result = 0;
	}
	buffer_free(&text);
	return result;
}

/* The package of a kernel itself that this one depends on, if any. */
static bool next_package(const struct paragraph *record, struct buffer *name)
{
	struct buffer depends = { 0 };
	const char *cursor;
	bool found = false;

	if (deb822_field(record, "Depends", &depends)) {
		cursor = depends.text;
		while (!found && deb822_word(&cursor, name)) {
			found = strncmp(name->text, "linux-image-", 12) == 0 ||
				strncmp(name->text, "linux-binary-", 13) == 0;
		}
	}
	buffer_free(&depends);
	return found;
}

/* Add a package, and put the one that it leads to into name.  False: none. */
static bool add_package(const struct apt *apt, struct packages *packages,
			struct buffer *name)
{
	struct buffer text = { 0 };
	struct paragraph record;
	const char *cursor;
	bool more = false;

	snprintf(packages->names[packages->count],
		 sizeof(packages->names[0]), "%s", name->text);
	if (apt_show(apt, name->text, &text) == 0) {
		cursor = text.text;
		packages->count++;
		if (deb822_next(&cursor, &record)) {
			field_copy(&record, "Version", packages->version,
				   sizeof(packages->version));
			more = next_package(&record, name);
		}
	}
	buffer_free(&text);
	return more;
}

/* From the meta package to the one with the image in it. */
static int resolve(const struct apt *apt, const char *suite,
		   struct packages *packages)
{
	struct buffer name = { 0 };

	buffer_print(&name, "linux-image-%s", apt->architecture);
	while (packages->count < PACKAGES_MAX &&
	       add_package(apt, packages, &name)) {
	}
	buffer_free(&name);
	if (interrupt_signal() != 0) {
		return -1;
	}
	if (packages->count == 0) {
		return fail("suite %s has no kernel for %s", suite,
			    apt->architecture);
	}
	return 0;
}

/* Move the one file that matches; -1 without a message if none does. */
static int take_file(const struct cache *cache, const char *pattern,
		     const char *name)
{
	struct buffer from = { 0 };
	struct buffer to = { 0 };
	glob_t found = { 0 };
	int result = -1;

	buffer_print(&from, "%s/root/%s", cache->temporary, pattern);
	buffer_print(&to, "%s/new/%s", cache->temporary, name);
	if (glob(from.text, 0, NULL, &found) == 0) {
		struct stat state;

		if (lstat(found.gl_pathv[0], &state) == 0 &&
		    S_ISREG(state.st_mode)) {
			result = rename(found.gl_pathv[0], to.text);
		}
		globfree(&found);
	}
	buffer_free(&from);
	buffer_free(&to);
	return result;
}

static int take_kernel(const struct cache *cache)
{
	/* Where packages of Debian 12 and 13, and later split ones, have it. */
	static const char *const images[] = {
		"boot/vmlinuz-*", "boot/vmlinux-*",
		"usr/lib/modules/*/vmlinuz", "usr/lib/modules/*/vmlinux",
		"lib/modules/*/vmlinuz", "lib/modules/*/vmlinux",
	};

	take_file(cache, "boot/config-*", "config");
	take_file(cache, "usr/lib/modules/*/config", "config");
	take_file(cache, "usr/lib/linux-image-*/broadcom/" KERNEL_BOARD_TREE,
		  KERNEL_BOARD_TREE);
	for (size_t i = 0; i < sizeof(images) / sizeof(images[0]); i++) {
		if (take_file(cache, images[i], "vmlinuz") == 0) {
			return 0;
		}
	}
	return fail("the kernel's package has no kernel where one is expected");
}

static int write_info(const struct cache *cache,
		      const struct packages *packages, const char *suite)
{
	struct buffer path = { 0 };
	struct buffer text = { 0 };
	int result;

	buffer_print(&path, "%s/new/info", cache->temporary);
	buffer_print(&text, "Package: %s\nVersion: %s\nSuite: %s\n",
		     packages->names[packages->count - 1], packages->version,
		     suite);
	result = output_text(path.text, &text);
	buffer_free(&path);
	buffer_free(&text);
	return result;
}

static int make_below(const struct cache *cache, const char *name,
		      struct buffer *path)
{
	buffer_print(path, "%s/%s", cache->temporary, name);
	if (mkdir(path->text, 0755) < 0) {
		return fail("can't make %s: %s", path->text, strerror(errno));
	}
	return 0;
}

/* Fetch the packages and put what is wanted of them into new/. */
static int assemble(const struct apt *apt, const struct cache *cache,
		    const char *suite, const struct packages *packages)
{
	struct buffer root = { 0 };
	struct buffer new = { 0 };
	/* The first is a meta package, unless it is the only one. */
	size_t i = packages->count > 1 ? 1 : 0;
	int result = 0;

	if (make_below(cache, "root", &root) < 0 ||
	    make_below(cache, "new", &new) < 0) {
		result = -1;
	}
	for (; result == 0 && i < packages->count; i++) {
		status_show("fetching %s", packages->names[i]);
		result = apt_unpack(apt, packages->names[i], root.text);
	}
	if (result == 0 && (take_kernel(cache) < 0 ||
			    write_info(cache, packages, suite) < 0)) {
		result = -1;
	}
	buffer_free(&root);
	buffer_free(&new);
	return result == APT_EUNAVAILABLE ? KERNEL_EUNAVAILABLE : result;
}

static int fetch(const struct cache *cache, const char *arch,
		 const char *suite, const struct buffer *source)
{
	struct packages packages = { 0 };
	struct apt apt = { .architecture = arch_debian_name(arch) };
	char place[FILE_PATH_MAX];
	int result;

	snprintf(apt.directory, sizeof(apt.directory), "%s", cache->temporary);
	if (apt_prepare(&apt, source) < 0) {
		return -1;
	}
	status_show("reading the package lists of %s", suite);
	result = apt_update(&apt);
	if (result < 0) {
		return result == APT_EUNAVAILABLE ? KERNEL_EUNAVAILABLE : -1;
	}
	if (resolve(&apt, suite, &packages) < 0) {
		return -1;
	}
	result = assemble(&apt, cache, suite, &packages);
	if (result < 0) {
		return result;
	}
	if (cache_path(place, "kernels/%s/%s", arch, suite) < 0) {
		return -1;
	}
	return cache_place(cache, "new", place);
}

/* As kernel_get(). */
static int find_source(const char *arch, const char *suite,
		       struct buffer *source)
{
	struct buffer directory = { 0 };
	int result = apt_find_sources(&directory);

	if (result == 0 && sources_for_suite(directory.text, suite,
					     arch_debian_name(arch),
					     source) < 0) {
		message("no Debian mirror is configured in %s",
			directory.text);
		result = APT_EUNAVAILABLE;
	}
	buffer_free(&directory);
	return result == APT_EUNAVAILABLE ? KERNEL_EUNAVAILABLE : result;
}

int kernel_get(const char *arch, const char *suite, struct kernel *kernel)
{
	struct buffer source = { 0 };
	struct cache cache;
	int result = find_source(arch, suite, &source);

	if (result < 0) {
		buffer_free(&source);
		return result;
	}
	result = cache_lock(&cache);
	if (result == 0) {
		result = fetch(&cache, arch, suite, &source);
		cache_unlock(&cache);
		status_clear();
	}
	buffer_free(&source);
	if (result == 0 && kernel_find(arch, suite, kernel) < 0) {
		result = fail("the fetched kernel is not in the cache");
	}
	return result;
}
