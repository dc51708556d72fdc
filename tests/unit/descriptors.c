/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How descriptors, registers and operands read: tables of examples worked out
 * by hand from the manuals, for both architectures.
 */
#include <arch/translation.h>

#include "unit.h"

static const struct translation *const arm = &translation_aarch64;
static const struct translation *const riscv = &translation_riscv64;

#define BIT(n) (1ull << (n))

/* Arm, by bit number. [ARM] D8.3 */
#define VALID	BIT(0)
#define TABLE	BIT(1)	/* at level 3: page */
#define USER	BIT(6)
#define READ	BIT(7)
#define AF	BIT(10)
#define NG	BIT(11)
#define GP	BIT(50)
#define DBM	BIT(51)
#define GROUP	BIT(52)
#define PXN	BIT(53)
#define UXN	BIT(54)
#define INDEX(n) ((uint64_t)(n) << 2)
#define SH(n)	((uint64_t)(n) << 8)
#define PAGE	(VALID | TABLE | AF)
#define BLOCK	(VALID | AF)
#define NORMAL	(PAGE | INDEX(1) | SH(3))

/* RISC-V, by bit number. [RISCV-PRIV] sv39 */
#define V	BIT(0)
#define R	BIT(1)
#define W	BIT(2)
#define X	BIT(3)
#define U	BIT(4)
#define G	BIT(5)
#define A	BIT(6)
#define D	BIT(7)
#define N	BIT(63)
#define PBMT(n)	((uint64_t)(n) << 61)
#define PPN(pa)	((uint64_t)(pa) >> 12 << 10)

struct kind_case {
	const char *what;
	uint64_t value;
	unsigned height;
	enum descriptor_kind kind;
	bool malformed;
};

static void check_kinds(const struct translation *arch,
			const struct kind_case *cases, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		const struct kind_case *c = &cases[i];

		check_case(arch->kind(0, c->value, c->height) == c->kind, i,
			   c->what);
		check_case(arch->is_malformed(c->value, c->height) ==
			   c->malformed, i, c->what);
	}
}

#define INVALID DESCRIPTOR_INVALID
#define LEAF DESCRIPTOR_LEAF
#define LEADS DESCRIPTOR_TABLE

static void arm_kinds(void **state)
{
	static const struct kind_case cases[] = {
		{ "zero at level 3", 0, 0, INVALID, false },
		{ "zero at level 0", 0, 3, INVALID, false },
		{ "all but valid", ~VALID, 0, INVALID, false },
		{ "page", 0x40001000 | PAGE, 0, LEAF, false },
		{ "page, AF=0", 0x40001000 | VALID | TABLE, 0, INVALID, false },
		{ "bits 01 at level 3", 0x40001000 | BLOCK, 0, INVALID, false },
		{ "bits 10", 0x40001000 | TABLE | AF, 0, INVALID, false },
		{ "2 MiB block", 0x40200000 | BLOCK, 1, LEAF, false },
		{ "1 GiB block", 0x40000000 | BLOCK, 2, LEAF, false },
		{ "512 GiB block", 0x8000000000 | BLOCK, 3, INVALID, false },
		{ "block, AF=0", 0x40200000 | VALID, 1, INVALID, false },
		{ "table at level 2", 0x40001000 | 3, 1, LEADS, false },
		{ "table at level 1", 0x40001000 | 3, 2, LEADS, false },
		{ "table at level 0", 0x40001000 | 3, 3, LEADS, false },
		{ "table with AF", 0x40001000 | PAGE, 1, LEADS, false },
		{ "table, APTable", 0x40001000 | 3 | BIT(61), 1, LEADS, false },
		{ "page, bit 48", 0x40001000 | PAGE | BIT(48), 0, INVALID, true },
		{ "page, bit 49", 0x40001000 | PAGE | BIT(49), 0, INVALID, true },
		{ "block, bit 48", 0x40200000 | BLOCK | BIT(48), 1, INVALID, true },
		{ "table, bit 49", 0x40001000 | 3 | BIT(49), 1, LEADS, true },
		{ "invalid, bit 48", BIT(48), 0, INVALID, false },
		{ "software's bits", 0x40001000 | PAGE | 0xfull << 55, 0, LEAF, false },
	};

	(void)state;
	check_kinds(arm, cases, COUNT(cases));
}

static void riscv_kinds(void **state)
{
	static const struct kind_case cases[] = {
		{ "zero", 0, 0, INVALID, false },
		{ "all but V", ~V, 0, INVALID, false },
		{ "page", PPN(0x80001000) | V | R | A, 0, LEAF, false },
		{ "execute only", PPN(0x80001000) | V | X | A, 0, LEAF, false },
		{ "A=0", PPN(0x80001000) | V | R, 0, LEAF, false },
		{ "W without R", PPN(0x80001000) | V | W, 0, INVALID, true },
		{ "W, X without R", PPN(0x80001000) | V | W | X, 0, INVALID, true },
		{ "pointer at level 0", PPN(0x80001000) | V, 0, INVALID, false },
		{ "table", PPN(0x80001000) | V, 1, LEADS, false },
		{ "table at level 4", PPN(0x80001000) | V, 4, LEADS, false },
		{ "table with G", PPN(0x80001000) | V | G, 1, LEADS, false },
		{ "table with RSW", PPN(0x80001000) | V | BIT(8), 1, LEADS, false },
		{ "table with A", PPN(0x80001000) | V | A, 1, INVALID, true },
		{ "table with D", PPN(0x80001000) | V | D, 1, INVALID, true },
		{ "table with U", PPN(0x80001000) | V | U, 1, INVALID, true },
		{ "table with N", PPN(0x80001000) | V | N, 1, INVALID, false },
		{ "table with PBMT", PPN(0x80001000) | V | PBMT(1), 1, INVALID, false },
		{ "2 MiB", PPN(0x80200000) | V | R, 1, LEAF, false },
		{ "2 MiB, not aligned", PPN(0x80201000) | V | R, 1, INVALID, false },
		{ "1 GiB", PPN(0x80000000) | V | R, 2, LEAF, false },
		{ "1 GiB, not aligned", PPN(0x80200000) | V | R, 2, INVALID, false },
		{ "512 GiB", PPN(0x8000000000) | V | R, 3, LEAF, false },
		{ "256 TiB", PPN(0x1000000000000) | V | R, 4, LEAF, false },
		{ "256 TiB, not aligned", PPN(0x8000000000) | V | R, 4, INVALID, false },
		{ "bit 54", PPN(0x80001000) | V | R | BIT(54), 0, INVALID, true },
		{ "bit 60", PPN(0x80001000) | V | R | BIT(60), 0, INVALID, true },
		{ "bit 60, V=0", BIT(60), 0, INVALID, false },
		{ "PBMT NC", PPN(0x80001000) | V | R | PBMT(1), 0, LEAF, false },
		{ "PBMT IO", PPN(0x80001000) | V | R | PBMT(2), 0, LEAF, false },
		{ "PBMT 3", PPN(0x80001000) | V | R | PBMT(3), 0, INVALID, true },
		{ "NAPOT", PPN(0x80008000) | V | R | N, 0, LEAF, false },
		{ "NAPOT, ppn 1000 of 16", PPN(0x80018000) | V | R | N, 0, LEAF, false },
		{ "NAPOT, ppn 0000", PPN(0x80000000) | V | R | N, 0, INVALID, false },
		{ "NAPOT, ppn 1001", PPN(0x80009000) | V | R | N, 0, INVALID, false },
		{ "NAPOT at level 1", PPN(0x81000000) | V | R | N, 1, INVALID, false },
	};

	(void)state;
	check_kinds(riscv, cases, COUNT(cases));
}

static void levels(void **state)
{
	(void)state;
	for (unsigned height = 0; height < 4; height++) {
		assert_int_equal(arm->level(height), 3 - height);
		assert_int_equal(riscv->level(height), height);
	}
	assert_int_equal(riscv->level(4), 4);
}

static void tables(void **state)
{
	(void)state;
	assert_int_equal(arm->table(0xffff123456789fffull), 0x123456789000);
	assert_int_equal(arm->table(0x40001003), 0x40001000);
	assert_int_equal(riscv->table(PPN(0x80001000) | 0x3ff), 0x80001000);
	assert_int_equal(riscv->table(~0ull), 0xfffffffffff000);
	assert_false(arm->table_is_global(0x40001003));
	assert_false(riscv->table_is_global(PPN(0x80001000) | V));
	assert_true(riscv->table_is_global(PPN(0x80001000) | V | G));
}

struct leaf_case {
	const char *what;
	uint64_t value;
	unsigned height;
	unsigned slot;
	struct leaf leaf;
};

static void check_leaves(const struct translation *arch, unsigned features,
			 uint64_t attributes, const struct leaf_case *cases,
			 unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		const struct leaf_case *c = &cases[i];
		const struct leaf *want = &c->leaf;
		struct leaf got;

		memset(&got, 0xff, sizeof(got));
		arch->leaf(features, c->value, c->height, c->slot, attributes,
			   &got);
		check_case(got.output == want->output, i, c->what);
		check_case(got.type == want->type, i, c->what);
		check_case(got.permissions == want->permissions, i, c->what);
		check_case(got.user == want->user, i, c->what);
		check_case(got.user_space == want->user_space, i, c->what);
		check_case(got.global == want->global, i, c->what);
		check_case(got.contiguous == want->contiguous, i, c->what);
	}
}

/* Short for the tables: kernel and user permissions. */
#define KR	PERMISSION_READ
#define KW	PERMISSION_WRITE
#define KX	PERMISSION_EXECUTE
#define UR	PERMISSION_USER_READ
#define UW	PERMISSION_USER_WRITE
#define UX	PERMISSION_USER_EXECUTE
#define FREE	PERMISSION_UNGUARDED
#define NX	(PXN | UXN)

/*
 * MAIR: 0 is Device-nGnRnE, 1 Normal write-back, 2 Device-nGnRE, 3 Normal
 * non-cacheable, the others 0.
 */
#define MAIR 0x4404ff00ull

static void arm_leaves(void **state)
{
	static const struct leaf_case cases[] = {
		{ "kernel data", 0x40001000 | NORMAL | NX, 0, 1,
		  { 0x40001000, 0x3ff, KR | KW | FREE, .global = true } },
		{ "kernel text", 0x40001000 | NORMAL | READ | UXN, 0, 1,
		  { 0x40001000, 0x3ff, KR | KX | FREE, .global = true } },
		{ "guarded text", 0x40001000 | NORMAL | READ | UXN | GP, 0, 1,
		  { 0x40001000, 0x3ff, KR | KX, .global = true } },
		{ "user data", 0x40001000 | NORMAL | USER | NG | NX, 0, 1,
		  { 0x40001000, 0x3ff, KR | KW | UR | UW | FREE, .user = true } },
		{ "user read-only", 0x40001000 | NORMAL | USER | READ | NG | NX, 0, 1,
		  { 0x40001000, 0x3ff, KR | UR | FREE, .user = true } },
		{ "user, DBM without HD", 0x40001000 | NORMAL | USER | READ | DBM | NG | NX, 0, 1,
		  { 0x40001000, 0x3ff, KR | UR | FREE, .user = true } },
		{ "user text", 0x40001000 | NORMAL | USER | READ | NG | PXN, 0, 1,
		  { 0x40001000, 0x3ff, KR | UR | UX | FREE, .user = true } },
		{ "user execute-only", 0x40001000 | NORMAL | READ | NG | PXN, 0, 1,
		  { 0x40001000, 0x3ff, KR | UX | FREE, .user = false } },
		{ "outer shareable", 0x40001000 | PAGE | INDEX(1) | SH(2) | NX, 0, 1,
		  { 0x40001000, 0x2ff, KR | KW | FREE, .global = true } },
		{ "non-cacheable", 0x40001000 | PAGE | INDEX(3) | SH(2) | NX, 0, 1,
		  { 0x40001000, 0x244, KR | KW | FREE, .global = true } },
		{ "device", 0x09000000 | PAGE | INDEX(2) | NX, 0, 1,
		  { 0x09000000, 0x04, KR | KW | FREE, .global = true } },
		{ "device: SH means nothing", 0x09000000 | PAGE | INDEX(2) | SH(3) | NX, 0, 1,
		  { 0x09000000, 0x04, KR | KW | FREE, .global = true } },
		{ "index 7", 0x09000000 | PAGE | INDEX(7) | NX, 0, 1,
		  { 0x09000000, 0x00, KR | KW | FREE, .global = true } },
		{ "contiguous page", 0x40011000 | NORMAL | GROUP | NX, 0, 17,
		  { 0x40011000, 0x3ff, KR | KW | FREE, .global = true, .contiguous = true } },
		{ "2 MiB", 0x40200000 | BLOCK | INDEX(1) | SH(3) | NX, 1, 1,
		  { 0x40200000, 0x3ff, KR | KW | FREE, .global = true } },
		{ "2 MiB, nT", 0x40200000 | BIT(16) | BLOCK | INDEX(1) | SH(3) | NX, 1, 1,
		  { 0x40200000, 0x3ff, KR | KW | FREE, .global = true } },
		{ "1 GiB", 0x40000000 | BLOCK | INDEX(1) | SH(3) | NX, 2, 1,
		  { 0x40000000, 0x3ff, KR | KW | FREE, .global = true } },
		{ "highest address", 0xfffffffff000 | NORMAL | NX, 0, 511,
		  { 0xfffffffff000, 0x3ff, KR | KW | FREE, .global = true } },
		{ "software's bits", 0x40001000 | NORMAL | NX | 0x1ffull << 55, 0, 1,
		  { 0x40001000, 0x3ff, KR | KW | FREE, .global = true } },
	};

	(void)state;
	check_leaves(arm, 0, MAIR, cases, COUNT(cases));
}

/* With TCR_EL1.HD the walker itself makes it writable. [ARM] D8.5 */
static void arm_leaves_dirty_state(void **state)
{
	static const struct leaf_case cases[] = {
		{ "user, DBM", 0x40001000 | NORMAL | USER | READ | DBM | NG | NX, 0, 1,
		  { 0x40001000, 0x3ff, KR | KW | UR | UW | FREE, .user = true } },
		{ "kernel, DBM", 0x40001000 | NORMAL | READ | DBM | NX, 0, 1,
		  { 0x40001000, 0x3ff, KR | KW | FREE, .global = true } },
		{ "read-only", 0x40001000 | NORMAL | READ | NX, 0, 1,
		  { 0x40001000, 0x3ff, KR | FREE, .global = true } },
	};

	(void)state;
	check_leaves(arm, FEATURE_DIRTY_STATE, MAIR, cases, COUNT(cases));
}

static void riscv_leaves(void **state)
{
	static const struct leaf_case cases[] = {
		{ "read", PPN(0x80001000) | V | R, 0, 1,
		  { 0x80001000, 0, KR, .user = false } },
		{ "read, write", PPN(0x80001000) | V | R | W, 0, 1,
		  { 0x80001000, 0, KR | KW, .user = false } },
		{ "execute", PPN(0x80001000) | V | X, 0, 1,
		  { 0x80001000, 0, KX, .user = false } },
		{ "user", PPN(0x80001000) | V | R | U | A | D, 0, 1,
		  { 0x80001000, 0, KR, .user = true, .user_space = true } },
		{ "global", PPN(0x80001000) | V | R | G, 0, 1,
		  { 0x80001000, 0, KR, .global = true } },
		{ "PBMT NC", PPN(0x80001000) | V | R | PBMT(1), 0, 1,
		  { 0x80001000, 1, KR, .user = false } },
		{ "PBMT IO", PPN(0x80001000) | V | R | PBMT(2), 0, 1,
		  { 0x80001000, 2, KR, .user = false } },
		{ "2 MiB", PPN(0x80200000) | V | R | W | X, 1, 1,
		  { 0x80200000, 0, KR | KW | KX, .user = false } },
		{ "256 TiB", PPN(0x3000000000000) | V | R, 4, 3,
		  { 0x3000000000000, 0, KR, .user = false } },
		{ "NAPOT, first", PPN(0x80008000) | V | R | N, 0, 0,
		  { 0x80000000, 0, KR, .contiguous = true } },
		{ "NAPOT, fifth", PPN(0x80008000) | V | R | N, 0, 4,
		  { 0x80004000, 0, KR, .contiguous = true } },
		{ "NAPOT, last", PPN(0x80018000) | V | R | N, 0, 0x1ff,
		  { 0x8001f000, 0, KR, .contiguous = true } },
		{ "highest address", PPN(0xfffffffffff000) | V | R, 0, 0,
		  { 0xfffffffffff000, 0, KR, .user = false } },
	};

	(void)state;
	check_leaves(riscv, 0, 0, cases, COUNT(cases));
}

struct same_case {
	const char *what;
	uint64_t a, b;
	unsigned height;
	bool same;
	unsigned features;
};

/* "The same" of docs/model.md section 3: equal meanings. */
static void check_meanings(const struct translation *arch,
			   const struct same_case *cases, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		const struct same_case *c = &cases[i];

		check_case((arch->meaning(c->features, c->a, c->height) ==
			    arch->meaning(c->features, c->b, c->height)) ==
			   c->same, i, c->what);
	}
}

static void arm_meanings(void **state)
{
	static const uint64_t page = 0x40001000 | NORMAL;
	static const uint64_t table = 0x40001000 | 3;
	const struct same_case cases[] = {
		{ "two invalid", 0, ~VALID, 0, true, 0 },
		{ "invalid and AF=0", 0, page & ~AF, 0, true, 0 },
		{ "AF cleared", page, page & ~AF, 0, false, 0 },
		{ "software 58:55", page, page | 0xfull << 55, 0, true, 0 },
		{ "ignored 63:59", page, page | 0x1full << 59, 0, true, 0 },
		{ "address", page, page + 0x1000, 0, false, 0 },
		{ "memory type", page, page ^ INDEX(3), 0, false, 0 },
		{ "AP", page, page ^ READ, 0, false, 0 },
		{ "DBM", page, page ^ DBM, 0, true, 0 },
		{ "DBM, HD", page, page ^ DBM, 0, false, FEATURE_DIRTY_STATE },
		{ "AF, HA", page, page & ~AF, 0, true, FEATURE_ACCESS_FLAG },
		{ "nothing and AF=0, HA", 0, page & ~AF, 0, false, FEATURE_ACCESS_FLAG },
		{ "GP", page, page ^ GP, 0, false, 0 },
		{ "contiguous", page, page ^ GROUP, 0, false, 0 },
		{ "nG", page, page ^ NG, 0, false, 0 },
		{ "table: address", table, table + 0x1000, 1, false, 0 },
		{ "table: 63:59", table, table | BIT(59), 1, false, 0 },
		{ "table: bit 63", table, table | BIT(63), 1, false, 0 },
		{ "table: AF and others", table, table | 0xffc, 1, true, 0 },
		{ "table: 58:55", table, table | 0xfull << 55, 1, true, 0 },
		{ "table and nothing", table, 0, 1, false, 0 },
		{ "table and block", table, 0x40200000 | BLOCK, 1, false, 0 },
		{ "table at level 3 is no page", table, 0, 0, true, 0 },
		{ "level 0 block", 0x8000000000 | BLOCK, 0, 3, true, 0 },
	};

	(void)state;
	check_meanings(arm, cases, COUNT(cases));
}

static void riscv_meanings(void **state)
{
	static const uint64_t page = PPN(0x80001000) | V | R | W;
	static const uint64_t table = PPN(0x80001000) | V;
	const struct same_case cases[] = {
		{ "two invalid", 0, ~V, 0, true, 0 },
		{ "RSW", page, page | 3ull << 8, 0, true, 0 },
		{ "A", page, page | A, 0, true, 0 },
		{ "D", page, page | A | D, 0, true, 0 },
		{ "U", page, page | U, 0, false, 0 },
		{ "G", page, page | G, 0, false, 0 },
		{ "W", page, page & ~W, 0, false, 0 },
		{ "PBMT", page, page | PBMT(1), 0, false, 0 },
		{ "address", page, page + PPN(0x1000), 0, false, 0 },
		{ "malformed and invalid", page | BIT(54), 0, 0, true, 0 },
		{ "table: address", table, table + PPN(0x1000), 1, false, 0 },
		{ "table: G", table, table | G, 1, false, 0 },
		{ "table: RSW", table, table | 3ull << 8, 1, true, 0 },
		{ "table and nothing", table, 0, 1, false, 0 },
		{ "pointer at level 0", table, 0, 0, true, 0 },
		{ "table and leaf", table, table | R, 1, false, 0 },
		{ "two not aligned", PPN(0x80201000) | V | R, 0, 1, true, 0 },
	};

	(void)state;
	check_meanings(riscv, cases, COUNT(cases));
}

static void accessed(void **state)
{
	static const uint64_t page = 0x40001000 | VALID | TABLE | INDEX(1);

	(void)state;
	assert_int_equal(arm->accessed(0, page, 0), page | AF);
	assert_int_equal(arm->accessed(0, page | AF, 0), 0);
	assert_int_equal(arm->accessed(0, 0x40200000 | VALID, 1),
			 0x40200000 | BLOCK);
	/* A table, nothing, a reserved one: no leaf but for AF. */
	assert_int_equal(arm->accessed(0, page, 1), 0);
	assert_int_equal(arm->accessed(0, 0, 0), 0);
	assert_int_equal(arm->accessed(0, page | BIT(48), 0), 0);
	/* With HA it is a leaf already. */
	assert_int_equal(arm->accessed(FEATURE_ACCESS_FLAG, page, 0), 0);
	assert_int_equal(arm->kind(FEATURE_ACCESS_FLAG, page, 0), LEAF);
	assert_int_equal(riscv->accessed(0, PPN(0x80001000) | V | R, 0), 0);
}

static void features(void **state)
{
	uint64_t regs[REGISTER_COUNT] = { 0 };

	(void)state;
	assert_int_equal(arm->features(regs), 0);
	regs[REGISTER_TCR_EL1] = BIT(39);
	assert_int_equal(arm->features(regs), FEATURE_ACCESS_FLAG);
	regs[REGISTER_TCR_EL1] = BIT(40);
	assert_int_equal(arm->features(regs), FEATURE_DIRTY_STATE);
	regs[REGISTER_TCR_EL1] = ~(BIT(39) | BIT(40));
	assert_int_equal(arm->features(regs), 0);
	regs[REGISTER_TCR_EL1] = ~0ull;
	assert_int_equal(riscv->features(regs), 0);
}

/* The first of a group's 16. */
static void spans(void **state)
{
	(void)state;
	assert_int_equal(arm->span(0x4001f000 | PAGE | GROUP, 0),
			 0x40010000 | PAGE | GROUP);
	assert_int_equal(arm->span(0x43e00000 | BLOCK | GROUP, 1),
			 0x42000000 | BLOCK | GROUP);
	assert_int_equal(arm->span(0x7c0000000 | BLOCK | GROUP, 2),
			 0x400000000 | BLOCK | GROUP);
	assert_int_equal(riscv->span(PPN(0x80018000) | V | R | N, 0),
			 PPN(0x80018000) | V | R | N);
}

struct coverage_case {
	uint32_t word;
	uint64_t operand[2];
	uint64_t va;
	uint64_t size;
	uint16_t asid;
	int height;	/* NEVER: no leaf at all */
};

#define ANY	(-1)
#define NEVER	99

static void check_coverage(const struct translation *arch, uint16_t mask,
			   const struct coverage_case *cases, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		const struct coverage_case *c = &cases[i];
		const struct invalidation *op = arch->decode(c->word);
		struct coverage got;

		memset(&got, 0xff, sizeof(got));
		arch->coverage(op, c->operand, mask, &got);
		check_case(got.size == c->size, i, op->name);
		check_case(got.asid == c->asid, i, op->name);
		if (c->size == 0) {
			continue;
		}
		check_case(got.va == c->va, i, op->name);
		check_case(c->height == NEVER ? got.leaf_height >= HEIGHT_MAX
					      : got.leaf_height == c->height,
			   i, op->name);
	}
}

/* [63:48] ASID, [47:44] TTL, [43:0] VA[55:12]. */
static void arm_address_coverage(void **state)
{
	static const struct coverage_case cases[] = {
		{ 0xd5088720, { 0x0000000000000000 }, 0, 4096, 0, ANY },
		{ 0xd5088720, { 0x1234000000012345 }, 0x12345000, 4096, 0x1234, ANY },
		/* The highest VA of 48 bits, and one of the upper half. */
		{ 0xd5088320, { 0x00010007ffffffff }, 0x7ffffffff000, 4096, 1, ANY },
		{ 0xd5088320, { 0xffff0fff80008000 }, 0xfffff80008000000, 4096, 0xffff, ANY },
		{ 0xd5088320, { 0x00000fffffffffff }, 0xfffffffffffff000, 4096, 0, ANY },
		/* Bit 55 clear, bit 54 set: not extended. */
		{ 0xd5088320, { 0x000007ffffffffff }, 0x007ffffffffff000, 4096, 0, ANY },
		/* TTL: no hint, other granules, and levels 0 to 3 of 4 KiB. */
		{ 0xd5088320, { 0x0001100000012345 }, 0x12345000, 4096, 1, ANY },
		{ 0xd5088320, { 0x0001200000012345 }, 0x12345000, 4096, 1, ANY },
		{ 0xd5088320, { 0x0001300000012345 }, 0x12345000, 4096, 1, ANY },
		{ 0xd5088320, { 0x0001400000012345 }, 0x12345000, 4096, 1, ANY },
		{ 0xd5088320, { 0x0001500000012345 }, 0x12345000, 4096, 1, 2 },
		{ 0xd5088320, { 0x0001600000012345 }, 0x12345000, 4096, 1, 1 },
		{ 0xd5088320, { 0x0001700000012345 }, 0x12345000, 4096, 1, 0 },
		{ 0xd5088320, { 0x0001800000012345 }, 0x12345000, 4096, 1, NEVER },
		{ 0xd5088320, { 0x0001b00000012345 }, 0x12345000, 4096, 1, NEVER },
		{ 0xd5088320, { 0x0001f00000012345 }, 0x12345000, 4096, 1, NEVER },
		/* VAAE1IS, VALE1IS, VAALE1: the same operand. */
		{ 0xd5088360, { 0x0001700000012345 }, 0x12345000, 4096, 1, 0 },
		{ 0xd50883a0, { 0x0001700000012345 }, 0x12345000, 4096, 1, 0 },
		{ 0xd50887e0, { 0x0001000000012345 }, 0x12345000, 4096, 1, ANY },
		/* ASIDE1 and VMALLE1 have every address. */
		{ 0xd5088740, { 0x1234000000012345 }, 0, ~0ull, 0x1234, ANY },
		{ 0xd508871f, { 0 }, 0, ~0ull, 0, ANY },
	};

	(void)state;
	check_coverage(arm, 0xffff, cases, COUNT(cases));
}

/* With TCR_EL1.AS=0 an ASID has 8 bits. */
static void arm_asid_width(void **state)
{
	static const struct coverage_case cases[] = {
		{ 0xd5088720, { 0x1234000000012345 }, 0x12345000, 4096, 0x34, ANY },
		{ 0xd5088740, { 0xff00000000000000 }, 0, ~0ull, 0, ANY },
		{ 0xd5088220, { 0xabcd400000012345 }, 0x12345000, 8192, 0xcd, ANY },
	};

	(void)state;
	check_coverage(arm, 0xff, cases, COUNT(cases));
}

/*
 * [63:48] ASID [47:46] TG [45:44] SCALE [43:39] NUM [38:37] TTL [36:0] base;
 * (NUM + 1) * 2^(5 * SCALE + 1) pages.
 */
static void arm_range_coverage(void **state)
{
#define RANGE(tg, scale, num, ttl, base)                                    \
	{ 1ull << 48 | (uint64_t)(tg) << 46 | (uint64_t)(scale) << 44 |     \
	  (uint64_t)(num) << 39 | (uint64_t)(ttl) << 37 | (base) }
	static const struct coverage_case cases[] = {
		{ 0xd5088220, RANGE(1, 0, 0, 0, 0x12345), 0x12345000, 0x2000, 1, ANY },
		{ 0xd5088220, RANGE(1, 0, 1, 0, 0x12345), 0x12345000, 0x4000, 1, ANY },
		{ 0xd5088220, RANGE(1, 0, 31, 0, 0x12345), 0x12345000, 0x40000, 1, ANY },
		{ 0xd5088220, RANGE(1, 1, 0, 0, 0x12345), 0x12345000, 0x40000, 1, ANY },
		{ 0xd5088220, RANGE(1, 1, 31, 0, 0x12345), 0x12345000, 0x800000, 1, ANY },
		{ 0xd5088220, RANGE(1, 2, 0, 0, 0x12345), 0x12345000, 0x800000, 1, ANY },
		{ 0xd5088220, RANGE(1, 3, 0, 0, 0x12345), 0x12345000, 0x10000000, 1, ANY },
		{ 0xd5088220, RANGE(1, 3, 31, 0, 0x12345), 0x12345000, 0x200000000, 1, ANY },
		/* TTL is a level; 0 is no hint. */
		{ 0xd50882a0, RANGE(1, 0, 0, 1, 0x40000), 0x40000000, 0x2000, 1, 2 },
		{ 0xd50882a0, RANGE(1, 0, 0, 2, 0x40000), 0x40000000, 0x2000, 1, 1 },
		{ 0xd50882a0, RANGE(1, 0, 0, 3, 0x40000), 0x40000000, 0x2000, 1, 0 },
		/* Another granule covers nothing. */
		{ 0xd5088220, RANGE(0, 0, 0, 0, 0x12345), 0, 0, 1, ANY },
		{ 0xd5088220, RANGE(2, 0, 0, 0, 0x12345), 0, 0, 1, ANY },
		{ 0xd5088220, RANGE(3, 0, 0, 0, 0x12345), 0, 0, 1, ANY },
		/* The base is extended from VA bit 48. */
		{ 0xd5088260, RANGE(1, 0, 0, 0, 0x1800080000), 0xffff800080000000, 0x2000, 1, ANY },
		{ 0xd5088260, RANGE(1, 0, 0, 0, 0x0fffffffff), 0x0000fffffffff000, 0x2000, 1, ANY },
		{ 0xd5088260, RANGE(1, 0, 0, 0, 0x1fffffffff), 0xfffffffffffff000, 0x2000, 1, ANY },
	};

	(void)state;
	check_coverage(arm, 0xffff, cases, COUNT(cases));
}

static void riscv_coverage(void **state)
{
	static const struct coverage_case cases[] = {
		{ 0x12000073, { 0x12345678, 9 }, 0, ~0ull, 9, ANY },
		{ 0x12b00073, { 0x12345678, 0x12345 }, 0, ~0ull, 0x2345, ANY },
		{ 0x12050073, { 0x12345678, 0 }, 0x12345000, 4096, 0, ANY },
		{ 0x12b50073, { 0x12345678, 7 }, 0x12345000, 4096, 7, ANY },
		{ 0x12b50073, { 0, 0 }, 0, 4096, 0, ANY },
		{ 0x16b50073, { ~0ull, ~0ull }, 0xfffffffffffff000, 4096, 0xffff, ANY },
	};

	(void)state;
	check_coverage(riscv, 0xffff, cases, COUNT(cases));
}

/* A running Arm kernel: 48 bits in both halves, 16-bit ASIDs. */
#define T0SZ(n)	((uint64_t)(n))
#define T1SZ(n)	((uint64_t)(n) << 16)
#define TG0(n)	((uint64_t)(n) << 14)
#define TG1(n)	((uint64_t)(n) << 30)
#define EPD0	BIT(7)
#define EPD1	BIT(23)
#define A1	BIT(22)
#define AS	BIT(36)
#define DS	BIT(59)
#define RUNNING	(T0SZ(16) | T1SZ(16) | TG1(2) | AS)

static void arm_context(uint64_t tcr, uint64_t ttbr0, uint64_t ttbr1,
			struct context *context)
{
	uint64_t regs[REGISTER_COUNT] = {
		[REGISTER_TTBR0_EL1] = ttbr0,
		[REGISTER_TTBR1_EL1] = ttbr1,
		[REGISTER_TCR_EL1] = tcr,
		[REGISTER_MAIR_EL1] = MAIR,
		[REGISTER_SCTLR_EL1] = 1,
	};

	memset(context, 0xff, sizeof(*context));
	arm->context(regs, context);
}

static void arm_context_halves(void **state)
{
	struct context c;

	(void)state;
	arm_context(RUNNING, 0x0012000040001001, 0x0034000040002000, &c);
	assert_true(c.on[0] && c.on[1] && !c.refused);
	assert_int_equal(c.root[0].pa, 0x40001000);
	assert_int_equal(c.root[1].pa, 0x40002000);
	assert_int_equal(c.root[0].half, 0);
	assert_int_equal(c.root[1].half, 1);
	assert_int_equal(c.root[0].va_bits, 48);
	assert_int_equal(c.root[0].attributes, MAIR);
	assert_true(c.cnp[0] && !c.cnp[1]);
	assert_int_equal(c.asid, 0x12);
	arm_context(RUNNING | EPD0, 0x40001000, 0x40002000, &c);
	assert_true(!c.on[0] && c.on[1] && !c.refused);
	arm_context(RUNNING | EPD1, 0x40001000, 0x40002000, &c);
	assert_true(c.on[0] && !c.on[1] && !c.refused);
}

static void arm_context_asid(void **state)
{
	struct context c;

	(void)state;
	arm_context(RUNNING | A1, 0x1234ull << 48, 0x5678ull << 48, &c);
	assert_int_equal(c.asid, 0x5678);
	assert_int_equal(c.asid_mask, 0xffff);
	arm_context(RUNNING & ~AS, 0x1234ull << 48, 0x5678ull << 48, &c);
	assert_int_equal(c.asid, 0x34);
	assert_int_equal(c.asid_mask, 0xff);
	arm_context((RUNNING & ~AS) | A1, 0x1234ull << 48, 0x5678ull << 48,
		    &c);
	assert_int_equal(c.asid, 0x78);
}

/* Nothing is on with the MMU off, whatever the others say. */
static void arm_context_off(void **state)
{
	const uint64_t regs[REGISTER_COUNT] = {
		[REGISTER_TTBR0_EL1] = 0x40001000,
		[REGISTER_TCR_EL1] = RUNNING | TG0(1),
		[REGISTER_SCTLR_EL1] = ~1ull,
	};
	struct context c;

	(void)state;
	arm->context(regs, &c);
	assert_true(!c.on[0] && !c.on[1] && !c.refused);
}

/* TG0: 0 is 4 KiB, 1 64, 2 16.  TG1: 1 is 16 KiB, 2 4, 3 64. */
static void arm_context_granule(void **state)
{
	struct context c;

	(void)state;
	for (unsigned tg = 0; tg < 4; tg++) {
		arm_context(RUNNING | TG0(tg), 0x40000000, 0x40000000, &c);
		assert_int_equal(c.on[0], tg == 0);
		assert_true(c.on[1]);
		assert_int_equal(c.refused, tg != 0);
		arm_context((RUNNING & ~TG1(3)) | TG1(tg), 0x40000000,
			    0x40000000, &c);
		assert_int_equal(c.on[1], tg == 2);
		assert_true(c.on[0]);
		assert_int_equal(c.refused, tg != 2);
		/* A half that does not walk may say what it likes. */
		arm_context((RUNNING & ~TG1(3)) | TG1(tg) | EPD1, 0x40000000,
			    0x40000000, &c);
		assert_true(c.on[0] && !c.on[1] && !c.refused);
	}
	arm_context(RUNNING | DS, 0x40000000, 0x40000000, &c);
	assert_true(!c.on[0] && !c.on[1] && c.refused);
}

/*
 * Bytes of the first table for T0SZ from 16 on, and its alignment (64 is the
 * least). [ARM] TTBR0_EL1
 */
static const unsigned root_bytes[] = {
	4096, 2048, 1024, 512, 256, 128, 64, 32, 16,	/* 16 to 24: level 0 */
	4096, 2048, 1024, 512, 256, 128, 64, 32, 16,	/* 25 to 33: level 1 */
	4096, 2048, 1024, 512, 256, 128, 64, 32, 16,	/* 34 to 42: level 2 */
	4096, 2048, 1024, 512, 256, 128,		/* 43 to 48: level 3 */
};

static void arm_context_sizes(void **state)
{
	(void)state;
	assert_int_equal(COUNT(root_bytes), 33);
	for (unsigned tsz = 0; tsz < 64; tsz++) {
		bool legal = tsz >= 16 && tsz <= 48;
		struct context c;
		uint64_t align;

		arm_context(T0SZ(tsz) | EPD1 | AS, 0x1234400abfff, 0, &c);
		assert_int_equal(c.on[0], legal);
		assert_int_equal(c.refused, !legal);
		if (!legal) {
			continue;
		}
		align = root_bytes[tsz - 16] < 64 ? 64 : root_bytes[tsz - 16];
		check_case(c.root[0].pa == 0x1234400abfff / align * align, tsz,
			   "T0SZ");
		assert_int_equal(c.root[0].va_bits, 64 - tsz);
		arm_context(T1SZ(tsz) | EPD0 | TG1(2), 0, 0x1234400abfff, &c);
		check_case(c.on[1] && c.root[1].pa == 0x1234400abfff / align *
						      align, tsz, "T1SZ");
	}
}

/* [RISCV-PRIV] satp: MODE 63:60, ASID 59:44, PPN 43:0. */
static void riscv_context(void **state)
{
	(void)state;
	for (unsigned mode = 0; mode < 16; mode++) {
		const uint64_t regs[REGISTER_COUNT] = {
			[REGISTER_SATP] = (uint64_t)mode << 60 |
					  0xabcdull << 44 | 0x80001,
		};
		bool followed = mode >= 8 && mode <= 10;
		struct context c;

		memset(&c, 0xff, sizeof(c));
		riscv->context(regs, &c);
		assert_int_equal(c.on[0], followed);
		assert_false(c.on[1]);
		assert_int_equal(c.refused, mode != 0 && !followed);
		assert_int_equal(c.asid_mask, 0xffff);
		if (followed) {
			assert_int_equal(c.root[0].va_bits,
					 39 + 9 * (mode - 8));
			assert_int_equal(c.root[0].pa, 0x80001000);
			assert_int_equal(c.root[0].half, 0);
			assert_int_equal(c.root[0].attributes, 0);
			assert_int_equal(c.asid, 0xabcd);
			assert_false(c.cnp[0]);
		}
	}
}

static void riscv_context_wide(void **state)
{
	const uint64_t regs[REGISTER_COUNT] = {
		[REGISTER_SATP] = 8ull << 60 | 0xfffffffffff,
	};
	struct context c;

	(void)state;
	riscv->context(regs, &c);
	assert_int_equal(c.root[0].pa, 0xfffffffffff000);
	assert_int_equal(c.asid, 0);
}

static void errata(void **state)
{
	static const struct {
		const char *part;
		uint32_t midr;
		bool repeats;
	} cases[] = {
		{ "Cortex-A53 r0p4", 0x410fd034, false },
		{ "Cortex-A55 r1p0", 0x411fd050, true },
		{ "Cortex-A57 r1p0", 0x411fd070, false },
		{ "Cortex-A72 r0p3", 0x410fd083, false },
		{ "Cortex-A76 r4p1", 0x414fd0b1, true },
		{ "Neoverse N1 r4p1", 0x414fd0c1, true },
		{ "Cortex-A510", 0x410fd461, true },
		{ "Falkor", 0x510fc000, true },
		{ "A76's number, another implementer", 0x510fd0b1, false },
		{ "nothing", 0, false },
	};
	const uint64_t zero[2] = { 0, 0 }, other[2] = { 1, 0 };

	(void)state;
	for (unsigned i = 0; i < COUNT(cases); i++) {
		check_case(arm->repeats(cases[i].midr) == cases[i].repeats, i,
			   cases[i].part);
		assert_false(riscv->repeats(cases[i].midr));
	}
	assert_true(arm->is_repeat_op(0xd50883bf, zero));
	assert_true(arm->is_repeat_op(0xd50883a3, zero));
	assert_false(arm->is_repeat_op(0xd50883a3, other));
	assert_false(arm->is_repeat_op(0xd5088323, zero));
	assert_false(riscv->is_repeat_op(0x12000073, zero));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(arm_kinds),
	cmocka_unit_test(riscv_kinds),
	cmocka_unit_test(levels),
	cmocka_unit_test(tables),
	cmocka_unit_test(arm_leaves),
	cmocka_unit_test(arm_leaves_dirty_state),
	cmocka_unit_test(riscv_leaves),
	cmocka_unit_test(arm_meanings),
	cmocka_unit_test(riscv_meanings),
	cmocka_unit_test(accessed),
	cmocka_unit_test(features),
	cmocka_unit_test(spans),
	cmocka_unit_test(arm_address_coverage),
	cmocka_unit_test(arm_asid_width),
	cmocka_unit_test(arm_range_coverage),
	cmocka_unit_test(riscv_coverage),
	cmocka_unit_test(arm_context_halves),
	cmocka_unit_test(arm_context_asid),
	cmocka_unit_test(arm_context_off),
	cmocka_unit_test(arm_context_granule),
	cmocka_unit_test(arm_context_sizes),
	cmocka_unit_test(riscv_context),
	cmocka_unit_test(riscv_context_wide),
	cmocka_unit_test(errata),
};

int main(void)
{
	return run_tap(tests);
}
