// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>

#include <ledger/ledger.h>

#include "chain.h"
#include "feed.h"
#include "filter.h"
#include "ram.h"
#include "store.h"
#include "walk.h"

/* The longest access: a pair, or a vector register. */
#define ACCESS_MAX 16
#define NOWHERE UINT64_MAX

/* Bytes that are stored to, by page: in one, or in two that follow in va. */
struct span {
	uint64_t va;
	uint64_t pa[2];
};

/* A group whose first store was told, and whose others were not. */
struct unfinished {
	const struct group *group; /* NULL: none */
	struct doer doer;
	uint64_t va; /* of the first store */
	struct span span;
	/* Of the first store; the others have the same callers. */
	struct site site;
};

static struct unfinished unfinished[LEDGER_CPUS_MAX];
static _Atomic unsigned n_unfinished;

static uint64_t find_pa(uint32_t access, uint64_t va)
{
	const struct qemu_address *address = qemu_plugin_get_hwaddr(access, va);

	return address == NULL ? NOWHERE
			       : qemu_plugin_hwaddr_phys_addr(address);
}

/* One byte of the span. */
static uint64_t pa_of(const struct span *span, uint64_t va)
{
	bool is_first = va / RAM_PAGE == span->va / RAM_PAGE;
	uint64_t page = span->pa[is_first ? 0 : 1];

	return page == NOWHERE ? NOWHERE
			       : page - page % RAM_PAGE + va % RAM_PAGE;
}

/* The slots of length bytes at va, as they are in memory now. */
static void tell(const struct doer *doer, const struct span *span, uint64_t va,
		 uint64_t length)
{
	uint64_t end = va + length;

	for (va &= ~UINT64_C(7); va < end; va += 8) {
		uint64_t pa = pa_of(span, va);

		if (ram_is_followed(pa)) {
			feed_store(doer, pa, ram_read_slot(pa));
		}
	}
}

static bool is_followed(const struct span *span)
{
	return ram_is_followed(span->pa[0]) || ram_is_followed(span->pa[1]);
}

/* Something is followed: now it may take time. */
static void tell_store(unsigned vcpu, const struct span *span, uint64_t length,
		       uint64_t pc, uint8_t privilege)
{
	/* Who translated the code is not kept for stores. */
	struct doer doer = {
		.cpu = feed_enter(vcpu, ~UINT64_C(0)),
		.privilege = privilege,
	};

	if (doer.cpu != NULL) {
		feed_level(doer.cpu, privilege);
		doer.site = chain_site(doer.cpu, privilege, pc);
		tell(&doer, span, span->va, length);
	}
	feed_leave();
}

/* A store that may leave its page, or to a page that may be followed. */
static void look(unsigned vcpu, uint32_t access, uint64_t va, uint64_t pc,
		 uint8_t privilege)
{
	struct span span = { .va = va, .pa = { find_pa(access, va), NOWHERE } };
	uint64_t length = UINT64_C(1) << qemu_plugin_mem_size_shift(access);

	if (va % RAM_PAGE + length > RAM_PAGE) {
		span.pa[1] = find_pa(access, va + length - 1);
	}
	if (is_followed(&span)) {
		tell_store(vcpu, &span, length, pc, privilege);
	} else if (privilege == PRIVILEGE_KERNEL &&
		   !ram_is_followed(span.pa[0])) {
		filter_add(va);
	}
}

/* Callbacks that are given the PC, for each level. */
static void stored_at_1(unsigned vcpu, uint32_t access, uint64_t va, void *pc)
{
	/* Nearly all stores of a guest end here. */
	if (!filter_skips(va) || va % RAM_PAGE > RAM_PAGE - ACCESS_MAX) {
		look(vcpu, access, va, (uintptr_t)pc, 1);
	}
}

static void stored_at_2(unsigned vcpu, uint32_t access, uint64_t va, void *pc)
{
	look(vcpu, access, va, (uintptr_t)pc, 2);
}

static void stored_at_3(unsigned vcpu, uint32_t access, uint64_t va, void *pc)
{
	look(vcpu, access, va, (uintptr_t)pc, 3);
}

void store_hook(const struct code *code)
{
	static const qemu_memory_callback callbacks[] = {
		NULL,
		stored_at_1,
		stored_at_2,
		stored_at_3,
	};

	_Static_assert(sizeof(uintptr_t) >= sizeof(code->pc),
		       "a PC has to fit into a pointer");
	qemu_plugin_register_vcpu_mem_cb(code->handle,
					 callbacks[code->privilege],
					 QEMU_READ_REGISTERS, QEMU_MEMORY_WRITE,
					 (void *)(uintptr_t)code->pc);
}

/* The pages of a group whose first store was to va, at pa. */
static struct span find_span(const struct cpu *cpu, const struct group *group,
			     uint64_t va, uint64_t pa)
{
	uint64_t start = va + (uint64_t)(int64_t)group->low;
	uint64_t last = va + (uint64_t)(int64_t)group->high - 1;
	struct span span = { .va = start, .pa = { pa, NOWHERE } };

	if (start / RAM_PAGE != va / RAM_PAGE) {
		span.pa[1] = pa;
		if (walk_translate(cpu, group->privilege, start, &span.pa[0])) {
			span.pa[0] = NOWHERE;
		}
	} else if (last / RAM_PAGE != va / RAM_PAGE &&
		   walk_translate(cpu, group->privilege, last, &span.pa[1])) {
		span.pa[1] = NOWHERE;
	}
	return span;
}

/* The first store is told now, the others after the last. */
static void begin_group(struct cpu *cpu, const struct group *group, uint64_t va,
			const struct span *span)
{
	struct unfinished *rest = &unfinished[cpu->index];

	feed_level(cpu, group->privilege);
	rest->group = group;
	rest->span = *span;
	rest->va = va;
	rest->doer.cpu = cpu;
	rest->doer.privilege = group->privilege;
	chain_find(cpu, group->privilege, group->members[0].pc, CHAIN_CALLERS,
		   &rest->site);
	rest->doer.site = feed_site(&rest->site);
	n_unfinished++;
	tell(&rest->doer, span, va, group->members[0].size);
}

static void end_group(struct unfinished *rest)
{
	const struct group *group = rest->group;

	rest->group = NULL;
	n_unfinished--;
	for (unsigned i = 1; i < group->n_members; i++) {
		const struct group_member *member = &group->members[i];

		rest->site.pc = member->pc;
		rest->doer.site = feed_site(&rest->site);
		tell(&rest->doer, &rest->span,
		     rest->va + (uint64_t)(int64_t)member->offset,
		     member->size);
	}
}

void store_settle(void)
{
	for (unsigned i = 0; n_unfinished > 0 && i < LEDGER_CPUS_MAX; i++) {
		if (unfinished[i].group != NULL) {
			end_group(&unfinished[i]);
		}
	}
}

static void tell_group(unsigned vcpu, const struct group *group, uint64_t va,
		       uint64_t pa)
{
	struct cpu *cpu = feed_enter(vcpu, ~UINT64_C(0));

	if (cpu != NULL) {
		struct span span = find_span(cpu, group, va, pa);

		if (is_followed(&span)) {
			begin_group(cpu, group, va, &span);
		}
	}
	feed_leave();
}

/* A group of which a store may be to a page that is followed. */
static void look_at_group(unsigned vcpu, uint32_t access,
			  const struct group *group, uint64_t va)
{
	uint64_t pa = find_pa(access, va);
	int32_t offset = (int32_t)(va % RAM_PAGE);

	if (ram_is_followed(pa) || offset + group->low < 0 ||
	    offset + group->high > (int32_t)RAM_PAGE) {
		tell_group(vcpu, group, va, pa);
	} else if (group->privilege == PRIVILEGE_KERNEL) {
		filter_add(va);
	}
}

static void group_stored(unsigned vcpu, uint32_t access, uint64_t va,
			 void *data)
{
	const struct group *group = data;
	int32_t offset = (int32_t)(va % RAM_PAGE);

	if (group->privilege != PRIVILEGE_KERNEL || !filter_skips(va) ||
	    offset + group->low < 0 ||
	    offset + group->high > (int32_t)RAM_PAGE) {
		look_at_group(vcpu, access, group, va);
	}
}

/* After the last store of a group. */
static void group_ended(unsigned vcpu, uint32_t access, uint64_t va, void *data)
{
	(void)access;
	(void)va;
	(void)data;
	if (atomic_load_explicit(&n_unfinished, memory_order_relaxed) != 0) {
		/* It settles. */
		feed_enter(vcpu, ~UINT64_C(0));
		feed_leave();
	}
}

void store_hook_group(const struct code *first, const struct code *last,
		      struct group *group)
{
	if (group != NULL) {
		qemu_plugin_register_vcpu_mem_cb(first->handle, group_stored,
						 QEMU_READ_REGISTERS,
						 QEMU_MEMORY_WRITE, group);
		qemu_plugin_register_vcpu_mem_cb(last->handle, group_ended,
						 QEMU_READ_REGISTERS,
						 QEMU_MEMORY_WRITE, NULL);
	}
}

static void used(unsigned vcpu, uint32_t access, uint64_t va, void *data)
{
	struct insn *insn = data;
	bool is_store = qemu_plugin_mem_is_store(access);
	struct doer doer = {
		.cpu = feed_enter(vcpu, insn->translators),
		.privilege = insn->privilege,
	};

	if (doer.cpu != NULL) {
		feed_level(doer.cpu, doer.privilege);
		doer.site = chain_place(insn);
		feed_access(&doer, va, is_store ? ACCESS_STORE : ACCESS_LOAD);
	}
	feed_leave();
	if (is_store) {
		look(vcpu, access, va, insn->pc, insn->privilege);
	}
}

void store_hook_uses(const struct code *code)
{
	struct insn *insn = insn_get(code);

	if (insn != NULL) {
		qemu_plugin_register_vcpu_mem_cb(code->handle, used,
						 QEMU_READ_REGISTERS,
						 QEMU_MEMORY_BOTH, insn);
	}
}

void store_zero(struct cpu *cpu, const struct insn *insn, uint64_t va,
		uint64_t length)
{
	struct doer doer = { .cpu = cpu, .privilege = insn->privilege };
	uint64_t pa;

	if (walk_translate(cpu, insn->privilege, va, &pa) < 0 ||
	    !ram_is_followed(pa)) {
		return;
	}
	feed_level(cpu, insn->privilege);
	doer.site = chain_site(cpu, insn->privilege, insn->pc);
	for (uint64_t i = 0; i < length && ram_is_followed(pa); i += 8) {
		feed_store(&doer, pa + i, 0);
	}
}
