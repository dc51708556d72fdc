/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files: reading whole ones, and writing ones that appear only when complete.
 */
#ifndef TOOL_FILE_H
#define TOOL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "buffer.h"

#define FILE_PATH_MAX 4096

/* Add the content of path, at most limit bytes.  0 or -1. */
int file_read(const char *path, size_t limit, struct buffer *content);
/* The same from a descriptor's start; what is for the message. */
int file_read_descriptor(int fd, const char *what, size_t limit,
			 struct buffer *content);
/* Whether path is a regular file that can be read; a message if not. */
int file_check(const char *path);
bool file_exists(const char *path);

/* An anonymous file in memory, without close-on-exec if keep is "keep". */
enum file_inherit { FILE_PRIVATE, FILE_INHERITED };
int file_memory(const char *name, enum file_inherit inherit);

/*
 * An output file: written beside path without a name (or, where the file
 * system can't do that, under a temporary one) and given its name by
 * output_finish().  What is no regular file, or lies in /dev or /proc, is
 * written directly.
 */
struct output {
	int fd;
	char path[FILE_PATH_MAX];
	char temporary[FILE_PATH_MAX];	/* empty: the file has no name */
	bool direct;
};

int output_open(struct output *output, const char *path);
int output_write(struct output *output, const void *bytes, size_t length);
/* Give it its name.  0, or -1 and nothing is left. */
int output_finish(struct output *output);
/* Drop it.  May follow any of the others, and itself. */
void output_cancel(struct output *output);
/* All of these in one. */
int output_text(const char *path, const struct buffer *text);

/* Write text to standard output.  0 or -1. */
int output_print(const struct buffer *text);

#endif
