/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The result as text.  docs/result-format.md
 */
#include "internal.h"

struct writer {
	void (*put)(void *context, const char *text, size_t length);
	void *context;
};

static void put_text(const struct writer *w, const char *text)
{
	size_t length = 0;

	while (text[length]) {
		length++;
	}
	w->put(w->context, text, length);
}

static void put_number(const struct writer *w, uint64_t value, unsigned base)
{
	char digits[24];
	size_t at = sizeof(digits);

	do {
		digits[--at] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	w->put(w->context, digits + at, sizeof(digits) - at);
}

static void put_decimal(const struct writer *w, const char *key,
			uint64_t value)
{
	put_text(w, "\t");
	put_text(w, key);
	put_text(w, "=");
	put_number(w, value, 10);
}

static void put_hex(const struct writer *w, const char *key, uint64_t value)
{
	put_text(w, "\t");
	put_text(w, key);
	put_text(w, "=");
	put_number(w, value, 16);
}

static void put_word(const struct writer *w, const char *key,
		     const char *word)
{
	put_text(w, "\t");
	put_text(w, key);
	put_text(w, "=");
	put_text(w, word);
}

/* From a guest: nothing that could end a field or reach a terminal. */
static void put_label(const struct writer *w, const char *key,
		      const char *label)
{
	put_word(w, key, "");
	for (; *label; label++) {
		char c = *label;

		if (c < 0x20 || c > 0x7e) {
			c = '?';
		}
		w->put(w->context, &c, 1);
	}
}

static void put_tag(const struct writer *w, const char *key, uint32_t asid)
{
	if (asid == LEDGER_GLOBAL) {
		put_word(w, key, "global");
	} else {
		put_decimal(w, key, asid);
	}
}

static void put_counts(const struct writer *w, const struct tally *tally)
{
	static const char *const names[VERDICT_COUNT] = {
		[VERDICT_REQUIRED] = "required",
		[VERDICT_PREVENTIVE] = "preventive",
		[VERDICT_DEFERRABLE] = "deferrable",
		[VERDICT_INSUFFICIENT] = "insufficient",
		[VERDICT_REPEAT] = "repeat",
		[VERDICT_REDUNDANT] = "redundant",
		[VERDICT_UNJUDGED] = "unjudged",
	};

	put_decimal(w, "issued", tally->issued);
	for (unsigned i = 0; i < VERDICT_COUNT; i++) {
		put_decimal(w, names[i], tally->verdicts[i]);
	}
	put_decimal(w, "overscoped", tally->over_scoped);
	put_decimal(w, "collateral", tally->collateral);
}

static void put_chain(const struct writer *w, const char *pc_key,
		      const char *callers_key, const struct site_record *site)
{
	if (!site) {
		return;
	}
	put_hex(w, pc_key, site->site.pc);
	put_word(w, callers_key, "");
	for (unsigned i = 0; i < site->site.n_callers; i++) {
		put_text(w, i ? "," : "");
		put_number(w, site->site.callers[i], 16);
	}
}

static void put_ops(const struct ledger *l, const struct writer *w)
{
	for (unsigned i = 0; l->arch->known(i); i++) {
		if (!l->ops[i].issued) {
			continue;
		}
		put_text(w, "op");
		put_word(w, "name", l->ops[i].op->name);
		put_counts(w, &l->ops[i]);
		put_text(w, "\n");
	}
}

static void put_cpus(const struct ledger *l, const struct writer *w)
{
	for (unsigned i = 0; i < l->config.cpus * l->ops_count; i++) {
		if (!l->issued[i]) {
			continue;
		}
		put_text(w, "cpu");
		put_decimal(w, "cpu", i / l->ops_count);
		put_word(w, "op", l->ops[i % l->ops_count].op->name);
		put_decimal(w, "issued", l->issued[i]);
		put_text(w, "\n");
	}
}

static void put_sites(const struct ledger *l, const struct writer *w)
{
	for (uint32_t id = 0; id <= l->sites; id++) {
		const struct site_record *record = site_find(l, id);
		const struct list *pos;

		if (!record) {
			continue;
		}
		for (pos = record->tallies.next; pos != &record->tallies;
		     pos = pos->next) {
			const struct tally *tally =
				list_entry(pos, struct tally, of_site);

			put_text(w, "site");
			put_decimal(w, "id", id);
			put_word(w, "op", tally->op->name);
			put_counts(w, tally);
			put_chain(w, "pc", "callers", record);
			put_text(w, "\n");
		}
	}
}

static void put_finding(const struct ledger *l, const struct writer *w,
			const struct finding_group *group)
{
	static const char *const names[FINDING_COUNT] = {
		[FINDING_BBM] = "BBM",
		[FINDING_TABLE_REUSE] = "TABLE-REUSE",
		[FINDING_TAG_REUSE] = "TAG-REUSE",
		[FINDING_STALE_GRANT] = "STALE-GRANT",
		[FINDING_INSUFFICIENT] = "INSUFFICIENT",
		[FINDING_UNORDERED] = "UNORDERED",
		[FINDING_UNFENCED_USE] = "UNFENCED-USE",
	};
	const struct finding *f = &group->first;

	put_text(w, "finding");
	put_word(w, "rule", names[f->rule]);
	put_decimal(w, "count", group->count);
	put_decimal(w, "event", f->event);
	put_decimal(w, "cpu", f->cpu);
	put_decimal(w, "site", f->site);
	put_decimal(w, "maker", f->maker);
	put_decimal(w, "made", f->made);
	put_hex(w, "holders", f->holders);
	put_hex(w, "va", f->va);
	put_hex(w, "old", f->old);
	put_hex(w, "new", f->new);
	put_tag(w, "asid", f->asid);
	put_decimal(w, "level", f->level);
	put_chain(w, "sitepc", "sitecallers", site_find(l, f->site));
	put_chain(w, "makerpc", "makercallers", site_find(l, f->maker));
	put_text(w, "\n");
}

static void put_delays(const struct ledger *l, const struct writer *w)
{
	static const char *const names[DELAY_COUNT] = {
		[DELAY_ACCESSED_CLEAR] = "ACCESSED-CLEAR",
		[DELAY_PERMISSION_RAISE] = "PERMISSION-RAISE",
		[DELAY_REMAP_RACE] = "REMAP-RACE",
		[DELAY_READONLY_MOVE] = "READONLY-MOVE",
		[DELAY_UNFENCED_USE] = "UNFENCED-USE",
		[DELAY_LAZY_UNMAP] = "LAZY-UNMAP",
	};

	for (unsigned i = 0; i < DELAY_COUNT; i++) {
		if (l->delays[i]) {
			put_text(w, "delay");
			put_word(w, "rule", names[i]);
			put_decimal(w, "count", l->delays[i]);
			put_text(w, "\n");
		}
	}
}

static void put_residues(const struct ledger *l, const struct writer *w)
{
	const struct list *pos;

	for (pos = l->residues.next; pos != &l->residues; pos = pos->next) {
		const struct residue *residue =
			list_entry(pos, struct residue, all);

		put_text(w, "residue");
		put_label(w, "at", residue->label);
		put_decimal(w, "cpu", residue->cpu);
		put_word(w, "tag", "asid:");
		put_number(w, residue->asid, 10);
		put_decimal(w, "ghosts", residue->ghosts);
		put_text(w, "\n");
	}
}

static void put_notes(const struct ledger *l, const struct writer *w)
{
	if (l->residue_dropped) {
		put_text(w, "note\ttext=");
		put_number(w, l->residue_dropped, 10);
		put_text(w, " residue records were left out\n");
	}
}

static void put_unjudged(const struct ledger *l, const struct writer *w)
{
	static const char *const names[UNJUDGED_COUNT] = {
		[UNJUDGED_EL2] = "EL2",
		[UNJUDGED_EL3] = "EL3",
		[UNJUDGED_M_MODE] = "M-MODE",
		[UNJUDGED_HYPERVISOR] = "HYPERVISOR",
		[UNJUDGED_GRANULE] = "GRANULE",
		[UNJUDGED_UNKNOWN] = "UNKNOWN",
		[UNJUDGED_LIMIT] = "LIMIT",
	};

	for (unsigned i = 0; i < UNJUDGED_COUNT; i++) {
		if (l->unjudged[i]) {
			put_text(w, "unjudged");
			put_word(w, "reason", names[i]);
			put_decimal(w, "count", l->unjudged[i]);
			put_text(w, "\n");
		}
	}
}

static void put_head(const struct ledger *l, const struct writer *w)
{
	put_text(w, "fencepost-result 1\narch");
	put_word(w, "name", l->config.arch == LEDGER_AARCH64 ? "aarch64"
							     : "riscv64");
	put_text(w, "\ncpus");
	put_decimal(w, "n", l->config.cpus);
	put_text(w, "\nevents");
	put_decimal(w, "n", l->now);
	put_text(w, "\ntotals");
	put_counts(w, &l->total);
	put_text(w, "\n");
}

void ledger_write_result(const struct ledger *l,
			 void (*put)(void *context, const char *text,
				     size_t length),
			 void *context)
{
	const struct writer w = { put, context };
	const struct list *pos;

	put_head(l, &w);
	put_ops(l, &w);
	put_cpus(l, &w);
	put_sites(l, &w);
	for (pos = l->findings.next; pos != &l->findings; pos = pos->next) {
		put_finding(l, &w,
			    list_entry(pos, struct finding_group, all));
	}
	put_delays(l, &w);
	put_residues(l, &w);
	put_unjudged(l, &w);
	put_notes(l, &w);
	put_text(&w, "memory");
	put_decimal(&w, "bytes", ledger_memory_used(l));
	put_text(&w, "\n");
}
