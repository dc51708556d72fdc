/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The threads load: one thread pinned to each CPU, one address space.  In each
 * round a thread in turn maps a page, makes it read-only and unmaps it, and
 * after each step all threads see that it took effect on their CPU: the
 * kernel had to tell all of them.
 */
#include "loads.h"
#include "sys.h"

#define THREADS_MAX 64
#define STACK_PAGES 4
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
};

struct member {
	struct team *team;
	unsigned number;
	unsigned cpu;
	/* Not 0 while the thread lives: the kernel clears it. */
	uint32_t alive;
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

static void member_round(struct member *member, unsigned long round)
{
	struct team *team = member->team;
	int leads = round % team->barrier.members == member->number;

	if (leads) {
		team_map(team, round);
	}
	barrier_wait(&team->barrier);
	if (team->page == NULL) {
		/* Seen by all; and nobody maps again before all have. */
		barrier_wait(&team->barrier);
		return;
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
	barrier_wait(&team->barrier);
}

static int member_run(void *argument)
{
	struct member *member = argument;
	struct sys_affinity affinity = { 0 };
	long got;

	affinity.bits[member->cpu / 64] = 1ull << member->cpu % 64;
	got = sys_set_affinity(&affinity);
	if (got < 0) {
		team_fail(member->team, "sched_setaffinity", got);
	}
	for (unsigned long i = 0; i < member->team->rounds; i++) {
		member_round(member, i);
	}
	return 0;
}

/* A member for each CPU, two at least.  Their number, or LOAD_EFAIL. */
static int choose_members(struct team *team, struct member *members)
{
	struct sys_affinity affinity = { 0 };
	long got = sys_get_affinity(&affinity);
	unsigned n = 0;

	if (got < 0) {
		return load_fail(team->context, "sched_getaffinity", got);
	}
	for (unsigned cpu = 0; cpu < SYS_CPUS_MAX && n < THREADS_MAX; cpu++) {
		if (affinity.bits[cpu / 64] >> cpu % 64 & 1) {
			members[n].cpu = cpu;
			members[n].number = n;
			members[n++].team = team;
		}
	}
	if (n == 1) {
		members[1] = members[0];
		members[n++].number = 1;
	}
	team->barrier.members = n;
	return (int)n;
}

static void join(struct member *member)
{
	uint32_t alive;

	while ((alive = __atomic_load_n(&member->alive, __ATOMIC_ACQUIRE))) {
		sys_futex_wait(&member->alive, alive);
	}
}

/*
 * Without one of its threads the team would wait for ever: the process ends.
 */
static void start(struct team *team, struct member *member)
{
	size_t size = STACK_PAGES * team->context->page_size;
	char *stack = load_map_anonymous(team->context, size);
	long got;

	if (stack == NULL) {
		sys_exit(LOAD_CHILD_FAILED);
	}
	member->alive = 1;
	got = sys_thread(SYS_CLONE_THREAD_FLAGS, stack + size, &member->alive,
			 member_run, member);
	if (got < 0) {
		load_fail(team->context, "clone of a thread", got);
		sys_exit(LOAD_CHILD_FAILED);
	}
}

/* In a process of its own, which does not leave stacks or affinity behind. */
static int run_team(const struct load_context *context, unsigned long count)
{
	static struct member members[THREADS_MAX];
	static struct team team;
	int n;

	team.context = context;
	team.rounds = count;
	n = choose_members(&team, members);
	for (int i = 0; i < n; i++) {
		start(&team, &members[i]);
	}
	for (int i = 0; i < n; i++) {
		join(&members[i]);
	}
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
