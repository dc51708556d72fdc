// SPDX-License-Identifier: BSD-2-Clause
/* Section 6: the live translations that an invalidation drops. */
#include "oracle.h"

static bool is_dropped(const struct op *op, const struct binding *b,
		       const struct leaf *leaf)
{
	if (op->any_tag) {
		return true;
	}
	if (leaf->global) {
		return !op->spares_global;
	}
	return b->asid == op->asid;
}

/* Leaves in the op's addresses, each once. */
static uint64_t count_range(struct oracle *o, const struct op *op,
			    const struct binding *b)
{
	uint64_t va = op->first;
	uint64_t count = 0;

	for (;;) {
		struct step step = walk_down(o, b->root, va, 0);
		uint64_t size = UINT64_C(1) << HEIGHT_BITS(step.height);
		uint64_t end = va | (size - 1);

		if (step.entry.kind == ENTRY_LEAF &&
		    is_dropped(op, b, &step.entry.leaf)) {
			count++;
		}
		if (end >= op->last) {
			return count;
		}
		va = end + 1;
	}
}

static uint64_t count_binding(struct oracle *o, const struct op *op,
			      const struct binding *b)
{
	switch (op->reach) {
	case REACH_ALL:
		return walk_count_leaves(o, b->root, LEAVES_ALL);
	case REACH_ASID:
		return b->asid != op->asid
			       ? 0
			       : walk_count_leaves(o, b->root, LEAVES_PRIVATE);
	case REACH_ADDRESS:
		break;
	}
	return count_range(o, op, b);
}

/* The most that any installation of this root in scope loses. */
static uint64_t count_root(struct oracle *o, const struct op *op,
			   const struct root *root)
{
	uint64_t most = 0;
	const struct binding *b;

	for (b = root->bindings; b != NULL; b = b->next) {
		uint64_t count;

		if ((b->installed & op->scope) == 0) {
			continue;
		}
		count = count_binding(o, op, b);
		most = count > most ? count : most;
	}
	return most;
}

uint64_t collateral_count(struct oracle *o, const struct op *op)
{
	const struct root *root;
	uint64_t count = 0;

	if (op->no_address) {
		return 0;
	}
	for (root = o->roots; root != NULL; root = root->next) {
		count += count_root(o, op, root);
	}
	return count;
}
