/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ledger's own structures.  docs/model.md has the words and the rules;
 * docs/design.md tells how they are kept.
 *
 *   page ---- link ---- page      which table leads to which
 *    |
 *   root ---- binding ---- tag    (root, ASID): installed where, seen when
 *                           |
 *                         ghost   what some CPU may still hold
 *
 * Everything is allocated from the caller's memory by memory.c.
 */
#ifndef LEDGER_INTERNAL_H
#define LEDGER_INTERNAL_H

#include <arch/translation.h>
#include <base/list.h>
#include <ledger/ledger.h>

#define ASIDS 65536u
#define CPU_BIT(cpu) (1ull << (cpu))

/* A page that is, or was and may still be walked as, a translation table. */
struct page {
	struct list by_pa;
	struct list parents;	/* links to here */
	struct list children;	/* links from here */
	struct list roots;	/* followed roots that start here */
	struct list ghosts;	/* table ghosts that lead here */
	uint64_t pa;
	unsigned heights;	/* bit h: it is or was reached at height h */
	bool linked;		/* all its tables have links */
	unsigned leaves;	/* of its height, if it has just one */
	unsigned global_leaves;
	uint64_t value[LEDGER_SLOTS];
	uint64_t since[LEDGER_SLOTS];
};

/* A table descriptor in memory. */
struct link {
	struct list of_parent;
	struct list of_child;
	struct page *parent;
	struct page *child;
	unsigned slot;
};

/* Kept for ever, so that ghosts may name it; page is NULL when forgotten. */
struct root {
	struct list by_pa;
	struct list of_page;
	struct list bindings;
	struct root_key key;
	unsigned number;	/* in the order of first installation */
	struct page *page;
	unsigned height;
	unsigned first;		/* its first slot in the page */
	unsigned slots;
	uint64_t installed;	/* CPUs */
	uint64_t *last_seen;	/* for each CPU: event of the last uninstall */
};

struct binding {
	struct list of_root;
	struct list of_tag;
	struct list of_all;
	struct root *root;
	struct tag *tag;
	uint64_t installed;
	uint64_t *last_seen;
	uint64_t *cleared;	/* by forms for this ASID; ALL: cpu.cleared */
};

struct tag {
	struct list all;
	uint32_t asid;		/* or LEDGER_GLOBAL */
	unsigned installed;	/* bindings times CPUs */
	const struct root *sole[HALVES];	/* the first root that had it */
	bool mixed[HALVES];	/* another one had it too */
	struct list bindings;
	struct list positives;	/* ghosts */
	struct list negatives;
	struct list parts;	/* of pending verdicts */
};

enum ghost_kind {
	GHOST_LEAF,
	GHOST_SPAN,		/* a contiguous group's common entry */
	GHOST_TABLE,
	GHOST_NEGATIVE,
};

/* In the order of harm. */
enum ghost_class {
	CLASS_EQUAL,
	CLASS_BENIGN,
	CLASS_FAULTY,
	CLASS_WRONG,
};

struct ghost {
	struct list by_key;	/* (va, size class, tag) */
	struct list by_va;	/* (va, size class) */
	struct list of_tag;
	struct list of_maker;	/* cpu.fresh: positive, since its last U/EL0 */
	struct list of_table;	/* page.ghosts */
	struct list of_abandoned;
	struct tag *tag;
	struct root *root;
	uint64_t va;
	uint64_t old;
	uint64_t made;		/* event */
	uint64_t holders;
	uint32_t site;
	uint8_t maker;
	uint8_t height;
	uint8_t kind;
	uint8_t slot;		/* low bits of its slot: NAPOT needs them */
	bool leaf;		/* what a leaf-only form removes */
	bool attempted;
	uint32_t attempt_site;
	struct root *granted;	/* another root that maps its frame */
	uint64_t granted_at;	/* event */
	uint32_t grant_site;
};

/* How often an op at one site (or anywhere) got each verdict. */
struct tally {
	struct list of_site;
	const struct invalidation *op;
	uint64_t issued;
	uint64_t verdicts[VERDICT_COUNT];
	uint64_t over_scoped;
	uint64_t collateral;
};

struct site_record {
	struct list by_chain;
	uint32_t id;
	struct site site;
	struct list tallies;
};

/* An invalidation that no barrier has completed yet. */
struct inflight {
	struct list of_cpu;
	const struct invalidation *op;
	struct coverage coverage;
	uint64_t issue;		/* event */
	uint64_t ordered;	/* it removes what was made before this event */
	uint32_t site;
	uint8_t cpu;
	bool second;		/* an erratum's repeat */
	bool unjudged;		/* effect, but no verdict */
	bool idle;		/* no effect: SINVAL without a fence before */
};

/* A verdict that waits for what becomes of dead tags. */
struct pending {
	struct list parts;
	const struct invalidation *op;
	uint32_t site;
	struct judgement judgement;
};

struct part {
	struct list of_tag;
	struct list of_all;
	struct list of_pending;
	struct pending *pending;
	uint64_t cpus;
	uint64_t issue;
	enum verdict verdict;	/* if the tag comes back */
	struct root *other;	/* only if it comes back with another root */
};

struct finding_group {
	struct list all;
	struct finding first;
	uint64_t count;
};

struct residue {
	struct list all;
	char label[64];
	uint8_t cpu;
	uint32_t asid;
	uint64_t ghosts;
};

struct cpu {
	uint64_t regs[REGISTER_COUNT];
	struct context context;
	struct binding *installed[HALVES];
	uint64_t cleared;	/* issue of the last completed ALL form */
	uint64_t last_user;	/* its last mode event to privilege 0 */
	uint64_t last_store;
	uint64_t opened;	/* its last SFENCE.W.INVAL, or 0 */
	uint32_t midr;
	bool tag_check;		/* TAG-REUSE is judged at the next U */
	unsigned attempted;	/* ghosts of fresh that may be INSUFFICIENT */
	struct list inflight;
	struct list fresh;	/* positive ghosts made since last_user */
	/* The previous invalidation, for an erratum's second one. */
	uint32_t prev_word;
	uint64_t prev_operand;
	uint64_t prev_issue;
	bool prev_done;
};

#define HASH_BITS 16
#define HASH_SIZE (1u << HASH_BITS)
#define SIZE_CLASSES (2 * HEIGHT_MAX)

enum pool {
	POOL_PAGE,
	POOL_LINK,
	POOL_BINDING,
	POOL_GHOST,
	POOL_INFLIGHT,
	POOL_PENDING,
	POOL_PART,
	POOL_COUNT,
};

struct ledger {
	struct ledger_config config;
	const struct translation *arch;
	unsigned features;	/* FEATURE_... */
	uint64_t now;		/* number of the current event */
	const struct event *event;
	size_t used;
	bool exhausted;
	void *free[POOL_COUNT];
	uint64_t cnp[HALVES];	/* CPUs with CnP=1 installed in this half */
	uint64_t last_dsb;	/* by any CPU, that orders stores */
	unsigned installed;	/* contexts, on all CPUs */
	unsigned class_count[SIZE_CLASSES];	/* ghosts of each size class */
	uint32_t sites;
	unsigned roots;
	/* A slot that paths do not go through: as if it were cleared. */
	const struct page *cut_page;
	unsigned cut_slot;
	unsigned residue_records;
	uint64_t table_reuse;	/* event that it was last found at */
	uint64_t tag_reuse;	/* the same, and for which CPUs */
	uint64_t tag_reuse_cpus;
	struct tally total;
	struct list bindings;
	struct list tag_list;
	struct list parts;
	struct list findings;
	struct list residues;
	uint64_t delays[DELAY_COUNT];
	uint64_t unjudged[UNJUDGED_COUNT];
	struct tag global;
	struct cpu *cpus;
	struct tally *ops;		/* by the number of the op */
	uint64_t *issued;		/* by CPU and number of the op */
	unsigned ops_count;
	struct site_record ***site_chunks;	/* by id */
	struct tag **tags;		/* by ASID */
	struct list *pages;		/* hashes */
	struct list *root_hash;
	struct list *ghosts_by_key;
	struct list *ghosts_by_va;
	struct list *site_hash;
	struct list abandoned_ghosts;
	uint64_t residue_dropped;
	unsigned work;		/* steps that this event may still take */
};

/*
 * Steps of one event.  A sane kernel takes a few thousand; tables that point to
 * themselves in many slots have billions of paths.
 */
#define WORK_MAX (1u << 22)

/* ledger.c: false, and exhausted, when this event took too many steps. */
bool work_is_left(struct ledger *l);

/* memory.c */
void *memory_take(struct ledger *l, size_t size);
void *pool_take(struct ledger *l, enum pool pool);
void pool_give(struct ledger *l, enum pool pool, void *object);
struct list *hash_new(struct ledger *l);
uint32_t hash_mix(uint64_t a, uint64_t b);

/* How a descriptor reads with the features that are on. */
static inline enum descriptor_kind desc_kind(const struct ledger *l,
					     uint64_t value, unsigned height)
{
	return l->arch->kind(l->features, value, height);
}

static inline void desc_leaf(const struct ledger *l, uint64_t value,
			     unsigned height, unsigned slot,
			     uint64_t attributes, struct leaf *leaf)
{
	l->arch->leaf(l->features, value, height, slot, attributes, leaf);
}

static inline uint64_t desc_meaning(const struct ledger *l, uint64_t value,
				    unsigned height)
{
	return l->arch->meaning(l->features, value, height);
}

static inline uint64_t desc_accessed(const struct ledger *l, uint64_t value,
				     unsigned height)
{
	return l->arch->accessed(l->features, value, height);
}

/* page.c */
void pages_recount(struct ledger *l);
struct page *page_find(const struct ledger *l, uint64_t pa);
struct page *page_follow(struct ledger *l, uint64_t pa, unsigned heights);
void page_release(struct ledger *l, struct page *page);
void page_set(struct ledger *l, struct page *page, unsigned slot,
	      uint64_t value);
bool page_is_reached(struct ledger *l, const struct page *page);
unsigned page_single_height(const struct page *page);
enum leaf_choice {
	LEAVES_ALL,
	LEAVES_TAGGED,	/* not the global ones */
};

uint64_t page_count_leaves(struct ledger *l, const struct root *root,
			   enum leaf_choice choice);

/* path.c */
struct path {
	struct root *root;
	struct page *page;
	unsigned slot;
	unsigned height;
	uint64_t va;
	uint64_t since;
	bool global_above;
};

struct path_visitor {
	/* Returns false to stop. */
	bool (*visit)(struct ledger *l, const struct path *path, void *data);
	void *data;
};

/* Each path to the slot.  False if the visitor stopped. */
bool path_each(struct ledger *l, struct page *page, unsigned slot,
	       const struct path_visitor *visitor);

struct walk {
	enum descriptor_kind kind;
	unsigned height;
	unsigned slot;
	uint64_t value;
	bool global_above;
};

/* From the root down to a leaf, an invalid descriptor, or this height. */
void walk_to(const struct ledger *l, const struct root *root, uint64_t va,
	     unsigned height, struct walk *walk);
bool va_is_in(const struct ledger *l, const struct root *root, uint64_t va);
bool va_skip_to(const struct ledger *l, const struct root *root, uint64_t *va);
uint64_t va_canonical(const struct ledger *l, const struct root *root,
		      uint64_t va);
bool walk_leaf(const struct ledger *l, const struct root *root, uint64_t va,
	       struct walk *walk, struct leaf *leaf);

/* context.c */
void context_update(struct ledger *l, unsigned cpu);
void context_power(struct ledger *l, unsigned cpu);
void tag_init(struct ledger *l, struct tag *tag, uint32_t asid);
struct tag *tag_find(struct ledger *l, uint16_t asid);
bool tag_is_live(const struct ledger *l, const struct tag *tag);
bool binding_is_alive_on(const struct ledger *l, const struct binding *b,
			 unsigned cpu);
uint64_t binding_cleared(const struct ledger *l, const struct binding *b,
			 unsigned cpu);
void bindings_clear_tag(struct ledger *l, struct tag *tag, uint64_t cpus,
			uint64_t issue);
void bindings_clear_all(struct ledger *l, uint64_t cpus, uint64_t issue);
/* By whom, and at which heights, a slot is reached. */
struct reach {
	struct root *root;	/* one that reaches it, or NULL */
	unsigned heights;
	bool installed;		/* one that does is installed */
};

struct reach slot_reach(struct ledger *l, struct page *page, unsigned slot);
struct page *page_farewell(struct ledger *l, struct page *page, unsigned slot);

/* ghost.c */
struct ghost_seed {
	enum ghost_kind kind;
	const struct path *path;
	uint64_t old;
	unsigned slot;
	bool global;
	bool leaf;
};

void ghost_make(struct ledger *l, const struct ghost_seed *seed);
void ghost_release(struct ledger *l, struct ghost *g, uint64_t cpus);
enum ghost_class ghost_class(const struct ledger *l, const struct ghost *g);
unsigned ghost_size_class(enum ghost_kind kind, unsigned height);
uint64_t ghost_size(const struct ghost *g);
bool ghost_covers(const struct ghost *g, uint64_t va, uint64_t size);
bool ghost_is_user_leaf(const struct ledger *l, const struct ghost *g);
void ghost_leaf(const struct ledger *l, const struct ghost *g,
		struct leaf *leaf);
void ghosts_power(struct ledger *l, unsigned cpu);

/* Start of the hash chain; the visitor compares va and size class. */
struct list *ghosts_at(const struct ledger *l, uint64_t va, unsigned class);
struct list *ghosts_with_key(const struct ledger *l, uint64_t va,
			     unsigned class, uint32_t asid);
/* va rounded down to the size of the class. */
uint64_t size_class_base(uint64_t va, unsigned class);
uint64_t size_class_size(unsigned class);

/* store.c */
void store_event(struct ledger *l, const struct event *event);

/* invalidate.c */
/* Last byte; the range ends with the address space at the latest. */
uint64_t coverage_last(const struct coverage *coverage);
int invalidate_event(struct ledger *l, const struct event *event);
void barrier_event(struct ledger *l, const struct event *event);
void invalidate_end(struct ledger *l);

/* verdict.c */
struct removal {
	unsigned count;		/* ghosts of R */
	bool wrong_live;
	bool faulty_live;
	bool shared;		/* one was held by others than the issuer */
	bool wide;		/* one was not a plain leaf */
	bool wrong_left;	/* the issuer owes something in its range */
	bool rebound;		/* it cleared a tag's former context */
	struct pending *pending;
};

void verdict_issue(struct ledger *l, const struct event *event,
		   const struct invalidation *op);
void verdict_unjudged(struct ledger *l, uint32_t site,
		      const struct invalidation *op,
		      enum unjudged_reason reason);
void verdict_note_cleared(struct ledger *l, const struct inflight *op,
			  struct removal *removal, const struct binding *b,
			  uint64_t cpus);
void verdict_note_dead(struct ledger *l, const struct inflight *op,
		       struct removal *removal, const struct ghost *g,
		       uint64_t cpus, enum ghost_class class);
void verdict_give(struct ledger *l, const struct inflight *op,
		  const struct removal *removal);
void verdict_tag_installed(struct ledger *l, struct tag *tag, unsigned cpu,
			   const struct root *root);
void verdict_tag_cleared(struct ledger *l, struct tag *tag, uint64_t cpus,
			 uint64_t issue);
void verdict_all_cleared(struct ledger *l, uint64_t cpus, uint64_t issue);
void verdict_end(struct ledger *l);

/* finding.c */
void finding_add(struct ledger *l, enum finding_rule rule, unsigned cpu,
		 uint32_t site, const struct ghost *g, uint64_t new);

/* rules.c: what is judged at stores, installs and returns. */
void rule_bbm(struct ledger *l, const struct path *path, uint64_t new);
void rule_table_written(struct ledger *l, struct page *page, uint64_t new);
void rule_table_linked(struct ledger *l, const struct path *path,
		       struct page *child);
void rule_table_installed(struct ledger *l, struct page *page);
void rule_return_to_user(struct ledger *l, unsigned cpu);
void rule_insufficient(struct ledger *l, unsigned cpu);
void rule_access(struct ledger *l, const struct event *event);

/* tag_reuse.c */
void rule_tag_installed(struct ledger *l, struct binding *b, unsigned cpu);
void rule_tag_leaf_added(struct ledger *l, const struct path *path);
void rule_tag_return(struct ledger *l, unsigned cpu);
/* What the CPU may hold by a binding that its tag's new one denies. */
bool tag_is_rebound(struct ledger *l, const struct binding *old, unsigned cpu);

/* grant.c */
void grant_abandon(struct ledger *l, struct ghost *g);
void grant_forget(struct ghost *g);
void grant_leaf_added(struct ledger *l, const struct path *path, uint64_t new);
void grants_judge(struct ledger *l);

/* residue.c */
void residue_list(struct ledger *l, const char *label);

/* site.c */
int sites_init(struct ledger *l);
struct tally *site_tally(struct ledger *l, uint32_t id,
			 const struct invalidation *op);
struct site_record *site_find(const struct ledger *l, uint32_t id);

#endif
