/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The decoders against assemblers and disassemblers that others wrote: every
 * operation from its name, with every register, and back from every word.
 * Where no assembler here knows a form, its word is built from the layout of
 * the manual, and a line says so.
 */
#include <arch/translation.h>

#include "assembler.h"

static const struct translation *const arm = &translation_aarch64;
static const struct translation *const riscv = &translation_riscv64;

static const struct assembler arm_assemblers[] = {
	{ "GNU as", "aarch64-linux-gnu-as -march=armv8.7-a",
	  "aarch64-linux-gnu-objcopy", "" },
	{ "clang", "clang --target=aarch64-linux-gnu -march=armv8.7-a -c",
	  "aarch64-linux-gnu-objcopy", ".arch_extension rme" },
};

static const struct assembler riscv_assemblers[] = {
	{ "GNU as", "riscv64-linux-gnu-as -march=rv64gch_svinval",
	  "riscv64-linux-gnu-objcopy", ".option norvc" },
	{ "clang", "clang --target=riscv64-linux-gnu -march=rv64gc -c",
	  "riscv64-linux-gnu-objcopy", ".option norvc" },
};

/*
 * [ARM] C5.5.  One row an operation; CRm of the non-shareable, inner and outer
 * shareable forms (NONE: there is none).  os2: op2 of the outer shareable form.
 */
#define NONE 16u

static const struct {
	const char *name;
	unsigned op1, op2, nsh, is, os, os2;
} layout[] = {
	{ "vmalle1", 0, 0, 7, 3, 1, 0 },
	{ "vae1", 0, 1, 7, 3, 1, 1 },
	{ "aside1", 0, 2, 7, 3, 1, 2 },
	{ "vaae1", 0, 3, 7, 3, 1, 3 },
	{ "vale1", 0, 5, 7, 3, 1, 5 },
	{ "vaale1", 0, 7, 7, 3, 1, 7 },
	{ "rvae1", 0, 1, 6, 2, 5, 1 },
	{ "rvaae1", 0, 3, 6, 2, 5, 3 },
	{ "rvale1", 0, 5, 6, 2, 5, 5 },
	{ "rvaale1", 0, 7, 6, 2, 5, 7 },
	{ "alle2", 4, 0, 7, 3, 1, 0 },
	{ "vae2", 4, 1, 7, 3, 1, 1 },
	{ "alle1", 4, 4, 7, 3, 1, 4 },
	{ "vale2", 4, 5, 7, 3, 1, 5 },
	{ "vmalls12e1", 4, 6, 7, 3, 1, 6 },
	{ "rvae2", 4, 1, 6, 2, 5, 1 },
	{ "rvale2", 4, 5, 6, 2, 5, 5 },
	{ "ipas2e1", 4, 1, 4, 0, 4, 0 },
	{ "ipas2le1", 4, 5, 4, 0, 4, 4 },
	{ "ripas2e1", 4, 2, 4, 0, 4, 3 },
	{ "ripas2le1", 4, 6, 4, 0, 4, 7 },
	{ "alle3", 6, 0, 7, 3, 1, 0 },
	{ "vae3", 6, 1, 7, 3, 1, 1 },
	{ "vale3", 6, 5, 7, 3, 1, 5 },
	{ "rvae3", 6, 1, 6, 2, 5, 1 },
	{ "rvale3", 6, 5, 6, 2, 5, 5 },
	{ "paall", 6, 4, 7, NONE, NONE, 0 },
	{ "paallos", 6, 4, 1, NONE, NONE, 0 },
	{ "rpaos", 6, 3, 4, NONE, NONE, 0 },
	{ "rpalos", 6, 7, 4, NONE, NONE, 0 },
};

static uint32_t sys_word(unsigned op1, unsigned crn, unsigned crm,
			 unsigned op2, unsigned rt)
{
	return 0xd5080000u | op1 << 16 | crn << 12 | crm << 8 | op2 << 5 | rt;
}

/* The word that the layout gives a name ("tlbi vae1isnxs"), with Rt=0. */
static uint32_t layout_word(const char *name)
{
	static const char *const scopes[] = { "", "is", "os" };

	for (unsigned i = 0; i < COUNT(layout) * 6; i++) {
		unsigned row = i / 6, scope = i / 2 % 3, crn = 8 + i % 2;
		unsigned crm = scope == 0   ? layout[row].nsh
			       : scope == 1 ? layout[row].is
					    : layout[row].os;
		char text[64];

		snprintf(text, sizeof(text), "tlbi %s%s%s", layout[row].name,
			 scopes[scope], crn == 9 ? "nxs" : "");
		if (crm != NONE && strcmp(text, name) == 0) {
			return sys_word(layout[row].op1, crn, crm,
					scope == 2 ? layout[row].os2
						   : layout[row].op2, 0);
		}
	}
	return WORD_UNKNOWN;
}

static bool starts_with(const char *text, const char *start)
{
	return text && strncmp(text, start, strlen(start)) == 0;
}

static bool arm_has_operand(const char *name)
{
	static const char *const without[] = {
		"tlbi vmall", "tlbi alle", "tlbi paall",
	};

	for (unsigned i = 0; i < COUNT(without); i++) {
		if (starts_with(name, without[i])) {
			return false;
		}
	}
	return true;
}

static bool is_unknown(const struct invalidation *op)
{
	return op->regime == REGIME_UNKNOWN;
}

/* Assembles with each; the word that one of them gives, and no two differ. */
static uint32_t *assemble_all(const struct assembler *with, unsigned count,
			      const struct source *source)
{
	uint32_t *words = calloc(source->count + 1, sizeof(*words));
	uint32_t *more = calloc(source->count + 1, sizeof(*more));

	assert_non_null(words);
	assert_non_null(more);
	for (unsigned i = 0; i < count; i++) {
		unsigned known = 0;

		assemble(&with[i], source, more);
		for (unsigned j = 0; j < source->count; j++) {
			if (more[j] == WORD_UNKNOWN) {
				continue;
			}
			known++;
			check_case(words[j] == WORD_UNKNOWN ||
				   words[j] == more[j], j, source->lines[j]);
			words[j] = more[j];
		}
		diag("%s knows %u of %u lines", with[i].name, known,
		     source->count);
	}
	free(more);
	return words;
}

static void arm_names(void **state)
{
	(void)state;
	for (unsigned i = 0; arm->known(i); i++) {
		const struct invalidation *op = arm->known(i);

		if (!is_unknown(op)) {
			check_case(layout_word(op->name) == op->word, i,
				   op->name);
			check_case(arm->decode(op->word) == op, i, op->name);
		}
	}
}

/* The table names all that the layout has, and nothing twice. */
static void arm_names_complete(void **state)
{
	unsigned known = 0, rows = 0;

	(void)state;
	for (unsigned i = 0; arm->known(i); i++) {
		known += !is_unknown(arm->known(i));
		for (unsigned j = 0; j < i; j++) {
			assert_string_not_equal(arm->known(i)->name,
						arm->known(j)->name);
		}
	}
	for (unsigned i = 0; i < COUNT(layout); i++) {
		rows += layout[i].is == NONE ? 2 : 6;
	}
	assert_int_equal(known, rows);
}

static void add_arm_op(struct source *source, const struct invalidation *op)
{
	if (!arm_has_operand(op->name)) {
		source_add(source, "%s", op->name);
		return;
	}
	for (unsigned reg = 0; reg < 31; reg++) {
		source_add(source, "%s, x%u", op->name, reg);
	}
	source_add(source, "%s, xzr", op->name);
}

/* A line is the name, and perhaps a comma and a register. */
static bool line_is(const char *line, const char *name)
{
	size_t length = strlen(name);

	return strncmp(line, name, length) == 0 &&
	       (line[length] == '\0' || line[length] == ',');
}

static void arm_assembled(void **state)
{
	struct source source = { 0 };
	const char *last = "";
	uint32_t *words;
	unsigned line = 0;

	(void)state;
	for (unsigned i = 0; arm->known(i); i++) {
		if (!is_unknown(arm->known(i))) {
			add_arm_op(&source, arm->known(i));
		}
	}
	words = assemble_all(arm_assemblers, COUNT(arm_assemblers), &source);
	for (unsigned i = 0; arm->known(i); i++) {
		const struct invalidation *op = arm->known(i);

		for (; line < source.count &&
		       line_is(source.lines[line], op->name); line++) {
			uint32_t word = words[line];

			if (word == WORD_UNKNOWN) {
				if (last != op->name) {
					diag("by layout only: %s", op->name);
				}
				last = op->name;
				word = layout_word(op->name);
			}
			check_case(arm->decode(word) == op, line,
				   source.lines[line]);
		}
	}
	assert_int_equal(line, source.count);
	free(words);
	source_free(&source);
}

/* All registers, and no other bit: those make it another operation. */
static void arm_registers(void **state)
{
	(void)state;
	for (unsigned i = 0; arm->known(i); i++) {
		const struct invalidation *op = arm->known(i);

		for (uint32_t rt = 0; rt < 32; rt++) {
			check_case(arm->decode(op->word | rt) == op, rt,
				   op->name);
		}
		for (unsigned bit = 5; bit < 32 && !is_unknown(op); bit++) {
			check_case(arm->decode(op->word ^ 1u << bit) != op,
				   bit, op->name);
		}
	}
}

static uint32_t tlbi_word(unsigned number, unsigned rt)
{
	return sys_word(number >> 7 & 7, 8 + (number >> 10), number >> 3 & 15,
			number & 7, rt);
}

/* What objdump calls a TLBI has that name here too, and is known. */
static void check_arm_name(uint32_t word, const char *name)
{
	const struct invalidation *op = arm->decode(word);

	assert_non_null(op);
	if (starts_with(name, "tlbi ")) {
		check_case(line_is(name, op->name), word, name);
	} else {
		check_case(starts_with(name, "sys"), word, name);
	}
}

static void arm_disassembled(void **state)
{
	static const unsigned registers[] = { 0, 7, 31 };

	(void)state;
	for (unsigned r = 0; r < COUNT(registers); r++) {
		struct source names = { 0 };
		uint32_t words[2048];
		unsigned known = 0;

		for (unsigned i = 0; i < 2048; i++) {
			words[i] = tlbi_word(i, registers[r]);
		}
		disassemble("aarch64-linux-gnu-objdump -D -z -b binary "
			    "-m aarch64 a.bin", words, 2048, &names);
		for (unsigned i = 0; i < 2048; i++) {
			if (names.lines[i][0]) {
				check_arm_name(words[i], names.lines[i]);
				known += starts_with(names.lines[i], "tlbi ");
			}
		}
		diag("x%u: objdump names %u TLBIs", registers[r], known);
		source_free(&names);
	}
}

/* The whole SYS space: CRn 8 and 9 are invalidations, nothing else is. */
static void arm_space(void **state)
{
	(void)state;
	/* A step without a factor of 32 meets every register. */
	for (uint32_t word = 0xd5000000u; word < 0xd5200000u; word += 31) {
		unsigned crn = word >> 12 & 15;
		bool tlbi = (word & 0xfff80000u) == 0xd5080000u &&
			    (crn == 8 || crn == 9);

		check_case((arm->decode(word) != NULL) == tlbi, word, "word");
	}
	for (unsigned i = 0; i < 2048; i++) {
		for (unsigned rt = 0; rt < 32; rt++) {
			assert_non_null(arm->decode(tlbi_word(i, rt)));
		}
	}
}

struct barrier_case {
	const char *line;
	enum barrier_kind kind;
};

static void check_barriers(const struct translation *arch,
			   const struct assembler *with, unsigned assemblers,
			   const struct barrier_case *cases, unsigned count)
{
	struct source source = { 0 };
	uint32_t *words;

	for (unsigned i = 0; i < count; i++) {
		source_add(&source, "%s", cases[i].line);
	}
	words = assemble_all(with, assemblers, &source);
	for (unsigned i = 0; i < count; i++) {
		if (words[i] == WORD_UNKNOWN) {
			diag("no assembler here knows %s", cases[i].line);
			continue;
		}
		check_case(arch->barrier(words[i]) == cases[i].kind, i,
			   cases[i].line);
		check_case(arch->decode(words[i]) == NULL, i, cases[i].line);
	}
	free(words);
	source_free(&source);
}

/* [ARM] C6.2 DSB: CRm is domain (3:2) and kind of access (1:0). */
static void arm_barriers(void **state)
{
	static const struct barrier_case cases[] = {
		{ "dsb sy", BARRIER_FULL },
		{ "dsb ish", BARRIER_FULL },
		{ "dsb osh", BARRIER_FULL },
		{ "dsb nsh", BARRIER_LOCAL },
		{ "dsb st", BARRIER_STORES },
		{ "dsb ishst", BARRIER_STORES },
		{ "dsb oshst", BARRIER_STORES },
		{ "dsb nshst", BARRIER_STORES },
		{ "dsb ld", BARRIER_NONE },
		{ "dsb ishld", BARRIER_NONE },
		{ "dsb oshld", BARRIER_NONE },
		{ "dsb nshld", BARRIER_NONE },
		{ "dsb #8", BARRIER_FULL },
		{ "dsb #12", BARRIER_FULL },
		{ "dsb oshnxs", BARRIER_FULL },
		{ "dsb ishnxs", BARRIER_FULL },
		{ "dsb synxs", BARRIER_FULL },
		{ "dsb nshnxs", BARRIER_LOCAL },
		{ "ssbb", BARRIER_NONE },
		{ "pssbb", BARRIER_NONE },
		{ "isb", BARRIER_NONE },
		{ "isb #0", BARRIER_NONE },
		{ "dmb ish", BARRIER_NONE },
		{ "dmb sy", BARRIER_NONE },
		{ "dmb ishst", BARRIER_NONE },
		{ "dmb oshld", BARRIER_NONE },
		{ "sb", BARRIER_NONE },
		{ "csdb", BARRIER_NONE },
		{ "esb", BARRIER_NONE },
		{ "clrex", BARRIER_NONE },
		{ "hint #0x57", BARRIER_NONE },
		{ "dc zva, x0", BARRIER_NONE },
		{ "ic iallu", BARRIER_NONE },
		{ "at s1e1r, x0", BARRIER_NONE },
	};

	(void)state;
	check_barriers(arm, arm_assemblers, COUNT(arm_assemblers), cases,
		       COUNT(cases));
}

static const struct {
	const char *mnemonic;
	unsigned funct7;
	const char *address;
	const char *tag;
} fences[] = {
	{ "sfence.vma", 0x09, "va", "asid" },
	{ "sinval.vma", 0x0b, "va", "asid" },
	{ "hfence.vvma", 0x11, "va", "asid" },
	{ "hinval.vvma", 0x13, "va", "asid" },
	{ "hfence.gvma", 0x31, "gpa", "vmid" },
	{ "hinval.gvma", 0x33, "gpa", "vmid" },
};

static uint32_t fence_word(unsigned funct7, unsigned rs1, unsigned rs2)
{
	return funct7 << 25 | rs2 << 20 | rs1 << 15 | 0x73;
}

/* The register number decides: x0 means all. [RISCV-PRIV] sfence.vma */
static void check_fence(unsigned fence, unsigned rs1, unsigned rs2,
			uint32_t word)
{
	const struct invalidation *op = riscv->decode(word);
	char name[64];

	snprintf(name, sizeof(name), "%s%s%s%s%s", fences[fence].mnemonic,
		 rs1 || rs2 ? " " : "", rs1 ? fences[fence].address : "",
		 rs1 && rs2 ? "," : "", rs2 ? fences[fence].tag : "");
	assert_non_null(op);
	check_case(strcmp(op->name, name) == 0, word, name);
	check_case(op->extent == (rs1   ? EXTENT_ADDRESS
				  : rs2 ? EXTENT_TAG
					: EXTENT_ALL), word, name);
	check_case(op->any_tag == (rs2 == 0), word, name);
	check_case(op->spares_global == (rs2 != 0), word, name);
	check_case(op->leaf_only == (rs1 != 0), word, name);
	check_case(!op->broadcast, word, name);
	check_case(op->deferred == (strstr(name, "inval") != NULL), word, name);
}

static void riscv_assembled(void **state)
{
	struct source source = { 0 };
	unsigned by_layout = 0;
	uint32_t *words;

	(void)state;
	for (unsigned i = 0; i < COUNT(fences) * 1024; i++) {
		source_add(&source, "%s x%u, x%u", fences[i / 1024].mnemonic,
			   i / 32 % 32, i % 32);
	}
	words = assemble_all(riscv_assemblers, COUNT(riscv_assemblers),
			     &source);
	for (unsigned i = 0; i < source.count; i++) {
		unsigned rs1 = i / 32 % 32, rs2 = i % 32;
		uint32_t word = fence_word(fences[i / 1024].funct7, rs1, rs2);

		by_layout += words[i] == WORD_UNKNOWN;
		check_case(words[i] == WORD_UNKNOWN || words[i] == word, i,
			   source.lines[i]);
		check_fence(i / 1024, rs1, rs2, word);
	}
	diag("by layout only: %u of %u lines", by_layout, source.count);
	free(words);
	source_free(&source);
}

/* Every funct7 with rd=0 and funct3=0; rd or funct3 not 0 is another. */
static void riscv_space(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 1u << 17; i++) {
		unsigned funct7 = i >> 10;
		uint32_t word = fence_word(funct7, i >> 5 & 31, i & 31);
		bool fence = false;

		for (unsigned f = 0; f < COUNT(fences); f++) {
			fence |= fences[f].funct7 == funct7;
		}
		check_case((riscv->decode(word) != NULL) == fence, word, "");
		for (unsigned bit = 0; bit < 15; bit++) {
			check_case(!riscv->decode(word ^ 1u << bit), bit, "");
		}
	}
}

static bool is_fence_name(const char *name)
{
	for (unsigned i = 0; i < COUNT(fences); i++) {
		if (starts_with(name, fences[i].mnemonic)) {
			return true;
		}
	}
	return false;
}

static void riscv_disassembled(void **state)
{
	struct source names = { 0 };
	uint32_t words[512];
	unsigned known = 0;

	(void)state;
	for (unsigned i = 0; i < 512; i++) {
		words[i] = fence_word(i / 4, i / 2 % 2 * 10, i % 2 * 11);
	}
	disassemble("riscv64-linux-gnu-as -march=rv64gch_svinval a.s -o a.o &&"
		    " riscv64-linux-gnu-objdump -d -z a.o", words, 512,
		    &names);
	for (unsigned i = 0; i < 512; i++) {
		const struct invalidation *op = riscv->decode(words[i]);
		const char *name = names.lines[i];

		if (!is_fence_name(name)) {
			check_case(!op || !name[0], words[i], name);
			continue;
		}
		known++;
		assert_non_null(op);
		check_case(strncmp(name, op->name,
				   strcspn(op->name, " ")) == 0, words[i],
			   name);
	}
	diag("objdump names %u fences", known);
	source_free(&names);
}

static void riscv_barriers(void **state)
{
	static const struct barrier_case cases[] = {
		{ "sfence.w.inval", BARRIER_OPEN },
		{ "sfence.inval.ir", BARRIER_CLOSE },
		{ "fence rw, rw", BARRIER_NONE },
		{ "fence.i", BARRIER_NONE },
		{ "ecall", BARRIER_NONE },
		{ "ebreak", BARRIER_NONE },
		{ "sret", BARRIER_NONE },
		{ "wfi", BARRIER_NONE },
		{ "slti zero, zero, 0x57", BARRIER_NONE },
	};

	(void)state;
	assert_int_equal(riscv->barrier(0x18000073), BARRIER_OPEN);
	assert_int_equal(riscv->barrier(0x18100073), BARRIER_CLOSE);
	check_barriers(riscv, riscv_assemblers, COUNT(riscv_assemblers), cases,
		       COUNT(cases));
}

/* Any register that is not x0 where the form has one. */
static void riscv_names(void **state)
{
	const uint32_t registers = 0x01ff8000;
	unsigned n = 0;

	(void)state;
	for (; riscv->known(n); n++) {
		const struct invalidation *op = riscv->known(n);

		assert_ptr_equal(riscv->decode(op->word |
					       (~op->mask & registers)), op);
	}
	assert_int_equal(n, 4 * COUNT(fences));
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(arm_names),
	cmocka_unit_test(arm_names_complete),
	cmocka_unit_test(arm_assembled),
	cmocka_unit_test(arm_registers),
	cmocka_unit_test(arm_disassembled),
	cmocka_unit_test(arm_space),
	cmocka_unit_test(arm_barriers),
	cmocka_unit_test(riscv_names),
	cmocka_unit_test(riscv_assembled),
	cmocka_unit_test(riscv_space),
	cmocka_unit_test(riscv_disassembled),
	cmocka_unit_test(riscv_barriers),
};

int main(void)
{
	return run_tap(tests);
}
