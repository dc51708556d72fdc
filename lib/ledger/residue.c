/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Residue: what each CPU may still hold under dead tags at a marked point.
 */
#include "internal.h"

/* A guest may mark as often as it likes. */
#define RECORDS_MAX 100000u

static void record_add(struct ledger *l, const char *label, unsigned cpu,
		       const struct tag *tag, uint64_t ghosts)
{
	struct residue *residue;

	if (l->residue_records >= RECORDS_MAX) {
		l->residue_dropped++;
		return;
	}
	residue = memory_take(l, sizeof(*residue));
	if (!residue) {
		return;
	}
	for (unsigned i = 0; i + 1 < sizeof(residue->label) && label[i]; i++) {
		residue->label[i] = label[i];
	}
	residue->cpu = (uint8_t)cpu;
	residue->asid = tag->asid;
	residue->ghosts = ghosts;
	list_add_last(&l->residues, &residue->all);
	l->residue_records++;
}

static void count_list(const struct ledger *l, const struct list *ghosts,
		       uint64_t *counts)
{
	for (const struct list *pos = ghosts->next; pos != ghosts;
	     pos = pos->next) {
		const struct ghost *g = list_entry(pos, struct ghost, of_tag);

		if (ghost_class(l, g) == CLASS_EQUAL) {
			continue;
		}
		for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
			counts[cpu] += (g->holders >> cpu) & 1;
		}
	}
}

static void list_tag(struct ledger *l, const char *label,
		     const struct tag *tag)
{
	uint64_t counts[LEDGER_CPUS_MAX] = { 0 };

	count_list(l, &tag->positives, counts);
	count_list(l, &tag->negatives, counts);
	for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
		if (counts[cpu]) {
			record_add(l, label, cpu, tag, counts[cpu]);
		}
	}
}

void residue_list(struct ledger *l, const char *label)
{
	for (unsigned asid = 0; asid < ASIDS; asid++) {
		const struct tag *tag = l->tags[asid];

		if (tag && !tag_is_live(l, tag)) {
			list_tag(l, label, tag);
		}
	}
}
