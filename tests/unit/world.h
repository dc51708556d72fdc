/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where the tests of the rules begin, on either architecture: two CPUs, of
 * which CPU 0 has ROOT installed with ASID 1 and CPU 1 nothing.
 *
 *   ROOT   VA    to FRAME(0), user, writable
 *          VA2   to FRAME(1), user, read-only; in the same last table
 *   OTHER  VA    to FRAME(2), user, writable
 *   EMPTY  nothing
 *
 * CPU 0 repeats its invalidations for an erratum, CPU 1 does not (Arm).
 */
#ifndef UNIT_WORLD_H
#define UNIT_WORLD_H

#include "scene.h"

#define ROOT page_of(1)
#define OTHER page_of(2)
#define EMPTY page_of(3)
#define FRAME(n) page_of(48 + (n))
#define VA 0x12345000ull
#define VA2 0x12346000ull
/* In no table of any root. */
#define FAR_VA 0x2000000000ull

#define RW (LEAF_USER | LEAF_WRITE)
#define RO LEAF_USER

/* Call chains that the set-up adds. */
#define SITES 4u

static inline uint64_t leaf_to(const struct scene *s, unsigned frame,
			       unsigned flags)
{
	return scene_leaf(s, FRAME(frame), 0, flags);
}

static inline void world_build(struct scene *s)
{
	for (unsigned i = 1; i <= 3; i++) {
		assert_int_equal(scene_page(s), page_of(i));
	}
	scene_prepare(s, ROOT, VA, leaf_to(s, 0, RW));
	scene_prepare(s, ROOT, VA2, leaf_to(s, 1, RO));
	scene_prepare(s, OTHER, VA, leaf_to(s, 2, RW));
	for (unsigned i = 1; i <= SITES; i++) {
		assert_int_equal(scene_add_site(s, 0x1000 * i), i);
	}
	scene_install(s, 0, ROOT, 1);
}

static inline int world_set_up(void **state, enum ledger_arch arch)
{
	struct scene *s = scene_new(arch, 2, SCENE_ARENA);

	s->config.midr[0] = 0x414fd0b1;
	s->config.midr[1] = 0x410fd083;
	s->ledger = ledger_new(&s->config);
	if (!s->ledger) {
		return -1;
	}
	world_build(s);
	*state = s;
	return 0;
}

static inline int set_up_aarch64(void **state)
{
	return world_set_up(state, LEDGER_AARCH64);
}

static inline int set_up_riscv64(void **state)
{
	return world_set_up(state, LEDGER_RISCV64);
}

static inline int tear_down(void **state)
{
	scene_free(*state);
	return 0;
}

#define ARM(test) { #test ", aarch64", test, set_up_aarch64, tear_down, NULL }
#define RISCV(test) { #test ", riscv64", test, set_up_riscv64, tear_down, NULL }
#define BOTH(test) ARM(test), RISCV(test)

static inline void expect_verdict(const struct scene *s, uint64_t event,
				  enum verdict verdict)
{
	static const char *const names[] = {
		"required", "preventive", "deferrable", "insufficient",
		"repeat", "redundant", "unjudged", "none yet",
	};

	if (s->verdicts[event] != verdict) {
		fail_msg("event %u is %s, not %s", (unsigned)event,
			 names[s->verdicts[event]], names[verdict]);
	}
}

/* Ends the run: nothing was missing, and this is the verdict. */
static inline void expect_only(struct scene *s, uint64_t event,
			       enum verdict verdict)
{
	scene_end(s);
	expect_verdict(s, event, verdict);
	assert_int_equal(s->n_findings, 0);
}

static inline void expect_findings(const struct scene *s, unsigned count,
				   enum finding_rule rule)
{
	assert_int_equal(s->n_findings, count);
	for (unsigned i = 0; i < count; i++) {
		assert_int_equal(s->findings[i].rule, rule);
	}
}

/* In the text of the result, after the end of the run. */
static inline uint64_t delay_count(const struct scene *s, const char *rule)
{
	char start[64];

	snprintf(start, sizeof(start), "\ndelay\trule=%s\t", rule);
	if (!strstr(s->text, start)) {
		return 0;
	}
	return scene_field(s, start + 1, "count");
}

/* The page of the table that holds VA and VA2. */
static inline uint64_t last_table(struct scene *s, uint64_t root)
{
	return scene_slot(s, root, VA, 0) / 4096 * 4096;
}

/* Takes the table that holds VA and VA2 out. */
static inline uint64_t unlink_table(struct scene *s, unsigned cpu)
{
	return scene_store(s, cpu, scene_slot(s, ROOT, VA, 1), 0);
}

#endif
