// SPDX-License-Identifier: GPL-2.0-or-later
#include "block.h"
#include "chain.h"
#include "feed.h"
#include "group.h"
#include "insn.h"
#include "ram.h"
#include "store.h"

static const struct arch *machine;
static bool uses_all;
static bool is_grouped;

void block_open(const struct options *options, const struct arch *arch)
{
	machine = arch;
	uses_all = options->uses_all;
	/*
	 * The rest of a group is told at the next event.  Where other CPUs run
	 * at the same time, theirs could be it, in the middle of the group.
	 */
	is_grouped = !options->uses_all && !options->fast;
}

static void on_fetch(unsigned vcpu, void *data)
{
	struct insn *insn = data;
	struct doer doer = {
		.cpu = feed_enter(vcpu, insn->translators),
		.privilege = insn->privilege,
	};

	if (doer.cpu != NULL) {
		feed_level(doer.cpu, doer.privilege);
		doer.site = chain_place(insn);
		feed_access(&doer, insn->pc, ACCESS_FETCH);
	}
	feed_leave();
}

static void read_code(const struct qemu_block *block, size_t index,
		      struct code *code)
{
	code->handle = qemu_plugin_tb_get_insn(block, index);
	code->pc = qemu_plugin_insn_vaddr(code->handle);
	code->size = (unsigned)qemu_plugin_insn_size(code->handle);
	code->word = 0;
	qemu_plugin_insn_data(code->handle, &code->word, sizeof(code->word));
	code->before = insn_find(code->pc - 4, code->privilege);
}

/* What hooks here first runs first: a fetch comes before its instruction. */
static void instrument_uses(const struct code *code, uint64_t page)
{
	if (machine->instrument_traps != NULL) {
		machine->instrument_traps(code);
	}
	/* A fetch for the block, and for each further page. */
	if (code->pc / RAM_PAGE != page) {
		insn_hook(code, on_fetch);
	}
	store_hook_uses(code);
}

static void instrument_all(const struct qemu_block *block, struct code *code)
{
	size_t n = qemu_plugin_tb_n_insns(block);
	uint64_t page = UINT64_MAX;

	group_begin();
	for (size_t i = 0; i < n; i++) {
		read_code(block, i, code);
		if (uses_all) {
			instrument_uses(code, page);
		} else if (!is_grouped && code->privilege != 0 &&
			   machine->stores->may_store(code)) {
			store_hook(code);
		}
		bool is_event = machine->instrument(code);
		if (is_grouped && code->privilege != 0) {
			group_add(code, is_event ? GROUP_EVENT : GROUP_PLAIN);
		}
		page = code->pc / RAM_PAGE;
	}
	group_end();
}

void block_instrument(const struct qemu_block *block)
{
	const struct cpu *cpu = feed_enter_translation();

	if (cpu != NULL) {
		struct code code = {
			.privilege = machine->read_privilege(cpu),
			.translator = cpu->index,
		};

		if (code.privilege != PRIVILEGE_FOREIGN) {
			machine->see_level(code.privilege);
			instrument_all(block, &code);
		}
	}
	feed_leave();
}
