/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The threads load: one thread pinned to each CPU, one address space.  In each
 * round a thread in turn maps a page, makes it read-only and unmaps it, and
 * after each step all threads see that it took effect on their CPU: the
 * kernel had to tell all of them.
 */
#include "loads.h"
#include "sys.h"
#include "thread.h"

#define ROUND_SEED 0x7468726561647300ull

/* All threads come, then all go on. */
struct barrier {
	uint32_t members;
	uint32_t arrived;
	uint32_t round;
};

struct team {
	const struct load_context *context;
	unsigned long rounds;
	struct barrier barrier;
	void *page;
	uint32_t failed;
	/* Set by who leads the round, before all have come. */
	bool ended;
};

struct member {
	struct team *team;
	unsigned number;
};

static void barrier_wait(struct barrier *barrier)
{
	uint32_t round = __atomic_load_n(&barrier->round, __ATOMIC_ACQUIRE);

	if (__atomic_add_fetch(&barrier->arrived, 1, __ATOMIC_ACQ_REL) ==
	    barrier->members) {
		/* Nobody arrives again before the round has changed. */
		__atomic_store_n(&barrier->arrived, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&barrier->round, round + 1, __ATOMIC_RELEASE);
		sys_futex_wake_all(&barrier->round);
		return;
	}
	while (__atomic_load_n(&barrier->round, __ATOMIC_ACQUIRE) == round) {
		sys_futex_wait(&barrier->round, round);
	}
}

/*
 * The first failure is reported.  Everybody goes on to the end all the same:
 * a thread that left would keep the others at the barrier for ever.
 */
static void team_fail(struct team *team, const char *what, long number)
{
	if (__atomic_exchange_n(&team->failed, 1, __ATOMIC_RELAXED) == 0) {
		team->context->report(what, number);
	}
}

static void team_map(struct team *team, unsigned long round)
{
	team->page =
		load_map_anonymous(team->context, team->context->page_size);
	if (team->page == NULL) {
		team_fail(team, "no page in round", (long)round);
	} else {
		*(volatile uint64_t *)team->page = round ^ ROUND_SEED;
	}
}

static void team_protect(struct team *team)
{
	long got = sys_protect(team->page, team->context->page_size,
			       SYS_PROT_READ);

	if (got != 0) {
		team_fail(team, "mprotect", got);
	}
}

static void team_unmap(struct team *team)
{
	long got = sys_unmap(team->page, team->context->page_size);

	if (got != 0) {
		team_fail(team, "munmap", got);
	}
}

static void team_check(struct team *team, unsigned long round)
{
	if (*(volatile uint64_t *)team->page != (round ^ ROUND_SEED)) {
		team_fail(team, "wrong content in round", (long)round);
	}
}

static void team_check_refused(struct team *team, const char *what,
			       unsigned long round)
{
	if (load_probe_write(team->page) == 0) {
		team_fail(team, what, (long)round);
	}
}

/* Whether there is one more round, for the one who leads it. */
static void team_begin(struct team *team, unsigned leader, unsigned long round)
{
	team->ended = !load_begin(team->context, leader, round, team->rounds);
	if (!team->ended) {
		team_map(team, round);
	}
}

/* Whether there was one: all say the same, or some would wait for ever. */
static bool member_round(struct member *member, unsigned long round)
{
	struct team *team = member->team;
	int leads = round % team->barrier.members == member->number;

	if (leads) {
		team_begin(team, member->number, round);
	}
	barrier_wait(&team->barrier);
	if (team->ended) {
		return false;
	}
	if (team->page == NULL) {
		/* Seen by all; and nobody maps again before all have. */
		barrier_wait(&team->barrier);
		return true;
	}
	team_check(team, round);
	barrier_wait(&team->barrier);
	if (leads) {
		team_protect(team);
	}
	barrier_wait(&team->barrier);
	team_check(team, round);
	team_check_refused(team, "write allowed to read-only page in round",
			   round);
	barrier_wait(&team->barrier);
	if (leads) {
		team_unmap(team);
	}
	barrier_wait(&team->barrier);
	team_check_refused(team, "write allowed to unmapped page in round",
			   round);
	if (leads) {
		load_end(team->context, member->number);
	}
	barrier_wait(&team->barrier);
	return true;
}

static void member_run(void *argument)
{
	struct member *member = argument;

	for (unsigned long i = 0; member_round(member, i); i++) {
	}
}

/* In a process of its own, which does not leave stacks or affinity behind. */
static int run_team(const struct load_context *context, unsigned long count)
{
	static struct member members[LOAD_WORKERS_MAX];
	static struct load_thread threads[LOAD_WORKERS_MAX];
	static struct team team;
	int n = load_thread_places(context, threads, 2);

	team.context = context;
	team.rounds = count;
	team.barrier.members = n > 0 ? (uint32_t)n : 0;
	for (int i = 0; i < n; i++) {
		members[i] = (struct member){ &team, (unsigned)i };
		threads[i].run = member_run;
		threads[i].argument = &members[i];
	}
	load_threads_run(context, threads, n);
	return n > 0 && team.failed == 0 ? 0 : LOAD_CHILD_FAILED;
}

int load_threads(const struct load_context *context, unsigned long count)
{
	long pid = sys_fork();

	if (pid < 0) {
		return load_fail(context, "fork", pid);
	}
	if (pid == 0) {
		sys_exit(run_team(context, count));
	}
	return load_wait(context, pid, 0);
}
