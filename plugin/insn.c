// SPDX-License-Identifier: GPL-2.0-or-later
#include <stdlib.h>

#include "feed.h"
#include "insn.h"

#define BUCKETS 65536
/* A guest decides how many there are: a bound. */
#define INSNS_MAX 4000000

static struct insn *buckets[BUCKETS];
static unsigned n_insns;

static struct insn **bucket_of(uint64_t pc)
{
	return &buckets[(pc >> 1 ^ pc >> 17) % BUCKETS];
}

static struct insn *add(const struct code *code)
{
	struct insn **bucket = bucket_of(code->pc);
	struct insn *insn = NULL;

	if (n_insns < INSNS_MAX) {
		insn = calloc(1, sizeof(*insn));
	}
	if (insn == NULL) {
		feed_fail("too many instructions to keep");
		return NULL;
	}
	n_insns++;
	insn->pc = code->pc;
	insn->word = code->word;
	insn->privilege = code->privilege;
	insn->next = *bucket;
	*bucket = insn;
	return insn;
}

struct insn *insn_get(const struct code *code)
{
	struct insn *insn = *bucket_of(code->pc);

	while (insn != NULL &&
	       (insn->pc != code->pc || insn->word != code->word ||
		insn->privilege != code->privilege)) {
		insn = insn->next;
	}
	if (insn == NULL) {
		insn = add(code);
	}
	if (insn != NULL) {
		insn->translators |= UINT64_C(1) << code->translator;
	}
	return insn;
}

const struct insn *insn_find(uint64_t pc, uint8_t privilege)
{
	const struct insn *insn = *bucket_of(pc);

	while (insn != NULL &&
	       (insn->pc != pc || insn->privilege != privilege)) {
		insn = insn->next;
	}
	return insn;
}

void insn_hook(const struct code *code, qemu_exec_callback callback)
{
	struct insn *insn = insn_get(code);

	if (insn != NULL) {
		qemu_plugin_register_vcpu_insn_exec_cb(
			code->handle, callback, QEMU_READ_REGISTERS, insn);
	}
}
