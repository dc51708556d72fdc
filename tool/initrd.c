/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "file.h"
#include "initrd.h"
#include "tool.h"

#define ADDED_FILE_MAX (1u << 30)

struct archive {
	struct buffer bytes;
	unsigned entries;
	struct words directories;	/* made so far */
};

static void pad(struct buffer *bytes)
{
	static const char zeros[4];

	buffer_add_bytes(bytes, zeros, (4 - bytes->length % 4) % 4);
}

/* name has no leading slash.  No times and no owners: nothing that varies. */
static void add_entry(struct archive *archive, const char *name, unsigned mode,
		      dev_t device, const struct buffer *content)
{
	size_t size = content == NULL ? 0 : content->length;
	struct buffer *bytes = &archive->bytes;

	/* magic, ino, mode, uid, gid, nlink, mtime, filesize, */
	buffer_print(bytes, "070701%08X%08X%08X%08X%08X%08X%08X",
		     ++archive->entries, mode, 0u, 0u, 1u, 0u, (unsigned)size);
	/* devmajor, devminor, rdevmajor, rdevminor, namesize, check */
	buffer_print(bytes, "%08X%08X%08X%08X%08X%08X", 0u, 0u, major(device),
		     minor(device), (unsigned)strlen(name) + 1, 0u);
	buffer_add_bytes(bytes, name, strlen(name) + 1);
	pad(bytes);
	if (size > 0) {
		buffer_add_bytes(bytes, content->text, size);
		pad(bytes);
	}
}

static bool is_made(const struct archive *archive, const char *directory)
{
	for (size_t i = 0; i < archive->directories.count; i++) {
		if (strcmp(archive->directories.list[i], directory) == 0) {
			return true;
		}
	}
	return false;
}

static void add_parents(struct archive *archive, const char *name)
{
	for (const char *slash = strchr(name, '/'); slash != NULL;
	     slash = strchr(slash + 1, '/')) {
		char *directory = memory_text(name);

		directory[slash - name] = '\0';
		if (!is_made(archive, directory)) {
			add_entry(archive, directory, S_IFDIR | 0755, 0, NULL);
			words_add(&archive->directories, "%s", directory);
		}
		free(directory);
	}
}

/* With its permissions for all, as everything belongs to root. */
static int add_file(struct archive *archive, const char *file,
		    const char *name)
{
	struct buffer content = { 0 };
	struct stat state;
	int result = -1;

	if (file_check(file) == 0 && stat(file, &state) == 0) {
		result = file_read(file, ADDED_FILE_MAX, &content);
	}
	if (result == 0) {
		add_parents(archive, name);
		add_entry(archive, name, S_IFREG | (state.st_mode & 0777), 0,
			  &content);
	}
	buffer_free(&content);
	return result;
}

/* "FILE" or "FILE:PATH" */
static int add_added(struct archive *archive, const char *added)
{
	char *file = memory_text(added);
	char *colon = strchr(file, ':');
	const char *name = colon == NULL ? strrchr(file, '/') : colon + 1;
	int result;

	if (colon != NULL) {
		*colon = '\0';
	}
	if (name == NULL) {
		name = file;
	}
	name += strspn(name, "/");
	if (name[0] == '\0' || strcmp(name, "init") == 0 ||
	    name[strlen(name) - 1] == '/') {
		result = fail("\"%s\" can't be added under that name", added);
	} else {
		result = add_file(archive, file, name);
	}
	free(file);
	return result;
}

static int add_all(struct archive *archive, const char *init,
		   const struct words *added)
{
	add_entry(archive, "dev", S_IFDIR | 0755, 0, NULL);
	words_add(&archive->directories, "dev");
	add_entry(archive, "dev/console", S_IFCHR | 0600, makedev(5, 1), NULL);
	if (add_file(archive, init, "init") < 0) {
		return -1;
	}
	for (size_t i = 0; i < added->count; i++) {
		if (add_added(archive, added->list[i]) < 0) {
			return -1;
		}
	}
	add_entry(archive, "TRAILER!!!", 0, 0, NULL);
	return 0;
}

int initrd_write(int fd, const char *init, const struct words *added)
{
	struct archive archive = { .entries = 0 };
	struct output output = { .fd = fd, .direct = true };
	int result = add_all(&archive, init, added);

	if (result == 0) {
		strcpy(output.path, "the initial file system");
		result = output_write(&output, archive.bytes.text,
				      archive.bytes.length);
	}
	buffer_free(&archive.bytes);
	words_free(&archive.directories);
	return result;
}
