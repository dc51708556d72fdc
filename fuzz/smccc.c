/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libFuzzer target: any calls of four CPUs, with CPUs that go off and are
 * turned on between them.  Results, states, entries, registers and what
 * happened to the machine are those of a model that is written from the rules;
 * nothing else changes.
 *
 * Input: struct record, again and again.  A CPU that goes off waits in the pen,
 * below which the others go on; it comes back when they have done so too.
 */
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "../tests/psci/board.h"

#define RECORDS_MAX 512u
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Not assert(): it must hold in every build. */
#define require(condition)                                                  \
	do {                                                                \
		if (!(condition)) {                                         \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,  \
				#condition);                                \
			abort();                                            \
		}                                                           \
	} while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct record {
	uint8_t cpu;		/* 1:0 which; 7: big-endian */
	uint8_t function;	/* one of a list, or x1 from 0x40 on */
	uint8_t how;		/* what x0 and ESR have that they should not */
	uint8_t pick;		/* 3:0 an address, 7:4 other arguments */
	uint32_t bits;
	uint64_t value;
};

struct call {
	uint64_t x[4];
	uint64_t esr;
};

/* The rules' view. */
static struct {
	uint32_t state[PSCI_CPUS_MAX];
	uint64_t address[PSCI_CPUS_MAX], context[PSCI_CPUS_MAX];
	uint32_t endian[PSCI_CPUS_MAX];
	bool bypass[PSCI_CPUS_MAX];
	bool spin_table[PSCI_CPUS_MAX];
	struct board_events events;
} model;

static struct {
	const uint8_t *at;
	size_t left;
	unsigned records;
	jmp_buf end;
} input;

static const uint32_t functions[] = {
	0x80000000, 0x80000001, 0x80008000, 0x80007fff, 0x80003fff, 0x84000000,
	0x84000001, 0xc4000001, 0x84000003, 0xc4000003, 0x84000004, 0xc4000004,
	0x84000005, 0xc4000005, 0x84000006, 0x84000007, 0xc4000007, 0x84000008,
	0x84000009, 0x8400000a, 0x84000012, 0xc4000012, 0x84000002, 0xc4000002,
};
static const uint64_t addresses[] = {
	0x80000, 0x1000, 0x3b3ffffc, 0x100000000, 0, 0xffc, 0x80002, 0x3b400000,
	0xfe201000, 0x180000000, 0x8000000000080000, 0xffffffff00080000,
};

/* ---- The model: one function for a rule ---- */

static bool is_memory(uint64_t address)
{
	bool low = address >= 0x1000 && address <= 0x3b3fffff;
	bool middle = address >= 0x40000000 && address <= 0xfbffffff;
	bool high = address >= 0x100000000 && address <= 0x17fffffff;

	return address % 4 == 0 && (low || middle || high);
}

static int expect_cpu_on(uint64_t target, uint64_t address, uint64_t context)
{
	if (target > 3) {
		return -2;
	}
	if (!is_memory(address)) {
		return -9;
	}
	if (model.state[target] == PSCI_STATE_ON) {
		return -4;
	}
	if (model.state[target] == PSCI_STATE_ON_PENDING) {
		return -5;
	}
	model.state[target] = PSCI_STATE_ON_PENDING;
	model.address[target] = address;
	model.context[target] = context;
	model.endian[target] = board.big_endian;
	return 0;
}

static int expect_suspend(uint32_t state, uint64_t address)
{
	bool power_down = state == 0x10000 || state == 0x1010000;

	if (!power_down && state != 0 && state != 0x1000000) {
		return -2;
	}
	if (power_down && !is_memory(address)) {
		return -9;
	}
	model.events.interrupt_wait++;
	return 0;
}

static int expect_features(uint32_t id)
{
	static const uint32_t there[] = {
		0x80000000, 0x84000000, 0x84000001, 0xc4000001, 0x84000002,
		0x84000003, 0xc4000003, 0x84000004, 0xc4000004, 0x84000006,
		0x84000008, 0x84000009, 0x8400000a, 0x84000012, 0xc4000012,
	};

	for (unsigned i = 0; i < COUNT(there); i++) {
		if (there[i] == id) {
			return 0;
		}
	}
	return -1;
}

static int expect_arch_features(uint32_t id)
{
	switch (id) {
	case 0x80000000:
	case 0x80000001:
	case 0x80008000:
	case 0x80007fff:
	case 0x80003fff:
		return 0;
	default:
		return -1;
	}
}

static int expect_reset2(uint32_t type)
{
	if (type) {
		return -2;
	}
	model.events.reset++;
	return -6;
}

/* Functions of either convention, with arguments of its width. */
static int expect_wide(uint32_t id, const uint64_t *x)
{
	switch (id & ~0x40000000u) {
	case 0x84000001:
		return expect_suspend((uint32_t)x[1], x[2]);
	case 0x84000003:
		return expect_cpu_on(x[1], x[2], x[3]);
	case 0x84000004:
		return x[1] > 3 || (uint32_t)x[2] || model.state[x[1]] > 2
			       ? -2 : (int)model.state[x[1]];
	case 0x84000012:
		return expect_reset2((uint32_t)x[1]);
	default:
		return -1;
	}
}

/* CPU_OFF is not called here. */
static uint64_t expect_known(const struct call *call, uint32_t id)
{
	uint64_t x[4] = { call->x[0], call->x[1], call->x[2], call->x[3] };

	for (unsigned i = 1; i < 4 && !(id >> 30 & 1); i++) {
		x[i] %= 1ull << 32;
	}
	switch (id) {
	case 0x80000000:
	case 0x84000000:
		return 0x10001;
	case 0x80000001:
		return (uint64_t)expect_arch_features((uint32_t)x[1]);
	case 0x80007fff:
		model.bypass[board.cpu] = x[1] == 0;
		model.events.mitigate++;
		return call->x[0];
	case 0x80008000:
	case 0x80003fff:
		return call->x[0];
	case 0x84000006:
		return 2;
	case 0x84000008:
		model.events.off++;
		return (uint64_t)-6;
	case 0x84000009:
		model.events.reset++;
		return (uint64_t)-6;
	case 0x8400000a:
		return (uint64_t)expect_features((uint32_t)x[1]);
	default:
		return (uint64_t)expect_wide(id, x);
	}
}

static uint64_t expect(const struct call *call)
{
	uint32_t id = (uint32_t)call->x[0];
	bool aarch32 = call->esr >> 26 == 0x13;

	if (aarch32 ? id >> 30 & 1 : (call->esr & 0xffff) != 0) {
		return ~0ull;
	}
	return expect_known(call, id);
}

/* ---- What must hold after each record ---- */

static void check_cpu(unsigned cpu)
{
	const struct psci_cpu *c = &psci.cpu[cpu];
	uint64_t bit = (uint64_t)!model.bypass[cpu] << 55;

	require(c->state == model.state[cpu]);
	require(c->ticket == 0);
	require(board.cpuactlr[cpu] == (0x8a5a00f00d005aull & ~(1ull << 55)) +
					       bit);
	if (model.state[cpu] == PSCI_STATE_ON_PENDING) {
		require(c->entry.address == model.address[cpu]);
		require(c->entry.context == model.context[cpu]);
		require(c->entry.big_endian == model.endian[cpu]);
	}
}

static void check(const struct psci *before)
{
	for (unsigned cpu = 0; cpu < PSCI_CPUS_MAX; cpu++) {
		check_cpu(cpu);
	}
	require(memcmp(&psci.memory, &before->memory,
		       sizeof(psci) - offsetof(struct psci, memory)) == 0);
	require(memcmp(&board.events, &model.events,
		       sizeof(model.events)) == 0);
}

/* ---- Records ---- */

static uint64_t pick_address(const struct record *r)
{
	unsigned pick = r->pick & 15;

	return pick < COUNT(addresses) ? addresses[pick] : r->value;
}

static void make_call(const struct record *r, struct call *call)
{
	uint64_t upper = (r->how & 1) ? r->value & ~0xffffffffull : 0;
	unsigned function = r->function & 0x3f;

	call->x[0] = function < COUNT(functions) && r->function < 0x40
			     ? functions[function] : r->bits;
	call->x[0] |= upper;
	call->x[1] = (r->pick & 0x10) ? r->value : r->pick >> 5;
	if (r->how & 2) {
		call->x[1] |= (uint64_t)r->bits << 32;
	}
	call->x[2] = (r->how & 4) ? 0 : pick_address(r);
	call->x[3] = r->value;
	call->esr = (r->how & 0x80) ? ESR_SMC32 : ESR_SMC64;
	/* The instruction of AArch32 has a condition there. */
	call->esr |= (r->how & 0x40) ? r->bits & 0xffff : 0;
}

static void take_call(const struct record *r)
{
	const struct psci before = psci;
	struct call call;
	uint64_t want, got;

	make_call(r, &call);
	if ((uint32_t)call.x[0] == 0x84000002) {
		return;
	}
	want = expect(&call);
	got = smccc_call(call.x[0], call.x[1], call.x[2], call.x[3], call.esr,
			 &psci);
	require(got == want);
	check(&before);
}

static bool is_spin_table(unsigned cpu)
{
	return model.spin_table[cpu] && is_memory(board.release[cpu]) &&
	       board.release[cpu];
}

static void check_entry(unsigned cpu, uint64_t release,
			const struct psci_entry *entry)
{
	if (model.state[cpu] == PSCI_STATE_ON_PENDING) {
		require(entry->address == model.address[cpu]);
		require(entry->context == model.context[cpu]);
		require(entry->big_endian == model.endian[cpu]);
		require(board.release[cpu] == release);
	} else {
		require(model.state[cpu] == PSCI_STATE_OFF);
		require(model.spin_table[cpu] && is_memory(release));
		require(entry->address == release && !entry->context &&
			!entry->big_endian && !board.release[cpu]);
	}
}

/* What the word of a CPU in the pen was when it could last be looked at. */
static uint64_t released[PSCI_CPUS_MAX];

static void go_off(unsigned cpu, enum psci_pen pen)
{
	struct psci_entry entry;

	memset(&entry, 0xff, sizeof(entry));
	model.state[cpu] = PSCI_STATE_OFF;
	model.bypass[cpu] = false;
	model.events.mitigate++;
	model.spin_table[cpu] = pen == PSCI_PEN_FIRST;
	released[cpu] = board.release[cpu];
	psci_park(&psci, cpu, pen, &entry);
	board.cpu = cpu;
	check_entry(cpu, released[cpu], &entry);
	model.state[cpu] = PSCI_STATE_ON;
	check_cpu(cpu);
}

static void take_record(const struct record *r)
{
	unsigned cpu = r->cpu & 3;

	if (r->function >= 0xc0 && r->function < 0xe0) {
		board.release[cpu] = pick_address(r);
	}
	/* One that is off, or not yet back, does nothing. */
	if (model.state[cpu] != PSCI_STATE_ON) {
		return;
	}
	board.cpu = cpu;
	board.big_endian = r->cpu >> 7;
	if (r->function >= 0xe0) {
		go_off(cpu, (r->how & 1) ? PSCI_PEN_FIRST : PSCI_PEN_AGAIN);
	} else if (r->function < 0xc0) {
		take_call(r);
	}
}

/* Also what a CPU in the pen does: it sees whatever has happened by then. */
static void take_next(void)
{
	unsigned self = board.cpu;
	struct record record;

	require(!is_spin_table(self) && model.state[self] == PSCI_STATE_OFF);
	if (input.left < sizeof(record) || input.records++ == RECORDS_MAX) {
		longjmp(input.end, 1);
	}
	memcpy(&record, input.at, sizeof(record));
	input.at += sizeof(record);
	input.left -= sizeof(record);
	take_record(&record);
	board.cpu = self;
	released[self] = board.release[self];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct record record;

	board_reset();
	memset(&model, 0, sizeof(model));
	for (unsigned cpu = 1; cpu < PSCI_CPUS_MAX; cpu++) {
		psci.cpu[cpu].state = model.state[cpu] = PSCI_STATE_ON;
	}
	board.wait = take_next;
	input.at = data;
	input.left = size;
	input.records = 0;
	if (setjmp(input.end)) {
		return 0;
	}
	while (input.left >= sizeof(record) &&
	       input.records++ < RECORDS_MAX) {
		memcpy(&record, input.at, sizeof(record));
		input.at += sizeof(record);
		input.left -= sizeof(record);
		take_record(&record);
	}
	return 0;
}
