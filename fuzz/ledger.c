/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libFuzzer target: any stream of events, on a machine so small that tables,
 * addresses and tags meet all the time.  Whatever happens: no crash; each
 * invalidation gets one verdict; follow and unfollow alternate; translations
 * are those of the tables in memory; the result is well-formed.
 *
 * Input: one byte for the machine, then 8 bytes an event (struct record).
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arch/translation.h>
#include <ledger/ledger.h>

#define RAM 0x80000000ull
#define PAGES 16u
#define ARENA ((size_t)8 << 20)
#define EVENTS_MAX 4096u
#define MACHINES 16u
#define TEXT_MAX ((size_t)1 << 20)

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
	uint8_t kind;
	uint8_t cpu;
	uint16_t a, b, c;
};

struct machine {
	const struct translation *arch;
	struct ledger *ledger;
	struct ledger_config config;
	uint64_t ram[PAGES][LEDGER_SLOTS];
	uint64_t regs[LEDGER_CPUS_MAX][REGISTER_COUNT];
	unsigned features;
	bool followed[PAGES];
	bool issued[EVENTS_MAX + 1];
	uint64_t now;
	uint64_t n_issued, n_judged;
	uint64_t findings;
	bool exhausted;
	size_t length;
};

static struct machine machine;
static uint64_t arena[ARENA / 8];
static char text[TEXT_MAX];

static bool is_arm(const struct machine *m)
{
	return m->config.arch == LEDGER_AARCH64;
}

static int read_page(void *context, uint64_t pa, uint64_t *words)
{
	struct machine *m = context;
	uint64_t page = (pa - RAM) / 4096;

	require(pa % 4096 == 0);
	if (page >= PAGES) {
		return -1;
	}
	memcpy(words, m->ram[page], 4096);
	return 0;
}

static void follow(void *context, uint64_t pa, int followed)
{
	struct machine *m = context;
	uint64_t page = (pa - RAM) / 4096;

	require(page < PAGES);
	require(m->followed[page] != (followed != 0));
	m->followed[page] = followed != 0;
}

static void judged(void *context, const struct judgement *judgement)
{
	struct machine *m = context;

	require(judgement->event >= 1 && judgement->event <= m->now);
	require(judgement->verdict < VERDICT_COUNT);
	require(m->issued[judgement->event]);
	m->issued[judgement->event] = false;
	m->n_judged++;
}

static void found(void *context, const struct finding *finding)
{
	struct machine *m = context;

	require(finding->rule < FINDING_COUNT);
	require(finding->event <= m->now && finding->made <= finding->event);
	require(finding->cpu < m->config.cpus && finding->level <= 4);
	m->findings++;
}

/* Few slots, so that they meet: the ends, a contiguous group, its edge. */
static uint64_t pick_slot(unsigned bits)
{
	static const uint16_t slots[] = { 0, 1, 2, 15, 16, 256, 510, 511 };

	return slots[bits % 8];
}

/* Three bits for each level's slot; bit 12 for the upper half. */
static uint64_t pick_va(unsigned bits)
{
	uint64_t va = (bits & 0x1000) ? ~0ull << 39 : 0;

	for (unsigned height = 0; height < 4; height++) {
		uint64_t slot = pick_slot(bits >> (3 * height));

		va &= ~(511ull << HEIGHT_SHIFT(height));
		va |= slot << HEIGHT_SHIFT(height);
	}
	/* Mostly 39 bits: level 0 then repeats the half. */
	if (!(bits & 0x2000)) {
		va = (va << 25) >> 25;
		va |= (bits & 0x1000) ? ~0ull << 39 : 0;
	}
	return va;
}

static uint64_t pick_page(unsigned bits)
{
	return RAM + bits % PAGES * 4096;
}

static uint64_t arm_value(unsigned kind, uint64_t pa, unsigned flags)
{
	uint64_t attributes = (uint64_t)(flags & 0x3f) << 6 |
			      (uint64_t)(flags >> 6 & 0x7f) << 48;

	switch (kind % 8) {
	case 0:
		return 0;
	case 1:
		return pa | 3;
	case 2:
		return 0xdead0000ull | 3;
	case 3:
		return pa | 3 | 1ull << 59;
	case 4:
		return (pa & ~0x1fffffull) | 1 | 1ull << 10 | attributes;
	case 5:
		return pa | 3 | attributes;
	default:
		return pa | 3 | 1ull << 10 | (attributes & ~(3ull << 48));
	}
}

static uint64_t riscv_value(unsigned kind, uint64_t pa, unsigned flags)
{
	uint64_t ppn = pa >> 12 << 10;

	switch (kind % 8) {
	case 0:
		return 0;
	case 1:
		return ppn | 1;
	case 2:
		return 0xdead0000ull >> 2 | 1;
	case 3:
		return ppn | 1 | (flags & 0x20);
	case 4:
		return (pa & ~0x1fffffull) >> 2 | 1 | (flags & 0xfe);
	case 5:
		return (ppn & ~(0xfull << 10)) | 8ull << 10 | 3 | 1ull << 63 |
		       (flags & 0xfe);
	case 6:
		return ppn | 1 | (flags & 0x3fe) | (uint64_t)flags << 54;
	default:
		return ppn | 3 | (flags & 0xfe);
	}
}

static void make_store(struct machine *m, const struct record *r,
		       struct event *event)
{
	uint64_t pa = pick_page(r->b >> 4);
	unsigned flags = r->c;

	event->type = EVENT_STORE;
	event->store.pa = pick_page(r->a) + pick_slot(r->a >> 4) * 8 +
			  ((r->a >> 8) == 0xff ? 1 : 0);
	event->store.value = is_arm(m) ? arm_value(r->b, pa, flags)
				       : riscv_value(r->b, pa, flags);
	if ((r->b >> 8) == 0xff) {
		event->store.value ^= (uint64_t)r->c << (r->a % 49);
	}
}

static uint64_t pick_tcr(unsigned bits)
{
	static const uint8_t sizes[] = { 25, 16, 24, 28, 34, 48, 12, 63 };
	uint64_t tcr = sizes[bits % 8] | (uint64_t)sizes[bits / 8 % 8] << 16 |
		       2ull << 30;

	/* Rare: EPD0, EPD1, A1, DS, TG0, HA, HD, in this order. */
	tcr |= (bits & 0x40) ? 1ull << 7 : 0;
	tcr |= (bits & 0x80) ? 1ull << 23 : 0;
	tcr |= (bits & 0x100) ? 1ull << 22 : 0;
	tcr |= (bits & 0x200) ? 0 : 1ull << 36;
	tcr |= (bits & 0x1c00) == 0x1c00 ? 1ull << 59 : 0;
	tcr |= (bits & 0x1c00) == 0x0c00 ? 1ull << 14 : 0;
	tcr |= (bits & 0x2000) ? 1ull << 39 : 0;
	tcr |= (bits & 0x4000) ? 1ull << 40 : 0;
	return tcr;
}

static void make_register(struct machine *m, const struct record *r,
			  struct event *event)
{
	uint64_t asid = r->b % 4, root = pick_page(r->a >> 4);

	event->type = EVENT_REGISTER;
	if (!is_arm(m)) {
		static const uint8_t modes[] = { 8, 8, 9, 10, 8, 9, 0, 1 };

		event->reg.reg = REGISTER_SATP;
		event->reg.value = (uint64_t)modes[r->a % 8] << 60 |
				   asid << 44 | root >> 12;
		return;
	}
	event->reg.reg = (enum event_register)(r->a % 8);
	switch (r->a % 8) {
	case REGISTER_TCR_EL1:
		event->reg.value = pick_tcr(r->b);
		break;
	case REGISTER_MAIR_EL1:
		event->reg.value = (r->b & 1) ? 0xff00 : 0x44ff04;
		break;
	case REGISTER_SCTLR_EL1:
		event->reg.value = r->b % 4 != 0;
		break;
	default:
		/* Not always at the start of a page, and CnP. */
		event->reg.value = asid << 48 | root | (r->b >> 2 & 1) |
				   ((r->b >> 8) == 1 ? 0xfc0 : 0);
		break;
	}
}

static void make_inval(struct machine *m, const struct record *r,
		       struct event *event)
{
	const struct invalidation *op;
	uint64_t va = pick_va(r->b), asid = r->c % 4;
	unsigned n = r->a % 256;

	event->type = EVENT_INVALIDATE;
	op = m->arch->known(n);
	while (!op) {
		n /= 2;
		op = m->arch->known(n);
	}
	event->invalidate.word = op->word;
	if (!is_arm(m)) {
		/* Registers that are not x0, where the form has them. */
		event->invalidate.word |= ~op->mask & 0x00558000;
		event->invalidate.operand[0] = va;
		event->invalidate.operand[1] = asid;
	} else if (op->extent == EXTENT_RANGE) {
		event->invalidate.operand[0] =
			asid << 48 | (uint64_t)(r->c >> 2 & 0x7ff) << 37 |
			(va >> 12 & 0x1fffffffffull);
	} else {
		event->invalidate.operand[0] =
			asid << 48 | (uint64_t)(r->c >> 2 & 0xf) << 44 |
			(va >> 12 & 0xfffffffffffull);
	}
	event->invalidate.word ^= (r->a >> 8) == 0xff ? 1u << (r->c % 32) : 0;
}

static void make_barrier(struct machine *m, const struct record *r,
			 struct event *event)
{
	static const uint32_t arm[] = {
		0xd5033b9f, 0xd5033f9f, 0xd5033a9f, 0xd503379f,
		0xd503399f, 0xd5033fdf, 0xd503323f, 0xd503363f,
	};
	static const uint32_t riscv[] = { 0x18000073, 0x18100073 };

	event->type = EVENT_BARRIER;
	event->barrier.word = is_arm(m) ? arm[r->a % 8] : riscv[r->a % 2];
}

static void make_other(const struct record *r, struct event *event)
{
	switch (r->kind & 15) {
	case 11:
		event->type = EVENT_MODE;
		event->mode.to = (uint8_t)(r->a % 4 == 3 ? 3 : r->a % 2);
		break;
	case 12:
		event->type = EVENT_ACCESS;
		event->access.va = pick_va(r->b);
		event->access.fatal = (uint8_t)(r->c & 1);
		break;
	case 13:
		event->type = EVENT_POWER;
		event->power.on = (uint8_t)(r->a & 1);
		break;
	case 14:
		event->type = EVENT_MARK;
		memset(event->mark.label, r->a & 0xff, r->b % 65);
		break;
	default:
		event->type = (enum event_type)(r->a % 16);
		break;
	}
}

static void make_event(struct machine *m, const struct record *r,
		       struct event *event)
{
	*event = (struct event){
		.cpu = (uint8_t)(r->cpu % (m->config.cpus + (r->cpu == 255))),
		.privilege = (uint8_t)((r->kind & 0x80) ? r->kind >> 4 & 3 : 1),
		.site = r->kind >> 4 & 7,
	};
	switch (r->kind & 15) {
	case 0:
	case 1:
	case 2:
	case 3:
	case 4:
		make_store(m, r, event);
		break;
	case 5:
		make_register(m, r, event);
		break;
	case 6:
	case 7:
	case 8:
		make_inval(m, r, event);
		break;
	case 9:
	case 10:
		make_barrier(m, r, event);
		break;
	default:
		make_other(r, event);
		break;
	}
}

/* What memory and registers say, in the simplest way. */
static uint64_t entry_at(const struct machine *m, uint64_t table,
			 uint64_t index)
{
	uint64_t pa = table + index * 8;

	return pa - RAM < PAGES * 4096
		       ? m->ram[(pa - RAM) / 4096][pa % 4096 / 8] : 0;
}

static int walk_table(const struct machine *m, uint64_t table, unsigned bits,
		      uint64_t va, uint64_t *pa)
{
	unsigned height = (bits - 13) / 9;
	uint64_t index = (va & ((1ull << bits) - 1)) >> (12 + 9 * height);

	for (;;) {
		uint64_t value = entry_at(m, table, index);
		struct leaf leaf;

		switch (m->arch->kind(m->features, value, height)) {
		case DESCRIPTOR_INVALID:
			return -1;
		case DESCRIPTOR_LEAF:
			m->arch->leaf(m->features, value, height,
				      (unsigned)index, 0, &leaf);
			*pa = leaf.output +
			      (va & ((1ull << HEIGHT_SHIFT(height)) - 1));
			return 0;
		case DESCRIPTOR_TABLE:
			table = m->arch->table(value);
			height--;
			index = va >> (12 + 9 * height) & 511;
			break;
		}
	}
}

static int translate(const struct machine *m, unsigned cpu, uint64_t va,
		     uint64_t *pa)
{
	struct context context;
	unsigned half = is_arm(m) ? va >> 63 : 0, bits;
	int64_t top;

	m->arch->context(m->regs[cpu], &context);
	if (!context.on[half]) {
		return -1;
	}
	bits = context.root[half].va_bits;
	top = (int64_t)va >> (is_arm(m) ? bits : bits - 1);
	if (top != 0 && top != -1) {
		return -1;
	}
	return walk_table(m, context.root[half].pa, bits, va, pa);
}

static void check_translation(const struct machine *m, unsigned cpu,
			      uint64_t va)
{
	uint64_t want = 0, got = 0;
	int status = translate(m, cpu, va, &want);

	require((ledger_translate(m->ledger, cpu, va, &got) < 0) ==
		(status < 0));
	require(want == got);
}

/* The machine's side of an event that the ledger takes. */
static void apply(struct machine *m, const struct event *event)
{
	uint64_t *regs = m->regs[event->cpu % LEDGER_CPUS_MAX];

	if (event->cpu >= m->config.cpus) {
		return;
	}
	switch (event->type) {
	case EVENT_STORE:
		if (event->store.pa % 8 == 0 &&
		    event->store.pa - RAM < PAGES * 4096) {
			m->ram[(event->store.pa - RAM) / 4096]
			      [event->store.pa % 4096 / 8] = event->store.value;
		}
		break;
	case EVENT_REGISTER:
		if (event->reg.reg < REGISTER_COUNT) {
			regs[event->reg.reg] = event->reg.value;
			m->features |= m->arch->features(regs);
		}
		break;
	case EVENT_POWER:
		memset(regs, 0, sizeof(m->regs[0]));
		break;
	default:
		break;
	}
}

static void take(struct machine *m, const struct record *r)
{
	struct event event;
	int status;

	make_event(m, r, &event);
	apply(m, &event);
	m->now++;
	if (event.type == EVENT_INVALIDATE && event.cpu < m->config.cpus &&
	    m->arch->decode(event.invalidate.word)) {
		m->issued[m->now] = true;
		m->n_issued++;
	}
	status = ledger_event(m->ledger, &event);
	require(status == 0 || status == LEDGER_EINVAL ||
		status == LEDGER_ENOMEM);
	m->exhausted |= status == LEDGER_ENOMEM;
	if (!m->exhausted) {
		check_translation(m, r->cpu % m->config.cpus, pick_va(r->b));
	}
}

static void put(void *context, const char *piece, size_t length)
{
	struct machine *m = context;

	if (m->length + length < TEXT_MAX) {
		memcpy(text + m->length, piece, length);
		m->length += length;
	}
}

static uint64_t field(const char *line, const char *key)
{
	const char *at = strstr(line, key);

	require(at);
	return strtoull(at + strlen(key), NULL, 10);
}

static void check_counts(const struct machine *m, const char *line)
{
	uint64_t sum = field(line, "\trequired=") +
		       field(line, "\tpreventive=") +
		       field(line, "\tdeferrable=") +
		       field(line, "\tinsufficient=") +
		       field(line, "\trepeat=") + field(line, "\tredundant=") +
		       field(line, "\tunjudged=");

	require(sum == field(line, "\tissued="));
	if (strncmp(line, "totals\t", 7) == 0) {
		require(sum == m->n_issued);
	}
}

static void check_line(const struct machine *m, const char *line,
		       uint64_t *findings)
{
	for (const char *c = line; *c; c++) {
		require(*c == '\t' || (*c >= 0x20 && *c < 0x7f));
	}
	if (strstr(line, "\trequired=")) {
		check_counts(m, line);
	}
	if (strncmp(line, "finding\t", 8) == 0) {
		*findings += field(line, "\tcount=");
	}
}

static void check_result(struct machine *m)
{
	uint64_t findings = 0;
	char *line, *end;

	ledger_write_result(m->ledger, put, m);
	text[m->length] = '\0';
	require(strncmp(text, "fencepost-result 1\n", 19) == 0);
	for (line = text; *line; line = end + 1) {
		end = strchr(line, '\n');
		/* The text may have been too long for the buffer. */
		if (!end) {
			return;
		}
		*end = '\0';
		check_line(m, line, &findings);
	}
	require(m->exhausted || findings == m->findings);
}

/*
 * To begin with an empty ledger takes most of a run's time, so each kind is
 * made once and copied: it may hold addresses, as it stays in its place.
 */
static struct ledger *new_ledger(struct machine *m, unsigned choice)
{
	static struct {
		struct ledger *ledger;
		size_t used;
		void *copy;
	} empty[MACHINES];

	if (!empty[choice].copy) {
		empty[choice].ledger = ledger_new(&m->config);
		require(empty[choice].ledger);
		empty[choice].used = ledger_memory_used(empty[choice].ledger);
		empty[choice].copy = malloc(empty[choice].used);
		require(empty[choice].copy);
		memcpy(empty[choice].copy, arena, empty[choice].used);
	}
	memcpy(arena, empty[choice].copy, empty[choice].used);
	return empty[choice].ledger;
}

static void start(struct machine *m, unsigned choice)
{
	static const uint8_t cpus[] = { 1, 2, 3, 64 };

	memset(m, 0, sizeof(*m));
	m->config = (struct ledger_config){
		.arch = (choice & 1) ? LEDGER_AARCH64 : LEDGER_RISCV64,
		.cpus = cpus[choice >> 1 & 3],
		.midr = { (choice & 8) ? 0x414fd0b1 : 0x410fd083 },
		.memory = arena,
		.memory_size = ARENA,
		.context = m,
		.read_page = read_page,
		.follow = follow,
		.judged = judged,
		.found = found,
	};
	m->arch = is_arm(m) ? &translation_aarch64 : &translation_riscv64;
	m->ledger = new_ledger(m, choice % MACHINES);
}

/* Call chains use memory up until only so much is left. */
static void add_sites(struct machine *m, size_t left)
{
	for (uint64_t pc = 0;
	     !m->exhausted &&
	     (pc < 8 || ledger_memory_used(m->ledger) + left < ARENA); pc++) {
		const struct site site = { .pc = pc };

		m->exhausted |= ledger_add_site(m->ledger, &site) == 0;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct machine *m = &machine;

	if (size < 1) {
		return 0;
	}
	start(m, data[0] & 15);
	add_sites(m, (data[0] & 0x80) ? (data[0] & 0x70) * 400u : ARENA);
	for (size_t at = 1; at + sizeof(struct record) <= size &&
			    m->now < EVENTS_MAX; at += sizeof(struct record)) {
		struct record record;

		memcpy(&record, data + at, sizeof(record));
		take(m, &record);
	}
	ledger_end(m->ledger);
	require(m->n_judged == m->n_issued);
	check_result(m);
	return 0;
}
