/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The verdicts of docs/model.md section 6, one by one: what gives each, and
 * the nearest thing that does not.  Expectations were worked out from the page.
 */
#include "world.h"

/* required */

static void required_unmap(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_REQUIRED);
}

static void redundant_second_time(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 1, ROOT, VA);
	scene_flush_va(s, 0, VA, 1);
	s->site = 1;
	scene_store(s, 0, FRAME(0), 0);
	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_REDUNDANT);
}

static void redundant_nothing_changed(void **state)
{
	struct scene *s = *state;

	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_REDUNDANT);
}

/* What is stored means the same: software's bits. */
static void redundant_same_meaning(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RW) |
				  (is_arm(s) ? 1ull << 55 : 1ull << 8));
	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_REDUNDANT);
}

static void required_less_permission(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RO));
	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_REQUIRED);
}

/* At once: on Arm that breaks another rule, but it is required all the same. */
static void required_other_frame(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_map(s, 0, ROOT, VA, leaf_to(s, 3, RW));
	event = scene_flush_va(s, 0, VA, 1);
	scene_end(s);
	expect_verdict(s, event, VERDICT_REQUIRED);
}

static void required_memory_type(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RW | LEAF_DEVICE));
	event = scene_flush_va(s, 0, VA, 1);
	scene_end(s);
	expect_verdict(s, event, VERDICT_REQUIRED);
}

/* RISC-V: U is another kind of mapping, whichever way it changes. */
static void required_other_user(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, LEAF_WRITE));
	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_REQUIRED);
}

static void required_table(void **state)
{
	struct scene *s = *state;

	unlink_table(s, 0);
	expect_only(s, scene_flush_asid(s, 0, 1), VERDICT_REQUIRED);
}

/* One address: its leaf and, on Arm, the table; the other leaf stays. */
static void required_table_then_rest(void **state)
{
	struct scene *s = *state;
	uint64_t first, second, third;

	unlink_table(s, 0);
	first = scene_flush_va(s, 0, VA, 1);
	second = scene_flush_va(s, 0, VA2, 1);
	third = scene_flush_asid(s, 0, 1);
	scene_end(s);
	expect_verdict(s, first, VERDICT_REQUIRED);
	expect_verdict(s, second, VERDICT_REQUIRED);
	expect_verdict(s, third, is_arm(s) ? VERDICT_REDUNDANT
					   : VERDICT_REQUIRED);
}

static void global_leaf(struct scene *s)
{
	scene_map(s, 0, ROOT, VA, 0);
	scene_flush_all(s, 0);
	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, LEAF_WRITE | LEAF_GLOBAL));
	scene_flush_all(s, 0);
	scene_unmap(s, 0, ROOT, VA);
}

/* Arm: a form with any ASID has global ones too; RISC-V: only rs2=x0. */
static void required_global(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	global_leaf(s);
	event = is_arm(s) ? scene_flush_va(s, 0, VA, 99)
			  : scene_inval(s, 0, SFENCE_VA, VA, 0);
	expect_only(s, event, VERDICT_REQUIRED);
}

static void insufficient_global(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	global_leaf(s);
	event = scene_flush_va(s, 0, VA, 1);
	scene_end(s);
	expect_verdict(s, event, VERDICT_INSUFFICIENT);
}

/* A whole form that spares global ones does not concern them (LAZY-UNMAP). */
static void redundant_global_by_asid(void **state)
{
	struct scene *s = *state;

	global_leaf(s);
	expect_only(s, scene_flush_asid(s, 0, 1), VERDICT_REDUNDANT);
}

/* RISC-V: G in a table descriptor makes all below it global. */

static void map_below_global(struct scene *s)
{
	scene_prepare(s, EMPTY, VA, leaf_to(s, 0, LEAF_WRITE));
	scene_prepare(s, EMPTY, VA2, leaf_to(s, 1, 0));
	*scene_word(s, scene_slot(s, EMPTY, VA, 1)) |= 1 << 5;
	scene_install(s, 0, EMPTY, 3);
}

static void insufficient_below_global(void **state)
{
	struct scene *s = *state;
	uint64_t first, second;

	map_below_global(s);
	scene_unmap(s, 0, EMPTY, VA);
	first = scene_flush_va(s, 0, VA, 3);
	second = scene_inval(s, 0, SFENCE_VA, VA, 0);
	scene_end(s);
	expect_verdict(s, first, VERDICT_INSUFFICIENT);
	expect_verdict(s, second, VERDICT_REQUIRED);
}

static void preventive_below_global(void **state)
{
	struct scene *s = *state;

	map_below_global(s);
	scene_map(s, 0, EMPTY, VA2, leaf_to(s, 1, LEAF_WRITE));
	expect_only(s, scene_inval(s, 0, SFENCE_VA, VA2, 0),
		    VERDICT_PREVENTIVE);
}

/* The table itself is global, too, and so is what may not be there. */
static void required_global_table(void **state)
{
	struct scene *s = *state;
	uint64_t first, second;

	map_below_global(s);
	scene_store(s, 0, scene_slot(s, EMPTY, VA, 1), 0);
	first = scene_flush_asid(s, 0, 3);
	second = scene_flush_all(s, 0);
	expect_only(s, second, VERDICT_REQUIRED);
	expect_verdict(s, first, VERDICT_REDUNDANT);
}

static void collateral_below_global(void **state)
{
	struct scene *s = *state;
	uint64_t address, asid, all;

	map_below_global(s);
	address = scene_flush_va(s, 0, VA, 3);
	asid = scene_flush_asid(s, 0, 3);
	all = scene_flush_all(s, 0);
	expect_only(s, all, VERDICT_REDUNDANT);
	assert_int_equal(s->judgements[address].collateral, 0);
	assert_int_equal(s->judgements[asid].collateral, 0);
	assert_int_equal(s->judgements[all].collateral, 2);
}

/* A table that two roots share: its global leaves are still mapped. */
static void share_table(struct scene *s)
{
	scene_prepare(s, EMPTY, VA, leaf_to(s, 0, LEAF_GLOBAL));
	*scene_word(s, OTHER) = *scene_word(s, EMPTY);
	scene_install(s, 0, OTHER, 2);
	scene_install(s, 0, EMPTY, 3);
}

static void shared_table_unlinked(void **state)
{
	struct scene *s = *state;

	share_table(s);
	scene_store(s, 0, EMPTY, 0);
	scene_flush_asid(s, 0, 3);
	expect_only(s, is_arm(s) ? arm_flush(s, 0, TLBI_VAAE1IS,
					     arm_by_va(0, VA))
				 : scene_inval(s, 0, SFENCE_VA, VA, 0),
		    VERDICT_REDUNDANT);
}

static void shared_table_gone(void **state)
{
	struct scene *s = *state;

	share_table(s);
	scene_store(s, 0, EMPTY, 0);
	scene_store(s, 0, OTHER, 0);
	scene_flush_asid(s, 0, 3);
	expect_only(s, is_arm(s) ? arm_flush(s, 0, TLBI_VAAE1IS,
					     arm_by_va(0, VA))
				 : scene_inval(s, 0, SFENCE_VA, VA, 0),
		    VERDICT_REQUIRED);
}

/* At another address: it was global there, and is gone. */
static void shared_table_moved(void **state)
{
	struct scene *s = *state;

	scene_prepare(s, EMPTY, VA, leaf_to(s, 0, LEAF_GLOBAL));
	*scene_word(s, OTHER + 8) = *scene_word(s, EMPTY);
	scene_install(s, 0, OTHER, 2);
	scene_install(s, 0, EMPTY, 3);
	scene_store(s, 0, EMPTY, 0);
	scene_flush_asid(s, 0, 3);
	expect_only(s, is_arm(s) ? arm_flush(s, 0, TLBI_VAAE1IS,
					     arm_by_va(0, VA))
				 : scene_inval(s, 0, SFENCE_VA, VA, 0),
		    VERDICT_REQUIRED);
}

/* Larger leaves are found by any address in them. */
static void large_leaf(struct scene *s, unsigned height)
{
	*scene_word(s, scene_make_slot(s, EMPTY, 1ull << 30, height)) =
		scene_leaf(s, 0x80000000, height, RW);
	scene_install(s, 0, EMPTY, 3);
	scene_store(s, 0, scene_slot(s, EMPTY, 1ull << 30, height), 0);
}

static void required_large_leaf(void **state)
{
	struct scene *s = *state;

	large_leaf(s, 1);
	expect_only(s, scene_flush_va(s, 0, (1ull << 30) + 0x1ff000, 3),
		    VERDICT_REQUIRED);
}

static void required_huge_leaf(void **state)
{
	struct scene *s = *state;

	large_leaf(s, 2);
	expect_only(s, scene_flush_va(s, 0, (2ull << 30) - 0x1000, 3),
		    VERDICT_REQUIRED);
}

static void redundant_large_leaf(void **state)
{
	struct scene *s = *state;

	large_leaf(s, 1);
	expect_only(s, scene_flush_va(s, 0, (1ull << 30) + 0x200000, 3),
		    VERDICT_REDUNDANT);
}

/* preventive */

static void preventive_map(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA + 0x2000, leaf_to(s, 3, RW));
	expect_only(s, scene_flush_va(s, 0, VA + 0x2000, 1),
		    is_arm(s) ? VERDICT_REDUNDANT : VERDICT_PREVENTIVE);
}

static void preventive_raise(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA2, leaf_to(s, 1, RW));
	expect_only(s, scene_flush_va(s, 0, VA2, 1), VERDICT_PREVENTIVE);
	assert_int_equal(delay_count(s, "PERMISSION-RAISE"), 1);
}

static uint64_t link_new_table(struct scene *s)
{
	uint64_t table = scene_page(s);

	return scene_store(s, 0, scene_slot(s, ROOT, FAR_VA, 2),
			   scene_table(s, table));
}

/* A negative ghost of a table is no leaf: an address form spares it. */
static void redundant_linked_table(void **state)
{
	struct scene *s = *state;

	link_new_table(s);
	expect_only(s, scene_flush_va(s, 0, FAR_VA, 1), VERDICT_REDUNDANT);
}

static void preventive_linked_table(void **state)
{
	struct scene *s = *state;

	link_new_table(s);
	expect_only(s, scene_flush_asid(s, 0, 1),
		    is_arm(s) ? VERDICT_REDUNDANT : VERDICT_PREVENTIVE);
}

/* deferrable */

/* Leaves ROOT, then unmaps in it and flushes by address. */
static uint64_t flush_dead(struct scene *s, uint64_t leaf, uint64_t va)
{
	scene_install(s, 0, OTHER, 2);
	scene_map(s, 0, ROOT, va, leaf);
	return scene_flush_va(s, 0, va, 1);
}

static void deferrable_dead_tag(void **state)
{
	struct scene *s = *state;
	uint64_t event = flush_dead(s, 0, VA);

	expect_verdict(s, event, NO_VERDICT);
	expect_only(s, event, VERDICT_DEFERRABLE);
}

static void required_tag_returns(void **state)
{
	struct scene *s = *state;
	uint64_t event = flush_dead(s, 0, VA);

	scene_install(s, 0, ROOT, 1);
	expect_verdict(s, event, VERDICT_REQUIRED);
	expect_only(s, event, VERDICT_REQUIRED);
}

/* One under a live tag is enough: nothing has to be waited for. */
static void required_live_and_dead(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_install(s, 0, OTHER, 2);
	scene_unmap(s, 0, ROOT, VA);
	scene_unmap(s, 0, OTHER, VA);
	event = is_arm(s) ? arm_flush(s, 0, TLBI_VAAE1IS, arm_by_va(0, VA))
			  : scene_inval(s, 0, SFENCE_VA, VA, 0);
	expect_verdict(s, event, VERDICT_REQUIRED);
	expect_only(s, event, VERDICT_REQUIRED);
}

/* It is counted where it was issued, though it is judged later. */
static void deferrable_at_its_site(void **state)
{
	struct scene *s = *state;

	s->site = 3;
	flush_dead(s, 0, VA);
	s->site = 4;
	scene_end(s);
	assert_int_equal(scene_field(s, "site\tid=3\t", "deferrable"), 1);
}

/* It comes back on a CPU that had nothing of it. */
static void deferrable_tag_returns_elsewhere(void **state)
{
	struct scene *s = *state;
	uint64_t event = flush_dead(s, 0, VA);

	scene_install(s, 1, ROOT, 1);
	expect_only(s, event, VERDICT_DEFERRABLE);
}

/* The whole tag is flushed before it comes back. */
static void deferrable_tag_flushed(void **state)
{
	struct scene *s = *state;
	uint64_t event = flush_dead(s, 0, VA), whole;

	whole = scene_flush_asid(s, 0, 1);
	expect_verdict(s, event, VERDICT_DEFERRABLE);
	scene_install(s, 0, ROOT, 1);
	expect_only(s, event, VERDICT_DEFERRABLE);
	/* Back with the same root: what it cleared was true. */
	expect_verdict(s, whole, VERDICT_REDUNDANT);
}

static void required_other_tag_flushed(void **state)
{
	struct scene *s = *state;
	uint64_t event = flush_dead(s, 0, VA);

	scene_flush_asid(s, 0, 3);
	scene_install(s, 0, ROOT, 1);
	expect_only(s, event, VERDICT_REQUIRED);
}

static void deferrable_powered_off(void **state)
{
	struct scene *s = *state;
	uint64_t event = flush_dead(s, 0, VA);

	scene_power(s, 0, 0);
	expect_verdict(s, event, VERDICT_DEFERRABLE);
	scene_install(s, 0, ROOT, 1);
	expect_only(s, event, VERDICT_DEFERRABLE);
}

static void preventive_tag_returns(void **state)
{
	struct scene *s = *state;
	uint64_t event = flush_dead(s, leaf_to(s, 1, RW), VA2);

	scene_install(s, 0, ROOT, 1);
	expect_only(s, event, VERDICT_PREVENTIVE);
}

static void deferrable_accessed_clear(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RW | LEAF_UNUSED));
	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_DEFERRABLE);
	assert_int_equal(delay_count(s, "ACCESSED-CLEAR"), 1);
}

/* RISC-V: A means nothing; Arm with HA: nor does AF. */
static void redundant_accessed_clear(void **state)
{
	struct scene *s = *state;

	if (is_arm(s)) {
		s->tcr |= 1ull << 39;
		scene_register(s, 0, REGISTER_TCR_EL1, s->tcr);
	}
	scene_map(s, 0, ROOT, VA, leaf_to(s, 0, RW | LEAF_UNUSED));
	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_REDUNDANT);
	assert_int_equal(delay_count(s, "ACCESSED-CLEAR"), 0);
}

/* A tag that gets another root */

/* RISC-V: satp with the same ASID, then the fence. */
static void required_rebound(void **state)
{
	struct scene *s = *state;

	scene_install(s, 0, OTHER, 1);
	expect_only(s, scene_flush_asid(s, 0, 1), VERDICT_REQUIRED);
}

/* The new root agrees about all that the old one said. */
static void redundant_rebound_alike(void **state)
{
	struct scene *s = *state;

	scene_prepare(s, OTHER, VA, leaf_to(s, 0, RW));
	scene_prepare(s, OTHER, VA2, leaf_to(s, 1, RO));
	scene_install(s, 0, OTHER, 1);
	expect_only(s, scene_flush_asid(s, 0, 1), VERDICT_REDUNDANT);
}

static void required_before_rebound(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_install(s, 0, OTHER, 2);
	event = scene_flush_asid(s, 0, 1);
	expect_verdict(s, event, NO_VERDICT);
	scene_install(s, 0, EMPTY, 1);
	expect_only(s, event, VERDICT_REQUIRED);
}

/* A form for all ASIDs does it as well. */
static void required_rebound_all(void **state)
{
	struct scene *s = *state;

	scene_install(s, 0, OTHER, 1);
	expect_only(s, scene_flush_all(s, 0), VERDICT_REQUIRED);
}

static void required_before_rebound_all(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_install(s, 0, OTHER, 2);
	event = scene_flush_all(s, 0);
	expect_verdict(s, event, NO_VERDICT);
	scene_install(s, 0, EMPTY, 1);
	expect_only(s, event, VERDICT_REQUIRED);
}

static void redundant_before_return(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_install(s, 0, OTHER, 2);
	event = scene_flush_asid(s, 0, 1);
	scene_install(s, 0, ROOT, 1);
	expect_only(s, event, VERDICT_REDUNDANT);
}

/* insufficient */

static void insufficient_asid(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_unmap(s, 0, ROOT, VA);
	event = scene_flush_va(s, 0, VA, 2);
	scene_end(s);
	expect_verdict(s, event, VERDICT_INSUFFICIENT);
}

static void redundant_other_address(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	expect_only(s, scene_flush_va(s, 0, VA2, 1), VERDICT_REDUNDANT);
}

/* What an earlier system call left is not this one's. */
static void redundant_not_fresh(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_return(s, 0);
	scene_trap(s, 0);
	expect_only(s, scene_flush_va(s, 0, VA, 2), VERDICT_REDUNDANT);
}

/* Nor what another CPU did. */
static void redundant_not_mine(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 1, ROOT, VA);
	expect_only(s, scene_flush_va(s, 0, VA, 2), VERDICT_REDUNDANT);
}

/* A table without anything below: the last-level form removes nothing. */
static void insufficient_leaf_only(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_unmap(s, 0, ROOT, VA);
	scene_unmap(s, 0, ROOT, VA2);
	scene_flush_all(s, 0);
	unlink_table(s, 0);
	event = is_arm(s) ? arm_flush(s, 0, TLBI_VALE1IS, arm_by_va(1, VA))
			  : scene_inval(s, 0, SFENCE_VA, VA, 0);
	scene_end(s);
	expect_verdict(s, event, VERDICT_INSUFFICIENT);
}

#define TTL(level) ((4ull | (level)) << 44)

static void insufficient_level(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_unmap(s, 0, ROOT, VA);
	event = arm_flush(s, 0, TLBI_VAE1IS, arm_by_va(1, VA) | TTL(2));
	scene_end(s);
	expect_verdict(s, event, VERDICT_INSUFFICIENT);
}

static void required_level(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	expect_only(s, arm_flush(s, 0, TLBI_VAE1IS,
				 arm_by_va(1, VA) | TTL(3)),
		    VERDICT_REQUIRED);
}

/* A table is removed whatever level the hint says. */
static void required_level_of_table(void **state)
{
	struct scene *s = *state;

	unlink_table(s, 0);
	expect_only(s, arm_flush(s, 0, TLBI_VAE1IS,
				 arm_by_va(1, VA + 0x2000) | TTL(1)),
		    VERDICT_REQUIRED);
}

/* No DSB between store and TLBI. */
static void insufficient_unordered(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_unmap(s, 0, ROOT, VA);
	event = scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA), 0);
	scene_barrier(s, 0, DSB_ISH);
	scene_end(s);
	expect_verdict(s, event, VERDICT_INSUFFICIENT);
}

/* A DSB for loads orders no store; one by another CPU does. */
static void order_by_barrier(void **state)
{
	struct scene *s = *state;
	uint64_t first, second;

	scene_unmap(s, 0, ROOT, VA);
	scene_barrier(s, 0, DSB_ISHLD);
	first = scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA), 0);
	scene_barrier(s, 1, DSB_ISHST);
	second = scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA), 0);
	scene_barrier(s, 0, DSB_ISH);
	scene_end(s);
	expect_verdict(s, first, VERDICT_INSUFFICIENT);
	expect_verdict(s, second, VERDICT_REQUIRED);
}

/* Only CPU 1 holds it, CPU 0 flushes for itself. */
static void insufficient_scope(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_install(s, 0, OTHER, 2);
	scene_flush_all(s, 0);
	scene_install(s, 1, ROOT, 1);
	scene_unmap(s, 0, ROOT, VA);
	event = is_arm(s) ? arm_flush(s, 0, TLBI_VAE1, arm_by_va(1, VA))
			  : scene_flush_va(s, 0, VA, 1);
	scene_end(s);
	expect_verdict(s, event, VERDICT_INSUFFICIENT);
}

static void required_scope(void **state)
{
	struct scene *s = *state;

	scene_install(s, 0, OTHER, 2);
	scene_flush_all(s, 0);
	scene_install(s, 1, ROOT, 1);
	scene_unmap(s, 0, ROOT, VA);
	expect_only(s, scene_flush_va(s, is_arm(s) ? 0 : 1, VA, 1),
		    VERDICT_REQUIRED);
}

/* repeat */

static void repeat_same(void **state)
{
	struct scene *s = *state;
	uint64_t first, second;

	scene_unmap(s, 0, ROOT, VA);
	first = scene_flush_va(s, 0, VA, 1);
	second = scene_flush_va(s, 0, VA, 1);
	expect_only(s, second, VERDICT_REPEAT);
	expect_verdict(s, first, VERDICT_REQUIRED);
}

static void repeat_other_form(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_flush_va(s, 0, VA, 1);
	expect_only(s, arm_flush(s, 0, TLBI_VALE1IS | 31, 0), VERDICT_REPEAT);
}

static void redundant_other_part(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 1, ROOT, VA);
	scene_flush_va(s, 1, VA, 1);
	expect_only(s, scene_flush_va(s, 1, VA, 1), VERDICT_REDUNDANT);
}

static void redundant_not_the_same(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_flush_va(s, 0, VA, 1);
	expect_only(s, scene_flush_va(s, 0, VA2, 1), VERDICT_REDUNDANT);
}

static void redundant_after_store(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_flush_va(s, 0, VA, 1);
	scene_store(s, 0, FRAME(0), 1);
	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_REDUNDANT);
}

/* The first one is not complete yet, though the one before it was. */
static void redundant_too_early(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_flush_va(s, 0, VA2, 1);
	scene_unmap(s, 0, ROOT, VA);
	scene_barrier(s, 0, DSB_ISHST);
	scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA), 0);
	event = scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA), 0);
	scene_barrier(s, 0, DSB_ISH);
	expect_only(s, event, VERDICT_REDUNDANT);
}

/* unjudged */

static void expect_unjudged(struct scene *s, uint64_t event,
			    const char *reason)
{
	char line[64];

	expect_only(s, event, VERDICT_UNJUDGED);
	snprintf(line, sizeof(line), "unjudged\treason=%s\tcount=1", reason);
	assert_true(scene_has_line(s, line));
}

static void unjudged_at_el2(void **state)
{
	struct scene *s = *state;

	expect_unjudged(s, scene_inval_at(s, 0, 2, TLBI_VMALLE1, 0, 0), "EL2");
}

static void unjudged_at_el3(void **state)
{
	struct scene *s = *state;

	expect_unjudged(s, scene_inval_at(s, 0, 3, TLBI_VMALLE1, 0, 0), "EL3");
}

static void unjudged_for_el2(void **state)
{
	struct scene *s = *state;

	expect_unjudged(s, scene_inval(s, 0, TLBI_VAE2IS, 0, 0), "EL2");
}

static void unjudged_all_vmids(void **state)
{
	struct scene *s = *state;

	expect_unjudged(s, scene_inval(s, 0, TLBI_ALLE1IS, 0, 0), "EL2");
}

static void unjudged_for_el3(void **state)
{
	struct scene *s = *state;

	expect_unjudged(s, scene_inval(s, 0, TLBI_ALLE3, 0, 0), "EL3");
}

static void unjudged_unknown(void **state)
{
	struct scene *s = *state;

	expect_unjudged(s, scene_inval(s, 0, TLBI_UNKNOWN, 0, 0), "UNKNOWN");
}

static void unjudged_hypervisor(void **state)
{
	struct scene *s = *state;

	expect_unjudged(s, scene_inval(s, 0, HFENCE_VVMA, 0, 0),
			"HYPERVISOR");
}

static void unjudged_granule(void **state)
{
	struct scene *s = *state;

	if (is_arm(s)) {
		scene_register(s, 0, REGISTER_TCR_EL1, s->tcr | 1ull << 14);
	} else {
		scene_register(s, 0, REGISTER_SATP, 11ull << 60);
	}
	expect_unjudged(s, is_arm(s) ? scene_inval(s, 0, TLBI_VMALLE1, 0, 0)
				     : scene_flush_all(s, 0), "GRANULE");
}

/* An unjudged invalidation has no effect on what is judged. */
static void unjudged_no_effect(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	scene_barrier(s, 0, DSB_ISH);
	scene_inval_at(s, 0, 2, TLBI_VMALLE1, 0, 0);
	scene_barrier(s, 0, DSB_ISH);
	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_REQUIRED);
}

/* But M-mode's own fences act on S-mode's translations. */
static void unjudged_m_mode(void **state)
{
	struct scene *s = *state;
	uint64_t first, second;

	scene_unmap(s, 0, ROOT, VA);
	first = scene_inval_at(s, 0, 3, SFENCE_ALL, 0, 0);
	second = scene_flush_va(s, 0, VA, 1);
	expect_only(s, second, VERDICT_REDUNDANT);
	expect_verdict(s, first, VERDICT_UNJUDGED);
	assert_true(scene_has_line(s, "unjudged\treason=M-MODE\tcount=1"));
}

/* Completion */

static void completed_by_stores_barrier(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_unmap(s, 0, ROOT, VA);
	scene_barrier(s, 0, DSB_ISHST);
	event = scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA), 0);
	scene_barrier(s, 0, DSB_ISHST);
	scene_barrier(s, 0, DSB_ISHLD);
	scene_barrier(s, 0, DSB_NSH);
	scene_barrier(s, 1, DSB_ISH);
	expect_verdict(s, event, NO_VERDICT);
	scene_barrier(s, 0, DSB_ISH);
	expect_verdict(s, event, VERDICT_REQUIRED);
	scene_end(s);
}

static void completed_local(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_unmap(s, 0, ROOT, VA);
	scene_barrier(s, 0, DSB_ISHST);
	event = scene_inval(s, 0, TLBI_VAE1, arm_by_va(1, VA), 0);
	scene_barrier(s, 0, DSB_NSH);
	expect_verdict(s, event, VERDICT_REQUIRED);
	scene_end(s);
}

static void completed_at_the_end(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_unmap(s, 0, ROOT, VA);
	scene_barrier(s, 0, DSB_ISHST);
	event = scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA), 0);
	expect_only(s, event, VERDICT_REQUIRED);
}

/* What is stored after it was issued is not removed. */
static void store_after_issue(void **state)
{
	struct scene *s = *state;
	uint64_t first, second;

	scene_barrier(s, 0, DSB_ISHST);
	first = scene_inval(s, 0, TLBI_VAE1IS, arm_by_va(1, VA), 0);
	scene_unmap(s, 0, ROOT, VA);
	scene_barrier(s, 0, DSB_ISH);
	second = scene_flush_va(s, 0, VA, 1);
	expect_only(s, second, VERDICT_REQUIRED);
	expect_verdict(s, first, VERDICT_REDUNDANT);
}

/* Svinval */

static void sinval_between_fences(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_unmap(s, 0, ROOT, VA);
	scene_barrier(s, 0, SFENCE_W_INVAL);
	event = scene_inval(s, 0, SINVAL_VA_ASID, VA, 1);
	expect_verdict(s, event, NO_VERDICT);
	scene_barrier(s, 0, SFENCE_INVAL_IR);
	expect_verdict(s, event, VERDICT_REQUIRED);
	expect_only(s, event, VERDICT_REQUIRED);
}

static void sinval_alone(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_unmap(s, 0, ROOT, VA);
	event = scene_inval(s, 0, SINVAL_VA_ASID, VA, 1);
	scene_barrier(s, 0, SFENCE_INVAL_IR);
	scene_end(s);
	expect_verdict(s, event, VERDICT_INSUFFICIENT);
}

/* And it clears nothing of a context that has left. */
static void sinval_alone_clears_nothing(void **state)
{
	struct scene *s = *state;

	scene_install(s, 0, OTHER, 2);
	scene_inval(s, 0, SINVAL_ASID, 0, 1);
	scene_barrier(s, 0, SFENCE_INVAL_IR);
	scene_unmap(s, 0, ROOT, VA);
	scene_inval(s, 0, SFENCE_VA_ASID, VA, 1);
	scene_install(s, 0, ROOT, 1);
	scene_end(s);
	assert_int_equal(scene_field(s, "totals", "required"), 1);
}

/* The store came after SFENCE.W.INVAL. */
static void sinval_late_store(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_barrier(s, 0, SFENCE_W_INVAL);
	scene_unmap(s, 0, ROOT, VA);
	event = scene_inval(s, 0, SINVAL_VA_ASID, VA, 1);
	scene_barrier(s, 0, SFENCE_INVAL_IR);
	scene_end(s);
	expect_verdict(s, event, VERDICT_INSUFFICIENT);
	/* UNORDERED is a rule of Arm's. */
	expect_findings(s, 0, FINDING_UNORDERED);
}

/* A fence on one hart does nothing for another. */
static void sinval_other_hart(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_unmap(s, 0, ROOT, VA);
	scene_barrier(s, 1, SFENCE_W_INVAL);
	event = scene_inval(s, 0, SINVAL_VA_ASID, VA, 1);
	scene_barrier(s, 1, SFENCE_INVAL_IR);
	expect_verdict(s, event, NO_VERDICT);
	scene_end(s);
	expect_verdict(s, event, VERDICT_INSUFFICIENT);
}

/* Who may hold */

/* Nothing is installed: nothing is held. */
static void holders_none(void **state)
{
	struct scene *s = *state;

	scene_power(s, 0, 0);
	scene_unmap(s, 0, ROOT, VA);
	scene_install(s, 0, ROOT, 1);
	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_REDUNDANT);
}

/* It became valid after the CPU had left. */
static void holders_not_since(void **state)
{
	struct scene *s = *state;

	scene_install(s, 0, OTHER, 2);
	scene_map(s, 1, ROOT, VA + 0x2000, leaf_to(s, 3, RW));
	scene_unmap(s, 1, ROOT, VA + 0x2000);
	expect_only(s, scene_flush_va(s, 0, VA + 0x2000, 1),
		    VERDICT_REDUNDANT);
}

/* A flush of the whole tag after it had left: nothing of it is held. */
static void holders_cleared(void **state)
{
	struct scene *s = *state;

	scene_install(s, 0, OTHER, 2);
	scene_flush_asid(s, 0, 1);
	scene_unmap(s, 1, ROOT, VA);
	expect_only(s, scene_flush_va(s, 0, VA, 1), VERDICT_REDUNDANT);
}

/* Global ones are held by whoever had the root, under any ASID. */
static void leave_global(struct scene *s)
{
	scene_prepare(s, EMPTY, VA, leaf_to(s, 0, LEAF_GLOBAL));
	scene_install(s, 0, EMPTY, 3);
	scene_install(s, 0, OTHER, 2);
}

static uint64_t flush_global(struct scene *s)
{
	scene_unmap(s, 1, EMPTY, VA);
	return is_arm(s) ? arm_flush(s, 0, TLBI_VAE1, arm_by_va(2, VA))
			 : scene_inval(s, 0, SFENCE_VA, VA, 0);
}

static void holders_global(void **state)
{
	struct scene *s = *state;

	leave_global(s);
	expect_only(s, flush_global(s), VERDICT_REQUIRED);
}

static void holders_global_powered_off(void **state)
{
	struct scene *s = *state;

	scene_prepare(s, EMPTY, VA, leaf_to(s, 0, LEAF_GLOBAL));
	scene_install(s, 1, EMPTY, 3);
	scene_install(s, 0, EMPTY, 3);
	scene_power(s, 0, 0);
	scene_unmap(s, 1, EMPTY, VA);
	expect_only(s, is_arm(s) ? arm_flush(s, 0, TLBI_VAE1, arm_by_va(2, VA))
				 : scene_inval(s, 0, SFENCE_VA, VA, 0),
		    VERDICT_REDUNDANT);
}

/* What its holder has installed now says the same: nothing is stale there. */
static void holders_global_view(void **state)
{
	struct scene *s = *state;
	uint64_t other = scene_page(s);

	scene_prepare(s, other, VA, leaf_to(s, 0, LEAF_GLOBAL));
	leave_global(s);
	scene_install(s, 0, other, 4);
	expect_only(s, flush_global(s), VERDICT_REDUNDANT);
}

/* One slot in two roots: one ghost, held by the CPUs of both. */
static void holders_global_of_two_roots(void **state)
{
	struct scene *s = *state;
	uint64_t first, second;

	share_table(s);
	scene_install(s, 1, OTHER, 2);
	scene_unmap(s, 0, EMPTY, VA);
	if (is_arm(s)) {
		first = arm_flush(s, 0, TLBI_VAAE1, arm_by_va(0, VA));
		second = arm_flush(s, 1, TLBI_VAAE1, arm_by_va(0, VA));
	} else {
		first = scene_inval(s, 0, SFENCE_VA, VA, 0);
		second = scene_inval(s, 1, SFENCE_VA, VA, 0);
	}
	expect_only(s, first, VERDICT_REQUIRED);
	expect_verdict(s, second, VERDICT_REQUIRED);
	assert_false(s->judgements[second].over_scoped);
}

/* A flush of its ASID leaves global ones, a flush of all does not. */
static void holders_global_cleared(void **state)
{
	struct scene *s = *state;

	leave_global(s);
	scene_install(s, 1, EMPTY, 3);
	scene_flush_all(s, 0);
	scene_install(s, 1, OTHER, 2);
	expect_only(s, flush_global(s), VERDICT_REDUNDANT);
}

/* A flush on CPU 1 clears nothing of CPU 0. */
static void holders_cleared_elsewhere(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_install(s, 0, OTHER, 2);
	scene_flush_asid(s, 1, 1);
	scene_unmap(s, 1, ROOT, VA);
	event = scene_flush_va(s, 0, VA, 1);
	scene_install(s, 0, ROOT, 1);
	expect_only(s, event, VERDICT_REQUIRED);
}

/* A reset forgets the invalid ones as well. */
static void holders_negative_powered_off(void **state)
{
	struct scene *s = *state;

	scene_map(s, 0, ROOT, VA + 0x2000, leaf_to(s, 3, RW));
	scene_power(s, 0, 0);
	scene_install(s, 0, ROOT, 1);
	expect_only(s, scene_flush_va(s, 0, VA + 0x2000, 1),
		    VERDICT_REDUNDANT);
}

/* Nothing is installed anywhere: global ones are dead, too. */
static uint64_t flush_global_while_off(struct scene *s)
{
	uint64_t event;

	scene_prepare(s, EMPTY, VA, leaf_to(s, 0, LEAF_GLOBAL));
	scene_install(s, 0, EMPTY, 3);
	scene_unmap(s, 0, EMPTY, VA);
	scene_register(s, 0, is_arm(s) ? REGISTER_SCTLR_EL1 : REGISTER_SATP,
		       0);
	event = is_arm(s) ? arm_flush(s, 0, TLBI_VAAE1IS, arm_by_va(0, VA))
			  : scene_inval(s, 0, SFENCE_VA, VA, 0);
	expect_verdict(s, event, NO_VERDICT);
	return event;
}

static void deferrable_global(void **state)
{
	struct scene *s = *state;

	expect_only(s, flush_global_while_off(s), VERDICT_DEFERRABLE);
}

static void required_global_returns(void **state)
{
	struct scene *s = *state;
	uint64_t event = flush_global_while_off(s);

	scene_install(s, 0, OTHER, 2);
	expect_only(s, event, VERDICT_REQUIRED);
}

/* Common not private: what CPU 0 holds, CPU 1 may, though it came later. */
static void holders_cnp(void **state)
{
	struct scene *s = *state;
	uint64_t first, second;

	scene_install(s, 0, ROOT | 1, 1);
	scene_install(s, 1, OTHER | 1, 2);
	scene_unmap(s, 0, ROOT, VA);
	first = arm_flush(s, 0, TLBI_VAE1, arm_by_va(1, VA));
	/* CPU 1's is left. */
	second = arm_flush(s, 1, TLBI_VAE1, arm_by_va(1, VA));
	scene_end(s);
	expect_verdict(s, first, VERDICT_REQUIRED);
	expect_verdict(s, second, VERDICT_REQUIRED);
}

static void holders_not_cnp(void **state)
{
	struct scene *s = *state;

	scene_install(s, 0, ROOT | 1, 1);
	scene_install(s, 1, OTHER, 2);
	scene_unmap(s, 0, ROOT, VA);
	arm_flush(s, 0, TLBI_VAE1, arm_by_va(1, VA));
	expect_only(s, arm_flush(s, 1, TLBI_VAE1, arm_by_va(1, VA)),
		    VERDICT_REDUNDANT);
}

/* Groups of 16 */

static void map_group(struct scene *s, uint64_t base)
{
	for (uint64_t i = 0; i < 16; i++) {
		uint64_t frame = is_arm(s) ? 0x50000000 + i * 4096 : 0x50000000;

		scene_prepare(s, EMPTY, base + i * 4096,
			      scene_leaf(s, frame, 0, RW | LEAF_GROUP));
	}
	scene_install(s, 0, EMPTY, 3);
}

/* One goes: the entry that spans all of them is wrong everywhere. */
static void group_spans(void **state)
{
	struct scene *s = *state;
	uint64_t base = 0x40000000, other, own;

	map_group(s, base);
	scene_unmap(s, 0, EMPTY, base + 3 * 4096);
	other = scene_flush_va(s, 0, base + 9 * 4096, 3);
	own = scene_flush_va(s, 0, base + 3 * 4096, 3);
	scene_end(s);
	expect_verdict(s, other, VERDICT_REQUIRED);
	expect_verdict(s, own, VERDICT_REQUIRED);
}

static void group_does_not_span(void **state)
{
	struct scene *s = *state;
	uint64_t base = 0x40000000;

	map_group(s, base);
	scene_unmap(s, 0, EMPTY, base + 3 * 4096);
	expect_only(s, scene_flush_va(s, 0, base + 16 * 4096, 3),
		    VERDICT_REDUNDANT);
}

/* All as it was: the common entry is right again. */
static void group_mapped_again(void **state)
{
	struct scene *s = *state;
	uint64_t base = 0x40000000, va = base + 3 * 4096, leaf;

	map_group(s, base);
	leaf = *scene_word(s, scene_slot(s, EMPTY, va, 0));
	scene_unmap(s, 0, EMPTY, va);
	scene_map(s, 0, EMPTY, va, leaf);
	expect_only(s, scene_flush_va(s, 0, base + 9 * 4096, 3),
		    VERDICT_REDUNDANT);
}

/* More permission for one: the common entry says too little. */
static void group_raised(void **state)
{
	struct scene *s = *state;
	uint64_t base = 0x40000000, va = base + 3 * 4096, leaf;

	map_group(s, base);
	leaf = *scene_word(s, scene_slot(s, EMPTY, va, 0));
	leaf = is_arm(s) ? leaf & ~(1ull << 54) : leaf | 1 << 3;
	scene_map(s, 0, EMPTY, va, leaf);
	expect_only(s, scene_flush_va(s, 0, base + 9 * 4096, 3),
		    VERDICT_PREVENTIVE);
}

/* Roots that are smaller than a page */

/* 64 slots of the first level (36 bits), from the 64th of its page on. */
static uint64_t small_root(struct scene *s)
{
	uint64_t page = scene_page(s), root = page + 512;

	scene_prepare(s, root, VA, leaf_to(s, 0, RW));
	/* Beside the root: slots of something else. */
	*scene_word(s, page) = *scene_word(s, root);
	*scene_word(s, page + 1024) = scene_leaf(s, 0x80000000, 2, RW);
	scene_register(s, 0, REGISTER_SCTLR_EL1, 0);
	s->tcr = (TCR_39_BITS | TCR_EPD1) + 3;
	scene_install(s, 0, root, 3);
	return root;
}

static void small_root_unmap(void **state)
{
	struct scene *s = *state;
	uint64_t root = small_root(s), all;

	all = scene_flush_all(s, 0);
	scene_unmap(s, 0, root, VA);
	expect_only(s, scene_flush_va(s, 0, VA, 3), VERDICT_REQUIRED);
	assert_int_equal(s->judgements[all].collateral, 1);
}

static void small_root_collateral(void **state)
{
	struct scene *s = *state;
	uint64_t root = small_root(s), asid, all;

	scene_store(s, 0, root + 8,
		    scene_leaf(s, 0x80000000, 2, LEAF_GLOBAL));
	asid = scene_flush_asid(s, 0, 3);
	all = scene_flush_all(s, 0);
	scene_end(s);
	assert_int_equal(s->judgements[asid].collateral, 1);
	assert_int_equal(s->judgements[all].collateral, 2);
}

static void small_root_beside(void **state)
{
	struct scene *s = *state;
	uint64_t root = small_root(s);

	scene_store(s, 0, root + 512, 0);
	scene_store(s, 0, root - 512, 0);
	expect_only(s, scene_flush_all(s, 0), VERDICT_REDUNDANT);
}

/* A root that maps itself: its slots are leaves, too, at other addresses. */

#define LOOP_SLOT 511ull
#define LOOP_VA (LOOP_SLOT << 30 | LOOP_SLOT << 21)

static void root_maps_itself(struct scene *s)
{
	*scene_word(s, EMPTY + LOOP_SLOT * 8) =
		scene_table(s, EMPTY) | 1ull << 10 | 1ull << 11;
	scene_prepare(s, EMPTY, VA, leaf_to(s, 0, RW));
	*scene_word(s, EMPTY) |= 1ull << 10 | 1ull << 11;
	scene_install(s, 0, EMPTY, 3);
}

static void loop_unmapped(void **state)
{
	struct scene *s = *state;
	uint64_t pa = 0;

	root_maps_itself(s);
	assert_int_equal(ledger_translate(s->ledger, 0, LOOP_VA, &pa), 0);
	assert_int_equal(pa, scene_table_pa(s, *scene_word(s, EMPTY)));
	scene_store(s, 0, EMPTY, 0);
	expect_only(s, scene_flush_va(s, 0, LOOP_VA, 3), VERDICT_REQUIRED);
}

/* A slot of another height is none of the root's. */
static void loop_elsewhere(void **state)
{
	struct scene *s = *state;

	root_maps_itself(s);
	scene_store(s, 0, EMPTY + 64 * 8, scene_leaf(s, 0x80000000, 2, RW));
	scene_store(s, 0, EMPTY + 64 * 8, 0);
	expect_only(s, scene_flush_va(s, 0, 64ull << 21, 3),
		    VERDICT_REDUNDANT);
}

/* Two halves */

#define UPPER (~0ull << 39)

static void two_halves(struct scene *s, uint64_t tcr)
{
	scene_prepare(s, EMPTY, VA, leaf_to(s, 3, LEAF_WRITE));
	scene_register(s, 0, REGISTER_SCTLR_EL1, 0);
	scene_register(s, 0, REGISTER_TTBR1_EL1, 7ull << 48 | EMPTY);
	s->tcr = TCR_39_BITS | tcr;
	scene_install(s, 0, ROOT, 1);
}

/* Both have TTBR0's ASID. */
static void halves_upper(void **state)
{
	struct scene *s = *state;
	uint64_t lower, other, upper;

	two_halves(s, 0);
	scene_unmap(s, 0, EMPTY, VA);
	lower = arm_flush(s, 0, TLBI_VAE1IS, arm_by_va(1, VA));
	other = arm_flush(s, 0, TLBI_VAE1IS, arm_by_va(7, UPPER | VA));
	upper = arm_flush(s, 0, TLBI_VAE1IS, arm_by_va(1, UPPER | VA));
	expect_only(s, upper, VERDICT_REQUIRED);
	expect_verdict(s, lower, VERDICT_REDUNDANT);
	expect_verdict(s, other, VERDICT_INSUFFICIENT);
	assert_int_equal(s->judgements[lower].collateral, 1);
	assert_int_equal(s->judgements[upper].collateral, 0);
}

/* TCR_EL1.A1: both have TTBR1's. */
static void halves_a1(void **state)
{
	struct scene *s = *state;

	two_halves(s, 1ull << 22);
	scene_unmap(s, 0, ROOT, VA);
	expect_only(s, arm_flush(s, 0, TLBI_VAE1IS, arm_by_va(7, VA)),
		    VERDICT_REQUIRED);
}

/* TCR_EL1.AS=0: eight bits count. */
static void asid_of_8_bits(void **state)
{
	struct scene *s = *state;

	scene_register(s, 0, REGISTER_TCR_EL1, s->tcr & ~(1ull << 36));
	scene_unmap(s, 0, ROOT, VA);
	expect_only(s, scene_flush_va(s, 0, VA, 0xff01), VERDICT_REQUIRED);
}

/* More levels on RISC-V: Sv48 and Sv57 */

static void check_deeper(struct scene *s, unsigned mode)
{
	uint64_t root = ROOT;

	for (unsigned i = 8; i < mode; i++) {
		uint64_t above = scene_page(s);

		*scene_word(s, above) = scene_table(s, root);
		root = above;
	}
	scene_register(s, 0, REGISTER_SATP, (uint64_t)mode << 60 | 5ull << 44 |
					    root >> 12);
	scene_unmap(s, 0, ROOT, VA);
	expect_only(s, scene_flush_va(s, 0, VA, 5), VERDICT_REQUIRED);
}

static void sv48(void **state)
{
	check_deeper(*state, 9);
}

static void sv57(void **state)
{
	check_deeper(*state, 10);
}

/* Ranges */

static uint64_t range_operand(unsigned asid, uint64_t va, unsigned num,
			      unsigned scale)
{
	return (uint64_t)asid << 48 | 1ull << 46 | (uint64_t)scale << 44 |
	       (uint64_t)num << 39 | (va >> 12 & 0x1fffffffff);
}

static void range_meets(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	expect_only(s, arm_flush(s, 0, TLBI_RVAE1IS,
				 range_operand(1, VA - 0x3000, 1, 0)),
		    VERDICT_REQUIRED);
}

static void range_misses(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	expect_only(s, arm_flush(s, 0, TLBI_RVAE1IS,
				 range_operand(1, VA - 0x4000, 1, 0)),
		    VERDICT_REDUNDANT);
}

/* More than 2 MiB are looked through in another way. */
static void range_large(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	expect_only(s, arm_flush(s, 0, TLBI_RVAE1IS,
				 range_operand(1, 0x10000000, 31, 2)),
		    VERDICT_REQUIRED);
}

static void range_other_granule(void **state)
{
	struct scene *s = *state;

	scene_unmap(s, 0, ROOT, VA);
	expect_only(s, arm_flush(s, 0, TLBI_RVAE1IS,
				 range_operand(1, VA, 0, 0) ^ 3ull << 46),
		    VERDICT_REDUNDANT);
}

/* It ends with the address space, and does not go on at 0. */
static void range_at_the_top(void **state)
{
	struct scene *s = *state;

	scene_prepare(s, OTHER, 0, leaf_to(s, 3, RW));
	scene_install(s, 0, OTHER, 4);
	scene_unmap(s, 0, OTHER, 0);
	expect_only(s, arm_flush(s, 0, TLBI_RVAAE1IS,
				 range_operand(0, ~0xfffull, 1, 0)),
		    VERDICT_REDUNDANT);
}

/* Over-scoped and collateral */

static bool over_scoped(const struct scene *s, uint64_t event)
{
	return s->judgements[event].over_scoped;
}

static void over_scoped_broadcast(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_unmap(s, 0, ROOT, VA);
	event = scene_flush_va(s, 0, VA, 1);
	expect_only(s, event, VERDICT_REQUIRED);
	assert_true(over_scoped(s, event));
}

static void over_scoped_not_shared(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_install(s, 1, ROOT, 1);
	scene_unmap(s, 0, ROOT, VA);
	event = scene_flush_va(s, 0, VA, 1);
	expect_only(s, event, VERDICT_REQUIRED);
	assert_false(over_scoped(s, event));
}

static void unmap_pages(struct scene *s, unsigned count)
{
	for (uint64_t i = 0; i < count; i++) {
		scene_prepare(s, EMPTY, i * 4096, leaf_to(s, 3, RW));
	}
	scene_install(s, 0, EMPTY, 3);
	for (uint64_t i = 0; i < count; i++) {
		scene_unmap(s, 0, EMPTY, i * 4096);
	}
}

static void over_scoped_few(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	unmap_pages(s, 8);
	event = scene_flush_asid(s, 0, 3);
	expect_only(s, event, VERDICT_REQUIRED);
	assert_true(over_scoped(s, event));
}

static void over_scoped_not_many(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	unmap_pages(s, 9);
	event = scene_flush_asid(s, 0, 3);
	expect_only(s, event, VERDICT_REQUIRED);
	assert_false(over_scoped(s, event));
}

static void over_scoped_not_table(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	unlink_table(s, 0);
	event = scene_flush_asid(s, 0, 1);
	expect_only(s, event, VERDICT_REQUIRED);
	assert_false(over_scoped(s, event));
}

static void over_scoped_not_redundant(void **state)
{
	struct scene *s = *state;
	uint64_t event = scene_flush_all(s, 0);

	expect_only(s, event, VERDICT_REDUNDANT);
	assert_false(over_scoped(s, event));
}

static uint64_t collateral(const struct scene *s, uint64_t event)
{
	return s->judgements[event].collateral;
}

static void collateral_address(void **state)
{
	struct scene *s = *state;
	uint64_t valid, gone, other;

	valid = scene_flush_va(s, 0, VA, 1);
	other = scene_flush_va(s, 0, VA, 2);
	scene_unmap(s, 0, ROOT, VA);
	gone = scene_flush_va(s, 0, VA, 1);
	scene_end(s);
	assert_int_equal(collateral(s, valid), 1);
	assert_int_equal(collateral(s, other), 0);
	assert_int_equal(collateral(s, gone), 0);
}

/* A broadcast drops it on both CPUs, of one root: once. */
static void collateral_once_a_root(void **state)
{
	struct scene *s = *state;
	uint64_t one, two;

	scene_install(s, 1, ROOT, 1);
	one = arm_flush(s, 0, TLBI_VAAE1IS, arm_by_va(0, VA));
	scene_install(s, 1, OTHER, 2);
	two = arm_flush(s, 0, TLBI_VAAE1IS, arm_by_va(0, VA));
	scene_end(s);
	assert_int_equal(collateral(s, one), 1);
	assert_int_equal(collateral(s, two), 2);
}

/* Also where the two CPUs have it under two ASIDs. */
static void collateral_global_once(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_prepare(s, EMPTY, VA, leaf_to(s, 3, LEAF_GLOBAL));
	scene_install(s, 0, EMPTY, 3);
	scene_install(s, 1, EMPTY, 4);
	event = scene_flush_va(s, 1, VA, 4);
	scene_end(s);
	assert_int_equal(collateral(s, event), 1);
}

static void collateral_asid(void **state)
{
	struct scene *s = *state;
	uint64_t own, other;

	scene_map(s, 0, ROOT, VA + 0x2000, leaf_to(s, 3, LEAF_GLOBAL));
	own = scene_flush_asid(s, 0, 1);
	other = scene_flush_asid(s, 0, 2);
	scene_end(s);
	/* VA and VA2; a global one stays. */
	assert_int_equal(collateral(s, own), 2);
	assert_int_equal(collateral(s, other), 0);
}

static void collateral_all(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_map(s, 0, ROOT, VA + 0x2000, leaf_to(s, 3, LEAF_GLOBAL));
	event = scene_flush_all(s, 0);
	scene_end(s);
	assert_int_equal(collateral(s, event), 3);
}

static void collateral_after_changes(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	scene_unmap(s, 0, ROOT, VA);
	event = scene_flush_all(s, 0);
	scene_end(s);
	assert_int_equal(collateral(s, event), 1);
}

/* From the first event with HA=1 on, AF=0 is as good as 1. */
static void collateral_with_ha(void **state)
{
	struct scene *s = *state;
	uint64_t before, after, gone;

	scene_prepare(s, EMPTY, VA, leaf_to(s, 0, RW | LEAF_UNUSED));
	scene_install(s, 0, EMPTY, 3);
	before = scene_flush_asid(s, 0, 3);
	scene_register(s, 0, REGISTER_TCR_EL1, s->tcr | 1ull << 39);
	after = scene_flush_asid(s, 0, 3);
	scene_unmap(s, 0, EMPTY, VA);
	gone = scene_flush_asid(s, 0, 3);
	scene_end(s);
	assert_int_equal(collateral(s, before), 0);
	assert_int_equal(collateral(s, after), 1);
	assert_int_equal(collateral(s, gone), 0);
	expect_verdict(s, gone, VERDICT_REQUIRED);
}

static void collateral_range(void **state)
{
	struct scene *s = *state;
	uint64_t both, first;

	both = arm_flush(s, 0, TLBI_RVAE1IS, range_operand(1, VA, 0, 0));
	first = arm_flush(s, 0, TLBI_RVAE1IS,
			  range_operand(1, VA - 0x1000, 0, 0));
	scene_end(s);
	assert_int_equal(collateral(s, both), 2);
	assert_int_equal(collateral(s, first), 1);
}

/* A leaf counts once, however many of its pages are in the range. */
static void collateral_block(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	*scene_word(s, scene_make_slot(s, EMPTY, 0x40000000, 1)) =
		scene_leaf(s, 0x50000000, 1, RW);
	scene_install(s, 0, EMPTY, 3);
	event = arm_flush(s, 0, TLBI_RVAE1IS,
			  range_operand(3, 0x40000000, 15, 0));
	scene_end(s);
	assert_int_equal(collateral(s, event), 1);
}

/* Up to the very last page. */
static void collateral_top(void **state)
{
	struct scene *s = *state;
	uint64_t event;

	for (uint64_t i = 1; i <= 4; i++) {
		scene_prepare(s, EMPTY, (1ull << 39) - i * 4096,
			      leaf_to(s, 3, LEAF_GLOBAL));
	}
	scene_register(s, 0, REGISTER_TTBR1_EL1, EMPTY);
	scene_register(s, 0, REGISTER_TCR_EL1, TCR_39_BITS);
	event = arm_flush(s, 0, TLBI_RVAAE1IS,
			  range_operand(0, ~0x3fffull, 1, 0));
	scene_end(s);
	assert_int_equal(collateral(s, event), 4);
}

static const struct CMUnitTest tests[] = {
	BOTH(required_unmap),
	BOTH(redundant_second_time),
	BOTH(redundant_nothing_changed),
	BOTH(redundant_same_meaning),
	BOTH(required_less_permission),
	BOTH(required_other_frame),
	BOTH(required_memory_type),
	RISCV(required_other_user),
	BOTH(required_table),
	BOTH(required_table_then_rest),
	BOTH(required_global),
	RISCV(insufficient_global),
	BOTH(redundant_global_by_asid),
	RISCV(insufficient_below_global),
	RISCV(preventive_below_global),
	RISCV(required_global_table),
	RISCV(collateral_below_global),
	BOTH(shared_table_unlinked),
	BOTH(shared_table_gone),
	BOTH(shared_table_moved),
	BOTH(required_large_leaf),
	BOTH(required_huge_leaf),
	BOTH(redundant_large_leaf),
	BOTH(preventive_map),
	BOTH(preventive_raise),
	BOTH(redundant_linked_table),
	BOTH(preventive_linked_table),
	BOTH(deferrable_dead_tag),
	BOTH(required_tag_returns),
	BOTH(required_live_and_dead),
	BOTH(deferrable_at_its_site),
	BOTH(deferrable_tag_returns_elsewhere),
	BOTH(deferrable_tag_flushed),
	BOTH(required_other_tag_flushed),
	BOTH(deferrable_powered_off),
	BOTH(preventive_tag_returns),
	ARM(deferrable_accessed_clear),
	BOTH(redundant_accessed_clear),
	RISCV(required_rebound),
	BOTH(redundant_rebound_alike),
	BOTH(required_before_rebound),
	RISCV(required_rebound_all),
	BOTH(required_before_rebound_all),
	BOTH(redundant_before_return),
	BOTH(insufficient_asid),
	BOTH(redundant_other_address),
	BOTH(redundant_not_fresh),
	BOTH(redundant_not_mine),
	BOTH(insufficient_leaf_only),
	ARM(insufficient_level),
	ARM(required_level),
	ARM(required_level_of_table),
	ARM(insufficient_unordered),
	ARM(order_by_barrier),
	BOTH(insufficient_scope),
	BOTH(required_scope),
	ARM(repeat_same),
	ARM(repeat_other_form),
	ARM(redundant_other_part),
	ARM(redundant_not_the_same),
	ARM(redundant_after_store),
	ARM(redundant_too_early),
	ARM(unjudged_at_el2),
	ARM(unjudged_at_el3),
	ARM(unjudged_for_el2),
	ARM(unjudged_all_vmids),
	ARM(unjudged_for_el3),
	ARM(unjudged_unknown),
	RISCV(unjudged_hypervisor),
	BOTH(unjudged_granule),
	ARM(unjudged_no_effect),
	RISCV(unjudged_m_mode),
	ARM(completed_by_stores_barrier),
	ARM(completed_local),
	ARM(completed_at_the_end),
	ARM(store_after_issue),
	RISCV(sinval_between_fences),
	RISCV(sinval_alone),
	RISCV(sinval_alone_clears_nothing),
	RISCV(sinval_late_store),
	RISCV(sinval_other_hart),
	BOTH(holders_none),
	BOTH(holders_not_since),
	BOTH(holders_cleared),
	BOTH(holders_cleared_elsewhere),
	RISCV(holders_negative_powered_off),
	BOTH(deferrable_global),
	BOTH(required_global_returns),
	BOTH(holders_global),
	BOTH(holders_global_powered_off),
	BOTH(holders_global_view),
	BOTH(holders_global_of_two_roots),
	BOTH(holders_global_cleared),
	ARM(holders_cnp),
	ARM(holders_not_cnp),
	BOTH(group_spans),
	BOTH(group_does_not_span),
	BOTH(group_mapped_again),
	BOTH(group_raised),
	ARM(small_root_unmap),
	ARM(small_root_collateral),
	ARM(small_root_beside),
	ARM(loop_unmapped),
	ARM(loop_elsewhere),
	ARM(halves_upper),
	ARM(halves_a1),
	ARM(asid_of_8_bits),
	RISCV(sv48),
	RISCV(sv57),
	ARM(range_meets),
	ARM(range_misses),
	ARM(range_large),
	ARM(range_other_granule),
	ARM(range_at_the_top),
	ARM(over_scoped_broadcast),
	ARM(over_scoped_not_shared),
	BOTH(over_scoped_few),
	BOTH(over_scoped_not_many),
	BOTH(over_scoped_not_table),
	BOTH(over_scoped_not_redundant),
	BOTH(collateral_address),
	ARM(collateral_once_a_root),
	ARM(collateral_global_once),
	BOTH(collateral_asid),
	BOTH(collateral_all),
	BOTH(collateral_after_changes),
	ARM(collateral_with_ha),
	ARM(collateral_range),
	ARM(collateral_block),
	ARM(collateral_top),
};

int main(void)
{
	return run_tap(tests);
}
