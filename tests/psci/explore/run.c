/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One CPU.  The library runs from the beginning of the script, gets the values
 * that its steps got before, and is left at the first step that is new.  To
 * know when two such points are the same, the stack and the registers that are
 * live there are compared (by hash): with the same inputs, the library cannot
 * but do the same from then on.
 *
 * The library's own loads and stores of the entry are steps too: it was
 * compiled with -fsanitize=thread, whose hooks are here (no runtime is linked).
 * A hook comes before its access.  So a load finds its value put there in time;
 * a store becomes a step at the next hook, when its value is known.
 *
 * This file and program.c are compiled without sanitizers, whose stack frames
 * would be compared as well.
 */
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <arch/psci.h>

#include "explore.h"

#define INPUTS_MAX 512
#define POINTS_MAX (1u << 20)
#define BUCKETS (1u << 16)
#define PLAIN_MAX 8
/* Deeper than anything below the library. */
#define SCRUBBED 8192

#define SYMBOL(name) __asm__(name)
#define NOT_INLINE __attribute__((noinline))

struct point {
	uint64_t key[2];
	struct step step;
	uint32_t parent;
	uint64_t input;
	uint32_t edges, same_bucket;
	uint8_t cpu;
};

struct edge {
	uint64_t input;
	uint32_t to, next;
};

/* 0 is no point and no edge. */
static struct point points[POINTS_MAX];
static struct edge edges[POINTS_MAX];
static uint32_t buckets[BUCKETS];
static uint32_t n_points = 1, n_edges = 1;

/* What of a CPU's state is not on its stack. */
struct local {
	uint32_t cpu;
	uint32_t endian;
	uint32_t n_plain;
	uint8_t plain[PLAIN_MAX];
	/* Loaded, but perhaps not yet copied from there: by place's kind. */
	uint64_t loaded[PLACE_KINDS];
};

static struct {
	jmp_buf leave, registers;
	struct local local;
	uint64_t inputs[INPUTS_MAX];
	unsigned count, position;
	const uint64_t *base;
	struct point found;
} run;

struct psci run_psci;

static void stop(const char *why)
{
	fprintf(stderr, "explorer: %s\n", why);
	abort();
}

/* ---- The hash of a point ---- */

static void mix(uint64_t *key, uint64_t word)
{
	key[0] = (key[0] ^ word) * 0x9e3779b97f4a7c15u;
	key[0] ^= key[0] >> 29;
	key[1] = (key[1] + word) * 0xc2b2ae3d27d4eb4fu;
	key[1] ^= key[1] >> 31;
}

static void mix_bytes(uint64_t *key, const void *bytes, size_t size)
{
	const uint8_t *byte = bytes;

	for (size_t i = 0; i < size; i++) {
		mix(key, byte[i]);
	}
}

/* From here on all callers' frames, with the registers that they saved. */
static NOT_INLINE void mix_stack(uint64_t *key)
{
	const volatile uint64_t *word = __builtin_frame_address(0);

	for (; word < run.base; word++) {
		mix(key, *word);
	}
}

static NOT_INLINE void take_snapshot(void)
{
	uint64_t *key = run.found.key;

	key[0] = key[1] = 0;
	if (setjmp(run.registers)) {
		stop("not for return");
	}
	mix_stack(key);
	mix_bytes(key, &run.registers, sizeof(run.registers));
	mix_bytes(key, &run.local, sizeof(run.local));
	mix(key, run.found.step.op);
	mix(key, run.found.step.place);
	mix(key, run.found.step.value);
}

/* What returned calls left on the stack must not tell points apart. */
static NOT_INLINE void scrub_stack(void)
{
	volatile uint64_t dead[SCRUBBED / 8];

	for (unsigned i = 0; i < SCRUBBED / 8; i++) {
		dead[i] = 0;
	}
	(void)dead[0];
}

/* ---- Steps ---- */

static NOT_INLINE uint64_t next_input(enum op op, unsigned place,
				      uint64_t value)
{
	if (run.position == run.count) {
		run.found.step = (struct step){
			.op = (uint8_t)op,
			.place = (uint8_t)place,
			.value = value,
		};
		take_snapshot();
		longjmp(run.leave, 1);
	}
	return run.inputs[run.position++];
}

static void *place_in_psci(unsigned place)
{
	struct psci_cpu *cpu = &run_psci.cpu[PLACE_CPU(place)];

	switch (PLACE_KIND(place)) {
	case PLACE_STATE:
		return &cpu->state;
	case PLACE_TICKET:
		return &cpu->ticket;
	case PLACE_ADDRESS:
		return &cpu->entry.address;
	case PLACE_CONTEXT:
		return &cpu->entry.context;
	case PLACE_ENDIAN:
		return &cpu->entry.big_endian;
	case PLACE_UNUSED:
		return &cpu->entry.unused;
	default:
		return NULL;
	}
}

static size_t place_size(unsigned place)
{
	return PLACE_KIND(place) == PLACE_ADDRESS ||
	       PLACE_KIND(place) == PLACE_CONTEXT ? 8 : 4;
}

static uint64_t load_place(unsigned place)
{
	const void *at = place_in_psci(place);

	return place_size(place) == 8 ? *(const volatile uint64_t *)at
				      : *(const volatile uint32_t *)at;
}

static void store_place(unsigned place, uint64_t value)
{
	void *at = place_in_psci(place);

	if (place_size(place) == 8) {
		*(volatile uint64_t *)at = value;
	} else {
		*(volatile uint32_t *)at = (uint32_t)value;
	}
}

/* The stores whose values are known now. */
static void flush_plain(void)
{
	while (run.local.n_plain) {
		unsigned place = run.local.plain[0];

		next_input(OP_WRITE, place, load_place(place));
		run.local.n_plain--;
		memmove(run.local.plain, run.local.plain + 1, PLAIN_MAX - 1);
		run.local.plain[PLAIN_MAX - 1] = 0;
	}
}

uint64_t run_take(enum op op, unsigned place, uint64_t value)
{
	uint64_t input;

	flush_plain();
	memset(run.local.loaded, 0, sizeof(run.local.loaded));
	input = next_input(op, place, value);
	scrub_stack();
	return input;
}

/* ---- The library's own accesses ---- */

static int overlaps(unsigned place, uintptr_t from, uintptr_t end)
{
	uintptr_t at = (uintptr_t)place_in_psci(place);

	return at && from < at + place_size(place) && at < end;
}

/* Call with each place that lies in these bytes; constants are none. */
static void each_place(const void *from, size_t size,
		       void (*call)(unsigned place))
{
	uintptr_t start = (uintptr_t)from;

	flush_plain();
	for (unsigned place = 0; place < PLACES; place++) {
		if (overlaps(place, start, start + size)) {
			call(place);
		}
	}
	scrub_stack();
}

static void plain_load(unsigned place)
{
	uint64_t value = next_input(OP_READ, place, 0);

	store_place(place, value);
	run.local.loaded[PLACE_KIND(place)] = value;
}

static void plain_store(unsigned place)
{
	if (run.local.n_plain == PLAIN_MAX) {
		stop("too many stores at once");
	}
	run.local.plain[run.local.n_plain++] = (uint8_t)place;
}

#define LOAD_HOOK(suffix, size)                                             \
	void load_##suffix(const void *at) SYMBOL("__tsan_" #suffix);       \
	void load_##suffix(const void *at)                                  \
	{                                                                   \
		each_place(at, size, plain_load);                           \
	}
#define STORE_HOOK(suffix, size)                                            \
	void store_##suffix(const void *at) SYMBOL("__tsan_" #suffix);      \
	void store_##suffix(const void *at)                                 \
	{                                                                   \
		each_place(at, size, plain_store);                          \
	}

LOAD_HOOK(read1, 1)
LOAD_HOOK(read2, 2)
LOAD_HOOK(read4, 4)
LOAD_HOOK(read8, 8)
LOAD_HOOK(read16, 16)
LOAD_HOOK(unaligned_read2, 2)
LOAD_HOOK(unaligned_read4, 4)
LOAD_HOOK(unaligned_read8, 8)
LOAD_HOOK(unaligned_read16, 16)
STORE_HOOK(write1, 1)
STORE_HOOK(write2, 2)
STORE_HOOK(write4, 4)
STORE_HOOK(write8, 8)
STORE_HOOK(write16, 16)
STORE_HOOK(unaligned_write2, 2)
STORE_HOOK(unaligned_write4, 4)
STORE_HOOK(unaligned_write8, 8)
STORE_HOOK(unaligned_write16, 16)

void load_range(const void *at, unsigned long size) SYMBOL("__tsan_read_range");
void load_range(const void *at, unsigned long size)
{
	each_place(at, size, plain_load);
}

void store_range(const void *at, unsigned long size)
	SYMBOL("__tsan_write_range");
void store_range(const void *at, unsigned long size)
{
	each_place(at, size, plain_store);
}

/* clang calls these for a struct; mk/psci.mk gives them their names. */
void *explore_memcpy(void *to, const void *from, size_t size);
void *explore_memcpy(void *to, const void *from, size_t size)
{
	each_place(from, size, plain_load);
	each_place(to, size, plain_store);
	return memcpy(to, from, size);
}

void *explore_memset(void *to, int byte, size_t size);
void *explore_memset(void *to, int byte, size_t size)
{
	each_place(to, size, plain_store);
	return memset(to, byte, size);
}

void hook_init(void) SYMBOL("__tsan_init");
void hook_init(void)
{
}

void hook_function_entry(const void *caller) SYMBOL("__tsan_func_entry");
void hook_function_entry(const void *caller)
{
	(void)caller;
}

void hook_function_exit(void) SYMBOL("__tsan_func_exit");
void hook_function_exit(void)
{
}

/* ---- What the library stands on ---- */

static unsigned place_of_word(const uint32_t *word)
{
	for (unsigned place = 0; place < PLACES; place++) {
		if (place_in_psci(place) == word) {
			return place;
		}
	}
	stop("a shared word outside struct psci_cpu");
	return 0;
}

unsigned arch_cpu_number(void)
{
	return run.local.cpu;
}

uint32_t arch_shared_read(const uint32_t *word)
{
	return (uint32_t)run_take(OP_READ, place_of_word(word), 0);
}

void arch_shared_write(uint32_t *word, uint32_t value)
{
	run_take(OP_WRITE, place_of_word(word), value);
}

void arch_shared_barrier(void)
{
	run_take(OP_BARRIER, 0, 0);
}

void arch_event_send(void)
{
	run_take(OP_SEND, 0, 0);
}

void arch_event_wait(void)
{
	run_take(OP_WAIT, 0, 0);
}

uint64_t platform_release_address(unsigned cpu)
{
	return run_take(OP_READ, PLACE(cpu, PLACE_RELEASE), 0);
}

void platform_release_taken(unsigned cpu)
{
	run_take(OP_WRITE, PLACE(cpu, PLACE_RELEASE), 0);
}

uint32_t arch_caller_is_big_endian(void)
{
	return run.local.endian;
}

void run_set_endian(uint32_t big_endian)
{
	run.local.endian = big_endian;
}

/* No script gets here. */
void arch_interrupt_wait(void)
{
	stop("CPU_SUSPEND");
}

int32_t arch_workaround(uint32_t function)
{
	(void)function;
	return SMCCC_WORKAROUND_ABSENT;
}

void arch_store_bypass_mitigate(uint32_t on)
{
	(void)on;
}

void platform_off(void)
{
	stop("SYSTEM_OFF");
}

void platform_reset(void)
{
	stop("SYSTEM_RESET");
}

/* ---- Points ---- */

static sem_t go, done;

static NOT_INLINE void run_again(void)
{
	run.base = __builtin_frame_address(0);
	if (setjmp(run.leave) == 0) {
		program_run(run.local.cpu);
		stop("a script returned");
	}
}

/*
 * A thread of its own always comes with the same registers, which the library
 * then saves on the stack.
 */
static void *run_thread(void *unused)
{
	for (;;) {
		sem_wait(&go);
		scrub_stack();
		run_again();
		sem_post(&done);
	}
	return unused;
}

static void run_in_thread(void)
{
	static pthread_t thread;

	if (!thread && (sem_init(&go, 0, 0) || sem_init(&done, 0, 0) ||
			pthread_create(&thread, NULL, run_thread, NULL))) {
		stop("no thread");
	}
	sem_post(&go);
	while (sem_wait(&done)) {
	}
}

static void find_inputs(uint32_t point, uint64_t input)
{
	run.count = 0;
	for (; point; input = points[point].input,
		      point = points[point].parent) {
		if (run.count == INPUTS_MAX) {
			stop("a script is too long");
		}
		run.inputs[run.count++] = input;
	}
	for (unsigned i = 0; i < run.count / 2; i++) {
		uint64_t other = run.inputs[run.count - 1 - i];

		run.inputs[run.count - 1 - i] = run.inputs[i];
		run.inputs[i] = other;
	}
}

static uint32_t add_point(uint32_t parent, uint64_t input)
{
	struct point *found = &run.found;
	uint32_t *bucket = &buckets[found->key[0] % BUCKETS];
	uint32_t i = *bucket;

	for (; i; i = points[i].same_bucket) {
		if (points[i].key[0] == found->key[0] &&
		    points[i].key[1] == found->key[1]) {
			return i;
		}
	}
	if (n_points == POINTS_MAX) {
		stop("too many points");
	}
	found->parent = parent;
	found->input = input;
	found->edges = 0;
	found->same_bucket = *bucket;
	points[n_points] = *found;
	*bucket = n_points;
	return n_points++;
}

/* The point that CPU reaches with run.inputs. */
static uint32_t reach(unsigned cpu, uint32_t parent, uint64_t input)
{
	memset(&run.local, 0, sizeof(run.local));
	run.local.cpu = cpu;
	run.position = 0;
	run.found.cpu = (uint8_t)cpu;
	run_in_thread();
	return add_point(parent, input);
}

uint32_t run_start(unsigned cpu)
{
	run.count = 0;
	return reach(cpu, 0, 0);
}

uint32_t run_next(uint32_t point, uint64_t input)
{
	struct edge *edge;

	for (uint32_t i = points[point].edges; i; i = edges[i].next) {
		if (edges[i].input == input) {
			return edges[i].to;
		}
	}
	if (n_edges == POINTS_MAX) {
		stop("too many edges");
	}
	find_inputs(point, input);
	edge = &edges[n_edges];
	edge->input = input;
	edge->to = reach(points[point].cpu, point, input);
	edge->next = points[point].edges;
	points[point].edges = n_edges;
	n_edges++;
	return edge->to;
}

const struct step *run_step(uint32_t point)
{
	return &points[point].step;
}

unsigned run_points(void)
{
	return n_points - 1;
}

void run_reset(void)
{
	memset(buckets, 0, sizeof(buckets));
	n_points = 1;
	n_edges = 1;
	memset(&run_psci, 0, sizeof(run_psci));
}
