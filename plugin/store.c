// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>

#include "chain.h"
#include "feed.h"
#include "ram.h"
#include "store.h"
#include "walk.h"

/* The longest access: a pair, or a vector register. */
#define ACCESS_MAX 16
#define NOWHERE UINT64_MAX

/* An access: the bytes of it in a first page, and in the next if it crosses. */
struct access {
	uint64_t pa[2];
	uint64_t length[2];
};

static uint64_t find_pa(uint32_t access, uint64_t va)
{
	const struct qemu_address *address =
		qemu_plugin_get_hwaddr(access, va);

	return address == NULL ? NOWHERE :
				 qemu_plugin_hwaddr_phys_addr(address);
}

static void split(uint32_t access, uint64_t va, uint64_t pa,
		  struct access *split)
{
	uint64_t size = UINT64_C(1) << qemu_plugin_mem_size_shift(access);
	uint64_t room = RAM_PAGE - va % RAM_PAGE;

	split->pa[0] = pa;
	split->length[0] = size < room ? size : room;
	split->length[1] = size - split->length[0];
	split->pa[1] = split->length[1] == 0 ? NOWHERE :
					       find_pa(access, va + room);
}

static void tell_slots(const struct doer *doer, uint64_t pa, uint64_t length)
{
	uint64_t end = pa + length;

	for (pa &= ~UINT64_C(7); pa < end; pa += 8) {
		feed_store(doer, pa, ram_read_slot(pa));
	}
}

/* Something is followed: now it may take time. */
static void tell_store(unsigned vcpu, const struct access *access, uint64_t pc,
		       uint8_t privilege)
{
	/* Who translated the code is not kept for stores. */
	struct doer doer = {
		.cpu = feed_enter(vcpu, ~UINT64_C(0)),
		.privilege = privilege,
	};

	if (doer.cpu != NULL) {
		feed_level(doer.cpu, privilege);
		doer.site = chain_site(doer.cpu, privilege, pc);
		for (unsigned i = 0; i < 2; i++) {
			if (ram_is_followed(access->pa[i])) {
				tell_slots(&doer, access->pa[i],
					   access->length[i]);
			}
		}
	}
	feed_leave();
}

/* Nearly all stores of a guest end here after the first condition. */
static inline void stored(unsigned vcpu, uint32_t access, uint64_t va,
			  uint64_t pc, uint8_t privilege)
{
	uint64_t pa = find_pa(access, va);
	struct access parts;

	if (!ram_is_followed(pa) && va % RAM_PAGE <= RAM_PAGE - ACCESS_MAX) {
		return;
	}
	split(access, va, pa, &parts);
	if (ram_is_followed(parts.pa[0]) || ram_is_followed(parts.pa[1])) {
		tell_store(vcpu, &parts, pc, privilege);
	}
}

/* Callbacks that are given the PC, for each level. */
static void stored_at_1(unsigned vcpu, uint32_t access, uint64_t va, void *pc)
{
	stored(vcpu, access, va, (uintptr_t)pc, 1);
}

static void stored_at_2(unsigned vcpu, uint32_t access, uint64_t va, void *pc)
{
	stored(vcpu, access, va, (uintptr_t)pc, 2);
}

static void stored_at_3(unsigned vcpu, uint32_t access, uint64_t va, void *pc)
{
	stored(vcpu, access, va, (uintptr_t)pc, 3);
}

void store_hook(const struct code *code)
{
	static const qemu_memory_callback callbacks[] = {
		NULL, stored_at_1, stored_at_2, stored_at_3,
	};

	_Static_assert(sizeof(uintptr_t) >= sizeof(code->pc),
		       "a PC has to fit into a pointer");
	qemu_plugin_register_vcpu_mem_cb(
		code->handle, callbacks[code->privilege], QEMU_READ_REGISTERS,
		QEMU_MEMORY_WRITE, (void *)(uintptr_t)code->pc);
}

static void used(unsigned vcpu, uint32_t access, uint64_t va, void *data)
{
	const struct insn *insn = data;
	bool is_store = qemu_plugin_mem_is_store(access);
	struct doer doer = {
		.cpu = feed_enter(vcpu, insn->translators),
		.privilege = insn->privilege,
	};

	if (doer.cpu != NULL) {
		feed_level(doer.cpu, doer.privilege);
		doer.site = chain_place(insn->pc);
		feed_access(&doer, va, is_store ? ACCESS_STORE : ACCESS_LOAD);
	}
	feed_leave();
	if (is_store) {
		stored(vcpu, access, va, insn->pc, insn->privilege);
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
