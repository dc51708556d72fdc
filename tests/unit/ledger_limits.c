/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ledger at its limits: memory that runs out anywhere, events that cannot
 * be, tables that point in circles or hold garbage, 64 CPUs, hostile labels.
 */
#include <signal.h>
#include <unistd.h>

#include <arch/translation.h>

#include "scene.h"

/* Nothing here takes a second; whatever hangs is stopped. */
#define LIMIT_S 120

static const enum ledger_arch arches[] = { LEDGER_AARCH64, LEDGER_RISCV64 };

static const struct translation *translation_of(enum ledger_arch arch)
{
	return arch == LEDGER_AARCH64 ? &translation_aarch64
				      : &translation_riscv64;
}

static uint64_t next_random(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

static unsigned below(uint64_t *seed, unsigned end)
{
	return end ? (unsigned)(next_random(seed) % end) : 0;
}

/* Setting up. */

static struct ledger *new_with(struct scene *s, unsigned cpus, size_t size)
{
	s->config.cpus = cpus;
	s->config.memory_size = size;
	return ledger_new(&s->config);
}

/* The least memory that a ledger starts with. */
static size_t least_memory(enum ledger_arch arch, unsigned cpus)
{
	struct scene *s = scene_new(arch, cpus, SCENE_ARENA);
	size_t low = 0, high = SCENE_ARENA;

	assert_non_null(s->ledger);
	while (high - low > 8) {
		size_t middle = (low + high) / 16 * 8;

		if (new_with(s, cpus, middle)) {
			high = middle;
		} else {
			low = middle;
		}
	}
	scene_free(s);
	return high;
}

static void memory_too_little(void **state)
{
	size_t least = least_memory(LEDGER_AARCH64, 2);
	const size_t sizes[] = { 0, 1, 8, 1000, 4096, least / 2, least - 8,
				 least - 1 };

	(void)state;
	for (unsigned i = 0; i < COUNT(sizes); i++) {
		/* Exactly as much as is told: a sanitizer sees any more. */
		struct scene *s = scene_new(LEDGER_AARCH64, 2, sizes[i]);

		check_case(!s->ledger, sizes[i], "bytes");
		scene_free(s);
	}
}

static void memory_just_enough(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(arches); i++) {
		size_t least = least_memory(arches[i], 64);
		struct scene *s = scene_new(arches[i], 64, least);

		assert_non_null(s->ledger);
		assert_true(ledger_memory_used(s->ledger) <= least);
		scene_end(s);
		scene_free(s);
	}
}

static void no_memory(void **state)
{
	struct ledger_config config = { .cpus = 1, .memory_size = SCENE_ARENA };

	(void)state;
	assert_null(ledger_new(&config));
}

static void cpus_refused(void **state)
{
	struct scene *s = scene_new(LEDGER_AARCH64, 1, SCENE_ARENA);

	(void)state;
	assert_null(new_with(s, 0, SCENE_ARENA));
	assert_null(new_with(s, LEDGER_CPUS_MAX + 1, SCENE_ARENA));
	assert_null(new_with(s, ~0u, SCENE_ARENA));
	assert_non_null(new_with(s, LEDGER_CPUS_MAX, SCENE_ARENA));
	scene_free(s);
}

/* What is let go is used again. */
static void memory_reused(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(arches); i++) {
		struct scene *s = scene_new(arches[i], 2, SCENE_ARENA);
		uint64_t root = scene_page(s), table = scene_page(s);
		size_t used = 0;

		scene_install(s, 0, root, 1);
		for (unsigned round = 0; round < 200; round++) {
			scene_store(s, 0, root, scene_table(s, table));
			scene_store(s, 0, root + 8, scene_leaf(s, root, 0, 0));
			scene_store(s, 0, root, 0);
			scene_store(s, 0, root + 8, 0);
			scene_flush_va(s, 0, 1 << 30, 1);
			scene_flush_all(s, 0);
			scene_install(s, 0, root, 1 + round % 2);
			used = round == 4 ? ledger_memory_used(s->ledger)
					  : used;
		}
		assert_int_equal(ledger_memory_used(s->ledger), used);
		scene_end(s);
		scene_free(s);
	}
}

/* Events that make use of everything, the same in every run of a seed. */

#define SCRIPT_EVENTS 1500u
#define SCRIPT_PAGES 12u
#define SCRIPT_SITES 20u

static uint64_t script_value(const struct scene *s, uint64_t *seed)
{
	uint64_t pa = page_of(1 + below(seed, SCRIPT_PAGES));

	switch (below(seed, 8)) {
	case 0:
	case 1:
		return 0;
	case 2:
	case 3:
		return scene_table(s, pa);
	case 4:
		return next_random(seed);
	default:
		return scene_leaf(s, pa, below(seed, 2), below(seed, 128));
	}
}

static uint64_t script_va(uint64_t *seed)
{
	return (uint64_t)below(seed, 3) << 30 | (uint64_t)below(seed, 3) << 21 |
	       (uint64_t)below(seed, 3) << 12;
}

static void script_register(const struct scene *s, uint64_t *seed,
			    struct event *event)
{
	uint64_t root = page_of(1 + below(seed, SCRIPT_PAGES));
	uint64_t asid = below(seed, 3);

	event->type = EVENT_REGISTER;
	if (!is_arm(s)) {
		event->reg.reg = REGISTER_SATP;
		event->reg.value = (uint64_t)(8 + below(seed, 2)) << 60 |
				   asid << 44 | root >> 12;
		return;
	}
	event->reg.reg = (enum event_register)below(seed, REGISTER_SATP);
	switch (event->reg.reg) {
	case REGISTER_TCR_EL1:
		event->reg.value = TCR_39_BITS;
		break;
	case REGISTER_MAIR_EL1:
		event->reg.value = 0xff00;
		break;
	case REGISTER_SCTLR_EL1:
		event->reg.value = 1;
		break;
	default:
		event->reg.value = asid << 48 | root;
		break;
	}
}

static void script_inval(const struct scene *s, uint64_t *seed,
			 struct event *event)
{
	const struct translation *arch = translation_of(s->arch);
	uint64_t va = script_va(seed), asid = below(seed, 3);
	const struct invalidation *op;
	unsigned n = 0;

	event->type = EVENT_INVALIDATE;
	while (arch->known(n)) {
		n++;
	}
	/* The first half is for the regime that is followed. */
	op = arch->known(below(seed, below(seed, 4) ? (n + 1) / 3 : n));
	event->invalidate.word = op->word | (~op->mask & 0x01ff8000);
	if (is_arm(s)) {
		event->invalidate.word = op->word | (~op->mask & 0x1f);
		event->invalidate.operand[0] = arm_by_va((unsigned)asid, va);
	} else {
		event->invalidate.operand[0] = va;
		event->invalidate.operand[1] = asid;
	}
}

static void script_barrier(const struct scene *s, uint64_t *seed,
			   struct event *event)
{
	static const uint32_t words[2][4] = {
		{ DSB_ISH, DSB_ISH, DSB_ISHST, DSB_NSH },
		{ SFENCE_W_INVAL, SFENCE_INVAL_IR, SFENCE_INVAL_IR, 0 },
	};

	event->type = EVENT_BARRIER;
	event->barrier.word = words[is_arm(s) ? 0 : 1][below(seed, 4)];
}

static void script_store(const struct scene *s, uint64_t *seed,
			 struct event *event)
{
	event->type = EVENT_STORE;
	event->store.pa = page_of(1 + below(seed, SCRIPT_PAGES)) +
			  below(seed, 4) * 8;
	event->store.value = script_value(s, seed);
}

static struct event script_event(const struct scene *s, uint64_t *seed)
{
	struct event event = { .cpu = (uint8_t)below(seed, 2), .privilege = 1,
			       .site = below(seed, SCRIPT_SITES + 1) };

	switch (below(seed, 16)) {
	case 0:
	case 1:
		script_register(s, seed, &event);
		break;
	case 2:
	case 3:
	case 4:
		script_inval(s, seed, &event);
		break;
	case 5:
	case 6:
	case 7:
		script_barrier(s, seed, &event);
		break;
	case 8:
		event.type = EVENT_MODE;
		event.mode.to = (uint8_t)below(seed, 2);
		break;
	case 9:
		event.type = EVENT_ACCESS;
		event.access.va = script_va(seed);
		event.access.fatal = (uint8_t)below(seed, 2);
		break;
	case 10:
		event.type = below(seed, 8) ? EVENT_MARK : EVENT_POWER;
		break;
	default:
		script_store(s, seed, &event);
		break;
	}
	return event;
}

/* What became final, in order, as far as all was judged. */
struct record {
	struct judgement judgements[SCENE_EVENTS];
	unsigned count;
	size_t used;
	unsigned events;	/* that were taken before memory was used up */
	uint64_t issued;
};

static struct record *recording;

static void script_judged(void *context, const struct judgement *judgement)
{
	scene_judged(context, judgement);
	assert_true(recording->count < SCENE_EVENTS);
	recording->judgements[recording->count++] = *judgement;
}

static void script_found(void *context, const struct finding *finding)
{
	const struct scene *s = context;

	assert_true(finding->rule < FINDING_COUNT);
	assert_true(finding->event <= s->now);
	assert_true(finding->made <= finding->event);
}

/* False when no ledger, or no site, fits. */
static bool script_start(struct scene *s, struct record *record)
{
	bool complete = true;

	*record = (struct record){ 0 };
	recording = record;
	s->config.judged = script_judged;
	s->config.found = script_found;
	s->ledger = ledger_new(&s->config);
	for (unsigned i = 0; s->ledger && i < SCRIPT_SITES; i++) {
		complete &= scene_add_site(s, i) != 0;
	}
	return s->ledger && complete;
}

/* 0, or LEDGER_ENOMEM from the first time on. */
static int script_step(struct scene *s, uint64_t *seed, struct record *record)
{
	struct event event = script_event(s, seed);
	int status;

	if (event.type == EVENT_STORE) {
		*scene_word(s, event.store.pa) = event.store.value;
	}
	s->now++;
	status = ledger_event(s->ledger, &event);
	record->issued += event.type == EVENT_INVALIDATE;
	assert_true(status == 0 || status == LEDGER_ENOMEM);
	return status;
}

/* Runs a script in this much memory.  False: not even a ledger fits. */
static bool script_run(enum ledger_arch arch, uint64_t seed, size_t arena,
		       struct record *record)
{
	struct scene *s = scene_new(arch, 2, arena);
	bool exhausted = !script_start(s, record);
	unsigned judged = 0;

	for (unsigned i = 0; s->ledger && i < SCRIPT_EVENTS; i++) {
		int status;

		status = script_step(s, &seed, record);
		exhausted |= status == LEDGER_ENOMEM;
		assert_int_equal(status, exhausted ? LEDGER_ENOMEM : 0);
		if (!exhausted) {
			record->events++;
			judged = record->count;
		}
	}
	if (s->ledger) {
		record->used = ledger_memory_used(s->ledger);
		assert_true(record->used <= arena);
		scene_end(s);
		assert_int_equal(record->issued, s->n_judged);
	}
	record->count = judged;
	exhausted = !s->ledger;
	scene_free(s);
	return !exhausted;
}

static bool is_prefix(const struct record *part, const struct record *whole)
{
	for (unsigned i = 0; i < part->count; i++) {
		const struct judgement *a = &part->judgements[i];
		const struct judgement *b = &whole->judgements[i];

		if (a->event != b->event || a->verdict != b->verdict ||
		    a->over_scoped != b->over_scoped ||
		    a->collateral != b->collateral) {
			return false;
		}
	}
	return part->count <= whole->count;
}

/*
 * Wherever the memory ends: no crash, every invalidation counted and given one
 * verdict, and what was judged before is what a larger memory gives.
 */
static void check_exhaustion(enum ledger_arch arch, uint64_t seed,
			     unsigned arenas)
{
	static struct record whole, part;
	size_t least = least_memory(arch, 2);
	unsigned cut = 0;

	assert_true(script_run(arch, seed, SCENE_ARENA, &whole));
	assert_int_equal(whole.events, SCRIPT_EVENTS);
	for (unsigned i = 0; i < arenas; i++) {
		size_t more = (whole.used - least) * i / arenas / 8 * 8;

		assert_true(script_run(arch, seed, least + more, &part));
		check_case(is_prefix(&part, &whole), least + more, "bytes");
		cut += part.events < SCRIPT_EVENTS;
	}
	diag("%zu bytes more than the least; %u of %u runs were cut short",
	     whole.used - least, cut, arenas);
	assert_true(cut > arenas / 2);
}

static void exhaustion_aarch64(void **state)
{
	(void)state;
	check_exhaustion(LEDGER_AARCH64, 0x1234567, 150);
}

static void exhaustion_riscv64(void **state)
{
	(void)state;
	check_exhaustion(LEDGER_RISCV64, 0x7654321, 150);
}

/* The last object that fits is another one each time. */
static void exhaustion_by_steps(void **state)
{
	static struct record part;
	size_t least;

	(void)state;
	for (unsigned i = 0; i < COUNT(arches); i++) {
		least = least_memory(arches[i], 2) + 100000;
		for (size_t more = 0; more < 1024; more += 24) {
			assert_true(script_run(arches[i], 99, least + more,
					       &part));
		}
	}
}

/* Invalidations that no barrier completes, until none more fits. */
static void exhaustion_in_flight(void **state)
{
	size_t least = least_memory(LEDGER_AARCH64, 1);

	(void)state;
	for (size_t more = 0; more < 600; more += 40) {
		struct scene *s = scene_new(LEDGER_AARCH64, 1, least + more);

		s->may_exhaust = true;
		for (unsigned i = 0; i < 20; i++) {
			scene_inval(s, 0, TLBI_VMALLE1, 0, 0);
		}
		scene_barrier(s, 0, DSB_ISH);
		scene_end(s);
		assert_int_equal(s->n_judged, 20);
		assert_true(scene_field(s, "totals", "unjudged") > 0);
		scene_free(s);
	}
}

/* Events that cannot be. */

#define BAD_EVENTS 8u

static struct event bad_event(const struct scene *s, unsigned number)
{
	struct event event = { .type = EVENT_STORE, .privilege = 1,
			       .store = { .pa = page_of(1), .value = 3 } };

	switch (number) {
	case 0:
		event.cpu = (uint8_t)s->config.cpus;
		break;
	case 1:
		event.cpu = 255;
		break;
	case 2:
		event.store.pa += 4;
		break;
	case 3:
		event.store.pa += 7;
		break;
	case 4:
		event.type = EVENT_REGISTER;
		event.reg.reg = REGISTER_COUNT;
		break;
	case 5:
		event.type = EVENT_INVALIDATE;
		event.invalidate.word = is_arm(s) ? SFENCE_ALL : TLBI_VAE1IS;
		break;
	case 6:
		event.type = EVENT_INVALIDATE;
		event.invalidate.word = 0xffffffff;
		break;
	default:
		event.type = (enum event_type)(EVENT_MARK + 1);
		break;
	}
	return event;
}

/* A script with bad events between gives the verdicts of one without. */
static void check_bad_events(enum ledger_arch arch)
{
	static struct record whole, part;
	struct scene *s = scene_new(arch, 2, SCENE_ARENA);
	uint64_t seed = 4711;

	assert_true(script_run(arch, seed, SCENE_ARENA, &whole));
	assert_true(script_start(s, &part));
	for (unsigned i = 0; i < SCRIPT_EVENTS; i++) {
		struct event bad = bad_event(s, i % BAD_EVENTS);

		assert_int_equal(ledger_event(s->ledger, &bad), LEDGER_EINVAL);
		s->now++;
		assert_int_equal(script_step(s, &seed, &part), 0);
	}
	assert_int_equal(ledger_memory_used(s->ledger), whole.used);
	/* Each event now has twice its number. */
	for (unsigned i = 0; i < part.count; i++) {
		part.judgements[i].event /= 2;
	}
	assert_true(is_prefix(&part, &whole));
	assert_int_equal(part.count, whole.count);
	scene_end(s);
	assert_int_equal(s->n_judged, part.issued);
	scene_free(s);
}

static void bad_events(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(arches); i++) {
		check_bad_events(arches[i]);
	}
}

/* Sites. */

static void sites(void **state)
{
	struct scene *s = scene_new(LEDGER_AARCH64, 1, SCENE_ARENA);
	struct site chain = { .pc = 0x1000, .n_callers = SITE_CALLERS_MAX };

	(void)state;
	for (unsigned i = 0; i < SITE_CALLERS_MAX; i++) {
		chain.callers[i] = i;
	}
	assert_int_equal(ledger_add_site(s->ledger, &chain), 1);
	assert_int_equal(ledger_add_site(s->ledger, &chain), 1);
	chain.callers[SITE_CALLERS_MAX - 1]++;
	assert_int_equal(ledger_add_site(s->ledger, &chain), 2);
	chain.n_callers--;
	assert_int_equal(ledger_add_site(s->ledger, &chain), 3);
	/* What stands behind the last caller does not count. */
	chain.callers[SITE_CALLERS_MAX - 1]++;
	assert_int_equal(ledger_add_site(s->ledger, &chain), 3);
	chain.n_callers = SITE_CALLERS_MAX + 1;
	assert_int_equal(ledger_add_site(s->ledger, &chain), 0);
	scene_end(s);
	scene_free(s);
}

static void sites_many(void **state)
{
	struct scene *s = scene_new(LEDGER_RISCV64, 1, 4 * SCENE_ARENA);

	(void)state;
	for (uint32_t i = 1; i <= 100000; i++) {
		assert_int_equal(scene_add_site(s, i * 4), i);
	}
	for (uint32_t i = 1; i <= 100000; i += 999) {
		assert_int_equal(scene_add_site(s, i * 4), i);
	}
	s->site = 100000;
	scene_flush_all(s, 0);
	scene_end(s);
	assert_int_equal(scene_field(s, "site\tid=100000\t", "issued"), 1);
	scene_free(s);
}

/* No memory: 0, then nothing more is judged, but all is counted. */
static void sites_exhaust(void **state)
{
	size_t least = least_memory(LEDGER_RISCV64, 1);
	struct scene *s = scene_new(LEDGER_RISCV64, 1, least + 50000);
	struct event event = { .type = EVENT_INVALIDATE, .privilege = 1,
			       .invalidate = { .word = SFENCE_ALL } };
	uint64_t pc = 0;

	(void)state;
	while (scene_add_site(s, pc)) {
		pc += 4;
		assert_true(pc < 50000);
	}
	assert_int_equal(scene_add_site(s, pc), 0);
	s->now++;
	assert_int_equal(ledger_event(s->ledger, &event), LEDGER_ENOMEM);
	scene_end(s);
	assert_int_equal(s->verdicts[1], VERDICT_UNJUDGED);
	assert_true(scene_has_line(s, "unjudged\treason=LIMIT\tcount=1"));
	scene_free(s);
}

/* A number that nobody gave is counted, at no site. */
static void site_unknown(void **state)
{
	struct scene *s = scene_new(LEDGER_RISCV64, 1, SCENE_ARENA);

	(void)state;
	s->site = 12345678;
	scene_flush_all(s, 0);
	s->site = ~0u;
	scene_flush_all(s, 0);
	scene_end(s);
	assert_int_equal(scene_field(s, "totals", "issued"), 2);
	scene_free(s);
}

/* A number that is given only while the verdict waits. */
static void site_given_later(void **state)
{
	struct scene *s = scene_new(LEDGER_AARCH64, 1, SCENE_ARENA);

	(void)state;
	s->site = 1;
	scene_inval(s, 0, TLBI_VMALLE1, 0, 0);
	assert_int_equal(scene_add_site(s, 0x1000), 1);
	scene_barrier(s, 0, DSB_ISH);
	/* Fails where the counts of a site do not add up. */
	scene_end(s);
	scene_free(s);
}

/* Tables that nobody sane would build. */

static uint64_t install_at(struct scene *s, uint64_t root, unsigned va_bits)
{
	if (!is_arm(s)) {
		return scene_register(s, 0, REGISTER_SATP,
				      (8 + (va_bits - 39) / 9ull) << 60 |
				      1ull << 44 | root >> 12);
	}
	s->tcr = (TCR_39_BITS & ~63ull) | (64 - va_bits) | TCR_EPD1;
	return scene_install(s, 0, root, 1);
}

/* One more link to the root at a time, and one leaf. */
static void poke_around(struct scene *s, uint64_t root)
{
	uint64_t pa;

	for (unsigned slot = 0; slot < LEDGER_SLOTS; slot += 73) {
		uint64_t at = root + slot * 8, before = *scene_word(s, at);

		scene_store(s, 0, at, 0);
		scene_flush_va(s, 0, (uint64_t)slot << 12, 1);
		scene_store(s, 0, at, scene_table(s, root));
		ledger_translate(s->ledger, 0, (uint64_t)slot << 30, &pa);
		scene_flush_all(s, 0);
		scene_store(s, 0, at, scene_leaf(s, root, 0, LEAF_WRITE));
		scene_store(s, 0, at, before);
		scene_flush_asid(s, 0, 1);
	}
	scene_mark(s, 0, "here");
	scene_return(s, 0);
}

static void check_circle(enum ledger_arch arch, unsigned pages, unsigned slot,
			 unsigned va_bits)
{
	struct scene *s = scene_new(arch, 1, SCENE_ARENA);
	uint64_t root = scene_page(s), other = scene_page(s);

	for (unsigned i = 0; i < pages; i++) {
		uint64_t from = page_of(1 + i);
		uint64_t to = page_of(1 + (i + 1) % pages);

		*scene_word(s, from + slot * 8) = scene_table(s, to);
	}
	install_at(s, root, va_bits);
	poke_around(s, root);
	install_at(s, page_of(SCENE_PAGES - 1), va_bits);
	poke_around(s, other);
	scene_flush_all(s, 0);
	scene_end(s);
	scene_free(s);
}

/* One link to itself: what some systems do on purpose. */
static void tables_recursive(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(arches); i++) {
		for (unsigned slot = 0; slot < LEDGER_SLOTS; slot += 37) {
			check_circle(arches[i], 1, slot, 39);
		}
		check_circle(arches[i], 1, 511, 48);
	}
	check_circle(LEDGER_RISCV64, 1, 0, 57);
}

static void tables_in_circles(void **state)
{
	(void)state;
	for (unsigned pages = 2; pages < 7; pages++) {
		check_circle(LEDGER_AARCH64, pages, 1, 48);
		check_circle(LEDGER_RISCV64, pages, 300, 39);
		check_circle(LEDGER_RISCV64, pages, 300, 57);
	}
}

/* A link to itself that is stored while the table is in use. */
static void tables_become_recursive(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(arches); i++) {
		struct scene *s = scene_new(arches[i], 1, SCENE_ARENA);
		uint64_t root = scene_page(s);

		install_at(s, root, 39);
		scene_store(s, 0, root, scene_table(s, root));
		scene_store(s, 0, root + 8, scene_table(s, root));
		poke_around(s, root);
		scene_end(s);
		scene_free(s);
	}
}

/* As many paths as there can be.  Memory may be used up, time may not. */
static void check_self_links(enum ledger_arch arch, unsigned va_bits)
{
	struct scene *s = scene_new(arch, 1, SCENE_ARENA);
	uint64_t root = scene_page(s);

	s->may_exhaust = true;
	for (unsigned slot = 0; slot < LEDGER_SLOTS; slot++) {
		*scene_word(s, root + slot * 8) = scene_table(s, root);
	}
	install_at(s, root, va_bits);
	scene_store(s, 0, root, 0);
	scene_flush_all(s, 0);
	scene_store(s, 0, root + 8, scene_leaf(s, root, 0, LEAF_WRITE));
	scene_return(s, 0);
	scene_end(s);
	scene_free(s);
}

static void tables_all_recursive(void **state)
{
	(void)state;
	check_self_links(LEDGER_AARCH64, 48);
	check_self_links(LEDGER_RISCV64, 57);
}

/* Memory full of noise, some of it valid, taken for tables. */
static void check_garbage(enum ledger_arch arch, uint64_t seed)
{
	struct scene *s = scene_new(arch, 1, SCENE_ARENA);
	uint64_t pa;

	s->may_exhaust = true;
	for (unsigned i = 0; i < SCENE_PAGES * LEDGER_SLOTS; i++) {
		uint64_t value = next_random(&seed);
		uint64_t table = page_of(below(&seed, SCENE_PAGES));

		s->ram[i / LEDGER_SLOTS][i % LEDGER_SLOTS] =
			below(&seed, 64) ? value : scene_table(s, table);
	}
	for (unsigned i = 0; i < 40; i++) {
		uint64_t root = page_of(below(&seed, SCENE_PAGES));

		install_at(s, root, i % 2 ? 48 : 39);
		scene_store(s, 0, root + below(&seed, 512) * 8,
			    scene_table(s, page_of(i)));
		scene_store(s, 0, root + below(&seed, 512) * 8,
			    next_random(&seed));
		scene_flush_va(s, 0, next_random(&seed), 1);
		ledger_translate(s->ledger, 0, next_random(&seed), &pa);
		scene_return(s, 0);
	}
	scene_flush_all(s, 0);
	scene_end(s);
	scene_free(s);
}

static void tables_of_garbage(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(arches); i++) {
		check_garbage(arches[i], 17 + i);
		check_garbage(arches[i], 1000 + i);
	}
}

/* Roots and tables that lie outside of the memory. */
static void tables_not_in_memory(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(arches); i++) {
		struct scene *s = scene_new(arches[i], 1, SCENE_ARENA);
		uint64_t root = scene_page(s), pa;

		install_at(s, 0xdead0000, 39);
		assert_true(ledger_translate(s->ledger, 0, 0, &pa) < 0);
		scene_flush_all(s, 0);
		*scene_word(s, root) = scene_table(s, 0xdead0000);
		install_at(s, root, 39);
		assert_true(ledger_translate(s->ledger, 0, 0, &pa) < 0);
		scene_store(s, 0, root + 8, scene_table(s, 0xbeef0000));
		scene_store(s, 0, root, 0);
		scene_flush_all(s, 0);
		install_at(s, 0xdead0000, 39);
		scene_end(s);
		scene_free(s);
	}
}

/* A leaf as large as they get, unmapped, forgotten, its frames given away. */
static void leaf_enormous(void **state)
{
	struct scene *s = scene_new(LEDGER_RISCV64, 1, SCENE_ARENA);
	uint64_t root = scene_page(s), other = scene_page(s);
	uint64_t leaf = scene_leaf(s, 1ull << 48, 4, LEAF_USER | LEAF_WRITE);

	(void)state;
	s->may_exhaust = true;
	*scene_word(s, root) = leaf;
	install_at(s, root, 57);
	scene_store(s, 0, root, 0);
	scene_return(s, 0);
	install_at(s, other, 57);
	scene_store(s, 0, other, leaf);
	scene_end(s);
	scene_free(s);
}

/* Many CPUs. */

static void cpus_64(void **state)
{
	(void)state;
	for (unsigned i = 0; i < COUNT(arches); i++) {
		struct scene *s = scene_new(arches[i], 64, SCENE_ARENA);
		uint64_t root = scene_page(s), event;

		scene_prepare(s, root, 0x1000,
			      scene_leaf(s, page_of(60), 0, LEAF_WRITE));
		for (unsigned cpu = 0; cpu < 64; cpu++) {
			scene_install(s, cpu, root, 1);
		}
		scene_unmap(s, 63, root, 0x1000);
		for (unsigned cpu = 0; cpu < 64; cpu++) {
			event = scene_flush_va(s, cpu, 0x1000, 1);
			/* The first broadcast removes it everywhere. */
			assert_int_equal(s->verdicts[event],
					 is_arm(s) && cpu ? VERDICT_REDUNDANT
							  : VERDICT_REQUIRED);
		}
		scene_end(s);
		scene_free(s);
	}
}

static void cpus_64_holders(void **state)
{
	struct scene *s = scene_new(LEDGER_AARCH64, 64, SCENE_ARENA);
	uint64_t root = scene_page(s);

	(void)state;
	scene_prepare(s, root, 0x1000,
		      scene_leaf(s, page_of(60), 0, LEAF_WRITE));
	for (unsigned cpu = 0; cpu < 64; cpu++) {
		scene_install(s, cpu, root, 1);
	}
	scene_map(s, 63, root, 0x1000,
		  scene_leaf(s, page_of(61), 0, LEAF_WRITE));
	assert_int_equal(s->n_findings, 1);
	assert_int_equal(s->findings[0].rule, FINDING_BBM);
	assert_int_equal(s->findings[0].cpu, 63);
	assert_int_equal(s->findings[0].holders, ~0ull);
	scene_end(s);
	assert_non_null(strstr(s->text, "\tholders=ffffffffffffffff\t"));
	scene_free(s);
}

/* Labels. */

static void mark_bytes(struct scene *s, const char *bytes, size_t length)
{
	struct event event = { .type = EVENT_MARK };

	memcpy(event.mark.label, bytes, length);
	scene_event(s, &event);
}

/* A ghost under a dead tag, so that a mark lists something. */
static struct scene *with_residue(void)
{
	struct scene *s = scene_new(LEDGER_RISCV64, 1, SCENE_ARENA);
	uint64_t root = scene_page(s);

	scene_prepare(s, root, 0x1000, scene_leaf(s, page_of(60), 0, 0));
	scene_install(s, 0, root, 1);
	scene_unmap(s, 0, root, 0x1000);
	scene_install(s, 0, scene_page(s), 2);
	return s;
}

static void labels_escaped(void **state)
{
	struct scene *s = with_residue();
	char label[64], line[128];

	(void)state;
	mark_bytes(s, "a\tcpu=7\nend\treason=done\n\033[2J", 28);
	mark_bytes(s, "\x7f\x80\xff\xc3\xa4", 5);
	/* No end: the last byte is not part of it. */
	memset(label, 'x', sizeof(label));
	mark_bytes(s, label, sizeof(label));
	for (unsigned i = 0; i < 256; i += 62) {
		for (unsigned j = 0; j < 62; j++) {
			label[j] = (char)(i + j ? i + j : 1);
		}
		label[62] = '\0';
		mark_bytes(s, label, 63);
	}
	/* scene_end() fails for a byte that is not printable ASCII. */
	scene_end(s);
	assert_true(scene_has_line(s, "residue\tat=a?cpu=7?end?reason=done??[2J"
				      "\tcpu=0\ttag=asid:1\tghosts=1"));
	assert_true(scene_has_line(s, "residue\tat=?????\tcpu=0\ttag=asid:1"
				      "\tghosts=1"));
	memset(label, 'x', 63);
	label[63] = '\0';
	snprintf(line, sizeof(line), "residue\tat=%s\tcpu=0\ttag=asid:1"
				     "\tghosts=1", label);
	assert_true(scene_has_line(s, line));
	scene_free(s);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(memory_too_little),
	cmocka_unit_test(memory_just_enough),
	cmocka_unit_test(no_memory),
	cmocka_unit_test(cpus_refused),
	cmocka_unit_test(memory_reused),
	cmocka_unit_test(exhaustion_aarch64),
	cmocka_unit_test(exhaustion_riscv64),
	cmocka_unit_test(exhaustion_by_steps),
	cmocka_unit_test(exhaustion_in_flight),
	cmocka_unit_test(bad_events),
	cmocka_unit_test(sites),
	cmocka_unit_test(sites_many),
	cmocka_unit_test(sites_exhaust),
	cmocka_unit_test(site_unknown),
	cmocka_unit_test(site_given_later),
	cmocka_unit_test(tables_become_recursive),
	cmocka_unit_test(tables_of_garbage),
	cmocka_unit_test(tables_not_in_memory),
	cmocka_unit_test(leaf_enormous),
	cmocka_unit_test(cpus_64),
	cmocka_unit_test(cpus_64_holders),
	cmocka_unit_test(labels_escaped),
	cmocka_unit_test(tables_recursive),
	cmocka_unit_test(tables_in_circles),
	cmocka_unit_test(tables_all_recursive),
};

int main(void)
{
	alarm(LIMIT_S);
	return run_tap(tests);
}
