/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Depth first through all states.  Visited states are remembered by a hash of
 * 63 bits: among 10^7 states, one is missed with a probability of 10^-5.
 *
 * Where waits return only after an event, there must be no circle: all scripts
 * come to an end, however unfair the order is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore.h"

#define FIRST_SLOTS ((size_t)1 << 16)
#define LINES_MAX 150

struct frame {
	struct machine machine;
	unsigned choice;	/* the next to try */
	bool has_next;
};

/* A slot has a hash, its lowest bit set while the state is on the path. */
#define ON_PATH 1u

static struct {
	struct frame *path;
	size_t depth, capacity;
	uint64_t *slots;
	size_t n_slots;
	struct search_result result;
} search;

static void *must(void *memory)
{
	if (!memory) {
		fprintf(stderr, "explorer: out of memory\n");
		abort();
	}
	return memory;
}

/* ---- Visited states ---- */

static uint64_t hash_state(const struct machine *machine)
{
	const uint8_t *bytes = (const uint8_t *)machine;
	uint64_t hash = 0x9e3779b97f4a7c15u, word;
	unsigned size = machine_size();

	for (unsigned at = 0; at < size; at += 8) {
		word = 0;
		memcpy(&word, bytes + at, size - at < 8 ? size - at : 8);
		hash = (hash ^ word) * 0xff51afd7ed558ccdu;
		hash ^= hash >> 32;
	}
	hash *= 0xc4ceb9fe1a85ec53u;
	hash ^= hash >> 29;
	hash &= ~(uint64_t)ON_PATH;
	return hash ? hash : 2;
}

static uint64_t *find_slot(uint64_t hash)
{
	size_t i = (hash >> 1) & (search.n_slots - 1);

	while (search.slots[i] &&
	       (search.slots[i] & ~(uint64_t)ON_PATH) != hash) {
		i = (i + 1) & (search.n_slots - 1);
	}
	return &search.slots[i];
}

static void grow_slots(void)
{
	uint64_t *old = search.slots;
	size_t n_old = search.n_slots;

	search.n_slots = n_old ? 2 * n_old : FIRST_SLOTS;
	search.slots = must(calloc(search.n_slots, sizeof(*old)));
	for (size_t i = 0; i < n_old; i++) {
		if (old[i]) {
			*find_slot(old[i] & ~(uint64_t)ON_PATH) = old[i];
		}
	}
	free(old);
}

/* ---- The path ---- */

static void grow_path(void)
{
	if (search.depth < search.capacity) {
		return;
	}
	search.capacity = search.capacity ? 2 * search.capacity : 64;
	search.path = must(realloc(search.path, search.capacity *
						sizeof(*search.path)));
}

/* 1: a state that was not known. */
static int visit(const struct machine *machine)
{
	uint64_t hash = hash_state(machine), *slot = find_slot(hash);

	if (*slot) {
		if ((*slot & ON_PATH) && machine_model != MODEL_SPURIOUS &&
		    !rules_broken) {
			rules_broken = "everything comes to an end";
		}
		return 0;
	}
	*slot = hash | ON_PATH;
	search.result.states++;
	if (search.result.states > search.n_slots / 2) {
		grow_slots();
	}
	return 1;
}

static void leave(void)
{
	struct frame *last = &search.path[--search.depth];

	*find_slot(hash_state(&last->machine)) &= ~(uint64_t)ON_PATH;
}

static void print_path(void)
{
	size_t first = search.depth > LINES_MAX ? search.depth - LINES_MAX : 0;
	char text[80];

	for (size_t i = first; i < search.depth; i++) {
		const struct frame *frame = &search.path[i];

		if (frame->choice) {
			machine_describe(&frame->machine, frame->choice - 1,
					 text, sizeof(text));
			printf("#   %s\n", text);
		}
	}
}

/* The room after the path has the state to come. */
static void try_choice(void)
{
	struct frame *last = &search.path[search.depth - 1];
	struct frame *next = last + 1;

	memcpy(&next->machine, &last->machine, machine_size());
	if (!machine_step(&next->machine, last->choice++)) {
		return;
	}
	last->has_next = true;
	search.result.steps++;
	if (!rules_broken && visit(&next->machine)) {
		next->choice = 0;
		next->has_next = false;
		search.depth++;
		if (search.depth > search.result.longest) {
			search.result.longest = (unsigned)search.depth;
		}
	}
}

static void advance(void)
{
	struct frame *last;

	grow_path();
	last = &search.path[search.depth - 1];
	if (last->choice < scenario->cpus * CHOICES_EACH) {
		try_choice();
		return;
	}
	if (!last->has_next) {
		/* No choice was possible: none is shown. */
		last->choice = 0;
		rules_end(&last->machine);
	}
	if (!rules_broken) {
		leave();
	}
}

static void search_once(uint64_t states_max)
{
	free(search.slots);
	search.slots = NULL;
	search.n_slots = 0;
	search.depth = 0;
	memset(&search.result, 0, sizeof(search.result));
	grow_slots();
	grow_path();
	memset(&search.path[0], 0, sizeof(search.path[0]));
	machine_learned = false;
	machine_start(&search.path[0].machine);
	visit(&search.path[0].machine);
	search.depth = 1;
	while (search.depth && !rules_broken &&
	       search.result.states < states_max) {
		advance();
	}
	search.result.is_complete = !search.depth;
}

const char *search_run(uint64_t states_max, struct search_result *result)
{
	/* Again, if an old value was not kept for one who did look. */
	do {
		search_once(states_max);
	} while (machine_learned && machine_model == MODEL_WEAK &&
		 !rules_broken);
	*result = search.result;
	if (rules_broken) {
		print_path();
	}
	return rules_broken;
}
