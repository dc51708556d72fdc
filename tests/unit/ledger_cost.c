/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cost of an event grows with what it changes, not with the size of the
 * tables or the number of ghosts elsewhere.  Instructions are counted, not
 * time: a child process takes the event one instruction at a time.  Where
 * that is not allowed, the tests are skipped.
 */
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ledger/ledger.h>

#include "unit.h"

#define TABLES 200u
#define PAGES (TABLES + 3)
#define RAM 0x40000000ull
#define BASE_VA 0x40000000ull
#define FRAME 0x80000000ull
#define ARENA ((size_t)96 << 20)
#define MANY (TABLES * LEDGER_SLOTS - 1000)
#define FEW 100u
#define STEPS_MAX 1000000L

/* Page 0 is a root, 1 leads to the last tables, 2 is another root. */
struct machine {
	enum ledger_arch arch;
	struct ledger *ledger;
	uint64_t (*ram)[LEDGER_SLOTS];
	void *arena;
};

static uint64_t page_at(unsigned page)
{
	return RAM + (uint64_t)page * 4096;
}

static int read_page(void *context, uint64_t pa, uint64_t *words)
{
	struct machine *m = context;
	uint64_t page = (pa - RAM) / 4096;

	if (page >= PAGES) {
		return -1;
	}
	memcpy(words, m->ram[page], 4096);
	return 0;
}

/* Kernel leaves of one ASID: no rule about user memory has a part here. */
static uint64_t leaf_at(const struct machine *m, uint64_t number)
{
	uint64_t pa = FRAME + number * 4096;

	return m->arch == LEDGER_AARCH64 ? pa | 0x60000000000f07
					 : pa >> 2 | 0xc7;
}

static uint64_t table_at(const struct machine *m, unsigned page)
{
	return m->arch == LEDGER_AARCH64 ? page_at(page) | 3
					 : page_at(page) >> 2 | 1;
}

static void send(const struct machine *m, const struct event *event)
{
	assert_int_equal(ledger_event(m->ledger, event), 0);
}

static void send_register(const struct machine *m, enum event_register reg,
			  uint64_t value)
{
	const struct event event = { .type = EVENT_REGISTER, .privilege = 1,
				     .reg = { reg, value } };

	send(m, &event);
}

static void install(const struct machine *m, unsigned page, uint64_t asid)
{
	if (m->arch == LEDGER_RISCV64) {
		send_register(m, REGISTER_SATP, 8ull << 60 | asid << 44 |
						page_at(page) >> 12);
		return;
	}
	send_register(m, REGISTER_TTBR0_EL1, asid << 48 | page_at(page));
}

static void start_mmu(const struct machine *m)
{
	if (m->arch == LEDGER_AARCH64) {
		send_register(m, REGISTER_MAIR_EL1, 0xff00);
		send_register(m, REGISTER_TCR_EL1,
			      25 | 1ull << 23 | 1ull << 36);
		send_register(m, REGISTER_SCTLR_EL1, 1);
	}
}

static void store_leaf(const struct machine *m, unsigned number,
		       uint64_t value)
{
	const struct event event = {
		.type = EVENT_STORE,
		.privilege = 1,
		.store = { page_at(3 + number / LEDGER_SLOTS) +
			   number % LEDGER_SLOTS * 8, value },
	};

	send(m, &event);
}

static void barrier(const struct machine *m)
{
	const struct event event = { .type = EVENT_BARRIER, .privilege = 1,
				     .barrier = { 0xd5033b9f } };

	if (m->arch == LEDGER_AARCH64) {
		send(m, &event);
	}
}

static void invalidate(const struct machine *m, uint32_t arm, uint32_t riscv,
		       uint64_t va, uint64_t asid)
{
	struct event event = { .type = EVENT_INVALIDATE, .privilege = 1 };

	if (m->arch == LEDGER_AARCH64) {
		event.invalidate.word = arm;
		event.invalidate.operand[0] = asid << 48 | va >> 12;
	} else {
		event.invalidate.word = riscv;
		event.invalidate.operand[0] = va;
		event.invalidate.operand[1] = asid;
	}
	send(m, &event);
	barrier(m);
}

/* So many last tables, all full, and so many ghosts from the end of them. */
static void machine_start(struct machine *m, enum ledger_arch arch,
			  unsigned tables, unsigned ghosts)
{
	struct ledger_config config = { .arch = arch, .cpus = 1,
					.memory_size = ARENA, .context = m,
					.read_page = read_page };
	/* The way to user code: no store after it owes anything older. */
	const struct event mode = { .type = EVENT_MODE, .privilege = 1,
				    .mode = { 0 } };

	*m = (struct machine){ .arch = arch };
	m->ram = calloc(PAGES, sizeof(*m->ram));
	m->arena = malloc(ARENA);
	assert_non_null(m->ram);
	assert_non_null(m->arena);
	config.memory = m->arena;
	m->ledger = ledger_new(&config);
	assert_non_null(m->ledger);
	m->ram[0][1] = table_at(m, 1);
	for (unsigned i = 0; i < tables * LEDGER_SLOTS; i++) {
		m->ram[1][i / LEDGER_SLOTS] = table_at(m, 3 + i / LEDGER_SLOTS);
		m->ram[3 + i / LEDGER_SLOTS][i % LEDGER_SLOTS] = leaf_at(m, i);
	}
	start_mmu(m);
	/* The other root is known, too. */
	install(m, 2, 2);
	install(m, 0, 1);
	for (unsigned i = 0; i < ghosts; i++) {
		store_leaf(m, tables * LEDGER_SLOTS - 1 - i, 0);
	}
	barrier(m);
	send(m, &mode);
}

static void machine_stop(struct machine *m)
{
	free(m->ram);
	free(m->arena);
}

/* What is measured.  Leaf 0 is mapped, and no ghost is near it. */
typedef void action(struct machine *m);

static void act_unmap_and_flush(struct machine *m)
{
	store_leaf(m, 0, 0);
	barrier(m);
	invalidate(m, 0xd5088320, 0x12b50073, BASE_VA, 1);
}

static void act_flush_any_tag(struct machine *m)
{
	store_leaf(m, 0, 0);
	barrier(m);
	invalidate(m, 0xd5088360, 0x12050073, BASE_VA, 0);
}

static void act_remap(struct machine *m)
{
	store_leaf(m, 0, 0);
	store_leaf(m, 0, leaf_at(m, 0));
}

/* To an ASID that has nothing. */
static void act_switch(struct machine *m)
{
	install(m, 2, 2);
}

/* All of another ASID, which has nothing. */
static void act_flush_other_asid(struct machine *m)
{
	invalidate(m, 0xd5088340, 0x12b00073, 0, 3);
}

static void run_child(struct machine *m, action *act)
{
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) {
		_exit(1);
	}
	raise(SIGSTOP);
	act(m);
	raise(SIGUSR1);
	_exit(0);
}

/*
 * Steps the child until it raises SIGUSR1, or did far more than anything here
 * should take; -1 if it can't be done.
 */
static long step_child(pid_t child)
{
	long steps = 0;
	int status;

	while (steps < STEPS_MAX) {
		if (waitpid(child, &status, 0) != child ||
		    !WIFSTOPPED(status)) {
			return -1;
		}
		if (WSTOPSIG(status) == SIGUSR1) {
			break;
		}
		/* It does not outlive this process. */
		if (steps == 0 && ptrace(PTRACE_SETOPTIONS, child, NULL,
					 PTRACE_O_EXITKILL) != 0) {
			return -1;
		}
		if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) != 0) {
			return -1;
		}
		steps++;
	}
	return steps;
}

static long count_steps(struct machine *m, action *act)
{
	pid_t child;
	long steps;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		run_child(m, act);
	}
	assert_true(child > 0);
	steps = step_child(child);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	return steps;
}

/* With what raising the signals takes, which is the same for all. */
static long measure(enum ledger_arch arch, unsigned tables, unsigned ghosts,
		    action *act)
{
	struct machine m;
	long steps;

	machine_start(&m, arch, tables, ghosts);
	steps = count_steps(&m, act);
	machine_stop(&m);
	if (steps < 0) {
		diag("instructions cannot be counted here");
		skip();
	}
	return steps;
}

/* Twice as many instructions would be a list that is looked through. */
static void check_cost(enum ledger_arch arch, action *act)
{
	long few = measure(arch, 1, FEW, act);
	long many = measure(arch, TABLES, MANY, act);

	diag("1 table, %u ghosts: %ld instructions; %u tables, %u ghosts: %ld",
	     FEW, few, TABLES, MANY, many);
	assert_true(many < 2 * few);
}

static void cost_flush_aarch64(void **state)
{
	(void)state;
	check_cost(LEDGER_AARCH64, act_unmap_and_flush);
}

static void cost_flush_riscv64(void **state)
{
	(void)state;
	check_cost(LEDGER_RISCV64, act_unmap_and_flush);
}

static void cost_flush_any_tag(void **state)
{
	(void)state;
	check_cost(LEDGER_AARCH64, act_flush_any_tag);
}

static void cost_flush_other_asid(void **state)
{
	(void)state;
	check_cost(LEDGER_AARCH64, act_flush_other_asid);
}

static void cost_remap(void **state)
{
	(void)state;
	check_cost(LEDGER_RISCV64, act_remap);
}

static void cost_switch(void **state)
{
	(void)state;
	check_cost(LEDGER_RISCV64, act_switch);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(cost_flush_aarch64),
	cmocka_unit_test(cost_flush_riscv64),
	cmocka_unit_test(cost_flush_any_tag),
	cmocka_unit_test(cost_flush_other_asid),
	cmocka_unit_test(cost_remap),
	cmocka_unit_test(cost_switch),
};

int main(void)
{
	return run_tap(tests);
}
