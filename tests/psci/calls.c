/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each call by its rules.  [PSCI] 5, [SMCCC] 2 and 7; a call that is refused
 * changes no byte of what is shared, and nothing happens.
 */
#include "../unit/unit.h"

#include "board.h"

#define NONE 0xffffffffffffffffull	/* NOT_SUPPORTED, as X0 has it */
#define MEMORY 0x80000ull
#define GARBAGE 0xdeadbeef00000000ull

#define FAST 0x80000000u
#define CONVENTION_64 0x40000000u

/* What is there, and where it is.  All else is unknown. */
static const uint32_t known[] = {
	0x80000000,	/* SMCCC_VERSION */
	0x80000001,	/* SMCCC_ARCH_FEATURES */
	0x80008000,	/* SMCCC_ARCH_WORKAROUND_1 */
	0x80007fff,	/* SMCCC_ARCH_WORKAROUND_2 */
	0x80003fff,	/* SMCCC_ARCH_WORKAROUND_3 */
	0x84000000,	/* PSCI_VERSION */
	0x84000001,	/* CPU_SUSPEND */
	0xc4000001,
	0x84000002,	/* CPU_OFF */
	0x84000003,	/* CPU_ON */
	0xc4000003,
	0x84000004,	/* AFFINITY_INFO */
	0xc4000004,
	0x84000006,	/* MIGRATE_INFO_TYPE */
	0x84000008,	/* SYSTEM_OFF */
	0x84000009,	/* SYSTEM_RESET */
	0x8400000a,	/* PSCI_FEATURES */
	0x84000012,	/* SYSTEM_RESET2 */
	0xc4000012,
};

static bool is_known(uint32_t id)
{
	for (unsigned i = 0; i < COUNT(known); i++) {
		if (known[i] == id) {
			return true;
		}
	}
	return false;
}

static int setup(void **state)
{
	(void)state;
	board_reset();
	return 0;
}

static uint64_t call(uint64_t function, uint64_t x1, uint64_t x2, uint64_t x3)
{
	return smccc_call(function, x1, x2, x3, ESR_SMC64, &psci);
}

static uint64_t number(int32_t result)
{
	return (uint64_t)(int64_t)result;
}

/* The result is this, and there is no other effect. */
static bool only_returns_from(uint64_t function, const uint64_t x[3],
			      uint64_t esr, uint64_t result)
{
	const struct psci psci_before = psci;
	const struct board board_before = board;

	return smccc_call(function, x[0], x[1], x[2], esr, &psci) == result &&
	       memcmp(&psci, &psci_before, sizeof(psci)) == 0 &&
	       memcmp(&board, &board_before, sizeof(board)) == 0;
}

static bool only_returns(uint64_t function, uint64_t x1, uint64_t x2,
			 uint64_t x3, uint64_t result)
{
	const uint64_t x[3] = { x1, x2, x3 };

	return only_returns_from(function, x, ESR_SMC64, result);
}

/* ---- Identifiers ---- */

/* Arguments with which every known function would do something. */
static bool is_unknown(uint64_t id, uint64_t esr)
{
	const uint64_t cpu_on[3] = { 1, MEMORY, 0 };
	const uint64_t none[3] = { 0, 0, 0 };

	return only_returns_from(id, cpu_on, esr, NONE) &&
	       only_returns_from(id, none, esr, NONE);
}

static void unknown_functions(void **state)
{
	(void)state;
	for (uint32_t owner = 0; owner < 256; owner++) {
		for (uint32_t n = 0; n <= 0xffff; n++) {
			uint32_t id = owner << 24 | n;

			if (!is_known(id) && !is_unknown(id, ESR_SMC64)) {
				fail_msg("%#x is not refused", id);
			}
		}
	}
}

/* 23:17 must be 0; 16 is the SVE hint only from SMCCC 1.3 on. */
static void reserved_bits(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(known); i++) {
		for (uint32_t bits = 1; bits < 256; bits++) {
			check_case(is_unknown(known[i] | bits << 16, ESR_SMC64),
				   known[i], "reserved bits");
		}
	}
}

/* Only SMC #0 is a call. */
static void immediates(void **state)
{
	static const uint32_t some[] = { 1, 2, 0x80, 0x8000, 0xffff };

	(void)state;
	for (unsigned i = 0; i < COUNT(known); i++) {
		for (unsigned s = 0; s < COUNT(some); s++) {
			check_case(is_unknown(known[i], ESR_SMC64 | some[s]),
				   known[i], "immediate");
		}
	}
}

static void aarch32_has_no_64(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(known); i++) {
		if (known[i] & CONVENTION_64) {
			check_case(is_unknown(known[i], ESR_SMC32), known[i],
				   "from AArch32");
		}
	}
}

/* Its registers are 32 bits wide, whatever the other halves are. */
static void aarch32_calls(void **state)
{
	const uint64_t x[3] = { GARBAGE | 1, GARBAGE | MEMORY, GARBAGE | 7 };

	(void)state;
	assert_int_equal(smccc_call(GARBAGE | 0x84000000, 0, 0, 0, ESR_SMC32,
				    &psci), 0x10001);
	assert_int_equal(smccc_call(0x84000003, x[0], x[1], x[2], ESR_SMC32,
				    &psci), 0);
	assert_int_equal(psci.cpu[1].entry.address, MEMORY);
	assert_int_equal(psci.cpu[1].entry.context, 7);
}

/* The function is W0. */
static void upper_half_of_function(void **state)
{
	(void)state;
	assert_true(only_returns(GARBAGE | 0x84000000, 0, 0, 0, 0x10001));
	assert_true(only_returns(GARBAGE | 0x80000000, 0, 0, 0, 0x10001));
	assert_true(only_returns(GARBAGE | 0x84000006, 0, 0, 0, 2));
	assert_true(only_returns(GARBAGE | 0x84000666, 0, 0, 0, NONE));
}

static void versions(void **state)
{
	(void)state;
	assert_true(only_returns(0x84000000, ~0ull, ~0ull, ~0ull, 0x10001));
	assert_true(only_returns(0x80000000, ~0ull, ~0ull, ~0ull, 0x10001));
}

/* ---- Features ---- */

static void psci_features_of_all(void **state)
{
	(void)state;
	for (uint32_t owner = 0; owner < 256; owner++) {
		for (uint32_t n = 0; n <= 0xffff; n++) {
			uint32_t id = owner << 24 | n;
			bool there = id == 0x80000000 ||
				     ((id & ~CONVENTION_64) >> 24 == 0x84 &&
				      is_known(id));

			check_case(only_returns(0x8400000a, id, 0, 0,
						there ? 0 : NONE),
				   id, "PSCI_FEATURES");
		}
	}
	assert_true(only_returns(0x8400000a, GARBAGE | 0x84000001, ~0ull, 0,
				 0));
	assert_true(only_returns(0x8400000a, 0x84010001, 0, 0, NONE));
	assert_true(only_returns(0x8400000a, 0x84000021, 0, 0, NONE));
}

static void arch_features_of_all(void **state)
{
	(void)state;
	for (uint32_t owner = 0; owner < 256; owner++) {
		for (uint32_t n = 0; n <= 0xffff; n++) {
			uint32_t id = owner << 24 | n;
			bool there = owner == 0x80 && is_known(id);

			check_case(only_returns(0x80000001, id, 0, 0,
						there ? 0 : NONE),
				   id, "ARCH_FEATURES");
		}
	}
	assert_true(only_returns(0x80000001, GARBAGE | 0x80008000, 0, 0, 0));
	assert_true(only_returns(0x80000001, 0x80018000, 0, 0, NONE));
}

/* Of the CPU that asks. */
static void arch_features_of_workarounds(void **state)
{
	static const uint32_t ids[] = { 0x80008000, 0x80007fff, 0x80003fff };
	static const int32_t answers[] = { 0, 1, -1, -2 };

	(void)state;
	for (unsigned i = 0; i < 3 * COUNT(answers) * PSCI_CPUS_MAX; i++) {
		unsigned which = i % 3, answer = i / 3 % COUNT(answers);

		board_reset();
		board.cpu = i / 3 / COUNT(answers);
		board.workaround[board.cpu][which] = answers[answer];
		for (unsigned other = 0; other < 3; other++) {
			uint64_t want = other == which ? number(answers[answer])
						       : 0;

			check_case(only_returns(0x80000001, ids[other], 0, 0,
						want), i, "ARCH_FEATURES");
		}
	}
}

/* ---- Workarounds ---- */

/* They return nothing: x0 stays.  What they do is done by then. */
static void workarounds_1_and_3(void **state)
{
	(void)state;
	for (unsigned cpu = 0; cpu < PSCI_CPUS_MAX; cpu++) {
		board.cpu = cpu;
		assert_true(only_returns(0x80008000, ~0ull, 1, 2, 0x80008000));
		assert_true(only_returns(GARBAGE | 0x80003fff, 0, 1, 2,
					 GARBAGE | 0x80003fff));
		board.workaround[cpu][0] = board.workaround[cpu][2] = 1;
		assert_true(only_returns(0x80008000, 0, 0, 0, 0x80008000));
		assert_true(only_returns(0x80003fff, 0, 0, 0, 0x80003fff));
		board.workaround[cpu][0] = board.workaround[cpu][2] = -1;
		assert_true(only_returns(0x80008000, 0, 0, 0, NONE));
		assert_true(only_returns(0x80003fff, 0, 0, 0, NONE));
	}
}

/* Bit 55 of this CPU, by W1, and no other bit of any. */
static void check_mitigation(unsigned cpu, uint64_t x1)
{
	uint64_t want[PSCI_CPUS_MAX];

	memcpy(want, board.cpuactlr, sizeof(want));
	want[cpu] &= ~(1ull << 55);
	want[cpu] |= (uint64_t)(x1 % (1ull << 32) != 0) << 55;
	board.cpu = cpu;
	assert_int_equal(call(0x80007fff, x1, ~0ull, ~0ull), 0x80007fff);
	assert_memory_equal(board.cpuactlr, want, sizeof(want));
}

static void workaround_2(void **state)
{
	const struct psci before = psci;

	(void)state;
	for (unsigned order = 0; order < 64; order++) {
		unsigned cpu = order * 7 / 3 % PSCI_CPUS_MAX;

		board.cpuactlr[cpu] ^= order * 0x1010204080ull;
		check_mitigation(cpu, 0);
		check_mitigation(cpu, 0);
		check_mitigation((cpu + 1) % PSCI_CPUS_MAX, 1);
		check_mitigation(cpu, (uint64_t)1 << order);
		check_mitigation(cpu, GARBAGE);
		check_mitigation(cpu, 0xffffffff);
	}
	assert_memory_equal(&psci, &before, sizeof(psci));
}

static void workaround_2_absent(void **state)
{
	(void)state;
	board.workaround[2][1] = -1;
	board.cpu = 2;
	assert_true(only_returns(0x80007fff, 0, 0, 0, NONE));
	board.cpu = 1;
	assert_int_equal(call(0x80007fff, 0, 0, 0), 0x80007fff);
}

/* Not needed here, or always on everywhere: the register stays as it is. */
static void workaround_2_not_needed(void **state)
{
	(void)state;
	board.cpu = 1;
	for (board.workaround[1][1] = 1; board.workaround[1][1] >= -2;
	     board.workaround[1][1] -= 3) {
		assert_true(only_returns(0x80007fff, 0, 0, 0, 0x80007fff));
		assert_true(only_returns(0x80007fff, 1, 0, 0, 0x80007fff));
	}
}

/* ---- CPU_ON ---- */

struct entry_case {
	const char *name;
	uint64_t address;
	bool good;
};

static const struct entry_case entries[] = {
	{ "the first page is the monitor's", 0, false },
	{ "its last word", 0xffc, false },
	{ "the first word after it", 0x1000, true },
	{ "a kernel", 0x80000, true },
	{ "bit 0", 0x80001, false },
	{ "bit 1", 0x80002, false },
	{ "both", 0x80003, false },
	{ "an odd word", 0x80004, true },
	{ "the last word of a range", 0x3b3ffffc, true },
	{ "the first after it", 0x3b400000, false },
	{ "the last before the next", 0x3ffffffc, false },
	{ "the next", 0x40000000, true },
	{ "its end", 0xfbfffffc, true },
	{ "devices", 0xfe201000, false },
	{ "above 4 GiB", 0x100000000, true },
	{ "the last word", 0x17ffffffc, true },
	{ "after the end", 0x180000000, false },
	{ "nothing there", 0xf0000000000, false },
	{ "a kernel, but for bit 44", 0x100000080000, false },
	{ "a kernel, but for bit 63", 0x8000000000080000, false },
	{ "the monitor, but for bit 44", 0x100000000000, false },
	{ "the last address", 0xfffffffffffffffc, false },
	{ "a virtual address", 0xffff800010000000, false },
};

static void entry_points(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(entries); i++) {
		const struct entry_case *c = &entries[i];

		board_reset();
		if (!c->good) {
			check_case(only_returns(0xc4000003, 2, c->address, 1,
						number(-9)), i, c->name);
			continue;
		}
		check_case(call(0xc4000003, 2, c->address, 1) == 0, i, c->name);
		check_case(psci.cpu[2].entry.address == c->address, i, c->name);
	}
}

/* Empty ranges have nothing in them, and a range may end with the last page. */
static void odd_ranges(void **state)
{
	(void)state;
	memset(psci.memory, 0, sizeof(psci.memory));
	assert_true(only_returns(0xc4000003, 1, 0x1000, 0, number(-9)));
	psci.memory[3] = (struct psci_range){ 0xfffffff0, 16 };
	assert_true(only_returns(0xc4000003, 1, 0x1000, 0, number(-9)));
	assert_true(only_returns(0xc4000003, 1, 0xffffffefffc, 0, number(-9)));
	assert_int_equal(call(0xc4000003, 1, 0xffffffffffc, 0), 0);
	psci.monitor.count = 0;
	psci.memory[0] = (struct psci_range){ 0, 1 };
	assert_int_equal(call(0xc4000003, 2, 0, 0), 0);
}

/* Succeeds: nothing changes but the target's state and entry. */
static void cpu_on_succeeds(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 32; i++) {
		unsigned target = 1 + i % 3, caller = i / 3 % 4;
		uint64_t context = 0x123456789abcdef0ull + i;
		struct psci want;

		board_reset();
		board.cpu = caller == target ? 0 : caller;
		board.big_endian = i & 1;
		want = psci;
		want.cpu[target].state = PSCI_STATE_ON_PENDING;
		want.cpu[target].entry.address = 0x100000000 + 4 * i;
		want.cpu[target].entry.context = context;
		want.cpu[target].entry.big_endian = i & 1;
		assert_int_equal(call(0xc4000003, target, 0x100000000 + 4 * i,
				      context), 0);
		assert_memory_equal(&psci, &want, sizeof(psci));
	}
}

/* Upper halves do not count, and the context has 32 bits. */
static void cpu_on_32(void **state)
{
	(void)state;
	assert_int_equal(call(GARBAGE | 0x84000003, GARBAGE | 3,
			      GARBAGE | 0x80000, GARBAGE | 0x77), 0);
	assert_int_equal(psci.cpu[3].entry.address, 0x80000);
	assert_int_equal(psci.cpu[3].entry.context, 0x77);
	assert_int_equal(psci.cpu[3].state, PSCI_STATE_ON_PENDING);
	assert_true(only_returns(0x84000003, GARBAGE | 3, MEMORY, 0,
				 number(-5)));
	assert_true(only_returns(0x84000003, 2, 0x100000000, 0, number(-9)));
}

static const uint64_t no_cpu[] = {
	4, 5, 0xff, 0x100, 0x101, 0x10001, 0xffffff, 0xffffffff,
	/* Reserved, and MPIDR_EL1's own: U, MT, RES1. */
	1u << 24, 1u << 30, 1u << 31, 0x80000001,
};
static const uint64_t no_cpu_64[] = {
	1ull << 32, 1ull << 32 | 1, 1ull << 39, 1ull << 40 | 1, 1ull << 63 | 1,
	~0ull,
};

static void check_precedence(uint64_t function, uint64_t bad)
{
	static const struct {
		uint32_t state;
		int32_t result;
	} states[] = {
		{ PSCI_STATE_ON, -4 },
		{ PSCI_STATE_ON_PENDING, -5 },
		{ PSCI_STATE_ABSENT, -2 },
	};

	for (unsigned i = 0; i < COUNT(states); i++) {
		psci.cpu[1].state = states[i].state;
		assert_true(only_returns(function, 1, MEMORY, 0,
					 number(states[i].result)));
		if (states[i].state != PSCI_STATE_ABSENT) {
			assert_true(only_returns(function, 1, bad, 0,
						 number(-9)));
		}
		assert_true(only_returns(function, 4, bad, 0, number(-2)));
	}
	psci.cpu[1].state = PSCI_STATE_OFF;
}

/* -2 before -9 before -4 and -5. */
static void cpu_on_precedence(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(entries); i++) {
		if (!entries[i].good) {
			check_precedence(0xc4000003, entries[i].address);
		}
	}
	check_precedence(0x84000003, 0x80001);
	check_precedence(0x84000003, 0xfe201000);
}

static void cpu_on_no_such_cpu(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(no_cpu); i++) {
		check_case(only_returns(0xc4000003, no_cpu[i], MEMORY, 0,
					number(-2)), i, "CPU_ON64");
		check_case(only_returns(0x84000003, no_cpu[i], MEMORY, 0,
					number(-2)), i, "CPU_ON32");
	}
	for (unsigned i = 0; i < COUNT(no_cpu_64); i++) {
		check_case(only_returns(0xc4000003, no_cpu_64[i], MEMORY, 0,
					number(-2)), i, "CPU_ON64");
	}
	psci.cpus = 2;
	assert_true(only_returns(0xc4000003, 2, MEMORY, 0, number(-2)));
}

static void cpu_on_self(void **state)
{
	(void)state;
	assert_true(only_returns(0xc4000003, 0, MEMORY, 0, number(-4)));
	assert_true(only_returns(0xc4000003, 0, 2, 0, number(-9)));
}

/* H2 of the reference: the second call does not get to the entry. */
static void cpu_on_while_pending(void **state)
{
	(void)state;
	board.big_endian = 1;
	assert_int_equal(call(0xc4000003, 1, MEMORY, 0xaa), 0);
	for (board.cpu = 0; board.cpu < PSCI_CPUS_MAX; board.cpu += 2) {
		board.big_endian = 0;
		assert_true(only_returns(0xc4000003, 1, MEMORY + 4, 0xbb,
					 number(-5)));
		assert_true(only_returns(0x84000003, 1, MEMORY + 8, 0xcc,
					 number(-5)));
		assert_true(only_returns(0xc4000003, 1, MEMORY + 1, 0xdd,
					 number(-9)));
	}
	assert_int_equal(psci.cpu[1].entry.context, 0xaa);
}

/* ---- CPU_OFF and the pen ---- */

/* It has no parameter; Linux passes one. */
static void cpu_off(void **state)
{
	const struct psci before = psci;

	(void)state;
	assert_int_equal(call(0x84000002, 0x10000, ~0ull, ~0ull), number(-3));
	assert_int_equal(board.events.cpu_off, 1);
	/* Off is what the pen says. */
	assert_memory_equal(&psci, &before, sizeof(psci));
}

static unsigned waits;

static void turn_on_1(void)
{
	unsigned self = board.cpu;

	waits++;
	board.cpu = 0;
	assert_int_equal(call(0xc4000004, 1, 0, 0), 1);
	assert_int_equal(call(0xc4000003, 1, MEMORY, ~0ull), 0);
	assert_int_equal(call(0xc4000004, 1, 0, 0), 2);
	assert_true(only_returns(0xc4000003, 1, MEMORY + 4, 0, number(-5)));
	board.cpu = self;
}

/* The whole way, many times, the first CPU included. */
static void pen(void **state)
{
	struct psci_entry entry;

	(void)state;
	psci.cpu[1].state = PSCI_STATE_ABSENT;
	board.wait = turn_on_1;
	board.big_endian = 1;
	waits = 0;
	for (unsigned i = 0; i < 100; i++) {
		memset(&entry, 0xff, sizeof(entry));
		board.cpu = 1;
		psci_park(&psci, 1, i ? PSCI_PEN_AGAIN : PSCI_PEN_FIRST,
			  &entry);
		assert_int_equal(entry.address, MEMORY);
		assert_true(entry.context == ~0ull);
		assert_int_equal(entry.big_endian, 1);
		assert_int_equal(call(0xc4000004, 1, 0, 0), 0);
		assert_int_equal(psci.cpu[1].ticket, 0);
	}
	assert_int_equal(waits, 100);
}

/* WORKAROUND_2 is on by default again, for this CPU alone. */
static void pen_restores_mitigation(void **state)
{
	struct psci_entry entry;

	(void)state;
	for (board.cpu = 0; board.cpu < PSCI_CPUS_MAX; board.cpu++) {
		check_mitigation(board.cpu, 0);
	}
	board.cpu = 1;
	board.wait = turn_on_1;
	psci_park(&psci, 1, PSCI_PEN_AGAIN, &entry);
	for (unsigned cpu = 0; cpu < PSCI_CPUS_MAX; cpu++) {
		assert_int_equal(board.cpuactlr[cpu] >> 55 & 1, cpu == 1);
	}
}

/* In this order: nothing yet, an address that is unusable, one that is good. */
static void write_release(void)
{
	static const uint64_t addresses[] = { 0, 0x80002, 0xffc, 0x200000 };

	if (waits > 1) {
		assert_int_equal(board.release[1], addresses[waits - 1]);
	}
	assert_int_equal(psci.cpu[1].state, PSCI_STATE_OFF);
	assert_true(waits < COUNT(addresses));
	board.release[1] = addresses[waits++];
}

static void spin_table(void **state)
{
	struct psci_entry entry;

	(void)state;
	waits = 0;
	board.wait = write_release;
	board.cpu = 1;
	memset(&entry, 0xff, sizeof(entry));
	psci_park(&psci, 1, PSCI_PEN_FIRST, &entry);
	assert_int_equal(entry.address, 0x200000);
	assert_int_equal(entry.context, 0);
	assert_int_equal(entry.big_endian, 0);
	assert_int_equal(board.release[1], 0);
	assert_int_equal(psci.cpu[1].state, PSCI_STATE_ON);
	assert_int_equal(waits, 4);
}

/* After CPU_OFF, the word is the OS's alone. */
static void spin_table_is_over(void **state)
{
	struct psci_entry entry;

	(void)state;
	board.release[1] = 0x200000;
	board.wait = turn_on_1;
	board.cpu = 1;
	psci_park(&psci, 1, PSCI_PEN_AGAIN, &entry);
	assert_int_equal(entry.address, MEMORY);
	assert_int_equal(board.release[1], 0x200000);
}

/* ---- CPU_SUSPEND ---- */

/* The original format; at_address: what the entry point is worth, 0 or -9. */
static int32_t suspend_result(uint32_t power_state, int32_t at_address)
{
	if (power_state & 0xfcfe0000) {
		return -2;
	}
	/* One state: StateID 0, of a CPU or of the cluster, which is all. */
	if (power_state & 0x0200ffff) {
		return -2;
	}
	return (power_state & 0x10000) ? at_address : 0;
}

static void check_suspend(uint64_t function, uint32_t power_state,
			  uint64_t address, int32_t at_address)
{
	int32_t want = suspend_result(power_state, at_address);
	const struct psci before = psci;

	if (want) {
		check_case(only_returns(function, power_state, address, 1,
					number(want)), power_state, "refused");
		return;
	}
	board.events.interrupt_wait = 0;
	check_case(call(function, power_state, address, 1) == 0, power_state,
		   "granted");
	assert_int_equal(board.events.interrupt_wait, 1);
	assert_memory_equal(&psci, &before, sizeof(psci));
}

static void cpu_suspend(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 32; i++) {
		for (unsigned j = 0; j <= i; j++) {
			uint32_t power_state = 1u << i | 1u << j;

			check_suspend(0x84000001, power_state, MEMORY, 0);
			check_suspend(0xc4000001, power_state, MEMORY, 0);
			check_suspend(0xc4000001, power_state, MEMORY + 2,
				      -9);
			check_suspend(0xc4000001, power_state | 0x10000,
				      0xf0000000000, -9);
		}
	}
	check_suspend(0xc4000001, 0, 3, -9);
	check_suspend(0xc4000001, 0x03010000, 0, -9);
	check_suspend(0xc4000001, 0x02010000, 0, -9);
	check_suspend(0xc4000001, 0x01010000, 0, -9);
	/* Extended: type in bit 30. */
	check_suspend(0xc4000001, 0x40000000, MEMORY, 0);
	check_suspend(0xc4000001, 0x40000001, MEMORY, 0);
	check_suspend(0xc4000001, 0xb0000000, MEMORY, 0);
}

/* power_state has 32 bits in both conventions. */
static void cpu_suspend_upper_halves(void **state)
{
	(void)state;
	assert_int_equal(call(0xc4000001, GARBAGE, 0, 0), 0);
	assert_int_equal(call(0x84000001, GARBAGE | 0x10000, GARBAGE | MEMORY,
			      0), 0);
	assert_true(only_returns(0xc4000001, 0x10000, GARBAGE | MEMORY, 0,
				 number(-9)));
}

/* ---- The others ---- */

static void check_affinity(uint64_t function)
{
	for (uint32_t s = 0; s < 4; s++) {
		psci.cpu[2].state = s;
		assert_true(only_returns(function, 2, 0, ~0ull,
					 s < 3 ? s : number(-2)));
		assert_true(only_returns(function, 0, 0, 0, 0));
		for (uint64_t level = 1; level < 5; level++) {
			assert_true(only_returns(function, 2, level, 0,
						 number(-2)));
		}
		assert_true(only_returns(function, 2, 0xffffffff, 0,
					 number(-2)));
	}
	for (unsigned i = 0; i < COUNT(no_cpu); i++) {
		check_case(only_returns(function, no_cpu[i], 0, 0, number(-2)),
			   i, "AFFINITY_INFO");
	}
}

static void affinity_info(void **state)
{
	(void)state;
	check_affinity(0x84000004);
	check_affinity(0xc4000004);
	for (unsigned i = 0; i < COUNT(no_cpu_64); i++) {
		check_case(only_returns(0xc4000004, no_cpu_64[i], 0, 0,
					number(-2)), i, "AFFINITY_INFO64");
	}
	assert_true(only_returns(0x84000004, GARBAGE | 3, GARBAGE, 0, 1));
	/* lowest_affinity_level has 32 bits in both conventions. */
	assert_true(only_returns(0xc4000004, 3, GARBAGE, 0, 1));
}

static void no_trusted_os(void **state)
{
	(void)state;
	assert_true(only_returns(0x84000006, ~0ull, 0, 0, 2));
	for (uint64_t target = 0; target < 5; target++) {
		assert_true(only_returns(0x84000005, target, 0, 0, NONE));
		assert_true(only_returns(0xc4000005, target, 0, 0, NONE));
		assert_true(only_returns(0x84000007, target, 0, 0, NONE));
		assert_true(only_returns(0xc4000007, target, 0, 0, NONE));
	}
}

/* One event, nothing of the CPUs changes; then the mock returns. */
static void check_system(uint64_t function, uint64_t x1,
			 const unsigned *event)
{
	const struct psci before = psci;
	unsigned count = *event;

	assert_int_equal(call(function, x1, ~0ull, ~0ull), number(-6));
	assert_int_equal(*event, count + 1);
	assert_memory_equal(&psci, &before, sizeof(psci));
}

static void system_off_and_reset(void **state)
{
	(void)state;
	check_system(0x84000008, 0, &board.events.off);
	check_system(0x84000009, ~0ull, &board.events.reset);
	check_system(0x84000012, GARBAGE, &board.events.reset);
	check_system(0xc4000012, 0, &board.events.reset);
	assert_int_equal(board.events.off, 1);
	assert_int_equal(board.events.reset, 3);
}

/* Types from bit 31 on are a vendor's: there are none. */
static void reset2_types(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 32; i++) {
		for (unsigned j = 0; j <= i; j++) {
			uint64_t type = 1ull << i | 1ull << j;

			assert_true(only_returns(0x84000012, type, 1, 2,
						 number(-2)));
			assert_true(only_returns(0xc4000012, GARBAGE | type, 1,
						 2, number(-2)));
		}
	}
}

/* The mock takes nothing for granted: a CPU has no effect on another. */
static void tickets_are_given_back(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 1000; i++) {
		board.cpu = i % PSCI_CPUS_MAX;
		call(0xc4000003, i / 3 % 5, i % 2 ? MEMORY : 1, i);
		for (unsigned cpu = 0; cpu < PSCI_CPUS_MAX; cpu++) {
			assert_int_equal(psci.cpu[cpu].ticket, 0);
		}
	}
}

#define test(name) cmocka_unit_test_setup(name, setup)

static const struct CMUnitTest tests[] = {
	test(unknown_functions),
	test(reserved_bits),
	test(immediates),
	test(aarch32_has_no_64),
	test(aarch32_calls),
	test(upper_half_of_function),
	test(versions),
	test(psci_features_of_all),
	test(arch_features_of_all),
	test(arch_features_of_workarounds),
	test(workarounds_1_and_3),
	test(workaround_2),
	test(workaround_2_absent),
	test(workaround_2_not_needed),
	test(entry_points),
	test(odd_ranges),
	test(cpu_on_succeeds),
	test(cpu_on_32),
	test(cpu_on_precedence),
	test(cpu_on_no_such_cpu),
	test(cpu_on_self),
	test(cpu_on_while_pending),
	test(cpu_off),
	test(pen),
	test(pen_restores_mitigation),
	test(spin_table),
	test(spin_table_is_over),
	test(cpu_suspend),
	test(cpu_suspend_upper_halves),
	test(affinity_info),
	test(no_trusted_os),
	test(system_off_and_reset),
	test(reset2_types),
	test(tickets_are_given_back),
};

int main(void)
{
	return run_tap(tests);
}
