/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes traces that provoke: a small machine whose kernel maps, unmaps, shares,
 * recycles and invalidates, mostly as it should and often not.  The same seed,
 * number of events and architecture give the same trace.
 */
#ifndef TESTS_ORACLE_RANDOM_H
#define TESTS_ORACLE_RANDOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAGE 4096u
#define SLOTS 512u
#define PAGES_MAX 256u
#define CPUS_MAX 4u
#define SPACES_MAX 6u
#define RAM_BASE UINT64_C(0x80000000)
#define HEIGHTS 5u
#define HEIGHT_BITS(height) (12u + 9u * (height))

enum kind {
	NOTHING,
	TABLE,
	LEAF
};

enum arm_reg {
	TTBR0,
	TTBR1,
	TCR,
	MAIR,
	SCTLR,
	ARM_REGS
};

struct cpu {
	uint64_t reg[ARM_REGS]; /* RISC-V: only [0], satp */
	unsigned privilege;
	unsigned space[2]; /* that are installed, by half */
	bool on;
};

/* A root that the kernel knows. */
struct space {
	uint64_t root;
	unsigned bits;
	unsigned half;
	unsigned asid;
};

struct machine {
	const struct kernel *kernel;
	uint64_t seed;
	uint64_t random; /* state of the generator of numbers */
	uint64_t events, limit;
	unsigned n_cpus, n_pages, n_spaces, n_asids, n_sites;
	unsigned calm; /* percent of the sequences that are right */
	struct cpu cpu[CPUS_MAX];
	struct space space[SPACES_MAX];
	uint64_t ram[PAGES_MAX][SLOTS];
	bool used[PAGES_MAX]; /* a table, as far as the kernel knows */
	unsigned bits[2];     /* Arm: of addresses, by half */
	uint32_t last_word;
	uint64_t last_operand;
};

/* What differs between the architectures. */
struct kernel {
	const char *name;
	unsigned halves;
	unsigned highest; /* privilege after reset */
	void (*choose_space)(struct machine *m, struct space *s);
	enum kind (*kind)(uint64_t value, unsigned height, uint64_t *target);
	uint64_t (*table)(struct machine *m, uint64_t target);
	uint64_t (*leaf)(struct machine *m, uint64_t pa, unsigned height,
			 uint64_t va);
	/* A like leaf, or what the kernel changes in one. */
	uint64_t (*mutate)(struct machine *m, uint64_t value, unsigned height);
	uint64_t (*malformed)(struct machine *m, unsigned height);
	/* Contiguous: 16 slots become one group.  0 if there is no such thing
	   at this height; else the value for slot i. */
	uint64_t (*group)(struct machine *m, uint64_t pa, unsigned height,
			  unsigned i);
	void (*boot)(struct machine *m, unsigned cpu);
	void (*install)(struct machine *m, unsigned cpu, unsigned space);
	/* Rare writes to registers. */
	void (*disturb)(struct machine *m, unsigned cpu);
	/* What should, or might, follow a change at va in this space. */
	void (*shoot)(struct machine *m, unsigned cpu, const struct space *s,
		      uint64_t va, unsigned height, enum kind was);
	void (*flush_asid)(struct machine *m, unsigned cpu, unsigned asid);
	void (*flush_all)(struct machine *m, unsigned cpu);
	void (*invalidate_any)(struct machine *m, unsigned cpu);
	void (*barrier_any)(struct machine *m, unsigned cpu);
};

extern const struct kernel kernel_aarch64;
extern const struct kernel kernel_riscv64;

/* ---- Numbers (random.c) ---- */

uint64_t random_any(struct machine *m);
unsigned random_below(struct machine *m, unsigned n);
bool random_percent(struct machine *m, unsigned percent);
#define RANDOM_OF(m, array)    \
	((array)[random_below( \
		m, (unsigned)(sizeof(array) / sizeof((array)[0])))])

/* ---- Records (random.c); silent when there have been enough ---- */

void emit_store(struct machine *m, unsigned cpu, uint64_t pa, uint64_t value);
void emit_reg(struct machine *m, unsigned cpu, const char *name,
	      uint64_t value);
void emit_inval(struct machine *m, unsigned cpu, unsigned privilege,
		uint32_t word, uint64_t operand, uint64_t operand2);
void emit_barrier(struct machine *m, unsigned cpu, uint32_t word);
void emit_mode(struct machine *m, unsigned cpu, unsigned to);
void emit_access(struct machine *m, unsigned cpu, uint64_t va);
void emit_power(struct machine *m, unsigned cpu, unsigned on);
void emit_mark(struct machine *m, unsigned cpu);

/* ---- Tables (tables.c) ---- */

unsigned tables_height(unsigned bits);
uint64_t tables_read(const struct machine *m, uint64_t pa);
uint64_t tables_allocate(struct machine *m, unsigned cpu);
void tables_free(struct machine *m, uint64_t pa);
uint64_t tables_any_page(struct machine *m);
uint64_t tables_any_address(struct machine *m, const struct space *s);
/*
 * The slot for va at the lowest height, not below stop, that tables lead to.
 * False where they lead out of memory.
 */
bool tables_find(const struct machine *m, const struct space *s, uint64_t va,
		 unsigned stop, uint64_t *slot, unsigned *height);
/* Could table be linked at this height without too many ways through it? */
bool tables_may_link(const struct machine *m, uint64_t slot, uint64_t value);

/* ---- What the kernel does (acts.c) ---- */

void act(struct machine *m);
void act_boot(struct machine *m, unsigned cpu);

#endif
