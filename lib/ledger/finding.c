/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Findings, grouped by rule, site and maker: the first of each is kept.
 */
#include "internal.h"

static bool same_group(const struct finding *a, const struct finding *b)
{
	return a->rule == b->rule && a->site == b->site &&
	       a->maker == b->maker;
}

static void finding_keep(struct ledger *l, const struct finding *finding)
{
	struct finding_group *group;
	struct list *pos, *save;

	list_for_each(pos, save, &l->findings) {
		group = list_entry(pos, struct finding_group, all);
		if (same_group(&group->first, finding)) {
			group->count++;
			return;
		}
	}
	group = memory_take(l, sizeof(*group));
	if (group) {
		group->first = *finding;
		group->count = 1;
		list_add_last(&l->findings, &group->all);
	}
}

void finding_add(struct ledger *l, enum finding_rule rule, unsigned cpu,
		 uint32_t site, const struct ghost *g, uint64_t new)
{
	const struct finding finding = {
		.rule = rule,
		.event = l->now,
		.cpu = (uint8_t)cpu,
		.site = site,
		.maker = g->site,
		.made = g->made,
		.holders = g->holders,
		.va = g->va,
		.old = g->old,
		.new = new,
		.asid = g->tag->asid,
		.level = (uint8_t)l->arch->level(g->height),
	};

	finding_keep(l, &finding);
	if (l->config.found) {
		l->config.found(l->config.context, &finding);
	}
}
