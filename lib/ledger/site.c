/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Call chains, and how often an invalidation at each got each verdict.
 */
#include "internal.h"

#define CHUNK 1024u	/* site records for each step of the index */
#define CHUNKS 65536u

static bool sites_equal(const struct site *a, const struct site *b)
{
	if (a->pc != b->pc || a->n_callers != b->n_callers) {
		return false;
	}
	for (unsigned i = 0; i < a->n_callers; i++) {
		if (a->callers[i] != b->callers[i]) {
			return false;
		}
	}
	return true;
}

static uint32_t site_hash(const struct site *site)
{
	uint64_t mixed = site->pc;

	for (unsigned i = 0; i < site->n_callers; i++) {
		mixed = mixed * 0x9e3779b97f4a7c15ull ^ site->callers[i];
	}
	return hash_mix(mixed, site->n_callers);
}

struct site_record *site_find(const struct ledger *l, uint32_t id)
{
	if (id > l->sites || !l->site_chunks[id / CHUNK]) {
		return NULL;
	}
	return l->site_chunks[id / CHUNK][id % CHUNK];
}

/* Give the record the next number; 0 when there is none left. */
static uint32_t site_number(struct ledger *l, struct site_record *record)
{
	uint32_t id = l->sites + 1;
	struct site_record ***chunk = &l->site_chunks[id / CHUNK];

	if (id / CHUNK >= CHUNKS) {
		return 0;
	}
	if (!*chunk) {
		*chunk = memory_take(l, CHUNK * sizeof(**chunk));
	}
	if (!*chunk) {
		return 0;
	}
	(*chunk)[id % CHUNK] = record;
	l->sites = id;
	record->id = id;
	return id;
}

static struct site_record *record_new(struct ledger *l,
				      const struct site *site)
{
	struct site_record *record = memory_take(l, sizeof(*record));

	if (record) {
		record->site = *site;
		list_init(&record->by_chain);
		list_init(&record->tallies);
	}
	return record;
}

int sites_init(struct ledger *l)
{
	const struct site unknown = { 0 };
	struct site_record *record = record_new(l, &unknown);

	l->site_hash = hash_new(l);
	l->site_chunks = memory_take(l, CHUNKS * sizeof(*l->site_chunks));
	if (!record || !l->site_hash || !l->site_chunks) {
		return LEDGER_ENOMEM;
	}
	l->site_chunks[0] = memory_take(l, CHUNK * sizeof(**l->site_chunks));
	if (!l->site_chunks[0]) {
		return LEDGER_ENOMEM;
	}
	l->site_chunks[0][0] = record;
	return 0;
}

uint32_t ledger_add_site(struct ledger *l, const struct site *site)
{
	struct list *head, *pos, *save;
	struct site_record *record;

	if (site->n_callers > SITE_CALLERS_MAX) {
		return 0;
	}
	head = &l->site_hash[site_hash(site)];
	list_for_each(pos, save, head) {
		record = list_entry(pos, struct site_record, by_chain);
		if (sites_equal(&record->site, site)) {
			return record->id;
		}
	}
	record = record_new(l, site);
	if (!record) {
		return 0;
	}
	list_add_last(head, &record->by_chain);
	return site_number(l, record);
}

struct tally *site_tally(struct ledger *l, uint32_t id,
			 const struct invalidation *op)
{
	struct site_record *record = site_find(l, id);
	struct list *pos, *save;
	struct tally *tally;

	if (!record) {
		record = site_find(l, 0);
	}
	list_for_each(pos, save, &record->tallies) {
		tally = list_entry(pos, struct tally, of_site);
		if (tally->op == op) {
			return tally;
		}
	}
	tally = memory_take(l, sizeof(*tally));
	if (tally) {
		tally->op = op;
		list_add_last(&record->tallies, &tally->of_site);
	}
	return tally;
}
