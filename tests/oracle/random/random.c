// SPDX-License-Identifier: BSD-2-Clause
/*
 * random-trace SEED EVENTS ARCH: a random trace on standard output.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

#define EXIT_USAGE 2

/* ---- Numbers ---- */

uint64_t random_any(struct machine *m)
{
	uint64_t x;

	/* splitmix64 (Steele, Lea, Flood 2014) */
	m->random += UINT64_C(0x9e3779b97f4a7c15);
	x = m->random;
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

unsigned random_below(struct machine *m, unsigned n)
{
	return (unsigned)(random_any(m) % n);
}

bool random_percent(struct machine *m, unsigned percent)
{
	return random_below(m, 100) < percent;
}

/* ---- Records ---- */

/* Counts an event; false when there have been enough. */
static bool count(struct machine *m)
{
	if (m->events == m->limit) {
		return false;
	}
	m->events++;
	return true;
}

static unsigned any_site(struct machine *m)
{
	return random_below(m, m->n_sites + 1);
}

void emit_store(struct machine *m, unsigned cpu, uint64_t pa, uint64_t value)
{
	unsigned site = any_site(m);

	m->ram[(pa - RAM_BASE) / PAGE][pa % PAGE / 8] = value;
	if (count(m)) {
		printf("store %x 1 %x %" PRIx64 " %" PRIx64 "\n", cpu, site, pa,
		       value);
	}
}

void emit_reg(struct machine *m, unsigned cpu, const char *name, uint64_t value)
{
	unsigned site = any_site(m);

	if (count(m)) {
		printf("reg %x 1 %x %s %" PRIx64 "\n", cpu, site, name, value);
	}
}

void emit_inval(struct machine *m, unsigned cpu, unsigned privilege,
		uint32_t word, uint64_t operand, uint64_t operand2)
{
	unsigned site = any_site(m);

	m->last_word = word;
	m->last_operand = operand;
	if (count(m)) {
		printf("inval %x %x %x %" PRIx32 " %" PRIx64 " %" PRIx64 "\n",
		       cpu, privilege, site, word, operand, operand2);
	}
}

void emit_barrier(struct machine *m, unsigned cpu, uint32_t word)
{
	unsigned site = any_site(m);

	if (count(m)) {
		printf("barrier %x 1 %x %" PRIx32 "\n", cpu, site, word);
	}
}

void emit_mode(struct machine *m, unsigned cpu, unsigned to)
{
	unsigned from = m->cpu[cpu].privilege;

	m->cpu[cpu].privilege = to;
	if (from != to && count(m)) {
		printf("mode %x %x %x\n", cpu, from, to);
	}
}

void emit_access(struct machine *m, unsigned cpu, uint64_t va)
{
	char kind = "lsf"[random_below(m, 3)];
	unsigned fatal = random_percent(m, 15) ? 1 : 0;
	unsigned site = any_site(m);

	if (count(m)) {
		printf("access %x %x %x %" PRIx64 " %c %x\n", cpu,
		       m->cpu[cpu].privilege, site, va, kind, fatal);
	}
}

void emit_power(struct machine *m, unsigned cpu, unsigned on)
{
	if (count(m)) {
		printf("power %x %x\n", cpu, on);
	}
}

void emit_mark(struct machine *m, unsigned cpu)
{
	unsigned label = random_below(m, 100);

	if (count(m)) {
		printf("mark %x point %u\n", cpu, label);
	}
}

/* ---- The trace ---- */

static void print_header(struct machine *m)
{
	static const uint32_t MIDRS[] = { 0x410fd083, 0x410fd034, 0x414fd0b1,
					  0x414fd0c1, 0x412fd050 };
	unsigned i;

	printf("fencepost-trace 1\narch %s\ncpus %x\n", m->kernel->name,
	       m->n_cpus);
	for (i = 0; i < m->n_cpus && m->kernel->halves == 2; i++) {
		printf("midr %x %" PRIx32 "\n", i, RANDOM_OF(m, MIDRS));
	}
	printf("meta seed %" PRIu64 "\n", m->seed);
	for (i = 1; i <= m->n_sites; i++) {
		printf("site %x %x %x\n", i, 0x80200000u + 4 * i,
		       0x80300000u + 8 * i);
	}
}

/* All of RAM: this program does not know which pages will be followed. */
static void print_pages(const struct machine *m)
{
	unsigned page, slot;

	for (page = 0; page < m->n_pages; page++) {
		printf("page %" PRIx64, RAM_BASE + page * (uint64_t)PAGE);
		for (slot = 0; slot < SLOTS; slot++) {
			if (m->ram[page][slot] != 0) {
				printf(" %x:%" PRIx64, slot,
				       m->ram[page][slot]);
			}
		}
		putchar('\n');
	}
}

static void choose_machine(struct machine *m)
{
	static const unsigned PAGES[] = { 64, 96, 128, 256 };
	static const unsigned CALM[] = { 95, 80, 60, 30 };
	unsigned i;

	m->n_cpus = 1 + random_below(m, CPUS_MAX);
	m->n_pages = RANDOM_OF(m, PAGES);
	m->n_spaces = 2 + random_below(m, SPACES_MAX - 1);
	m->n_asids = 1 + random_below(m, 4);
	m->n_sites = 8;
	m->calm = RANDOM_OF(m, CALM);
	for (i = 0; i < m->n_spaces; i++) {
		m->kernel->choose_space(m, &m->space[i]);
	}
}

/* Nothing is recorded yet: these tables are there from the start. */
static void fill_tables(struct machine *m)
{
	unsigned acts = random_below(m, 60);
	uint64_t limit = m->limit;
	unsigned cpu;

	m->limit = 0;
	for (cpu = 0; cpu < m->n_cpus; cpu++) {
		act_boot(m, cpu);
	}
	for (; acts > 0; acts--) {
		act(m);
	}
	m->limit = limit;
}

static uint64_t parse_number(const char *text)
{
	char *end;
	unsigned long long value = strtoull(text, &end, 0);

	if (*text == '\0' || *text == '-' || *end != '\0') {
		fprintf(stderr, "random-trace: \"%s\" is no number\n", text);
		exit(EXIT_USAGE);
	}
	return value;
}

static const struct kernel *parse_kernel(const char *name)
{
	if (strcmp(name, kernel_aarch64.name) == 0) {
		return &kernel_aarch64;
	}
	if (strcmp(name, kernel_riscv64.name) == 0) {
		return &kernel_riscv64;
	}
	fprintf(stderr, "random-trace: \"%s\" is no architecture\n", name);
	exit(EXIT_USAGE);
}

int main(int argc, char **argv)
{
	static struct machine m;
	unsigned cpu;

	if (argc != 4) {
		fprintf(stderr, "usage: random-trace SEED EVENTS ARCH\n");
		return EXIT_USAGE;
	}
	m.seed = parse_number(argv[1]);
	m.random = m.seed;
	m.limit = parse_number(argv[2]);
	m.kernel = parse_kernel(argv[3]);
	choose_machine(&m);
	fill_tables(&m);
	print_header(&m);
	print_pages(&m);
	for (cpu = 0; cpu < m.n_cpus; cpu++) {
		act_boot(&m, cpu);
	}
	while (m.events < m.limit) {
		act(&m);
	}
	puts("end done");
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "random-trace: can't write\n");
		return EXIT_FAILURE;
	}
	return EXIT_SUCCESS;
}
