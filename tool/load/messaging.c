/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The messaging load: groups of senders and receivers, as processes.  Each
 * sender sends its messages to each receiver of its group; each receiver has
 * one pipe or socket pair that all its senders share.  A receiver counts what
 * it gets from each sender, in order, up to the sender's farewell.
 */
#include "loads.h"
#include "sys.h"

#define SENDERS 4
#define RECEIVERS 4
#define GROUPS 2
#define CHILDREN (LOAD_GROUPS_MAX * (SENDERS + RECEIVERS))
#define MESSAGE_WORDS 16
/* In the last word of the last message. */
#define FAREWELL (~0ull)

/* Shorter than a pipe's atomic write: messages of senders do not mix. */
struct message {
	uint64_t word[MESSAGE_WORDS];
};

struct group {
	const struct load_context *context;
	unsigned number;
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

static int send_to_all(struct group *group, const struct message *message)
{
	for (int to = 0; to < RECEIVERS; to++) {
		long put = sys_write_all(group->channel[to][1], message,
					 sizeof(*message));

		if (put < 0) {
			return load_fail(group->context, "send", put);
		}
	}
	return 0;
}

static int send_all(struct group *group, unsigned sender)
{
	const struct load_context *context = group->context;
	unsigned worker = group->number * SENDERS + sender;
	struct message message;
	unsigned long number = 0;

	for (; load_begin(context, worker, number, group->count); number++) {
		fill(&message, sender, number);
		if (send_to_all(group, &message) < 0) {
			return LOAD_EFAIL;
		}
		load_end(context, worker);
	}
	fill(&message, sender, number);
	message.word[MESSAGE_WORDS - 1] = FAREWELL;
	return send_to_all(group, &message);
}

/* What a receiver knows of one sender. */
struct peer {
	unsigned long next;
	bool gone;
};

/* It must be the next one from its sender.  0 or LOAD_EFAIL. */
static int take(struct group *group, const struct message *message,
		struct peer *peers)
{
	unsigned sender = (unsigned)(message->word[0] >> 8 & 0xff);
	bool last = message->word[MESSAGE_WORDS - 1] == FAREWELL;
	size_t words = MESSAGE_WORDS - (last ? 1 : 0);

	for (size_t i = 0; i < words; i++) {
		if (sender >= SENDERS || peers[sender].gone ||
		    message->word[i] !=
			    message_word(sender, peers[sender].next, i)) {
			return load_fail(group->context,
					 "wrong message from sender",
					 (long)sender);
		}
	}
	peers[sender].gone = last;
	peers[sender].next += last ? 0 : 1;
	return 0;
}

static int receive_all(struct group *group, unsigned receiver)
{
	struct peer peers[SENDERS] = { 0 };
	struct message message;
	long got;

	/* Until the last sender has closed its end. */
	while ((got = sys_read_all(group->channel[receiver][0], &message,
				   sizeof(message))) == sizeof(message)) {
		if (take(group, &message, peers) < 0) {
			return LOAD_EFAIL;
		}
	}
	if (got != 0) {
		return load_fail(group->context, "receive", got);
	}
	for (int sender = 0; sender < SENDERS; sender++) {
		if (!peers[sender].gone) {
			return load_fail(group->context,
					 "no farewell after messages",
					 (long)peers[sender].next);
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

static long open_channel(enum load_via via, unsigned group, int fds[2])
{
	bool pipe = via == LOAD_VIA_PIPE ||
		    (via == LOAD_VIA_BOTH && group % 2 == 0);

	return pipe ? sys_pipe(fds) : sys_socketpair(fds);
}

static int open_channels(struct group *group)
{
	for (int i = 0; i < RECEIVERS; i++) {
		long got = open_channel(group->context->via, group->number,
					group->channel[i]);

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

static int run_group(struct group *group, long *pids)
{
	int result;

	if (open_channels(group) < 0) {
		return LOAD_EFAIL;
	}
	result = start_group(group, pids);
	close_sides(group, RECEIVERS);
	return result;
}

int load_messaging(const struct load_context *context, unsigned long count)
{
	struct group groups[LOAD_GROUPS_MAX];
	long pids[CHILDREN] = { 0 };
	unsigned n = context->groups > 0 ? context->groups : GROUPS;
	int result = 0;

	for (unsigned i = 0; i < n && result == 0; i++) {
		groups[i].context = context;
		groups[i].number = i;
		groups[i].count = count;
		result = run_group(&groups[i],
				   &pids[i * (SENDERS + RECEIVERS)]);
	}
	/* All end: see close_others(). */
	for (unsigned i = 0; i < CHILDREN; i++) {
		if (pids[i] > 0 && load_wait(context, pids[i], 0) < 0) {
			result = LOAD_EFAIL;
		}
	}
	return result;
}
