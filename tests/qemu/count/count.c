// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A QEMU plugin that counts TLB invalidations, and does nothing else: what the
 * audit's numbers are compared with.  Written apart from plugin/, with which
 * it shares no line.
 *
 *   -plugin count.so,out=FILE      or  outfd=N
 *
 * With pc=ADDRESS (hexadecimal, up to 8 times) executions at that address are
 * counted too, whatever is there, and printed first: "pc ADDRESS COUNT".
 *
 * At the end of the run it prints, in the order of the words,
 *
 *   WORD COUNT
 *
 * where WORD is the instruction, in hexadecimal, with the numbers of its
 * operand registers set to 0 (RISC-V: to 1, if it is not x0, since x0 means
 * something else there), and "total COUNT".  Executions are counted at all
 * levels of privilege.
 */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

/* As much of QEMU's interface as is needed, for versions 4 to 7. */
struct machine {
	const char *target;
	int oldest_version;
	int version;
};

struct block;
struct insn;
typedef void (*any_callback)(void);

extern PUBLIC int qemu_plugin_version;
PUBLIC int qemu_plugin_install(uint64_t id, const struct machine *machine,
			       int argc, char **argv);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, any_callback callback,
					   void *data);
void qemu_plugin_register_atexit_cb(uint64_t id, any_callback callback,
				    void *data);
void qemu_plugin_register_vcpu_insn_exec_cb(struct insn *insn,
					    void (*callback)(unsigned, void *),
					    int flags, void *data);
size_t qemu_plugin_tb_n_insns(const struct block *block);
struct insn *qemu_plugin_tb_get_insn(const struct block *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct insn *insn);
size_t qemu_plugin_insn_data(const struct insn *insn, void *to, size_t length);
__attribute__((weak)) void qemu_plugin_set_pc(uint64_t va);

int qemu_plugin_version = 4;

/* Few: an instruction set has some dozens of forms. */
#define WORDS_MAX 1024

struct counter {
	uint32_t word;
	_Atomic uint64_t n;
};

struct place {
	uint64_t pc;
	_Atomic uint64_t n;
};

#define PLACES_MAX 8

static struct counter counters[WORDS_MAX];
static struct place places[PLACES_MAX];
static unsigned n_places;
static _Atomic unsigned n_counters;
static atomic_flag adding = ATOMIC_FLAG_INIT;
static bool is_arm;
static int out = -1;

/* A QEMU that has this function accepts no plugin for less than 7. */
__attribute__((constructor)) static void choose_version(void)
{
	if (qemu_plugin_set_pc) {
		qemu_plugin_version = 7;
	}
}

/* SYS #op1, C8 or C9, Cm, #op2, Xt.  Its class, or 0. */
static uint32_t classify_arm(uint32_t word)
{
	uint32_t cn = (word & 0x0000f000) >> 12;

	if ((word & 0xfff80000) != 0xd5080000 || (cn != 8 && cn != 9)) {
		return 0;
	}
	return word & 0xffffffe0;
}

static uint32_t classify_riscv(uint32_t word)
{
	uint32_t class = word & 0xfe007fff;
	uint32_t funct7 = word >> 25;

	if ((word & 0x7fff) != 0x73) {
		return 0;
	}
	switch (funct7) {
	case 9:	 /* sfence.vma */
	case 11: /* sinval.vma */
	case 17: /* hfence.vvma */
	case 19: /* hinval.vvma */
	case 49: /* hfence.gvma */
	case 51: /* hinval.gvma */
		break;
	default:
		return 0;
	}
	if ((word & 0x000f8000) != 0) {
		class |= 1u << 15;
	}
	if ((word & 0x01f00000) != 0) {
		class |= 1u << 20;
	}
	return class;
}

static struct counter *find_counter(uint32_t class)
{
	struct counter *found = NULL;
	unsigned n;

	while (atomic_flag_test_and_set(&adding)) {
	}
	n = n_counters;
	for (unsigned i = 0; i < n && found == NULL; i++) {
		if (counters[i].word == class) {
			found = &counters[i];
		}
	}
	if (found == NULL && n < WORDS_MAX) {
		found = &counters[n];
		found->word = class;
		n_counters = n + 1;
	}
	atomic_flag_clear(&adding);
	return found;
}

static void count(unsigned vcpu, void *data)
{
	struct counter *counter = data;

	(void)vcpu;
	atomic_fetch_add(&counter->n, 1);
}

static void count_place(unsigned vcpu, void *data)
{
	struct place *place = data;

	(void)vcpu;
	atomic_fetch_add(&place->n, 1);
}

static void look_for_place(struct insn *insn)
{
	for (unsigned i = 0; i < n_places; i++) {
		if (qemu_plugin_insn_vaddr(insn) == places[i].pc) {
			qemu_plugin_register_vcpu_insn_exec_cb(
				insn, count_place, 0, &places[i]);
		}
	}
}

static void look_at(const struct block *block)
{
	size_t n = qemu_plugin_tb_n_insns(block);

	for (size_t i = 0; i < n; i++) {
		struct insn *insn = qemu_plugin_tb_get_insn(block, i);
		struct counter *counter;
		uint32_t word = 0;
		uint32_t class;

		look_for_place(insn);
		if (qemu_plugin_insn_data(insn, &word, sizeof(word)) < 4) {
			continue;
		}
		class = is_arm ? classify_arm(word) : classify_riscv(word);
		counter = class == 0 ? NULL : find_counter(class);
		if (counter != NULL) {
			qemu_plugin_register_vcpu_insn_exec_cb(insn, count, 0,
							       counter);
		}
	}
}

static void translate_4(uint64_t id, const struct block *block)
{
	(void)id;
	look_at(block);
}

static void translate_7(const struct block *block, void *data)
{
	(void)data;
	look_at(block);
}

static int compare(const void *a, const void *b)
{
	const struct counter *x = a;
	const struct counter *y = b;

	return x->word < y->word ? -1 : x->word > y->word;
}

static void print(void)
{
	uint64_t total = 0;

	for (unsigned i = 0; i < n_places; i++) {
		dprintf(out, "pc %llx %llu\n", (unsigned long long)places[i].pc,
			(unsigned long long)places[i].n);
	}
	qsort(counters, n_counters, sizeof(counters[0]), compare);
	for (unsigned i = 0; i < n_counters; i++) {
		dprintf(out, "%08x %llu\n", counters[i].word,
			(unsigned long long)counters[i].n);
		total += counters[i].n;
	}
	dprintf(out, "total %llu\n", (unsigned long long)total);
}

static int read_argument(const char *argument)
{
	if (strncmp(argument, "out=", 4) == 0) {
		out = open(argument + 4, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	} else if (strncmp(argument, "outfd=", 6) == 0) {
		out = atoi(argument + 6);
	} else if (strncmp(argument, "pc=", 3) == 0 && n_places < PLACES_MAX) {
		places[n_places++].pc = strtoull(argument + 3, NULL, 16);
		return 0;
	}
	return out < 0 ? -1 : 0;
}

int qemu_plugin_install(uint64_t id, const struct machine *machine, int argc,
			char **argv)
{
	int bad = 0;

	for (int i = 0; i < argc; i++) {
		bad |= read_argument(argv[i]);
	}
	if (bad || out < 0) {
		fprintf(stderr, "count: out=FILE or outfd=N is needed\n");
		return -1;
	}
	is_arm = strcmp(machine->target, "aarch64") == 0;
	if (!is_arm && strcmp(machine->target, "riscv64") != 0) {
		fprintf(stderr, "count: %s is not supported\n",
			machine->target);
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(
		id,
		machine->version >= 7 ? (any_callback)translate_7
				      : (any_callback)translate_4,
		NULL);
	qemu_plugin_register_atexit_cb(id, print, NULL);
	return 0;
}
