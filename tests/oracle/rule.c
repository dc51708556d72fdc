// SPDX-License-Identifier: BSD-2-Clause
/* The findings of section 8 but BBM and TAG-REUSE, and the residue. */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

static bool is_installed(const struct cpu *cpu, uint32_t asid)
{
	return (cpu->installed[0] != NULL && cpu->installed[0]->asid == asid) ||
	       (cpu->installed[1] != NULL && cpu->installed[1]->asid == asid);
}

/* ---- TABLE-REUSE ---- */

bool rule_table_written(struct oracle *o, uint64_t page_pa)
{
	uint64_t page = page_pa & ~(uint64_t)(PAGE_SIZE - 1);
	const struct ghost *g;

	for (g = o->positive; g != NULL; g = g->next) {
		if (g->kind == GHOST_TABLE && g->target == page &&
		    context_tag_live(o, g->tag)) {
			return true;
		}
	}
	return false;
}

/* At another level, or (of an ASID) under another root. */
static bool is_moved(const struct ghost *g, const struct path *path)
{
	return g->height != path->height ||
	       (g->tag != TAG_GLOBAL && g->root != path->root);
}

bool rule_table_linked(struct oracle *o, uint64_t page_pa,
		       const struct path *path)
{
	const struct ghost *g;

	for (g = o->positive; g != NULL; g = g->next) {
		if (g->kind == GHOST_TABLE && g->target == page_pa &&
		    is_moved(g, path) && context_tag_live(o, g->tag)) {
			return true;
		}
	}
	return false;
}

/* ---- INSUFFICIENT ---- */

void rule_judge_attempts(struct oracle *o, unsigned cpu)
{
	struct ghost *g;

	for (g = o->positive; g != NULL; g = g->next) {
		if (!g->attempted || g->maker != cpu) {
			continue;
		}
		g->attempted = false;
		if (context_tag_live(o, g->tag) &&
		    ghost_class(o, g) == CLASS_WRONG) {
			output_finding(o, "INSUFFICIENT");
		}
	}
}

/* ---- STALE-GRANT ---- */

/* What this CPU made since it last went to the user. */
static void abandon(struct oracle *o, unsigned cpu)
{
	struct ghost *g;

	for (g = o->positive; g != NULL; g = g->next) {
		if (g->kind == GHOST_LEAF && g->maker == cpu &&
		    g->event > o->cpu[cpu].left_for_user && g->leaf.user &&
		    g->tag != TAG_GLOBAL &&
		    is_installed(&o->cpu[cpu], g->tag) &&
		    ghost_class(o, g) == CLASS_WRONG) {
			g->abandoned = true;
			o->n_abandoned++;
		}
	}
}

static uint64_t frames_end(const struct leaf *leaf, unsigned height)
{
	return leaf->output + (UINT64_C(1) << HEIGHT_BITS(height));
}

/*
 * Of the roots of one store: of those that are installed the first that ever
 * was, or else the last.
 */
static bool counts_more(const struct root *a, const struct root *b)
{
	bool installed = context_root_installed(a);

	if (installed != context_root_installed(b)) {
		return installed;
	}
	return installed ? a->id < b->id : a->id > b->id;
}

static void note_grant(const struct oracle *o, struct ghost *g,
		       const struct root *root)
{
	if (g->grant == NULL || g->granted != o->now ||
	    counts_more(root, g->grant)) {
		g->grant = root;
		g->granted = o->now;
	}
}

void rule_note_grants(struct oracle *o, const struct path *path,
		      const struct leaf *leaf)
{
	struct ghost *g;

	for (g = o->n_abandoned == 0 ? NULL : o->positive; g != NULL;
	     g = g->next) {
		if (g->abandoned && !g->reported_grant &&
		    g->root != path->root &&
		    g->leaf.output < frames_end(leaf, path->height) &&
		    leaf->output < frames_end(&g->leaf, g->height) &&
		    ghost_class(o, g) == CLASS_WRONG) {
			note_grant(o, g, path->root);
		}
	}
}

static bool has_table_frame(struct oracle *o, const struct ghost *g)
{
	uint64_t end = frames_end(&g->leaf, g->height);
	uint64_t pa;
	size_t i;

	if (g->height == 0) {
		return walk_is_followed(o, g->leaf.output);
	}
	for (i = 0; i < o->n_given; i++) {
		pa = o->given[i]->pa;
		if (pa >= g->leaf.output && pa < end &&
		    walk_is_followed(o, pa)) {
			return true;
		}
	}
	return false;
}

static bool has_installed_grant(const struct ghost *g)
{
	return g->grant != NULL && context_root_installed(g->grant);
}

void rule_judge_grants(struct oracle *o)
{
	struct ghost *g;

	for (g = o->n_abandoned == 0 ? NULL : o->positive; g != NULL;
	     g = g->next) {
		if (g->abandoned && !g->reported_grant &&
		    context_tag_live(o, g->tag) &&
		    ghost_class(o, g) == CLASS_WRONG &&
		    (has_installed_grant(g) || has_table_frame(o, g))) {
			g->reported_grant = true;
			o->n_abandoned--;
			output_finding(o, "STALE-GRANT");
		}
	}
}

/* ---- LAZY-UNMAP ---- */

static void count_lazy_unmaps(struct oracle *o, unsigned cpu)
{
	struct ghost *g;

	for (g = o->positive; g != NULL; g = g->next) {
		if (g->kind == GHOST_LEAF && g->tag == TAG_GLOBAL &&
		    g->maker == cpu && g->event > o->cpu[cpu].left_for_user &&
		    ghost_class(o, g) == CLASS_WRONG) {
			o->delays[DELAY_LAZY_UNMAP]++;
		}
	}
}

/* ---- Returning to the user ---- */

void rule_to_user(struct oracle *o, unsigned cpu)
{
	if (!o->arch->is_arm) {
		reuse_at_user(o, cpu);
	}
	rule_judge_attempts(o, cpu);
	abandon(o, cpu);
	count_lazy_unmaps(o, cpu);
	o->cpu[cpu].left_for_user = o->now;
}

/* ---- UNFENCED-USE ---- */

void rule_access(struct oracle *o, const struct event *e)
{
	const struct binding *b = o->cpu[e->cpu].installed[0];
	struct ghosts found;
	bool unfenced = false;
	size_t i;

	if (o->arch->is_arm || b == NULL || e->privilege == PRIVILEGE_HIGHEST) {
		return;
	}
	ghost_find(o, e->address, e->address, &found);
	for (i = 0; i < found.n && !unfenced; i++) {
		const struct ghost *g = found.ghost[i];

		unfenced = g->kind == GHOST_NEGATIVE &&
			   (g->holders >> e->cpu & 1) != 0 &&
			   (g->tag == TAG_GLOBAL || g->tag == b->asid) &&
			   ghost_class(o, g) == CLASS_FAULTY;
	}
	free(found.ghost);
	if (unfenced && e->fatal) {
		output_finding(o, "UNFENCED-USE");
	} else if (unfenced) {
		o->delays[DELAY_UNFENCED_USE]++;
	}
}

/* ---- Residue ---- */

#define ASIDS 65536u

static void count_residue(struct oracle *o, const struct ghost *list,
			  uint64_t *counts)
{
	const struct ghost *g;
	unsigned cpu;

	for (g = list; g != NULL; g = g->next) {
		if (g->tag == TAG_GLOBAL || context_tag_live(o, g->tag) ||
		    ghost_class(o, g) == CLASS_EQUAL) {
			continue;
		}
		for (cpu = 0; cpu < o->n_cpus; cpu++) {
			counts[cpu * ASIDS + g->tag] += g->holders >> cpu & 1;
		}
	}
}

void rule_residue(struct oracle *o, const char *label)
{
	size_t n = (size_t)o->n_cpus * ASIDS;
	uint64_t *counts = oracle_alloc(n * sizeof(*counts));
	size_t i;

	memset(counts, 0, n * sizeof(*counts));
	count_residue(o, o->positive, counts);
	count_residue(o, o->negative, counts);
	for (i = 0; i < n; i++) {
		if (counts[i] != 0) {
			output_residue(o, label, (unsigned)(i / ASIDS),
				       (uint32_t)(i % ASIDS), counts[i]);
		}
	}
	free(counts);
}
