/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The messaging load: groups of senders and receivers, as processes.  Each
 * sender sends its messages to each receiver of its group; each receiver has
 * one pipe (first group) or socket pair (second group) that all its senders
 * share.  A receiver counts what it gets from each sender, in order.
 */
#include "loads.h"
#include "sys.h"

#define SENDERS 4
#define RECEIVERS 4
#define GROUPS 2
#define CHILDREN (GROUPS * (SENDERS + RECEIVERS))
#define MESSAGE_WORDS 16

/* Shorter than a pipe's atomic write: messages of senders do not mix. */
struct message {
	uint64_t word[MESSAGE_WORDS];
};

struct group {
	const struct load_context *context;
	unsigned long count;
	/* [receiver][0] is read, [receiver][1] is written. */
	int channel[RECEIVERS][2];
};

static uint64_t message_word(unsigned sender, unsigned long number, size_t i)
{
	return (uint64_t)number << 16 | sender << 8 | i;
}

static void fill(struct message *message, unsigned sender, unsigned long number)
{
	for (size_t i = 0; i < MESSAGE_WORDS; i++) {
		message->word[i] = message_word(sender, number, i);
	}
}

static int send_all(struct group *group, unsigned sender)
{
	struct message message;

	for (unsigned long number = 0; number < group->count; number++) {
		fill(&message, sender, number);
		for (int to = 0; to < RECEIVERS; to++) {
			long put = sys_write_all(group->channel[to][1],
						 &message, sizeof(message));

			if (put < 0) {
				return load_fail(group->context, "send", put);
			}
		}
	}
	return 0;
}

/* The sender of a message that is the next from it, or LOAD_EFAIL. */
static int check_message(struct group *group, const struct message *message,
			 const unsigned long *next)
{
	unsigned sender = (unsigned)(message->word[0] >> 8 & 0xff);

	for (size_t i = 0; i < MESSAGE_WORDS; i++) {
		if (sender >= SENDERS ||
		    message->word[i] != message_word(sender, next[sender], i)) {
			return load_fail(group->context,
					 "wrong message from sender",
					 (long)sender);
		}
	}
	return (int)sender;
}

static int receive_all(struct group *group, unsigned receiver)
{
	unsigned long next[SENDERS] = { 0 };
	struct message message;
	long got;

	/* Until the last sender has closed its end. */
	while ((got = sys_read_all(group->channel[receiver][0], &message,
				   sizeof(message))) == sizeof(message)) {
		int sender = check_message(group, &message, next);

		if (sender < 0) {
			return LOAD_EFAIL;
		}
		next[sender]++;
	}
	if (got != 0) {
		return load_fail(group->context, "receive", got);
	}
	for (int sender = 0; sender < SENDERS; sender++) {
		if (next[sender] != group->count) {
			return load_fail(group->context, "messages received",
					 (long)next[sender]);
		}
	}
	return 0;
}

static void close_sides(struct group *group, int channels)
{
	for (int i = 0; i < channels; i++) {
		sys_close(group->channel[i][0]);
		sys_close(group->channel[i][1]);
	}
}

static int open_channels(struct group *group, long (*open)(int fds[2]))
{
	for (int i = 0; i < RECEIVERS; i++) {
		long got = open(group->channel[i]);

		if (got < 0) {
			close_sides(group, i);
			return load_fail(group->context, "open a channel", got);
		}
	}
	return 0;
}

/*
 * Keep only what this child uses: a receiver sees the end when the last sender
 * has closed, a sender gets SIGPIPE when the receiver is gone.
 */
static void close_others(struct group *group, unsigned number)
{
	for (unsigned i = 0; i < RECEIVERS; i++) {
		if (i != number) {
			sys_close(group->channel[i][0]);
		}
		if (number < RECEIVERS) {
			sys_close(group->channel[i][1]);
		}
	}
}

/* The child with this number: receivers first, then senders. */
static _Noreturn void child(struct group *group, unsigned number)
{
	int result;

	close_others(group, number);
	if (number < RECEIVERS) {
		result = receive_all(group, number);
	} else {
		result = send_all(group, number - RECEIVERS);
	}
	sys_exit(result < 0 ? LOAD_CHILD_FAILED : 0);
}

/* Fork a group's children into pids.  Those forked are waited for anyway. */
static int start_group(struct group *group, long *pids)
{
	for (unsigned i = 0; i < SENDERS + RECEIVERS; i++) {
		pids[i] = sys_fork();
		if (pids[i] < 0) {
			return load_fail(group->context, "fork", pids[i]);
		}
		if (pids[i] == 0) {
			child(group, i);
		}
	}
	return 0;
}

static int run_group(struct group *group, long (*open)(int fds[2]), long *pids)
{
	int result;

	if (open_channels(group, open) < 0) {
		return LOAD_EFAIL;
	}
	result = start_group(group, pids);
	close_sides(group, RECEIVERS);
	return result;
}

int load_messaging(const struct load_context *context, unsigned long count)
{
	struct group groups[GROUPS];
	long pids[CHILDREN] = { 0 };
	int result = 0;

	for (int i = 0; i < GROUPS && result == 0; i++) {
		groups[i].context = context;
		groups[i].count = count;
		result = run_group(&groups[i],
				   i == 0 ? sys_pipe : sys_socketpair,
				   &pids[i * (SENDERS + RECEIVERS)]);
	}
	/* All end: see close_others(). */
	for (int i = 0; i < CHILDREN; i++) {
		if (pids[i] > 0 && load_wait(context, pids[i], 0) < 0) {
			result = LOAD_EFAIL;
		}
	}
	return result;
}
