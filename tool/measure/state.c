/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../file.h"
#include "../tool.h"
#include "escape.h"
#include "state.h"

#define FILE_MAX (1u << 28)

/* All of it, on the disk.  0, or -1 with a message. */
static int write_synced(struct state *state, const struct buffer *text)
{
	size_t done = 0;

	while (done < text->length) {
		ssize_t put = write(state->fd, text->text + done,
				    text->length - done);

		if (put < 0 && errno == EINTR) {
			continue;
		}
		if (put <= 0) {
			return fail("can't write %s: %s", state->path,
				    strerror(put < 0 ? errno : ENOSPC));
		}
		done += (size_t)put;
	}
	return fsync(state->fd) == 0 || errno == EINVAL ? 0 :
		fail("can't sync %s: %s", state->path, strerror(errno));
}

/* Else one experiment would cut off what the other is writing. */
static int lock(int fd, const char *path)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	return fcntl(fd, F_SETLK, &whole) == 0 ||
	       (errno != EACCES && errno != EAGAIN) ? 0 :
		fail("%s is in use by another experiment", path);
}

int state_create(struct state *state, const char *path,
		 const struct words *options)
{
	struct buffer text = { 0 };
	int result;

	*state = (struct state){ .path = path };
	state->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (state->fd < 0) {
		return fail("can't create %s: %s%s", path, strerror(errno),
			    errno == EEXIST ? " (--resume goes on with it)" :
			    "");
	}
	buffer_add(&text, "fencepost-measure 1\noption");
	for (size_t i = 0; i < options->count; i++) {
		buffer_add(&text, " ");
		escape_word(&text, options->list[i]);
	}
	buffer_add(&text, "\n");
	result = lock(state->fd, path);
	if (result == 0) {
		result = write_synced(state, &text);
	}
	buffer_free(&text);
	if (result < 0) {
		unlink(path);
		state_close(state);
	}
	return result;
}

/*
 * The actions in it will be this user's, root's perhaps: so it may be only its
 * own, or root's.  0, or -1 with a message.
 */
static int check_owner(int fd, const char *path)
{
	struct stat status;

	if (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode)) {
		return fail("%s is not a regular file", path);
	}
	return (status.st_uid == geteuid() || status.st_uid == 0) &&
	       (status.st_mode & 022) == 0 ? 0 :
		fail("%s can be written by others, and what it says would be "
		     "done: look at it, and make it yours alone", path);
}

/*
 * The text without the zeros that a machine that went down may leave at the
 * end of a file.  -1: they are elsewhere.
 */
static int cut_zeros(const struct buffer *text)
{
	for (size_t i = strlen(text->text); i < text->length; i++) {
		if (text->text[i] != '\0') {
			return -1;
		}
	}
	return 0;
}

static int read_state(struct state *state, struct words *options,
		      struct experiment *experiment)
{
	struct buffer text = { 0 };
	size_t used = 0;
	int result = file_read_descriptor(state->fd, state->path, FILE_MAX,
					  &text);

	if (result == 0 &&
	    (cut_zeros(&text) < 0 ||
	     state_parse(experiment, text.text, options, &used) < 0)) {
		result = fail("%s is no state of an experiment", state->path);
	}
	if (result == 0 && (ftruncate(state->fd, (off_t)used) < 0 ||
			    lseek(state->fd, 0, SEEK_END) < 0)) {
		result = fail("can't go on with %s: %s", state->path,
			      strerror(errno));
	}
	buffer_free(&text);
	return result;
}

int state_open(struct state *state, const char *path, struct words *options,
	       struct experiment *experiment)
{
	*state = (struct state){ .path = path };
	state->fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (state->fd < 0) {
		return fail("can't open %s: %s", path, strerror(errno));
	}
	if (check_owner(state->fd, path) < 0 || lock(state->fd, path) < 0 ||
	    read_state(state, options, experiment) < 0) {
		state_close(state);
		return -1;
	}
	return 0;
}

int state_add(struct state *state, const struct run *run)
{
	struct buffer text = { 0 };
	int result;

	if (state->fd < 0) {
		return 0;
	}
	state_print(run, &text);
	result = write_synced(state, &text);
	buffer_free(&text);
	return result;
}

void state_close(struct state *state)
{
	if (state->fd >= 0) {
		close(state->fd);
	}
	state->fd = -1;
}
