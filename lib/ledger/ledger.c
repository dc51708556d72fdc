/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Setting up, taking events, and ending.
 */
#include "internal.h"

static unsigned ops_count(const struct translation *arch)
{
	unsigned n = 0;

	while (arch->known(n)) {
		n++;
	}
	return n;
}

static int ops_init(struct ledger *l)
{
	unsigned n = ops_count(l->arch);

	l->ops_count = n;
	l->ops = memory_take(l, n * sizeof(*l->ops));
	l->issued = memory_take(l, n * l->config.cpus * sizeof(*l->issued));
	for (unsigned i = 0; l->ops && i < n; i++) {
		l->ops[i].op = l->arch->known(i);
	}
	return l->ops && l->issued ? 0 : LEDGER_ENOMEM;
}

static int cpus_init(struct ledger *l)
{
	l->cpus = memory_take(l, l->config.cpus * sizeof(*l->cpus));
	if (!l->cpus) {
		return LEDGER_ENOMEM;
	}
	for (unsigned i = 0; i < l->config.cpus; i++) {
		struct cpu *cpu = &l->cpus[i];

		list_init(&cpu->inflight);
		list_init(&cpu->fresh);
		cpu->midr = l->config.midr[i];
		l->arch->context(cpu->regs, &cpu->context);
	}
	return 0;
}

static int tables_init(struct ledger *l)
{
	l->tags = memory_take(l, ASIDS * sizeof(*l->tags));
	l->pages = hash_new(l);
	l->root_hash = hash_new(l);
	l->ghosts_by_key = hash_new(l);
	l->ghosts_by_va = hash_new(l);
	return l->exhausted ? LEDGER_ENOMEM : 0;
}

static void lists_init(struct ledger *l)
{
	list_init(&l->bindings);
	list_init(&l->tag_list);
	list_init(&l->parts);
	list_init(&l->findings);
	list_init(&l->residues);
	list_init(&l->abandoned_ghosts);
	tag_init(l, &l->global, LEDGER_GLOBAL);
}

struct ledger *ledger_new(const struct ledger_config *config)
{
	struct ledger *l = config->memory;

	if (config->cpus == 0 || config->cpus > LEDGER_CPUS_MAX || !l ||
	    config->memory_size < sizeof(*l)) {
		return NULL;
	}
	*l = (struct ledger){ .config = *config };
	l->used = (sizeof(*l) + 7) & ~(size_t)7;
	l->arch = config->arch == LEDGER_AARCH64 ? &translation_aarch64
						 : &translation_riscv64;
	lists_init(l);
	if (cpus_init(l) < 0 || ops_init(l) < 0 || tables_init(l) < 0 ||
	    sites_init(l) < 0) {
		return NULL;
	}
	return l;
}

static void features_update(struct ledger *l, const struct cpu *cpu)
{
	unsigned features = l->features | l->arch->features(cpu->regs);

	if (features != l->features) {
		l->features = features;
		pages_recount(l);
	}
}

static int register_event(struct ledger *l, const struct event *event)
{
	struct cpu *cpu = &l->cpus[event->cpu];

	if (event->reg.reg >= REGISTER_COUNT) {
		return LEDGER_EINVAL;
	}
	cpu->regs[event->reg.reg] = event->reg.value;
	features_update(l, cpu);
	context_update(l, event->cpu);
	return 0;
}

static int take(struct ledger *l, const struct event *event)
{
	switch (event->type) {
	case EVENT_STORE:
		if (event->store.pa % 8 != 0) {
			return LEDGER_EINVAL;
		}
		store_event(l, event);
		return 0;
	case EVENT_REGISTER:
		return register_event(l, event);
	case EVENT_INVALIDATE:
		return invalidate_event(l, event);
	case EVENT_BARRIER:
		barrier_event(l, event);
		return 0;
	case EVENT_MODE:
		if (event->mode.to == 0) {
			rule_return_to_user(l, event->cpu);
		}
		return 0;
	case EVENT_ACCESS:
		rule_access(l, event);
		return 0;
	case EVENT_POWER:
		context_power(l, event->cpu);
		return 0;
	case EVENT_MARK:
		residue_list(l, event->mark.label);
		return 0;
	}
	return LEDGER_EINVAL;
}

bool work_is_left(struct ledger *l)
{
	if (l->work == 0) {
		l->exhausted = true;
		return false;
	}
	l->work--;
	return true;
}

int ledger_event(struct ledger *l, const struct event *event)
{
	struct event known = *event;
	int status;

	l->now++;
	if (event->cpu >= l->config.cpus) {
		return LEDGER_EINVAL;
	}
	/* Without memory nothing can be followed: count, and say so. */
	if (l->exhausted && event->type != EVENT_INVALIDATE) {
		return LEDGER_ENOMEM;
	}
	/* A site that has no number yet stays unknown, also if it gets one. */
	if (known.site > l->sites) {
		known.site = 0;
	}
	l->event = &known;
	l->work = WORK_MAX;
	status = take(l, &known);
	l->event = NULL;
	return l->exhausted ? LEDGER_ENOMEM : status;
}

void ledger_end(struct ledger *l)
{
	const struct event end = { .type = EVENT_MARK };

	l->event = &end;
	l->work = WORK_MAX;
	invalidate_end(l);
	verdict_end(l);
	if (!l->exhausted) {
		residue_list(l, "end");
	}
	l->event = NULL;
}

int ledger_translate(const struct ledger *l, unsigned cpu, uint64_t va,
		     uint64_t *pa)
{
	for (unsigned half = 0; half < HALVES; half++) {
		const struct binding *b = l->cpus[cpu].installed[half];
		struct walk walk;
		struct leaf leaf;

		if (!b || (!l->arch->sign_extends && (va >> 63) != half)) {
			continue;
		}
		if (!walk_leaf(l, b->root, va, &walk, &leaf)) {
			return LEDGER_EINVAL;
		}
		*pa = leaf.output +
		      (va & ((1ull << HEIGHT_SHIFT(walk.height)) - 1));
		return 0;
	}
	return LEDGER_EINVAL;
}

size_t ledger_memory_used(const struct ledger *l)
{
	return l->used;
}
