/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which contexts are installed where, and which bindings are alive.
 * docs/model.md section 2.
 */
#include "internal.h"

void tag_init(struct ledger *l, struct tag *tag, uint32_t asid)
{
	tag->asid = asid;
	list_init(&tag->bindings);
	list_init(&tag->positives);
	list_init(&tag->negatives);
	list_init(&tag->parts);
	list_add_last(&l->tag_list, &tag->all);
}

struct tag *tag_find(struct ledger *l, uint16_t asid)
{
	struct tag *tag = l->tags[asid];

	if (tag) {
		return tag;
	}
	tag = memory_take(l, sizeof(*tag));
	if (tag) {
		tag_init(l, tag, asid);
		l->tags[asid] = tag;
	}
	return tag;
}

bool tag_is_live(const struct ledger *l, const struct tag *tag)
{
	if (tag == &l->global) {
		return l->installed > 0;
	}
	return tag->installed > 0;
}

uint64_t binding_cleared(const struct ledger *l, const struct binding *b,
			 unsigned cpu)
{
	uint64_t all = l->cpus[cpu].cleared;

	return b->cleared[cpu] > all ? b->cleared[cpu] : all;
}

bool binding_is_alive_on(const struct ledger *l, const struct binding *b,
			 unsigned cpu)
{
	if (b->installed & CPU_BIT(cpu)) {
		return true;
	}
	return b->last_seen[cpu] > binding_cleared(l, b, cpu);
}

static bool key_equal(const struct root_key *a, const struct root_key *b)
{
	return a->pa == b->pa && a->attributes == b->attributes &&
	       a->half == b->half && a->va_bits == b->va_bits;
}

static struct root *root_new(struct ledger *l, const struct root_key *key)
{
	struct root *root = memory_take(l, sizeof(*root));
	uint64_t *seen = memory_take(l, l->config.cpus * sizeof(*seen));
	unsigned height = (key->va_bits - PAGE_SHIFT - 1u) / SLOT_SHIFT;

	if (!root || !seen) {
		return NULL;
	}
	root->key = *key;
	root->number = l->roots++;
	root->last_seen = seen;
	root->height = height;
	root->slots = 1u << (key->va_bits - HEIGHT_SHIFT(height));
	root->first = (unsigned)(key->pa % 4096 / 8);
	list_init(&root->of_page);
	list_init(&root->bindings);
	list_add_last(&l->root_hash[hash_mix(key->pa, key->half)],
		      &root->by_pa);
	return root;
}

static struct root *root_find(struct ledger *l, const struct root_key *key)
{
	struct list *head = &l->root_hash[hash_mix(key->pa, key->half)];
	struct list *pos, *save;

	list_for_each(pos, save, head) {
		struct root *root = list_entry(pos, struct root, by_pa);

		if (key_equal(&root->key, key)) {
			return root;
		}
	}
	return root_new(l, key);
}

/*
 * Before the former contexts are given up, so that what both reach stays.
 * False: its page is a table that some CPU may still walk, but that no root
 * reached (TABLE-REUSE).
 */
static bool root_follow(struct ledger *l, struct root *root)
{
	uint64_t pa = root->key.pa >> PAGE_SHIFT << PAGE_SHIFT;
	struct page *page = page_find(l, pa);
	bool is_fresh = !page || list_is_empty(&page->ghosts) ||
			page_is_reached(l, page);

	if (root->page) {
		return true;
	}
	root->page = page_follow(l, pa, 1u << root->height);
	if (root->page) {
		list_add_last(&root->page->roots, &root->of_page);
	}
	return is_fresh;
}

static void root_forget(struct ledger *l, struct root *root)
{
	struct page *page = root->page;

	for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
		root->last_seen[cpu] = 0;
	}
	if (!page) {
		return;
	}
	root->page = NULL;
	list_remove(&root->of_page);
	page_release(l, page);
}

static void binding_free(struct ledger *l, struct binding *b)
{
	struct root *root = b->root;

	list_remove(&b->of_root);
	list_remove(&b->of_tag);
	list_remove(&b->of_all);
	pool_give(l, POOL_BINDING, b);
	if (list_is_empty(&root->bindings)) {
		root_forget(l, root);
	}
}

/* Nothing to hold: Arm caches no invalid descriptors. */
static bool root_is_vacuous(const struct ledger *l, const struct root *root)
{
	if (l->arch->caches_invalid || !root->page) {
		return !root->page;
	}
	for (unsigned i = 0; i < root->slots; i++) {
		if (desc_meaning(l, root->page->value[root->first + i],
				     root->height)) {
			return false;
		}
	}
	return true;
}

static bool binding_is_alive(const struct ledger *l, const struct binding *b)
{
	if (b->installed) {
		return true;
	}
	for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
		if (binding_is_alive_on(l, b, cpu)) {
			return true;
		}
	}
	return false;
}

/* Most ASIDs have one root all their life: nothing to compare then. */
static void tag_note_root(struct tag *tag, const struct root *root)
{
	unsigned half = root->key.half;

	if (!tag->sole[half]) {
		tag->sole[half] = root;
	}
	tag->mixed[half] |= tag->sole[half] != root;
}

static struct binding *binding_find(struct ledger *l, struct root *root,
				    struct tag *tag)
{
	struct list *pos, *save;
	struct binding *b;

	list_for_each(pos, save, &tag->bindings) {
		b = list_entry(pos, struct binding, of_tag);
		if (b->root == root) {
			return b;
		}
	}
	b = pool_take(l, POOL_BINDING);
	if (!b) {
		return NULL;
	}
	b->root = root;
	b->tag = tag;
	b->last_seen = (uint64_t *)(void *)(b + 1);
	b->cleared = b->last_seen + l->config.cpus;
	list_add_last(&root->bindings, &b->of_root);
	list_add_last(&tag->bindings, &b->of_tag);
	list_add_last(&l->bindings, &b->of_all);
	tag_note_root(tag, root);
	return b;
}

static void uninstall(struct ledger *l, unsigned cpu, unsigned half)
{
	struct binding *b = l->cpus[cpu].installed[half];

	if (!b) {
		return;
	}
	l->cpus[cpu].installed[half] = NULL;
	l->installed--;
	b->tag->installed--;
	b->installed &= ~CPU_BIT(cpu);
	b->last_seen[cpu] = l->now;
	b->root->installed &= ~CPU_BIT(cpu);
	b->root->last_seen[cpu] = l->now;
	if (!b->installed && root_is_vacuous(l, b->root)) {
		binding_free(l, b);
	}
}

/* The one that is to be installed, found before the old one may be freed. */
static struct binding *wanted(struct ledger *l, const struct context *context,
			      unsigned half)
{
	struct root *root;
	struct tag *tag;

	if (!context->on[half]) {
		return NULL;
	}
	root = root_find(l, &context->root[half]);
	tag = tag_find(l, context->asid);
	return root && tag ? binding_find(l, root, tag) : NULL;
}

static void install(struct ledger *l, unsigned cpu, unsigned half,
		    struct binding *b)
{
	l->cpus[cpu].installed[half] = b;
	l->installed++;
	b->tag->installed++;
	b->installed |= CPU_BIT(cpu);
	b->root->installed |= CPU_BIT(cpu);
	verdict_tag_installed(l, b->tag, cpu, b->root);
	verdict_tag_installed(l, &l->global, cpu, b->root);
}

static void update_cnp(struct ledger *l, unsigned cpu)
{
	const struct context *context = &l->cpus[cpu].context;

	for (unsigned half = 0; half < HALVES; half++) {
		if (context->on[half] && context->cnp[half]) {
			l->cnp[half] |= CPU_BIT(cpu);
		} else {
			l->cnp[half] &= ~CPU_BIT(cpu);
		}
	}
}

void context_update(struct ledger *l, unsigned cpu)
{
	struct cpu *c = &l->cpus[cpu];
	struct binding *next[HALVES];
	bool changed[HALVES];
	bool is_fresh[HALVES] = { true, true };
	bool other_root;

	l->arch->context(c->regs, &c->context);
	for (unsigned half = 0; half < HALVES; half++) {
		next[half] = wanted(l, &c->context, half);
		changed[half] = next[half] != c->installed[half];
	}
	for (unsigned half = 0; half < HALVES; half++) {
		if (changed[half] && next[half]) {
			is_fresh[half] = root_follow(l, next[half]->root);
		}
	}
	other_root = next[0] && (!c->installed[0] ||
				 next[0]->root != c->installed[0]->root);
	for (unsigned half = 0; half < HALVES; half++) {
		if (changed[half]) {
			uninstall(l, cpu, half);
		}
	}
	update_cnp(l, cpu);
	for (unsigned half = 0; half < HALVES; half++) {
		if (changed[half] && next[half]) {
			install(l, cpu, half, next[half]);
		}
	}
	for (unsigned half = 0; half < HALVES; half++) {
		if (!is_fresh[half]) {
			rule_table_installed(l, next[half]->root->page);
		}
	}
	grants_judge(l);
	if (other_root) {
		rule_insufficient(l, cpu);
	}
	for (unsigned half = 0; half < HALVES; half++) {
		if (changed[half] && next[half]) {
			rule_tag_installed(l, next[half], cpu);
		}
	}
}

/* Reset: no translation, nothing held, no memory of what was seen. */
void context_power(struct ledger *l, unsigned cpu)
{
	struct cpu *c = &l->cpus[cpu];
	struct list *pos, *save;

	for (unsigned i = 0; i < REGISTER_COUNT; i++) {
		c->regs[i] = 0;
	}
	context_update(l, cpu);
	ghosts_power(l, cpu);
	c->cleared = l->now;
	verdict_all_cleared(l, CPU_BIT(cpu), l->now);
	list_for_each(pos, save, &l->bindings) {
		struct binding *b = list_entry(pos, struct binding, of_all);

		b->last_seen[cpu] = 0;
		if (!binding_is_alive(l, b)) {
			binding_free(l, b);
		}
	}
}

static void clear_binding(struct ledger *l, struct binding *b, uint64_t cpus,
			  uint64_t issue)
{
	for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
		if ((cpus & CPU_BIT(cpu)) && b->cleared[cpu] < issue) {
			b->cleared[cpu] = issue;
		}
	}
	if (!binding_is_alive(l, b)) {
		binding_free(l, b);
	}
}

void bindings_clear_tag(struct ledger *l, struct tag *tag, uint64_t cpus,
			uint64_t issue)
{
	struct list *pos, *save;

	list_for_each(pos, save, &tag->bindings) {
		clear_binding(l, list_entry(pos, struct binding, of_tag),
			      cpus, issue);
	}
}

void bindings_clear_all(struct ledger *l, uint64_t cpus, uint64_t issue)
{
	struct list *pos, *save;

	for (unsigned cpu = 0; cpu < l->config.cpus; cpu++) {
		if ((cpus & CPU_BIT(cpu)) && l->cpus[cpu].cleared < issue) {
			l->cpus[cpu].cleared = issue;
		}
	}
	list_for_each(pos, save, &l->bindings) {
		struct binding *b = list_entry(pos, struct binding, of_all);

		if (!binding_is_alive(l, b)) {
			binding_free(l, b);
		}
	}
}

static bool find_root(struct ledger *l, const struct path *path, void *data)
{
	struct reach *reach = data;

	(void)l;
	reach->root = path->root;
	reach->heights |= 1u << path->height;
	reach->installed |= path->root->installed != 0;
	return true;
}

struct reach slot_reach(struct ledger *l, struct page *page, unsigned slot)
{
	struct reach reach = { NULL, 0, false };
	const struct path_visitor visitor = { find_root, &reach };

	path_each(l, page, slot, &visitor);
	return reach;
}

static void root_drop(struct ledger *l, struct root *root)
{
	while (!list_is_empty(&root->bindings)) {
		binding_free(l, list_entry(root->bindings.next,
					   struct binding, of_root));
	}
	root_forget(l, root);
}

/* Drop every root that reaches the slot.  The page, if it is still followed. */
struct page *page_farewell(struct ledger *l, struct page *page, unsigned slot)
{
	uint64_t pa = page->pa;

	while (page) {
		struct root *root = slot_reach(l, page, slot).root;

		if (!root) {
			break;
		}
		root_drop(l, root);
		page = page_find(l, pa);
	}
	return page;
}
