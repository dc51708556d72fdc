/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
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
	result = write_synced(state, &text);
	buffer_free(&text);
	if (result < 0) {
		unlink(path);
		state_close(state);
	}
	return result;
}

int state_open(struct state *state, const char *path, struct words *options,
	       struct experiment *experiment)
{
	struct buffer text = { 0 };
	size_t used = 0;
	int result = -1;

	*state = (struct state){ .fd = -1, .path = path };
	if (file_read(path, FILE_MAX, &text) < 0) {
		return -1;
	}
	buffer_add(&text, "");
	if (strlen(text.text) != text.length ||
	    state_parse(experiment, text.text, options, &used) < 0) {
		fail("%s is no state of an experiment", path);
	} else {
		state->fd = open(path, O_WRONLY | O_CLOEXEC);
		if (state->fd < 0 || ftruncate(state->fd, (off_t)used) < 0 ||
		    lseek(state->fd, 0, SEEK_END) < 0) {
			fail("can't go on with %s: %s", path, strerror(errno));
			state_close(state);
		} else {
			result = 0;
		}
	}
	buffer_free(&text);
	return result;
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
