/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The findings and legal delays of docs/model.md section 8, one by one: what
 * breaks each rule, and the nearest thing that does not.  Expectations were
 * worked out from the page.
 */
#include "world.h"

/* Sites of the events: who made the ghost, who did what the test is about. */
#define MAKER 1
#define BREAKER 2

/* Not mapped, but in the table of VA. */
#define NEW_VA (VA + 0x2000)

static void expect_finding(const struct scene *s, enum finding_rule rule,
			   uint64_t event, uint64_t va)
{
	const struct finding *f = &s->findings[0];

	expect_findings(s, 1, rule);
	assert_int_equal(f->event, event);
	assert_int_equal(f->va, va);
	assert_int_equal(f->site, BREAKER);
}

static void expect_none(struct scene *s)
{
	scene_end(s);
	assert_int_equal(s->n_findings, 0);
}

static void expect_delay(struct scene *s, const char *rule, uint64_t count)
{
	expect_none(s);
	assert_int_equal(delay_count(s, rule), count);
}

/* Break-before-make */

/* Stores as BREAKER; the finding, or none, is that store's. */
static void check_bbm(struct scene *s, uint64_t slot, uint64_t value,
		      unsigned findings)
{
	uint64_t event;

	s->site = BREAKER;
	event = scene_store(s, 0, slot, value);
	scene_end(s);
	expect_findings(s, is_arm(s) ? findings : 0, FINDING_BBM);
	if (s->n_findings) {
		assert_int_equal(s->findings[0].event, event);
		assert_int_equal(s->findings[0].site, BREAKER);
		assert_int_equal(s->findings[0].new, value);
	}
}

static void bbm_output(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	s->site = BREAKER;
	event = scene_map(s, 0, ROOT, VA, leaf_to(s, 3, RW));
	scene_end(s);
	expect_finding(s, FINDING_BBM, event, VA);
	assert_int_equal(s->findings[0].cpu, 0);
	assert_int_equal(s->findings[0].maker, BREAKER);
	assert_int_equal(s->findings[0].made, event);
	assert_int_equal(s->findings[0].holders, 1);
	assert_int_equal(s->findings[0].old, leaf_to(s, 0, RW));
	assert_int_equal(s->findings[0].new, leaf_to(s, 3, RW));
	assert_int_equal(s->findings[0].asid, 1);
	assert_int_equal(s->findings[0].level, 3);
}

/* Invalid in between, but nobody told the TLB. */
static void bbm_not_flushed(void **state)
{
	struct scene *s = *state;
	uint64_t made;

	s->site = MAKER;
	made = scene_unmap(s, 0, ROOT, VA);
	scene_barrier(s, 0, DSB_ISH);
	check_bbm(s, scene_slot(s, ROOT, VA, 0), leaf_to(s, 3, RW), 1);
	assert_int_equal(s->findings[0].maker, MAKER);
	assert_int_equal(s->findings[0].made, made);
}

static void bbm_flushed(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_flush_va(s, 0, VA, 1);
	check_bbm(s, scene_slot(s, ROOT, VA, 0), leaf_to(s, 3, RW), 0);
}

/* The invalidation is not complete when the new one is made. */
static void bbm_not_completed(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_barrier(s, 0, DSB_ISHST);
	scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA), 0);
	check_bbm(s, scene_slot(s, ROOT, VA, 0), leaf_to(s, 3, RW), 1);
}

/* Only locally, while another CPU has it as well. */
static void bbm_flushed_locally(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, ROOT, 1);
	scene_unmap(s, 0, ROOT, VA);
	arm_flush(s, 0, TLBI_VAE1, arm_by_va(1, VA));
	check_bbm(s, scene_slot(s, ROOT, VA, 0), leaf_to(s, 3, RW), 1);
	assert_int_equal(s->findings[0].holders, 2);
}

static void bbm_permission(void **state)
{
	struct scene *s = *state;

	check_bbm(s, scene_slot(s, ROOT, VA, 0), leaf_to(s, 0, RO), 0);
}

static void bbm_memory_type(void **state)
{
	struct scene *s = *state;

	check_bbm(s, scene_slot(s, ROOT, VA, 0),
		  leaf_to(s, 0, RW | LEAF_DEVICE), 1);
}

static void bbm_shareability(void **state)
{
	struct scene *s = *state;

	check_bbm(s, scene_slot(s, ROOT, VA, 0),
		  leaf_to(s, 0, RW) ^ 1ull << 8, 1);
}

static void bbm_global(void **state)
{
	struct scene *s = *state;

	check_bbm(s, scene_slot(s, ROOT, VA, 0),
		  leaf_to(s, 0, RW | LEAF_GLOBAL), 1);
}

static void bbm_contiguous(void **state)
{
	struct scene *s = *state;

	check_bbm(s, scene_slot(s, ROOT, VA, 0),
		  leaf_to(s, 0, RW | LEAF_GROUP), 1);
}

/* Read-only before, writable after. */
static void bbm_one_writable(void **state)
{
	struct scene *s = *state;

	check_bbm(s, scene_slot(s, ROOT, VA2, 0), leaf_to(s, 3, RW), 1);
}

static void bbm_readonly_move(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA2, leaf_to(s, 3, RO));
	expect_delay(s, "READONLY-MOVE", is_arm(s) ? 1 : 0);
}

/* AF=0 is a break, if it is flushed. */
static void bbm_by_access_flag(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RW | LEAF_UNUSED));
	scene_flush_va(s, 0, VA, 1);
	check_bbm(s, scene_slot(s, ROOT, VA, 0), leaf_to(s, 3, RW), 0);
}

static void bbm_by_access_flag_only(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RW | LEAF_UNUSED));
	check_bbm(s, scene_slot(s, ROOT, VA, 0), leaf_to(s, 3, RW), 1);
}

/* With HA, AF=0 breaks nothing: the walker sets it again. */
static void bbm_access_flag_with_ha(void **state)
{
	struct scene *s = *state;

	scene_register(s, 0, REGISTER_TCR_EL1, s->tcr | 1ull << 39);
	check_bbm(s, scene_slot(s, ROOT, VA, 0),
		  leaf_to(s, 3, RW | LEAF_UNUSED), 1);
}

static void bbm_table_to_block(void **state)
{
	struct scene *s = *state;

	check_bbm(s, scene_slot(s, ROOT, VA, 1),
		  scene_leaf(s, 0x50000000, 1, RW), 1);
	if (is_arm(s)) {
		assert_int_equal(s->findings[0].level, 2);
		assert_int_equal(s->findings[0].va, VA >> 21 << 21);
	}
}

static void bbm_table_to_block_flushed(void **state)
{
	struct scene *s = *state;

	unlink_table(s, 0);
	scene_flush_all(s, 0);
	check_bbm(s, scene_slot(s, ROOT, VA, 1),
		  scene_leaf(s, 0x50000000, 1, RW), 0);
}

static void bbm_block_to_table(void **state)
{
	struct scene *s = *state;
	uint64_t slot = scene_make_slot(s, EMPTY, 0, 1);

	*scene_word(s, slot) = scene_leaf(s, 0x50000000, 1, RO);
	scene_install(s, 0, EMPTY, 3);
	check_bbm(s, slot, scene_table(s, scene_page(s)), 1);
}

static void bbm_other_table(void **state)
{
	struct scene *s = *state;

	check_bbm(s, scene_slot(s, ROOT, VA, 1),
		  scene_table(s, scene_page(s)), 1);
}

static void bbm_same_table(void **state)
{
	struct scene *s = *state;
	uint64_t table = scene_table(s, last_table(s, ROOT));

	unlink_table(s, 0);
	check_bbm(s, scene_slot(s, ROOT, VA, 1), table, 0);
}

/* CPU 1 is still in the system call in which it unmapped. */
static void remap_race(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 1, ROOT, VA);
	scene_map(s, 0, ROOT, VA, leaf_to(s, 3, RW));
	expect_delay(s, "REMAP-RACE", 1);
}

static void remap_no_race(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 1, ROOT, VA);
	scene_return(s, 1);
	check_bbm(s, scene_slot(s, ROOT, VA, 0), leaf_to(s, 3, RW), 1);
}

/* TABLE-REUSE */

static void table_written(void **state)
{
	struct scene *s = *state;
	uint64_t table = last_table(s, ROOT), old = scene_table(s, table);
	uint64_t event;

	s->site = MAKER;
	unlink_table(s, 0);
	s->site = BREAKER;
	event = scene_store(s, 0, table + 8, 0x1234);
	scene_end(s);
	expect_finding(s, FINDING_TABLE_REUSE, event, VA >> 21 << 21);
	assert_int_equal(s->findings[0].maker, MAKER);
	assert_int_equal(s->findings[0].old, old);
	assert_int_equal(s->findings[0].new, 0x1234);
	assert_int_equal(s->findings[0].level, is_arm(s) ? 2 : 1);
}

/* Each store; they are one group. */
static void table_written_twice(void **state)
{
	struct scene *s = *state;
	uint64_t table = last_table(s, ROOT);

	unlink_table(s, 0);
	scene_store(s, 0, table + 8, 0x1234);
	scene_store(s, 0, table + 8, 0x1234);
	scene_store(s, 0, table + 8, 0x1235);
	scene_end(s);
	expect_findings(s, 2, FINDING_TABLE_REUSE);
	assert_int_equal(scene_field(s, "finding\trule=TABLE-REUSE", "count"),
			 2);
}

static void table_flushed(void **state)
{
	struct scene *s = *state;
	uint64_t table = last_table(s, ROOT);

	unlink_table(s, 0);
	scene_flush_asid(s, 0, 1);
	scene_store(s, 0, table + 8, 0x1234);
	expect_none(s);
	assert_false(s->followed[(table - SCENE_RAM) / 4096]);
}

/* The last-level form leaves the table where it is. */
static void table_flushed_by_leaf(void **state)
{
	struct scene *s = *state;
	uint64_t table = last_table(s, ROOT);

	unlink_table(s, 0);
	if (is_arm(s)) {
		arm_flush(s, 0, TLBI_VALE1IS, arm_by_va(1, VA));
	} else {
		scene_flush_va(s, 0, VA, 1);
	}
	scene_store(s, 0, table + 8, 0x1234);
	scene_end(s);
	expect_findings(s, 1, FINDING_TABLE_REUSE);
}

/* Nobody can walk it: the tag is dead. */
static void table_of_dead_tag(void **state)
{
	struct scene *s = *state;
	uint64_t table = last_table(s, ROOT);

	unlink_table(s, 0);
	scene_install(s, 0, OTHER, 2);
	scene_store(s, 0, table + 8, 0x1234);
	expect_none(s);
}

/* It is a table again, in its place. */
static void table_relinked(void **state)
{
	struct scene *s = *state;
	uint64_t table = last_table(s, ROOT);

	unlink_table(s, 0);
	scene_store(s, 0, scene_slot(s, ROOT, VA, 1), scene_table(s, table));
	scene_store(s, 0, table + 8, leaf_to(s, 3, RW));
	expect_none(s);
}

/* Elsewhere in its root, at its level: it stays what it is. */
static void table_moved(void **state)
{
	struct scene *s = *state;
	uint64_t table = last_table(s, ROOT);

	unlink_table(s, 0);
	scene_store(s, 0, scene_slot(s, ROOT, VA + (4 << 20), 1),
		    scene_table(s, table));
	expect_none(s);
}

static void table_at_other_level(void **state)
{
	struct scene *s = *state;
	uint64_t table = last_table(s, ROOT), event;

	unlink_table(s, 0);
	s->site = BREAKER;
	event = scene_store(s, 0, scene_slot(s, ROOT, FAR_VA, 2),
			    scene_table(s, table));
	scene_end(s);
	expect_finding(s, FINDING_TABLE_REUSE, event, VA >> 21 << 21);
}

static void table_in_other_root(void **state)
{
	struct scene *s = *state;
	uint64_t table = last_table(s, ROOT), event;

	scene_install(s, 1, OTHER, 2);
	unlink_table(s, 0);
	s->site = BREAKER;
	event = scene_store(s, 0, scene_slot(s, OTHER, VA + (4 << 20), 1),
			    scene_table(s, table));
	scene_end(s);
	expect_finding(s, FINDING_TABLE_REUSE, event, VA >> 21 << 21);
}

/* Two paths lead to the slot in which it is linked: once an event. */
static void table_once_an_event(void **state)
{
	struct scene *s = *state;
	uint64_t table = last_table(s, ROOT);

	*scene_word(s, EMPTY) = *scene_word(s, OTHER);
	scene_install(s, 1, EMPTY, 3);
	scene_install(s, 1, OTHER, 2);
	unlink_table(s, 0);
	scene_store(s, 0, scene_slot(s, OTHER, VA + (4 << 20), 1),
		    scene_table(s, table));
	scene_end(s);
	expect_findings(s, 1, FINDING_TABLE_REUSE);
}

static void table_as_root(void **state)
{
	struct scene *s = *state;
	uint64_t table = last_table(s, ROOT);

	scene_install(s, 1, ROOT, 1);
	unlink_table(s, 0);
	s->site = BREAKER;
	scene_install(s, 0, table, 5);
	scene_end(s);
	expect_findings(s, 1, FINDING_TABLE_REUSE);
	assert_int_equal(s->findings[0].site, BREAKER);
}

static void table_as_root_flushed(void **state)
{
	struct scene *s = *state;
	uint64_t table = last_table(s, ROOT);

	scene_install(s, 1, ROOT, 1);
	unlink_table(s, 0);
	if (is_arm(s)) {
		arm_flush(s, 0, TLBI_VMALLE1IS, 0);
	} else {
		scene_flush_all(s, 0);
		scene_flush_all(s, 1);
	}
	scene_install(s, 0, table, 5);
	expect_none(s);
}

/* TAG-REUSE: on Arm at the installation, on RISC-V at the return to U. */

static void check_tag_reuse(struct scene *s, uint64_t event, unsigned asid,
			    unsigned findings)
{
	uint64_t back;

	assert_int_equal(s->n_findings, is_arm(s) ? findings : 0);
	back = scene_return(s, 0);
	scene_end(s);
	expect_findings(s, findings, FINDING_TAG_REUSE);
	if (findings) {
		assert_int_equal(s->findings[0].event,
				 is_arm(s) ? event : back);
		assert_int_equal(s->findings[0].va, VA);
		assert_int_equal(s->findings[0].cpu, 0);
		assert_int_equal(s->findings[0].asid, asid);
		assert_int_equal(s->findings[0].site, BREAKER);
	}
}

/* The ASID is in the same register as the root: one event installs both. */
static uint64_t install_other(struct scene *s, uint64_t root, unsigned asid)
{
	if (is_arm(s)) {
		return scene_register(s, 0, REGISTER_TTBR0_EL1,
				      (uint64_t)asid << 48 | root);
	}
	return scene_install(s, 0, root, asid);
}

static void tag_reused(void **state)
{
	struct scene *s = *state;

	s->site = BREAKER;
	check_tag_reuse(s, install_other(s, OTHER, 1), 1, 1);
}

/* RISC-V's order: satp, then the fence. */
static void tag_fenced(void **state)
{
	struct scene *s = *state;
	uint64_t event = install_other(s, OTHER, 1);

	scene_flush_asid(s, 0, 1);
	check_tag_reuse(s, event, 1, 0);
}

/* Arm's: the flush while another ASID is in use. */
static void tag_flushed_before(void **state)
{
	struct scene *s = *state;

	install_other(s, EMPTY, 7);
	scene_flush_asid(s, 0, 1);
	check_tag_reuse(s, install_other(s, OTHER, 1), 1, 0);
}

static void tag_new(void **state)
{
	struct scene *s = *state;

	check_tag_reuse(s, install_other(s, OTHER, 2), 2, 0);
}

/* Nothing there says anything else. */
static void tag_of_empty_root(void **state)
{
	struct scene *s = *state;

	check_tag_reuse(s, install_other(s, EMPTY, 1), 1, 0);
}

static void check_tag_with(struct scene *s, uint64_t leaf, unsigned findings)
{
	*scene_word(s, scene_slot(s, OTHER, VA, 0)) = leaf;
	s->site = BREAKER;
	check_tag_reuse(s, install_other(s, OTHER, 1), 1, findings);
}

static void tag_same_leaf(void **state)
{
	struct scene *s = *state;

	check_tag_with(s, leaf_to(s, 0, RW), 0);
}

static void tag_more_permission(void **state)
{
	struct scene *s = *state;

	check_tag_with(s, leaf_to(s, 0, RW | LEAF_EXECUTE), 0);
}

static void tag_less_permission(void **state)
{
	struct scene *s = *state;

	check_tag_with(s, leaf_to(s, 0, RO), 1);
}

static void tag_other_type(void **state)
{
	struct scene *s = *state;

	check_tag_with(s, leaf_to(s, 0, RW | LEAF_DEVICE), 1);
}

/* Both lead to the same table: they can't disagree. */
static void tag_same_table(void **state)
{
	struct scene *s = *state;

	*scene_word(s, EMPTY) = *scene_word(s, ROOT);
	check_tag_reuse(s, install_other(s, EMPTY, 1), 1, 0);
}

/* A swap entry of the old root says nothing. */
static void tag_swap_entry(void **state)
{
	struct scene *s = *state;
	uint64_t first = scene_page(s);

	scene_prepare(s, first, VA, 0x12345600);
	install_other(s, first, 6);
	scene_return(s, 0);
	scene_trap(s, 0);
	check_tag_reuse(s, install_other(s, OTHER, 6), 6, 0);
}

/* A global leaf is no matter of an ASID. */
static void tag_global_leaf(void **state)
{
	struct scene *s = *state;
	uint64_t first = scene_page(s);

	scene_prepare(s, first, VA, leaf_to(s, 0, LEAF_GLOBAL));
	install_other(s, first, 6);
	scene_return(s, 0);
	scene_trap(s, 0);
	check_tag_reuse(s, install_other(s, OTHER, 6), 6, 0);
}

/* Below G nothing belongs to an ASID. */
static void tag_below_global(void **state)
{
	struct scene *s = *state;
	uint64_t first = scene_page(s);

	scene_prepare(s, first, VA, leaf_to(s, 0, RW));
	*scene_word(s, scene_slot(s, first, VA, 1)) |= 1 << 5;
	install_other(s, first, 6);
	scene_return(s, 0);
	scene_trap(s, 0);
	check_tag_reuse(s, install_other(s, OTHER, 6), 6, 0);
}

/* A block of the old root over a page of the new one. */
static void tag_block(void **state)
{
	struct scene *s = *state;
	uint64_t first = scene_page(s);

	*scene_word(s, scene_make_slot(s, first, VA, 1)) =
		scene_leaf(s, 0x80000000, 1, RW);
	scene_install(s, 0, first, 6);
	scene_return(s, 0);
	scene_trap(s, 0);
	scene_install(s, 0, OTHER, 6);
	scene_return(s, 0);
	scene_end(s);
	expect_findings(s, 1, FINDING_TAG_REUSE);
}

/* A block and a page of it, whichever is older: they agree. */
static void check_tag_sizes(struct scene *s, uint64_t first, uint64_t second)
{
	*scene_word(s, scene_make_slot(s, first, VA, 1)) =
		scene_leaf(s, 0x80000000, 1, RW);
	scene_prepare(s, second, VA,
		      scene_leaf(s, 0x80000000 + VA % 0x200000, 0, RW));
}

static void tag_block_alike(void **state)
{
	struct scene *s = *state;
	uint64_t block = scene_page(s), page = scene_page(s);

	check_tag_sizes(s, block, page);
	scene_install(s, 0, block, 6);
	scene_return(s, 0);
	scene_install(s, 0, page, 6);
	scene_return(s, 0);
	expect_none(s);
}

static void tag_page_alike(void **state)
{
	struct scene *s = *state;
	uint64_t block = scene_page(s), page = scene_page(s);

	check_tag_sizes(s, block, page);
	scene_install(s, 0, page, 6);
	scene_return(s, 0);
	scene_install(s, 0, block, 6);
	scene_return(s, 0);
	expect_none(s);
}

/* Another page of the same block disagrees. */
static void tag_block_elsewhere(void **state)
{
	struct scene *s = *state;
	uint64_t block = scene_page(s), page = scene_page(s);

	check_tag_sizes(s, block, page);
	scene_prepare(s, page, VA2,
		      scene_leaf(s, 0x80000000 + VA % 0x200000, 0, RW));
	scene_install(s, 0, block, 6);
	scene_return(s, 0);
	scene_install(s, 0, page, 6);
	scene_return(s, 0);
	scene_end(s);
	expect_findings(s, 1, FINDING_TAG_REUSE);
}

/* Sv57's last 256 TiB hold all of Sv39's upper half. */
static void tag_other_mode(void **state)
{
	struct scene *s = *state;
	uint64_t wide = scene_page(s), narrow = scene_page(s);

	*scene_word(s, wide + 511 * 8) = scene_leaf(s, 0, 4, RW);
	*scene_word(s, narrow + 511 * 8) = scene_leaf(s, 0x80000000, 2, RW);
	scene_register(s, 0, REGISTER_SATP, 10ull << 60 | 6ull << 44 |
					    wide >> 12);
	scene_return(s, 0);
	scene_install(s, 0, narrow, 6);
	scene_return(s, 0);
	scene_end(s);
	expect_findings(s, 1, FINDING_TAG_REUSE);
}

/* Both halves get an ASID back at one event, and both disagree: once. */
static void tag_in_both_halves(void **state)
{
	struct scene *s = *state;
	uint64_t first = scene_page(s), second = scene_page(s);

	scene_prepare(s, first, VA, leaf_to(s, 0, LEAF_WRITE));
	scene_prepare(s, second, VA, leaf_to(s, 3, LEAF_WRITE));
	scene_register(s, 0, REGISTER_TTBR1_EL1, first);
	scene_register(s, 0, REGISTER_TCR_EL1, TCR_39_BITS);
	scene_register(s, 0, REGISTER_TCR_EL1, TCR_39_BITS | TCR_EPD1);
	install_other(s, OTHER, 9);
	scene_register(s, 0, REGISTER_TTBR1_EL1, second);
	scene_register(s, 0, REGISTER_TCR_EL1, TCR_39_BITS);
	assert_int_equal(s->n_findings, 0);
	install_other(s, OTHER, 1);
	scene_end(s);
	expect_findings(s, 1, FINDING_TAG_REUSE);
}

/* Another CPU has its own TLB. */
static void tag_on_other_cpu(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, OTHER, 1);
	scene_return(s, 1);
	expect_none(s);
}

/* What the old root said once, and somebody forgot to flush. */
static void tag_ghost(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	s->site = BREAKER;
	check_tag_reuse(s, install_other(s, OTHER, 1), 1, 1);
}

/* What was forgotten is what the new root says. */
static void tag_ghost_alike(void **state)
{
	struct scene *s = *state;

	*scene_word(s, scene_slot(s, OTHER, VA, 0)) = leaf_to(s, 0, RW);
	scene_unmap(s, 0, ROOT, VA);
	check_tag_reuse(s, install_other(s, OTHER, 1), 1, 0);
}

static void tag_ghost_flushed(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_flush_va(s, 0, VA, 1);
	check_tag_reuse(s, install_other(s, OTHER, 1), 1, 0);
}

/*
 * A leaf that is added later disagrees with a ghost.  Kernel leaves, so that
 * STALE-GRANT has no part in it.
 */
static void check_tag_leaf_added(struct scene *s, uint64_t leaf,
				 unsigned findings)
{
	uint64_t former = scene_page(s), event;

	scene_prepare(s, former, VA, leaf_to(s, 0, LEAF_WRITE));
	scene_make_slot(s, EMPTY, VA, 0);
	install_other(s, former, 6);
	scene_unmap(s, 0, former, VA);
	install_other(s, EMPTY, 6);
	scene_return(s, 0);
	scene_trap(s, 0);
	s->site = BREAKER;
	event = scene_map(s, 0, EMPTY, VA, leaf);
	check_tag_reuse(s, event, 6, findings);
}

static void tag_leaf_added(void **state)
{
	struct scene *s = *state;

	check_tag_leaf_added(s, leaf_to(s, 3, LEAF_WRITE), 1);
}

static void tag_leaf_added_alike(void **state)
{
	struct scene *s = *state;

	check_tag_leaf_added(s, leaf_to(s, 0, LEAF_WRITE), 0);
}

/* An address that the new root does not reach is no conflict. */
static void tag_smaller_root(void **state)
{
	struct scene *s = *state;
	uint64_t root = scene_page(s);

	scene_prepare(s, root, 0x4000000000 + VA, leaf_to(s, 3, RW));
	scene_install(s, 0, root, 6);
	/* 38 bits: half as many slots of the first level. */
	scene_register(s, 0, REGISTER_SCTLR_EL1, 0);
	s->tcr++;
	scene_install(s, 0, OTHER, 6);
	expect_none(s);
}

/* STALE-GRANT */

/* User code runs on while VA may still be held. */
static void forget(struct scene *s)
{
	s->site = MAKER;
	scene_unmap(s, 0, ROOT, VA);
	s->site = 0;
	scene_return(s, 0);
	scene_trap(s, 0);
	s->site = BREAKER;
}

static void grant_as_table(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	forget(s);
	event = scene_store(s, 0, scene_slot(s, ROOT, FAR_VA, 2),
			    scene_table(s, FRAME(0)));
	scene_end(s);
	expect_finding(s, FINDING_STALE_GRANT, event, VA);
	assert_int_equal(s->findings[0].maker, MAKER);
	assert_int_equal(s->findings[0].old, leaf_to(s, 0, RW));
}

static void grant_to_other(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_install(s, 1, OTHER, 2);
	forget(s);
	event = scene_map(s, 1, OTHER, VA2, leaf_to(s, 0, RO));
	scene_end(s);
	expect_finding(s, FINDING_STALE_GRANT, event, VA);
}

/* Once, however often it is given away. */
static void grant_once(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, OTHER, 2);
	forget(s);
	scene_map(s, 1, OTHER, VA2, leaf_to(s, 0, RO));
	scene_map(s, 1, OTHER, VA2 + 4096, leaf_to(s, 0, RO));
	scene_end(s);
	expect_findings(s, 1, FINDING_STALE_GRANT);
}

/* Mapped first, installed later. */
static void grant_installed_later(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, OTHER, 2);
	scene_install(s, 1, EMPTY, 3);
	forget(s);
	scene_map(s, 1, OTHER, VA2, leaf_to(s, 0, RO));
	assert_int_equal(s->n_findings, 0);
	scene_install(s, 1, OTHER, 2);
	scene_end(s);
	expect_findings(s, 1, FINDING_STALE_GRANT);
}

/* It is a table already when user code goes on. */
static void grant_table_already(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	s->site = MAKER;
	scene_unmap(s, 0, ROOT, VA);
	scene_store(s, 0, scene_slot(s, ROOT, FAR_VA, 2),
		    scene_table(s, FRAME(0)));
	s->site = BREAKER;
	event = scene_return(s, 0);
	scene_end(s);
	expect_finding(s, FINDING_STALE_GRANT, event, VA);
}

/* Nobody uses the ASID; then somebody does again. */
static void grant_tag_returns(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, OTHER, 2);
	forget(s);
	scene_install(s, 0, EMPTY, 3);
	scene_map(s, 1, OTHER, VA2, leaf_to(s, 0, RO));
	assert_int_equal(s->n_findings, 0);
	scene_install(s, 0, ROOT, 1);
	scene_end(s);
	expect_findings(s, 1, FINDING_STALE_GRANT);
}

/* The ASID was not in use when user code went on. */
static void grant_not_abandoned(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, OTHER, 2);
	scene_install(s, 0, EMPTY, 3);
	scene_unmap(s, 0, ROOT, VA);
	scene_return(s, 0);
	scene_map(s, 1, OTHER, VA2, leaf_to(s, 0, RO));
	scene_install(s, 0, ROOT, 1);
	expect_none(s);
}

/* A 1 GiB leaf, and a frame far behind its start. */
static void grant_of_large_leaf(void **state)
{
	struct scene *s = *state;
	uint64_t leaf = scene_leaf(s, 0x80000000, 2, RW);

	scene_prepare(s, OTHER, VA2, 0);
	*scene_word(s, EMPTY) = leaf;
	scene_install(s, 0, EMPTY, 3);
	scene_install(s, 1, OTHER, 2);
	scene_store(s, 0, EMPTY, 0);
	scene_return(s, 0);
	s->site = BREAKER;
	scene_map(s, 1, OTHER, VA2, scene_leaf(s, 0x80500000, 0, RW));
	scene_end(s);
	expect_findings(s, 1, FINDING_STALE_GRANT);
}

static void grant_flushed_in_time(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, OTHER, 2);
	scene_unmap(s, 0, ROOT, VA);
	scene_flush_va(s, 0, VA, 1);
	scene_return(s, 0);
	scene_map(s, 1, OTHER, VA2, leaf_to(s, 0, RO));
	expect_none(s);
}

static void grant_flushed_late(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, OTHER, 2);
	forget(s);
	scene_flush_va(s, 0, VA, 1);
	scene_map(s, 1, OTHER, VA2, leaf_to(s, 0, RO));
	expect_none(s);
}

/* The kernel's own, not user code's. */
static void grant_of_kernel_leaf(void **state)
{
	struct scene *s = *state;

	scene_prepare(s, EMPTY, VA, leaf_to(s, 0, LEAF_WRITE));
	scene_install(s, 0, EMPTY, 3);
	scene_install(s, 1, OTHER, 2);
	scene_unmap(s, 0, EMPTY, VA);
	scene_return(s, 0);
	scene_map(s, 1, OTHER, VA2, leaf_to(s, 0, RO));
	expect_none(s);
}

/* Its own root gives the frame another address. */
static void grant_to_same_root(void **state)
{
	struct scene *s = *state;

	forget(s);
	scene_map(s, 0, ROOT, VA + 0x2000, leaf_to(s, 0, RW));
	expect_none(s);
}

/* Another frame. */
static void grant_of_other_frame(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, OTHER, 2);
	forget(s);
	scene_map(s, 1, OTHER, VA2, leaf_to(s, 3, RO));
	expect_none(s);
}

/* The frames before and behind it. */
static void grant_of_neighbours(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, OTHER, 2);
	s->site = MAKER;
	scene_map(s, 0, ROOT, NEW_VA, leaf_to(s, 4, RW));
	scene_unmap(s, 0, ROOT, NEW_VA);
	scene_return(s, 0);
	scene_map(s, 1, OTHER, VA2, leaf_to(s, 3, RO));
	scene_map(s, 1, OTHER, VA2 + 0x1000, leaf_to(s, 5, RO));
	assert_int_equal(s->n_findings, 0);
	scene_map(s, 1, OTHER, VA2 + 0x2000, leaf_to(s, 4, RO));
	scene_end(s);
	expect_findings(s, 1, FINDING_STALE_GRANT);
}

/* It was mapped again as it was: nothing is stale. */
static void grant_mapped_again(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, OTHER, 2);
	forget(s);
	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RW));
	scene_map(s, 1, OTHER, VA2, leaf_to(s, 0, RO));
	expect_none(s);
}

/* INSUFFICIENT */

static uint64_t wrong_flush(struct scene *s)
{
	s->site = MAKER;
	scene_unmap(s, 0, ROOT, VA);
	s->site = BREAKER;
	scene_flush_va(s, 0, VA, 2);
	s->site = 0;
	return s->now;
}

static void insufficient_at_return(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	wrong_flush(s);
	event = scene_return(s, 0);
	scene_end(s);
	expect_finding(s, FINDING_INSUFFICIENT, event, VA);
	assert_int_equal(s->findings[0].maker, MAKER);
}

static void insufficient_once(void **state)
{
	struct scene *s = *state;

	wrong_flush(s);
	scene_return(s, 0);
	scene_trap(s, 0);
	scene_return(s, 0);
	scene_end(s);
	expect_findings(s, 1, FINDING_INSUFFICIENT);
}

/* The other one was not tried. */
static void insufficient_one_of_two(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA2);
	wrong_flush(s);
	scene_return(s, 0);
	scene_end(s);
	expect_findings(s, 1, FINDING_INSUFFICIENT);
	assert_int_equal(s->findings[0].va, VA);
}

/* Tried, mapped again as it was, unmapped again: that was not tried. */
static void insufficient_made_again(void **state)
{
	struct scene *s = *state;

	wrong_flush(s);
	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RW));
	scene_unmap(s, 0, ROOT, VA);
	scene_return(s, 0);
	expect_none(s);
}

/* Made again by another CPU: it is that one's. */
static void insufficient_made_by_other(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RW));
	scene_unmap(s, 1, ROOT, VA);
	scene_flush_va(s, 0, VA, 2);
	scene_return(s, 0);
	assert_int_equal(s->n_findings, 0);
	scene_flush_va(s, 1, VA, 2);
	scene_return(s, 1);
	scene_end(s);
	expect_findings(s, 1, FINDING_INSUFFICIENT);
	assert_int_equal(s->findings[0].cpu, 1);
}

static void insufficient_mended(void **state)
{
	struct scene *s = *state;

	wrong_flush(s);
	scene_flush_va(s, 0, VA, 1);
	scene_return(s, 0);
	expect_none(s);
}

/* Another CPU goes to user code. */
static void insufficient_other_returns(void **state)
{
	struct scene *s = *state;

	wrong_flush(s);
	scene_return(s, 1);
	expect_none(s);
}

/* CPU 0 looked after itself; CPU 1, whose it is, has not tried yet. */
static void insufficient_tried_by_other(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, ROOT, 1);
	scene_unmap(s, 1, ROOT, VA);
	if (is_arm(s)) {
		arm_flush(s, 0, TLBI_VAE1, arm_by_va(1, VA));
	} else {
		scene_flush_va(s, 0, VA, 1);
	}
	scene_return(s, 1);
	expect_none(s);
}

/* Nobody tried: that is STALE-GRANT's business. */
static void insufficient_not_tried(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_flush_va(s, 0, VA2, 2);
	scene_return(s, 0);
	expect_none(s);
}

static void insufficient_at_switch(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, ROOT, 1);
	wrong_flush(s);
	scene_install(s, 0, OTHER, 2);
	scene_end(s);
	expect_findings(s, 1, FINDING_INSUFFICIENT);
}

/* The last CPU leaves: the tag is dead. */
static void insufficient_dead_at_switch(void **state)
{
	struct scene *s = *state;

	wrong_flush(s);
	scene_install(s, 0, OTHER, 2);
	expect_none(s);
}

/* Flushed for the issuer alone, though CPU 1 has it too. */
static void insufficient_local(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_install(s, 1, ROOT, 1);
	scene_unmap(s, 0, ROOT, VA);
	event = is_arm(s) ? arm_flush(s, 0, TLBI_VAE1, arm_by_va(1, VA))
			  : scene_flush_va(s, 0, VA, 1);
	scene_return(s, 0);
	scene_end(s);
	expect_verdict(s, event, VERDICT_REQUIRED);
	expect_findings(s, 1, FINDING_INSUFFICIENT);
	assert_int_equal(s->findings[0].holders, 2);
}

static void insufficient_not_local(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, ROOT, 1);
	scene_unmap(s, 0, ROOT, VA);
	scene_flush_va(s, 0, VA, 1);
	if (!is_arm(s)) {
		scene_flush_va(s, 1, VA, 1);
	}
	scene_return(s, 0);
	expect_none(s);
}

/* A last-level form for a table: the leaf went, the table did not. */
static void insufficient_form(void **state)
{
	struct scene *s = *state;

	unlink_table(s, 0);
	if (is_arm(s)) {
		arm_flush(s, 0, TLBI_VALE1IS, arm_by_va(1, VA));
		arm_flush(s, 0, TLBI_VALE1IS, arm_by_va(1, VA2));
	} else {
		scene_flush_va(s, 0, VA, 1);
		scene_flush_va(s, 0, VA2, 1);
	}
	scene_return(s, 0);
	scene_end(s);
	expect_findings(s, 1, FINDING_INSUFFICIENT);
	assert_int_equal(s->findings[0].level, is_arm(s) ? 2 : 1);
}

/* UNORDERED */

static void unordered(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	s->site = MAKER;
	scene_unmap(s, 0, ROOT, VA);
	s->site = BREAKER;
	scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA), 0);
	s->site = 0;
	event = scene_barrier(s, 0, DSB_ISH);
	scene_end(s);
	expect_finding(s, FINDING_UNORDERED, event, VA);
	assert_int_equal(s->findings[0].maker, MAKER);
}

/* Once for each invalidation, however many it meets. */
static void unordered_once(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_unmap(s, 0, ROOT, VA2);
	scene_inval(s, 0, TLBI_ASIDE1IS, 1ull << 48, 0);
	scene_barrier(s, 0, DSB_ISH);
	scene_end(s);
	expect_findings(s, 1, FINDING_UNORDERED);
}

/* Any DSB but for loads orders; so does a non-shareable one. */
static void ordered_by_others(void **state)
{
	static const uint32_t words[] = { DSB_ISHST, DSB_NSH, DSB_ISH };
	struct scene *s = *state;

	for (unsigned i = 0; i < COUNT(words); i++) {
		scene_unmap(s, 0, ROOT, VA);
		scene_barrier(s, 1, words[i]);
		scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA), 0);
		scene_barrier(s, 0, DSB_ISH);
		scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RW));
	}
	expect_none(s);
}

static void unordered_loads_only(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_barrier(s, 0, DSB_ISHLD);
	scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA), 0);
	scene_barrier(s, 0, DSB_ISH);
	scene_end(s);
	expect_findings(s, 1, FINDING_UNORDERED);
}

static void ordered(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_flush_va(s, 0, VA, 1);
	expect_none(s);
}

/* More permission than before: nothing wrong can be used. */
static void unordered_harmless(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA2, leaf_to(s, 1, RW));
	scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA2), 0);
	scene_barrier(s, 0, DSB_ISH);
	expect_none(s);
}

/* UNFENCED-USE */

static void unfenced(struct scene *s)
{
	scene_map(s, 0, ROOT, NEW_VA, leaf_to(s, 3, RW));
	s->site = BREAKER;
}

static void unfenced_use(void **state)
{
	struct scene *s = *state;

	unfenced(s);
	scene_access(s, 0, 1, NEW_VA + 8, 0);
	scene_access(s, 0, 0, NEW_VA + 8, 0);
	expect_delay(s, "UNFENCED-USE", is_arm(s) ? 0 : 2);
}

static void unfenced_use_fatal(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	unfenced(s);
	event = scene_access(s, 0, 1, NEW_VA + 8, 1);
	scene_end(s);
	expect_finding(s, FINDING_UNFENCED_USE, event, NEW_VA);
	assert_int_equal(delay_count(s, "UNFENCED-USE"), 0);
}

static void unfenced_use_fenced(void **state)
{
	struct scene *s = *state;

	unfenced(s);
	scene_flush_va(s, 0, NEW_VA, 1);
	scene_access(s, 0, 1, NEW_VA, 1);
	expect_delay(s, "UNFENCED-USE", 0);
}

static void unfenced_use_elsewhere(void **state)
{
	struct scene *s = *state;

	unfenced(s);
	scene_access(s, 0, 1, NEW_VA + 4096, 1);
	expect_delay(s, "UNFENCED-USE", 0);
}

static void unfenced_use_in_m_mode(void **state)
{
	struct scene *s = *state;

	unfenced(s);
	scene_access(s, 0, 3, NEW_VA, 1);
	expect_delay(s, "UNFENCED-USE", 0);
}

/* Hart 1 got the root after the store. */
static void unfenced_use_other_hart(void **state)
{
	struct scene *s = *state;

	unfenced(s);
	scene_install(s, 1, ROOT, 1);
	scene_access(s, 1, 1, NEW_VA, 1);
	expect_delay(s, "UNFENCED-USE", 0);
}

static void unfenced_use_other_tag(void **state)
{
	struct scene *s = *state;

	unfenced(s);
	scene_install(s, 0, OTHER, 2);
	scene_access(s, 0, 1, NEW_VA, 1);
	expect_delay(s, "UNFENCED-USE", 0);
}

/* It is not valid any more: to fault is right. */
static void unfenced_use_unmapped(void **state)
{
	struct scene *s = *state;

	unfenced(s);
	scene_unmap(s, 0, ROOT, NEW_VA);
	scene_access(s, 0, 1, NEW_VA, 1);
	expect_delay(s, "UNFENCED-USE", 0);
}

/* The other delays */

static void accessed_clear(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RW | LEAF_UNUSED));
	expect_delay(s, "ACCESSED-CLEAR", is_arm(s) ? 1 : 0);
}

/* And something else at the same time: that is no such delay. */
static void accessed_clear_and_more(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RO | LEAF_UNUSED));
	expect_delay(s, "ACCESSED-CLEAR", 0);
}

static void permission_raise(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA2, leaf_to(s, 1, RW));
	expect_delay(s, "PERMISSION-RAISE", 1);
}

static void permission_exchange(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RO | LEAF_EXECUTE));
	expect_delay(s, "PERMISSION-RAISE", 0);
}

static void lazy_unmap(void **state)
{
	struct scene *s = *state;

	scene_prepare(s, EMPTY, VA, leaf_to(s, 0, LEAF_WRITE | LEAF_GLOBAL));
	scene_install(s, 0, EMPTY, 3);
	scene_unmap(s, 0, EMPTY, VA);
	scene_return(s, 0);
	scene_trap(s, 0);
	scene_return(s, 0);
	expect_delay(s, "LAZY-UNMAP", 1);
}

static void lazy_unmap_flushed(void **state)
{
	struct scene *s = *state;

	scene_prepare(s, EMPTY, VA, leaf_to(s, 0, LEAF_WRITE | LEAF_GLOBAL));
	scene_install(s, 0, EMPTY, 3);
	scene_unmap(s, 0, EMPTY, VA);
	scene_flush_all(s, 0);
	scene_return(s, 0);
	expect_delay(s, "LAZY-UNMAP", 0);
}

/* Farewell: a page that becomes something else than a table. */

#define GARBAGE(s) (is_arm(s) ? 0x3000040000403ull : 0x7fc0000000000001ull)

static bool is_followed(const struct scene *s, uint64_t pa)
{
	return s->followed[(pa - SCENE_RAM) / 4096];
}

static void farewell(void **state)
{
	struct scene *s = *state;

	scene_install(s, 0, OTHER, 2);
	assert_true(is_followed(s, ROOT));
	scene_store(s, 0, last_table(s, ROOT) + 64, GARBAGE(s));
	assert_false(is_followed(s, ROOT));
	/* What the page held does not count as unmapped. */
	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_REDUNDANT);
}

static void farewell_not_yet(void **state)
{
	struct scene *s = *state;

	scene_store(s, 0, last_table(s, ROOT) + 64, GARBAGE(s));
	assert_true(is_followed(s, ROOT));
	expect_none(s);
}

/* One of the roots that reach it is in use. */
static void farewell_not_shared(void **state)
{
	struct scene *s = *state;

	*scene_word(s, EMPTY) = *scene_word(s, ROOT);
	scene_install(s, 0, EMPTY, 3);
	scene_store(s, 0, last_table(s, ROOT) + 64, GARBAGE(s));
	assert_true(is_followed(s, ROOT));
	expect_none(s);
}

/* At the last level nothing leads anywhere, whatever it looks like. */
static void farewell_not_of_pages(void **state)
{
	struct scene *s = *state;
	uint64_t nowhere = scene_table(s, 0xdead0000);

	scene_install(s, 0, OTHER, 2);
	scene_store(s, 0, last_table(s, ROOT) + 64, nowhere);
	assert_true(is_followed(s, ROOT));
	scene_store(s, 0, scene_slot(s, ROOT, VA, 1) + 8, nowhere);
	assert_false(is_followed(s, ROOT));
	expect_none(s);
}

/* Installed again, it is read again. */
static void farewell_and_back(void **state)
{
	struct scene *s = *state;
	uint64_t pa = 0;

	scene_install(s, 0, OTHER, 2);
	scene_store(s, 0, ROOT, GARBAGE(s));
	*scene_word(s, ROOT) = 0;
	assert_false(is_followed(s, ROOT));
	scene_install(s, 0, ROOT, 1);
	assert_true(is_followed(s, ROOT));
	assert_int_not_equal(ledger_translate(s->ledger, 0, VA, &pa), 0);
	expect_none(s);
}

/* Arm: a root without anything valid is forgotten when it is left. */
static void root_vacuous(void **state)
{
	struct scene *s = *state;

	scene_install(s, 0, EMPTY, 3);
	assert_true(is_followed(s, EMPTY));
	scene_install(s, 0, OTHER, 2);
	assert_int_equal(is_followed(s, EMPTY), !is_arm(s));
	expect_none(s);
}

/* What a last-level descriptor leads to is no table. */
static void pages_not_followed(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, NEW_VA, scene_table(s, FRAME(5)));
	assert_true(is_followed(s, last_table(s, ROOT)));
	assert_false(is_followed(s, FRAME(0)));
	assert_false(is_followed(s, FRAME(5)));
	expect_none(s);
}

/* Linked when nobody was there: nobody can hold it, so it is let go. */
static void table_never_held(void **state)
{
	struct scene *s = *state;
	uint64_t table = scene_page(s), slot = scene_slot(s, ROOT, FAR_VA, 2);

	scene_install(s, 0, OTHER, 2);
	scene_store(s, 1, slot, scene_table(s, table));
	assert_true(is_followed(s, table));
	scene_store(s, 1, slot, 0);
	assert_false(is_followed(s, table));
	expect_none(s);
}

/* One page at two levels: it stays until it is gone from both. */
static void table_at_two_levels(void **state)
{
	struct scene *s = *state;
	uint64_t table = scene_page(s);
	uint64_t low = scene_slot(s, ROOT, VA, 1) + 8;
	uint64_t high = scene_slot(s, ROOT, FAR_VA, 2);

	scene_store(s, 0, low, scene_table(s, table));
	scene_store(s, 0, high, scene_table(s, table));
	scene_store(s, 0, low, 0);
	scene_flush_all(s, 0);
	assert_true(is_followed(s, table));
	scene_store(s, 0, high, 0);
	assert_true(is_followed(s, table));
	scene_flush_all(s, 0);
	assert_false(is_followed(s, table));
	expect_none(s);
}

/* A whole flush ends what only stays because it was once seen. */
static void root_dies(void **state)
{
	struct scene *s = *state;

	scene_install(s, 0, OTHER, 2);
	assert_true(is_followed(s, ROOT));
	scene_flush_asid(s, 0, 1);
	assert_false(is_followed(s, ROOT));
	assert_true(is_followed(s, OTHER));
	expect_none(s);
}

/* Residue */

static void residue(void **state)
{
	struct scene *s = *state;

	scene_install(s, 1, ROOT, 1);
	scene_unmap(s, 0, ROOT, VA);
	scene_mark(s, 0, "alive");
	scene_install(s, 1, OTHER, 2);
	scene_mark(s, 0, "half");
	scene_install(s, 0, OTHER, 2);
	scene_mark(s, 0, "dead");
	scene_flush_asid(s, 0, 1);
	scene_end(s);
	assert_null(strstr(s->text, "at=alive"));
	assert_null(strstr(s->text, "at=half"));
	assert_true(scene_has_line(s, "residue\tat=dead\tcpu=0\ttag=asid:1"
				      "\tghosts=1"));
	assert_true(scene_has_line(s, "residue\tat=dead\tcpu=1\ttag=asid:1"
				      "\tghosts=1"));
	assert_false(scene_has_line(s, "residue\tat=end\tcpu=0\ttag=asid:1"
				       "\tghosts=1"));
	assert_true(scene_has_line(s, "residue\tat=end\tcpu=1\ttag=asid:1"
				      "\tghosts=1"));
}

static void residue_none_after_power(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_power(s, 0, 0);
	scene_end(s);
	assert_null(strstr(s->text, "\nresidue\t"));
}

/* Mapped again as it was: RISC-V may still hold the invalid one. */
static void residue_not_equal(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RW));
	scene_install(s, 0, OTHER, 2);
	scene_end(s);
	assert_int_equal(scene_has_line(s, "residue\tat=end\tcpu=0\ttag=asid:1"
					   "\tghosts=1"), !is_arm(s));
	assert_int_equal(strstr(s->text, "\nresidue\t") != NULL, !is_arm(s));
}

/* What the text of the result says */

static void result_finding(void **state)
{
	struct scene *s = *state;
	char line[512];

	s->site = BREAKER;
	scene_map(s, 0, ROOT, VA, leaf_to(s, 3, RW));
	scene_end(s);
	snprintf(line, sizeof(line),
		 "\nfinding\trule=BBM\tcount=1\tevent=%u\tcpu=0\tsite=2"
		 "\tmaker=2\tmade=%u\tholders=1\tva=12345000\told=%llx"
		 "\tnew=%llx\tasid=1\tlevel=3\tsitepc=2000"
		 "\tsitecallers=2004\tmakerpc=2000\tmakercallers=2004\n",
		 (unsigned)s->now, (unsigned)s->now,
		 (unsigned long long)leaf_to(s, 0, RW),
		 (unsigned long long)leaf_to(s, 3, RW));
	assert_non_null(strstr(s->text, line));
}

static void result_global(void **state)
{
	struct scene *s = *state;

	scene_prepare(s, EMPTY, VA, leaf_to(s, 0, LEAF_WRITE | LEAF_GLOBAL));
	scene_install(s, 0, EMPTY, 3);
	scene_map(s, 0, EMPTY, VA, leaf_to(s, 3, LEAF_WRITE | LEAF_GLOBAL));
	scene_end(s);
	assert_non_null(strstr(s->text, "\tasid=global\t"));
}

static void result_sites(void **state)
{
	struct scene *s = *state;
	const char *op = is_arm(s) ? "tlbi vae1is" : "sfence.vma va,asid";
	char line[256];

	s->site = BREAKER;
	scene_unmap(s, 0, ROOT, VA);
	scene_flush_va(s, 0, VA, 1);
	scene_flush_va(s, 1, VA, 1);
	expect_none(s);
	snprintf(line, sizeof(line),
		 "\nop\tname=%s\tissued=2\trequired=1\tpreventive=0"
		 "\tdeferrable=0\tinsufficient=0\trepeat=0\tredundant=1"
		 "\tunjudged=0\toverscoped=%u\tcollateral=0\n",
		 op, is_arm(s));
	assert_non_null(strstr(s->text, line));
	snprintf(line, sizeof(line),
		 "\nsite\tid=2\top=%s\tissued=2\trequired=1\tpreventive=0"
		 "\tdeferrable=0\tinsufficient=0\trepeat=0\tredundant=1"
		 "\tunjudged=0\toverscoped=%u\tcollateral=0\tpc=2000"
		 "\tcallers=2004\n", op, is_arm(s));
	assert_non_null(strstr(s->text, line));
	snprintf(line, sizeof(line), "cpu\tcpu=1\top=%s\tissued=1", op);
	assert_true(scene_has_line(s, line));
}

/* Translations */

static void translate(void **state)
{
	struct scene *s = *state;
	uint64_t pa = 0;

	assert_int_equal(ledger_translate(s->ledger, 0, VA + 0x123, &pa), 0);
	assert_int_equal(pa, FRAME(0) + 0x123);
	assert_true(ledger_translate(s->ledger, 0, NEW_VA, &pa) < 0);
	assert_true(ledger_translate(s->ledger, 1, VA, &pa) < 0);
	/* Beyond the root, and not canonical. */
	assert_true(ledger_translate(s->ledger, 0, VA + (1ull << 39), &pa) < 0);
	assert_true(ledger_translate(s->ledger, 0, VA | 1ull << 63, &pa) < 0);
	scene_unmap(s, 0, ROOT, VA);
	assert_true(ledger_translate(s->ledger, 0, VA, &pa) < 0);
	expect_none(s);
}

static void translate_block(void **state)
{
	struct scene *s = *state;
	uint64_t pa = 0;

	*scene_word(s, EMPTY) = scene_leaf(s, 0x80000000, 2, RW);
	scene_install(s, 0, EMPTY, 3);
	assert_int_equal(ledger_translate(s->ledger, 0, 0x12345678, &pa), 0);
	assert_int_equal(pa, 0x92345678);
	expect_none(s);
}

static const struct CMUnitTest tests[] = {
	ARM(bbm_output),
	ARM(bbm_not_flushed),
	BOTH(bbm_flushed),
	ARM(bbm_not_completed),
	ARM(bbm_flushed_locally),
	BOTH(bbm_permission),
	BOTH(bbm_memory_type),
	ARM(bbm_shareability),
	BOTH(bbm_global),
	BOTH(bbm_contiguous),
	BOTH(bbm_one_writable),
	BOTH(bbm_readonly_move),
	ARM(bbm_by_access_flag),
	ARM(bbm_by_access_flag_only),
	ARM(bbm_access_flag_with_ha),
	BOTH(bbm_table_to_block),
	BOTH(bbm_table_to_block_flushed),
	BOTH(bbm_block_to_table),
	BOTH(bbm_other_table),
	BOTH(bbm_same_table),
	ARM(remap_race),
	ARM(remap_no_race),
	BOTH(table_written),
	BOTH(table_written_twice),
	BOTH(table_flushed),
	BOTH(table_flushed_by_leaf),
	BOTH(table_of_dead_tag),
	BOTH(table_relinked),
	BOTH(table_moved),
	BOTH(table_at_other_level),
	BOTH(table_in_other_root),
	BOTH(table_once_an_event),
	BOTH(table_as_root),
	BOTH(table_as_root_flushed),
	BOTH(tag_reused),
	RISCV(tag_fenced),
	BOTH(tag_flushed_before),
	BOTH(tag_new),
	BOTH(tag_of_empty_root),
	BOTH(tag_same_leaf),
	BOTH(tag_more_permission),
	BOTH(tag_less_permission),
	BOTH(tag_other_type),
	BOTH(tag_same_table),
	BOTH(tag_swap_entry),
	BOTH(tag_global_leaf),
	RISCV(tag_below_global),
	BOTH(tag_block),
	BOTH(tag_block_alike),
	BOTH(tag_page_alike),
	BOTH(tag_block_elsewhere),
	RISCV(tag_other_mode),
	ARM(tag_in_both_halves),
	BOTH(tag_on_other_cpu),
	BOTH(tag_ghost),
	BOTH(tag_ghost_alike),
	BOTH(tag_ghost_flushed),
	BOTH(tag_leaf_added),
	BOTH(tag_leaf_added_alike),
	ARM(tag_smaller_root),
	BOTH(grant_as_table),
	BOTH(grant_to_other),
	BOTH(grant_once),
	BOTH(grant_installed_later),
	BOTH(grant_table_already),
	BOTH(grant_tag_returns),
	BOTH(grant_not_abandoned),
	BOTH(grant_of_large_leaf),
	BOTH(grant_flushed_in_time),
	BOTH(grant_flushed_late),
	BOTH(grant_of_kernel_leaf),
	BOTH(grant_to_same_root),
	BOTH(grant_of_other_frame),
	BOTH(grant_of_neighbours),
	BOTH(grant_mapped_again),
	BOTH(insufficient_at_return),
	BOTH(insufficient_once),
	BOTH(insufficient_one_of_two),
	BOTH(insufficient_made_again),
	BOTH(insufficient_made_by_other),
	BOTH(insufficient_mended),
	BOTH(insufficient_other_returns),
	BOTH(insufficient_tried_by_other),
	BOTH(insufficient_not_tried),
	BOTH(insufficient_at_switch),
	BOTH(insufficient_dead_at_switch),
	BOTH(insufficient_local),
	BOTH(insufficient_not_local),
	BOTH(insufficient_form),
	ARM(unordered),
	ARM(unordered_once),
	ARM(ordered_by_others),
	ARM(unordered_loads_only),
	ARM(ordered),
	ARM(unordered_harmless),
	BOTH(unfenced_use),
	RISCV(unfenced_use_fatal),
	RISCV(unfenced_use_fenced),
	RISCV(unfenced_use_elsewhere),
	RISCV(unfenced_use_in_m_mode),
	RISCV(unfenced_use_other_hart),
	RISCV(unfenced_use_other_tag),
	RISCV(unfenced_use_unmapped),
	BOTH(accessed_clear),
	BOTH(accessed_clear_and_more),
	BOTH(permission_raise),
	BOTH(permission_exchange),
	BOTH(lazy_unmap),
	BOTH(lazy_unmap_flushed),
	BOTH(farewell),
	BOTH(farewell_not_yet),
	BOTH(farewell_not_shared),
	BOTH(farewell_not_of_pages),
	BOTH(farewell_and_back),
	BOTH(root_vacuous),
	BOTH(pages_not_followed),
	BOTH(table_never_held),
	BOTH(table_at_two_levels),
	BOTH(root_dies),
	BOTH(residue),
	BOTH(residue_none_after_power),
	BOTH(residue_not_equal),
	ARM(result_finding),
	ARM(result_global),
	BOTH(result_sites),
	BOTH(translate),
	BOTH(translate_block),
};

int main(void)
{
	return run_tap(tests);
}
