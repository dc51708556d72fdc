/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A small machine for tests of the ledger: 64 pages of memory, CPUs, and
 * helpers that change both and tell the ledger so.  What the ledger says is
 * kept: verdicts by the number of their event, the first findings in order.
 *
 * Tables have three levels (39 bits) and start at page 0 of the memory unless
 * a test asks for others.  Words of instructions are written out here, so that
 * a wrong decoder fails too.
 *
 * Functions named scene_* that return uint64_t return the number of the event
 * that they sent.
 */
#ifndef UNIT_SCENE_H
#define UNIT_SCENE_H

#include <ledger/ledger.h>

#include "unit.h"

#define SCENE_RAM	0x40000000ull
#define SCENE_PAGES	64u
#define SCENE_EVENTS	4096u
#define SCENE_FINDINGS	64u
#define SCENE_ARENA	((size_t)24 << 20)
#define SCENE_TEXT	((size_t)1 << 20)

#define NO_VERDICT	VERDICT_COUNT

/* What a leaf says; the same for both architectures. */
#define LEAF_WRITE	0x01u
#define LEAF_EXECUTE	0x02u
#define LEAF_USER	0x04u
#define LEAF_GLOBAL	0x08u
#define LEAF_DEVICE	0x10u	/* other memory type */
#define LEAF_GROUP	0x20u	/* contiguous, NAPOT */
#define LEAF_UNUSED	0x40u	/* Arm: AF=0; RISC-V: A=0 */

struct scene {
	enum ledger_arch arch;
	struct ledger *ledger;
	struct ledger_config config;
	uint64_t ram[SCENE_PAGES][LEDGER_SLOTS];
	bool followed[SCENE_PAGES];
	unsigned pages_used;
	uint64_t now;			/* events so far */
	uint32_t site;			/* of the events to come */
	uint64_t tcr;
	bool may_exhaust;		/* LEDGER_ENOMEM is no failure */
	enum verdict verdicts[SCENE_EVENTS];
	struct judgement judgements[SCENE_EVENTS];
	struct finding findings[SCENE_FINDINGS];
	unsigned n_findings;
	uint64_t n_judged;
	char *text;
	size_t text_length;
};

static inline uint64_t page_of(unsigned page)
{
	return SCENE_RAM + (uint64_t)page * 4096;
}

static inline bool in_ram(uint64_t pa)
{
	return pa >= SCENE_RAM && pa < page_of(SCENE_PAGES);
}

static inline uint64_t *scene_word(struct scene *s, uint64_t pa)
{
	assert_true(in_ram(pa));
	return &s->ram[(pa - SCENE_RAM) / 4096][pa % 4096 / 8];
}

static inline int scene_read_page(void *context, uint64_t pa, uint64_t *words)
{
	struct scene *s = context;

	if (pa % 4096 != 0 || !in_ram(pa)) {
		return -1;
	}
	memcpy(words, s->ram[(pa - SCENE_RAM) / 4096], 4096);
	return 0;
}

static inline void scene_follow(void *context, uint64_t pa, int followed)
{
	struct scene *s = context;
	bool *now = &s->followed[(pa - SCENE_RAM) / 4096];

	assert_int_not_equal(*now, followed);
	*now = followed != 0;
}

static inline void scene_judged(void *context, const struct judgement *j)
{
	struct scene *s = context;

	assert_true(j->event > 0 && j->event < SCENE_EVENTS);
	/* Every invalidation is judged once. */
	assert_int_equal(s->verdicts[j->event], NO_VERDICT);
	s->verdicts[j->event] = j->verdict;
	s->judgements[j->event] = *j;
	s->n_judged++;
}

static inline void scene_found(void *context, const struct finding *finding)
{
	struct scene *s = context;

	if (s->n_findings < SCENE_FINDINGS) {
		s->findings[s->n_findings] = *finding;
	}
	s->n_findings++;
}

static inline bool is_arm(const struct scene *s)
{
	return s->arch == LEDGER_AARCH64;
}

static inline struct scene *scene_new(enum ledger_arch arch, unsigned cpus,
				      size_t arena)
{
	struct scene *s = calloc(1, sizeof(*s));

	assert_non_null(s);
	s->arch = arch;
	s->pages_used = 1;
	for (unsigned i = 0; i < SCENE_EVENTS; i++) {
		s->verdicts[i] = NO_VERDICT;
	}
	s->config = (struct ledger_config){
		.arch = arch,
		.cpus = cpus,
		.memory = malloc(arena),
		.memory_size = arena,
		.context = s,
		.read_page = scene_read_page,
		.follow = scene_follow,
		.judged = scene_judged,
		.found = scene_found,
	};
	assert_non_null(s->config.memory);
	s->text = malloc(SCENE_TEXT);
	assert_non_null(s->text);
	s->ledger = ledger_new(&s->config);
	return s;
}

static inline void scene_free(struct scene *s)
{
	free(s->config.memory);
	free(s->text);
	free(s);
}

/* A good event: the ledger takes it. */
static inline uint64_t scene_event(struct scene *s, struct event *event)
{
	int status;

	assert_true(s->now + 1 < SCENE_EVENTS);
	s->now++;
	event->site = s->site;
	status = ledger_event(s->ledger, event);
	assert_true(status == 0 ||
		    (status == LEDGER_ENOMEM && s->may_exhaust));
	return s->now;
}

static inline uint32_t scene_add_site(struct scene *s, uint64_t pc)
{
	const struct site site = { .pc = pc, .n_callers = 1,
				   .callers = { pc + 4 } };

	return ledger_add_site(s->ledger, &site);
}

/* Memory. */

/* A page that no test uses yet, all zeros. */
static inline uint64_t scene_page(struct scene *s)
{
	assert_true(s->pages_used < SCENE_PAGES);
	return page_of(s->pages_used++);
}

static inline uint64_t scene_table(const struct scene *s, uint64_t pa)
{
	return is_arm(s) ? pa | 3 : (pa >> 2) | 1;
}

static inline uint64_t scene_table_pa(const struct scene *s, uint64_t value)
{
	return is_arm(s) ? value & 0xfffffffff000ull : value >> 10 << 12;
}

/* Device is MAIR index 0 on Arm, PBMT=IO on RISC-V. */
static inline uint64_t arm_leaf(uint64_t pa, unsigned height, unsigned flags)
{
	return pa | (height ? 1 : 3) |
	       ((flags & LEAF_DEVICE) ? 0 : 1ull << 2) |
	       ((flags & LEAF_USER) ? 1ull << 6 : 0) |
	       ((flags & LEAF_WRITE) ? 0 : 1ull << 7) | 3ull << 8 |
	       ((flags & LEAF_UNUSED) ? 0 : 1ull << 10) |
	       ((flags & LEAF_GLOBAL) ? 0 : 1ull << 11) |
	       ((flags & LEAF_GROUP) ? 1ull << 52 : 0) |
	       ((flags & LEAF_EXECUTE) ? 0 : 3ull << 53);
}

static inline uint64_t riscv_leaf(uint64_t pa, unsigned flags)
{
	uint64_t ppn = pa >> 12;

	if (flags & LEAF_GROUP) {
		ppn = (ppn & ~0xfull) | 8;
	}
	return ppn << 10 | 0x83 | ((flags & LEAF_WRITE) ? 1 << 2 : 0) |
	       ((flags & LEAF_EXECUTE) ? 1 << 3 : 0) |
	       ((flags & LEAF_USER) ? 1 << 4 : 0) |
	       ((flags & LEAF_GLOBAL) ? 1 << 5 : 0) |
	       ((flags & LEAF_UNUSED) ? 0 : 1 << 6) |
	       ((flags & LEAF_DEVICE) ? 2ull << 61 : 0) |
	       ((flags & LEAF_GROUP) ? 1ull << 63 : 0);
}

static inline uint64_t scene_leaf(const struct scene *s, uint64_t pa,
				  unsigned height, unsigned flags)
{
	return is_arm(s) ? arm_leaf(pa, height, flags) : riscv_leaf(pa, flags);
}

/* The slot at this height that translates va below a three-level root. */
static inline uint64_t scene_slot(struct scene *s, uint64_t root, uint64_t va,
				  unsigned height)
{
	uint64_t table = root;

	for (unsigned h = 2; h > height; h--) {
		uint64_t index = (va >> (12 + 9 * h)) % 512;
		uint64_t word = *scene_word(s, table + index * 8);

		assert_int_not_equal(word, 0);
		table = scene_table_pa(s, word);
	}
	return table + (va >> (12 + 9 * height)) % 512 * 8;
}

/* The same; tables that are missing are made, without an event. */
static inline uint64_t scene_make_slot(struct scene *s, uint64_t root,
				       uint64_t va, unsigned height)
{
	for (unsigned h = 2; h > height; h--) {
		uint64_t *word = scene_word(s, scene_slot(s, root, va, h));

		if (!*word) {
			*word = scene_table(s, scene_page(s));
		}
	}
	return scene_slot(s, root, va, height);
}

/* Maps without an event: before the ledger reads the table. */
static inline void scene_prepare(struct scene *s, uint64_t root, uint64_t va,
				 uint64_t leaf)
{
	*scene_word(s, scene_make_slot(s, root, va, 0)) = leaf;
}

/* Events. */

static inline uint64_t scene_store(struct scene *s, unsigned cpu, uint64_t pa,
				   uint64_t value)
{
	struct event event = { .type = EVENT_STORE, .cpu = (uint8_t)cpu,
			       .privilege = 1,
			       .store = { .pa = pa, .value = value } };

	if (in_ram(pa)) {
		*scene_word(s, pa) = value;
	}
	return scene_event(s, &event);
}

static inline uint64_t scene_map(struct scene *s, unsigned cpu, uint64_t root,
				 uint64_t va, uint64_t leaf)
{
	return scene_store(s, cpu, scene_slot(s, root, va, 0), leaf);
}

static inline uint64_t scene_unmap(struct scene *s, unsigned cpu,
				   uint64_t root, uint64_t va)
{
	return scene_map(s, cpu, root, va, 0);
}

static inline uint64_t scene_register(struct scene *s, unsigned cpu,
				      enum event_register reg, uint64_t value)
{
	struct event event = { .type = EVENT_REGISTER, .cpu = (uint8_t)cpu,
			       .privilege = 1,
			       .reg = { .reg = reg, .value = value } };

	return scene_event(s, &event);
}

#define TCR_39_BITS	(25ull | 25ull << 16 | 2ull << 30 | 1ull << 36)
#define TCR_EPD1	(1ull << 23)

/* Translation on, with this root for the lower half (RISC-V: for all). */
static inline uint64_t scene_install(struct scene *s, unsigned cpu,
				     uint64_t root, unsigned asid)
{
	if (!is_arm(s)) {
		return scene_register(s, cpu, REGISTER_SATP,
				      8ull << 60 | (uint64_t)asid << 44 |
				      root >> 12);
	}
	if (!s->tcr) {
		s->tcr = TCR_39_BITS | TCR_EPD1;
	}
	scene_register(s, cpu, REGISTER_MAIR_EL1, 0xff00);
	scene_register(s, cpu, REGISTER_TCR_EL1, s->tcr);
	scene_register(s, cpu, REGISTER_TTBR0_EL1, (uint64_t)asid << 48 | root);
	return scene_register(s, cpu, REGISTER_SCTLR_EL1, 1);
}

static inline uint64_t scene_barrier(struct scene *s, unsigned cpu,
				     uint32_t word)
{
	struct event event = { .type = EVENT_BARRIER, .cpu = (uint8_t)cpu,
			       .privilege = 1, .barrier = { .word = word } };

	return scene_event(s, &event);
}

#define DSB_ISH		0xd5033b9fu
#define DSB_ISHST	0xd5033a9fu
#define DSB_ISHLD	0xd503399fu
#define DSB_NSH		0xd503379fu
#define SFENCE_W_INVAL	0x18000073u
#define SFENCE_INVAL_IR	0x18100073u

static inline uint64_t scene_inval_at(struct scene *s, unsigned cpu,
				      unsigned privilege, uint32_t word,
				      uint64_t first, uint64_t second)
{
	struct event event = { .type = EVENT_INVALIDATE, .cpu = (uint8_t)cpu,
			       .privilege = (uint8_t)privilege,
			       .invalidate = { .word = word,
					       .operand = { first, second } } };

	return scene_event(s, &event);
}

static inline uint64_t scene_inval(struct scene *s, unsigned cpu,
				   uint32_t word, uint64_t first,
				   uint64_t second)
{
	return scene_inval_at(s, cpu, 1, word, first, second);
}

/* Arm, with Xt = x0. */
#define TLBI_VMALLE1	0xd5088700u
#define TLBI_VMALLE1IS	0xd5088300u
#define TLBI_VAE1	0xd5088720u
#define TLBI_VAE1IS	0xd5088320u
#define TLBI_ASIDE1	0xd5088740u
#define TLBI_ASIDE1IS	0xd5088340u
#define TLBI_VAAE1	0xd5088760u
#define TLBI_VAAE1IS	0xd5088360u
#define TLBI_VALE1IS	0xd50883a0u
#define TLBI_RVAE1IS	0xd5088220u
#define TLBI_RVAAE1IS	0xd5088260u
#define TLBI_ALLE1IS	0xd50c8380u
#define TLBI_VAE2IS	0xd50c8320u
#define TLBI_ALLE3	0xd50e8700u
#define TLBI_UNKNOWN	0xd5088f00u
/* RISC-V, with rs1 = x10 and rs2 = x11 where they are not x0. */
#define SFENCE_ALL	0x12000073u
#define SFENCE_VA	0x12050073u
#define SFENCE_ASID	0x12b00073u
#define SFENCE_VA_ASID	0x12b50073u
#define SINVAL_VA_ASID	0x16b50073u
#define SINVAL_ASID	0x16b00073u
#define HFENCE_VVMA	0x22000073u

static inline uint64_t arm_by_va(unsigned asid, uint64_t va)
{
	return (uint64_t)asid << 48 | (va >> 12 & 0xfffffffffffull);
}

/* An Arm invalidation on its own: ordered before, completed after. */
static inline uint64_t arm_flush(struct scene *s, unsigned cpu, uint32_t word,
				 uint64_t operand)
{
	uint64_t event;

	scene_barrier(s, cpu, DSB_ISHST);
	event = scene_inval(s, cpu, word, operand, 0);
	scene_barrier(s, cpu, DSB_ISH);
	return event;
}

/* By address and ASID: broadcast on Arm, local on RISC-V. */
static inline uint64_t scene_flush_va(struct scene *s, unsigned cpu,
				      uint64_t va, unsigned asid)
{
	if (is_arm(s)) {
		return arm_flush(s, cpu, TLBI_VAE1IS, arm_by_va(asid, va));
	}
	return scene_inval(s, cpu, SFENCE_VA_ASID, va, asid);
}

/* One ASID, all levels, on the issuer. */
static inline uint64_t scene_flush_asid(struct scene *s, unsigned cpu,
					unsigned asid)
{
	if (is_arm(s)) {
		return arm_flush(s, cpu, TLBI_ASIDE1, (uint64_t)asid << 48);
	}
	return scene_inval(s, cpu, SFENCE_ASID, 0, asid);
}

/* Everything, on the issuer. */
static inline uint64_t scene_flush_all(struct scene *s, unsigned cpu)
{
	if (is_arm(s)) {
		return arm_flush(s, cpu, TLBI_VMALLE1, 0);
	}
	return scene_inval(s, cpu, SFENCE_ALL, 0, 0);
}

static inline uint64_t scene_mode(struct scene *s, unsigned cpu,
				  unsigned from, unsigned to)
{
	struct event event = { .type = EVENT_MODE, .cpu = (uint8_t)cpu,
			       .privilege = (uint8_t)from,
			       .mode = { .to = (uint8_t)to } };

	return scene_event(s, &event);
}

static inline uint64_t scene_return(struct scene *s, unsigned cpu)
{
	return scene_mode(s, cpu, 1, 0);
}

static inline uint64_t scene_trap(struct scene *s, unsigned cpu)
{
	return scene_mode(s, cpu, 0, 1);
}

static inline uint64_t scene_access(struct scene *s, unsigned cpu,
				    unsigned privilege, uint64_t va,
				    unsigned fatal)
{
	struct event event = { .type = EVENT_ACCESS, .cpu = (uint8_t)cpu,
			       .privilege = (uint8_t)privilege,
			       .access = { .va = va, .kind = ACCESS_LOAD,
					   .fatal = (uint8_t)fatal } };

	return scene_event(s, &event);
}

static inline uint64_t scene_power(struct scene *s, unsigned cpu, unsigned on)
{
	struct event event = { .type = EVENT_POWER, .cpu = (uint8_t)cpu,
			       .privilege = 3, .power = { .on = (uint8_t)on } };

	return scene_event(s, &event);
}

static inline uint64_t scene_mark(struct scene *s, unsigned cpu,
				  const char *label)
{
	struct event event = { .type = EVENT_MARK, .cpu = (uint8_t)cpu };

	snprintf(event.mark.label, sizeof(event.mark.label), "%s", label);
	return scene_event(s, &event);
}

/* The result. */

static inline void scene_put(void *context, const char *text, size_t length)
{
	struct scene *s = context;

	assert_true(s->text_length + length < SCENE_TEXT);
	memcpy(s->text + s->text_length, text, length);
	s->text_length += length;
	s->text[s->text_length] = '\0';
}

/* The value of a decimal field, in the first line that starts so. */
static inline uint64_t scene_field(const struct scene *s, const char *start,
				   const char *key)
{
	const char *line = s->text;
	char field[64];
	const char *at;

	snprintf(field, sizeof(field), "\t%s=", key);
	while (strncmp(line, start, strlen(start)) != 0) {
		line = strchr(line, '\n');
		assert_non_null(line);
		line++;
	}
	at = strstr(line, field);
	assert_non_null(at);
	assert_true(at < strchr(line, '\n'));
	return strtoull(at + strlen(field), NULL, 10);
}

static inline bool scene_has_line(const struct scene *s, const char *line)
{
	char whole[256];

	snprintf(whole, sizeof(whole), "\n%.250s\n", line);
	return strstr(s->text, whole) != NULL;
}

/* The seven verdicts of a record add up to what it issued. */
static inline void check_counts(const char *line)
{
	static const char *const keys[] = {
		"required", "preventive", "deferrable", "insufficient",
		"repeat", "redundant", "unjudged",
	};
	const char *issued = strstr(line, "\tissued=");
	uint64_t sum = 0;

	for (unsigned i = 0; i < COUNT(keys); i++) {
		char field[32];
		const char *at;

		snprintf(field, sizeof(field), "\t%s=", keys[i]);
		at = strstr(line, field);
		assert_non_null(at);
		sum += strtoull(at + strlen(field), NULL, 10);
	}
	assert_non_null(issued);
	if (strtoull(issued + 8, NULL, 10) != sum) {
		fail_msg("counts do not add up: %s", line);
	}
}

static inline void check_line(const char *line)
{
	static const char *const names[] = {
		"fencepost-result 1", "arch\t", "cpus\t", "events\t",
		"totals\t", "op\t", "cpu\t", "site\t", "finding\t",
		"delay\t", "residue\t", "unjudged\t", "note\t",
		"memory\t",
	};
	bool known = false;

	for (unsigned i = 0; i < COUNT(names); i++) {
		known |= strncmp(line, names[i], strlen(names[i])) == 0;
	}
	assert_true(known);
	for (const char *c = line; *c; c++) {
		assert_true(*c == '\t' || (*c >= 0x20 && *c < 0x7f));
	}
	if (strstr(line, "\trequired=")) {
		check_counts(line);
	}
}

/* Ends the run; its result is well-formed and its counts agree. */
static inline void scene_end(struct scene *s)
{
	char *line, *end;

	ledger_end(s->ledger);
	s->text_length = 0;
	ledger_write_result(s->ledger, scene_put, s);
	assert_true(s->text_length > 0);
	assert_int_equal(s->text[s->text_length - 1], '\n');
	for (line = s->text; *line; line = end + 1) {
		end = strchr(line, '\n');
		*end = '\0';
		check_line(line);
		*end = '\n';
	}
	assert_int_equal(scene_field(s, "events", "n"), s->now);
	assert_int_equal(scene_field(s, "totals", "issued"), s->n_judged);
}

#endif
