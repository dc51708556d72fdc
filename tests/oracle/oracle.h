/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The second ledger: a slow, plain reading of docs/model.md and the manuals.
 *
 * It exists to disagree.  It shares no code and no header with lib/ledger, and
 * prefers the obvious way over the fast one: who reaches a table is looked up
 * from the bottom each time, a class is a new walk each time, an invalidation
 * looks at every ghost that its address meets.  Memory is never given back
 * except for ghosts; running out of it ends the program.
 *
 * "Section n" is a section of docs/model.md.  Every level is given as its
 * height: 0 for the level whose leaves are 4 KiB pages, on both architectures.
 */
#ifndef TESTS_ORACLE_H
#define TESTS_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CPUS_MAX 64
#define SLOTS 512u
#define HEIGHTS 5u
#define PAGE_SIZE 4096u
#define TAG_GLOBAL UINT32_MAX
#define NO_HEIGHT UINT32_MAX

/* Bytes that a descriptor at this height translates, as a power of two. */
#define HEIGHT_BITS(height) (12u + 9u * (height))

enum privilege {
	PRIVILEGE_USER = 0,
	PRIVILEGE_KERNEL = 1,
	PRIVILEGE_HIGHEST = 3
};

/* ---- The trace (trace.c) ---- */

enum event_kind {
	EV_STORE,
	EV_REG,
	EV_INVAL,
	EV_BARRIER,
	EV_MODE,
	EV_ACCESS,
	EV_POWER,
	EV_MARK,
};

enum reg {
	REG_TTBR0,
	REG_TTBR1,
	REG_TCR,
	REG_MAIR,
	REG_SCTLR,
	REG_SATP,
	REG_COUNT,
};

struct event {
	enum event_kind kind;
	uint64_t number;
	unsigned cpu;
	unsigned privilege; /* EV_MODE: the one that is left */
	uint64_t site;
	enum reg reg;	     /* EV_REG */
	uint64_t address;    /* EV_STORE: PA; EV_ACCESS: VA */
	uint64_t value;	     /* EV_STORE, EV_REG */
	uint32_t word;	     /* EV_INVAL, EV_BARRIER */
	uint64_t operand[2]; /* EV_INVAL */
	unsigned to;	     /* EV_MODE */
	bool fatal;	     /* EV_ACCESS */
	bool on;	     /* EV_POWER */
	char label[64];	     /* EV_MARK */
};

struct oracle;

/* Reads the whole trace and hands on each page and event.  Exits on error. */
void trace_run(struct oracle *o, const char *path);

/* ---- Memory (memory.c) ---- */

/* What a table page says at one height; made again after each store to it. */
struct summary {
	bool current;
	unsigned leaves;
	unsigned private_leaves; /* not global by themselves */
	unsigned n_tables;
	uint16_t tables[SLOTS]; /* slots */
};

struct content {
	uint64_t value[SLOTS];
	uint64_t changed[SLOTS]; /* event */
	struct summary *summary[HEIGHTS];
};

/* A 4 KiB page.  Without content it is not in memory, as far as we know. */
struct frame {
	uint64_t pa;
	struct content *content;
	uint64_t needed; /* first event that missed its content */
	uint64_t *in;	 /* PAs of slots that look like tables to it */
	size_t n_in, max_in;
	struct root **roots; /* that are alive and lie in it */
	size_t n_roots, max_roots;
	uint64_t judged; /* oracle.structure for which the next holds */
	bool followed;
	struct frame *next;
};

struct frame *memory_frame(struct oracle *o, uint64_t pa);
void memory_give_page(struct oracle *o, uint64_t pa, const uint64_t *values);
/* The content or NULL; NULL is remembered as a need that was not met. */
struct content *memory_need(struct oracle *o, uint64_t pa);
uint64_t memory_slot(struct oracle *o, uint64_t slot_pa);
/* What bits of a descriptor mean has changed. */
void memory_reread(struct oracle *o);
void memory_store(struct oracle *o, uint64_t slot_pa, uint64_t value);

/* ---- Descriptors and invalidations of an architecture ---- */

enum entry_kind {
	ENTRY_INVALID,
	ENTRY_TABLE,
	ENTRY_LEAF
};

enum permission {
	MAY_USER_READ = 1,
	MAY_USER_WRITE = 2,
	MAY_WRITE = 4, /* kernel-write; RISC-V: W */
	MAY_USER_EXECUTE = 8,
	MAY_EXECUTE = 16, /* kernel-execute; RISC-V: X */
	MAY_UNGUARDED = 32,
	MAY_READ = 64, /* RISC-V: R */
};

/* The meaning of a leaf: section 3. */
struct leaf {
	uint64_t output;
	uint32_t memory_type; /* and RISC-V's U */
	uint32_t permissions;
	bool user;   /* user access: AP[1], U */
	bool global; /* its own bit, or one above it */
	bool contiguous;
};

struct entry {
	enum entry_kind kind;
	uint64_t target;   /* ENTRY_TABLE */
	bool global_below; /* ENTRY_TABLE, RISC-V: G */
	bool idle;	   /* ENTRY_INVALID, but only for AF=0 */
	struct leaf leaf;  /* ENTRY_LEAF, and when idle */
};

/* An invalidation: section 5.  Which ghosts it concerns, and when. */
enum op_reach {
	REACH_ALL,
	REACH_ASID,
	REACH_ADDRESS
};

struct op {
	/* The instruction; set before decode_op(). */
	uint64_t event;
	unsigned cpu;
	unsigned privilege;
	uint32_t word;
	uint64_t operand[2];
	/* Set by decode_op(). */
	const char *unjudged; /* why, or NULL */
	bool effect;	      /* false: changes nothing at all */
	bool deferred;	      /* completes at a barrier */
	enum op_reach reach;
	bool range;
	uint64_t first, last; /* REACH_ADDRESS: addresses, both included */
	bool no_address;      /* of another granule: covers nothing */
	bool any_tag;
	uint32_t asid;
	bool spares_global;
	bool leaf_only;
	unsigned only_height; /* of leaves; NO_HEIGHT: all */
	bool spares_leaves;   /* TTL of another granule */
	bool broadcast;
	bool erratum_form; /* vale1is, xzr */
	/* Set when it is issued. */
	uint64_t scope;		 /* CPUs */
	uint64_t ordered_before; /* removes what was made before this */
	bool inert;		 /* does nothing */
	bool repeats;		 /* looks like an erratum's second */
	/* The verdict, when it has been completed. */
	bool required, preventive, removed, insufficient;
	bool over_scoped;
	uint64_t collateral;
	struct part *parts;
	struct op *next;
};

/*
 * Section 6, rule 2: what decides later.  wrong, faulty: sets of CPUs.
 * root: of a context whose tables did not change, or NULL for ghosts.
 */
struct part {
	uint32_t tag;
	const struct root *root;
	uint64_t wrong, faulty;
	struct part *next;
};

enum barrier_effect {
	BARRIER_ORDERS = 1, /* stores become ordered */
	BARRIER_COMPLETES_LOCAL = 2,
	BARRIER_COMPLETES_ALL = 4,
	BARRIER_OPENS = 8, /* SFENCE.W.INVAL */
};

struct context {
	bool installed;
	bool cnp;
	uint64_t pa;
	unsigned bits;
	uint64_t mair;
	uint32_t asid;
};

struct architecture {
	const char *name;
	bool is_arm;
	unsigned halves;
	/* mair: of the root; va: NAPOT needs the index of the slot. */
	struct entry (*decode)(struct oracle *o, uint64_t value,
			       unsigned height, uint64_t mair, uint64_t va);
	/* Could be a table at some height, if its target is in memory. */
	bool (*looks_like_table)(uint64_t value, uint64_t *target);
	/* Section 3, "meaningful bits". */
	bool (*same)(struct oracle *o, uint64_t a, uint64_t b, unsigned height);
	/* Section 2, "farewell". */
	bool (*malformed)(struct oracle *o, uint64_t value, unsigned height);
	void (*contexts)(const uint64_t *regs, struct context *of_halves);
	void (*decode_op)(const uint64_t *regs, struct op *op);
	unsigned (*barrier)(uint32_t word); /* barrier_effect bits */
};

extern const struct architecture architecture_aarch64;
extern const struct architecture architecture_riscv64;

/* ---- Roots and bindings (context.c) ---- */

struct binding {
	uint32_t asid;
	struct root *root;
	uint64_t installed;	      /* set of CPUs */
	uint64_t last_seen[CPUS_MAX]; /* events */
	uint64_t cleared[CPUS_MAX];
	struct binding *next;
};

struct root {
	unsigned id;	   /* in the order of first installation, ever */
	unsigned followed; /* in the order in which they are followed */
	uint64_t pa;
	unsigned half;
	unsigned bits;
	uint64_t mair;
	unsigned height; /* of its first descriptors */
	unsigned slots;
	bool alive;
	struct binding *bindings;     /* those that are alive */
	uint64_t last_seen[CPUS_MAX]; /* the newest of any binding's */
	struct root *next;
};

/* The newest inval event of a CPU. */
struct previous_op {
	uint64_t event;
	uint32_t word;
	uint64_t operand;
	bool completed;
};

struct cpu {
	uint64_t regs[REG_COUNT];
	struct binding *installed[2];
	bool cnp[2];
	uint64_t cleared_all;
	uint64_t left_for_user; /* newest mode event to privilege 0 */
	uint64_t opened;	/* newest SFENCE.W.INVAL */
	struct op *pending;	/* in the order of issue */
	struct previous_op previous;
	uint64_t stored; /* newest store event */
	bool judge_tag;	 /* RISC-V: TAG-REUSE, at the return to U */
	uint32_t midr;
};

void context_update(struct oracle *o, const struct event *e);
void context_power(struct oracle *o, unsigned cpu);
void context_clear(struct oracle *o, const struct op *op);
void context_forget_root(struct oracle *o, struct root *root);
bool context_tag_live(const struct oracle *o, uint32_t tag);
bool context_root_installed(const struct root *root);
/* Sets of CPUs that may hold a descriptor whose path is since then. */
uint64_t context_holders(const struct oracle *o, const struct binding *b,
			 uint64_t since);
uint64_t context_global_holders(const struct oracle *o, const struct root *root,
				uint64_t since);

/* ---- Walks (walk.c) ---- */

/* A way from a root down to one slot. */
struct path {
	struct root *root;
	uint64_t va;
	unsigned height;
	uint64_t since;
	uint64_t slots[HEIGHTS]; /* their addresses, by height */
	bool global_above;	 /* RISC-V: a G in a table above the slot */
};

struct paths {
	struct path *path;
	size_t n, max;
};

/* Every path to a slot, by root and VA.  The caller frees p->path. */
void walk_find_paths(struct oracle *o, uint64_t slot_pa, struct paths *p);
/* Is the page a root's or linked below one, of those that are alive? */
bool walk_is_followed(struct oracle *o, uint64_t pa);

struct step {
	struct entry entry;
	uint64_t value;
	unsigned height;
	uint64_t va; /* start of its range */
	bool global; /* a G at or above it, or a global leaf */
};

/* Down from the root to the first that is no table, or to this height. */
struct step walk_down(struct oracle *o, const struct root *root, uint64_t va,
		      unsigned stop);
bool walk_root_covers(const struct oracle *o, const struct root *root,
		      uint64_t va);

/* Calls each() for what is not invalid in a table and below. */
struct visit {
	void (*each)(struct oracle *o, const struct path *at, uint64_t slot_pa,
		     uint64_t value, void *context);
	/* Asked before a table is entered; may be NULL. */
	bool (*enter)(struct oracle *o, const struct path *at, void *context);
	void *context;
};
/* at: what leads to the slots; its VA and height are those of the first. */
void walk_page(struct oracle *o, const struct path *at, uint64_t first_slot,
	       unsigned slots, const struct visit *visit);
void walk_root(struct oracle *o, struct root *root, const struct visit *visit);

enum walk_leaves {
	LEAVES_ALL,
	LEAVES_PRIVATE
};

/* PRIVATE: those that are not global. */
uint64_t walk_count_leaves(struct oracle *o, const struct root *root,
			   enum walk_leaves which);

/* ---- Ghosts (ghost.c) ---- */

enum ghost_kind {
	GHOST_LEAF,
	GHOST_SPAN,
	GHOST_TABLE,
	GHOST_NEGATIVE
};

/* Ordered: a span has the highest class of its parts. */
enum ghost_class {
	CLASS_EQUAL,
	CLASS_BENIGN,
	CLASS_FAULTY,
	CLASS_WRONG
};

struct ghost {
	enum ghost_kind kind;
	uint64_t first, last;
	unsigned half;
	unsigned height;
	uint32_t tag;
	uint64_t old;
	struct leaf leaf; /* leaf and span */
	uint64_t target;  /* table */
	bool leafness;	  /* negative: the new one was a leaf */
	uint64_t holders;
	struct root *root;
	unsigned maker; /* CPU */
	uint64_t event;
	bool attempted;
	bool abandoned, reported_grant;
	const struct root *grant; /* newest that maps its frames */
	uint64_t granted;	  /* event */
	/* While a store makes it, or takes it over. */
	bool making;
	struct ghost *absorbed_by;
	enum ghost_class class; /* while an invalidation is completed */
	struct ghost *next_same_place;
	struct ghost *next, **link;
};

struct ghosts {
	struct ghost **ghost;
	size_t n, max;
};

enum ghost_class ghost_class(struct oracle *o, const struct ghost *g);
void ghost_add(struct oracle *o, struct ghost *g);
void ghost_remove(struct oracle *o, struct ghost *g);
/* What bits of a leaf mean has changed: reads all that is kept again. */
void ghost_reread(struct oracle *o);
void ghost_remove_cpu(struct oracle *o, unsigned cpu);
/* The first, or next after, of those whose range is like this one's. */
struct ghost *ghost_at(struct oracle *o, const struct ghost *like,
		       const struct ghost *after);
bool ghost_meets(const struct ghost *g, uint64_t first, uint64_t last);
bool ghost_is_identical(struct oracle *o, const struct ghost *a,
			const struct ghost *b);
bool ghost_is_leaf(const struct ghost *g);
/* All that meet the addresses, into a list whose ->ghost the caller frees. */
void ghost_find(struct oracle *o, uint64_t first, uint64_t last,
		struct ghosts *found);
void ghosts_append(struct ghosts *list, struct ghost *g);

/* ---- Events (change.c, inval.c, verdict.c) ---- */

void change_store(struct oracle *o, const struct event *e);

void inval_issue(struct oracle *o, const struct event *e);
void inval_barrier(struct oracle *o, const struct event *e);
void inval_finish(struct oracle *o);

void verdict_complete(struct oracle *o, struct op *op);
/* This binding is installed on the CPU. */
void verdict_tag_returns(struct oracle *o, const struct binding *b,
			 unsigned cpu);
/* A CPU's power event is like an invalidation of all there. */
void verdict_power(struct oracle *o, unsigned cpu);
/* Nothing can return any more. */
void verdict_finish(struct oracle *o);
uint64_t collateral_count(struct oracle *o, const struct op *op);

/* ---- Findings (reuse.c, rule.c) ---- */

/* TAG-REUSE: a binding is new in these halves. */
void reuse_at_install(struct oracle *o, unsigned cpu, const bool *halves);
/* A store has made a leaf here.  reported: CPUs that had theirs. */
void reuse_at_leaf(struct oracle *o, const struct path *path,
		   uint64_t *reported);
/*
 * Is another root installed here, in the half and with the ASID of an older
 * binding, that does not map what the CPU may hold under that binding?
 */
bool reuse_has_replaced(struct oracle *o, const struct binding *old,
			unsigned cpu);
void reuse_at_user(struct oracle *o, unsigned cpu);

void rule_to_user(struct oracle *o, unsigned cpu);
void rule_judge_attempts(struct oracle *o, unsigned cpu);
void rule_note_grants(struct oracle *o, const struct path *path,
		      const struct leaf *leaf);
void rule_judge_grants(struct oracle *o);
void rule_access(struct oracle *o, const struct event *e);
/* TABLE-REUSE; each asks only about pages that no followed root reaches. */
bool rule_table_written(struct oracle *o, uint64_t page_pa);
bool rule_table_linked(struct oracle *o, uint64_t page_pa,
		       const struct path *path);
void rule_residue(struct oracle *o, const char *label);

/* ---- The result (output.c) ---- */

enum delay {
	DELAY_ACCESSED_CLEAR,
	DELAY_PERMISSION_RAISE,
	DELAY_LAZY_UNMAP,
	DELAY_REMAP_RACE,
	DELAY_READONLY_MOVE,
	DELAY_UNFENCED_USE,
	DELAY_COUNT,
};

void output_finding(struct oracle *o, const char *rule);
void output_verdict(struct oracle *o, const struct op *op);
void output_residue(struct oracle *o, const char *label, unsigned cpu,
		    uint32_t asid, uint64_t count);
void output_print(struct oracle *o);

/* ---- All of it ---- */

struct line {
	uint64_t event; /* UINT64_MAX: after all events */
	char *text;
};

#define FRAME_BUCKETS 65536u
#define GHOST_BUCKETS 65536u

struct oracle {
	const struct architecture *arch;
	unsigned n_cpus;
	uint64_t now; /* number of the event */
	struct cpu cpu[CPUS_MAX];
	struct frame *frames[FRAME_BUCKETS];
	struct root *roots; /* that are alive */
	struct root *dead_roots;
	unsigned n_roots, n_followed;
	uint64_t structure; /* counts changes of who links to whom */
	struct ghost *places[GHOST_BUCKETS];
	struct ghost *positive; /* leaf, span and table ghosts */
	struct ghost *negative;
	size_t n_abandoned;   /* and not yet reported */
	bool judge_grants;    /* contexts, or what a slot means, has changed */
	struct frame **given; /* frames with content */
	size_t n_given, max_given;
	uint64_t ordered; /* newest DSB that orders stores */
	/* Arm, TCR_EL1.HA and HD were seen: section 3, "meaningful bits". */
	bool hardware_access, hardware_dirty;
	struct op *ops; /* with parts that may still decide */
	uint64_t delays[DELAY_COUNT];
	struct line *lines;
	size_t n_lines, max_lines;
};

void oracle_event(struct oracle *o, const struct event *e);
void oracle_end(struct oracle *o);

/* malloc and realloc that end the program instead of failing. */
void *oracle_alloc(size_t size);
void *oracle_realloc(void *old, size_t size);
/* Room for one more element in an array of n. */
void *oracle_grow(void *array, size_t n, size_t *max, size_t size);
_Noreturn void oracle_die(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

#endif
