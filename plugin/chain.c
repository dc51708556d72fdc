// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>

#include "chain.h"
#include "feed.h"
#include "walk.h"

/* A frame further away than this is on another stack, or none. */
#define STACK_MAX 16384
/* A caller further away than this is another function. */
#define FUNCTION_MAX 16384
#define JUDGED 4096

_Static_assert(CHAIN_CALLERS_OF_CALL <= SITE_CALLERS_MAX, "a site has no room");

struct walker {
	const struct cpu *cpu;
	uint8_t privilege;
	unsigned n_callers;
	struct site site;
};

/* Remembered, since it takes long to see. */
struct judged {
	uint64_t pc;
	uint64_t link;
	bool is_caller;
};

static const struct chain_rules *rules;
static struct judged judged[JUDGED];

void chain_open(const struct arch *arch)
{
	rules = arch->chain;
}

static int read_memory(const struct walker *walker, uint64_t va, unsigned size,
		       uint64_t *value)
{
	return walk_read(walker->cpu, walker->privilege, va, size, value);
}

/* size bytes of code, in halves: they may lie across two pages. */
static int read_code(const struct walker *walker, uint64_t va, unsigned size,
		     uint64_t *value)
{
	*value = 0;
	for (unsigned i = 0; i < size; i += 2) {
		uint64_t half;

		if (read_memory(walker, va + i, 2, &half) < 0) {
			return -1;
		}
		*value |= half << (8 * i);
	}
	return 0;
}

/* Does a function begin from low up to and with high? */
static bool has_entry(const struct walker *walker, uint64_t low, uint64_t high)
{
	bool is_entry = false;

	while (low <= high && !is_entry) {
		uint64_t word;

		if (read_code(walker, low, 4, &word) < 0) {
			return true;
		}
		low += rules->step((uint32_t)word, &is_entry);
	}
	return is_entry;
}

/*
 * Does link, from its register, lead into another function than that of pc?
 * Yes, if they are far apart, or if a function begins between them: the one
 * that the call before link leads to, or one that looks like it.
 */
static bool judge(const struct walker *walker, uint64_t link)
{
	uint64_t pc = walker->site.pc;
	uint64_t low = link < pc ? link : pc;
	uint64_t high = link < pc ? pc : link;
	uint64_t words;
	uint64_t target;

	if (high - low > FUNCTION_MAX) {
		return true;
	}
	if (read_code(walker, link - 8, 8, &words) < 0) {
		return false;
	}
	target = rules->call_target(words, link);
	return (target > low && target <= high) || has_entry(walker, low, high);
}

static bool is_caller(const struct walker *walker, uint64_t link)
{
	uint64_t pc = walker->site.pc;
	struct judged *entry = &judged[(pc ^ link >> 2 ^ link >> 9) % JUDGED];

	if (entry->pc != pc || entry->link != link) {
		entry->pc = pc;
		entry->link = link;
		entry->is_caller = judge(walker, link);
	}
	return entry->is_caller;
}

static bool is_same_half(uint64_t a, uint64_t b)
{
	return (a >> 63) == (b >> 63);
}

static bool is_code(const struct walker *walker, uint64_t link)
{
	return link != 0 && is_same_half(link, walker->site.pc) &&
	       link % rules->alignment == 0;
}

/* Stacks grow down, so that older frames lie higher. */
static bool is_older_frame(uint64_t older, uint64_t frame)
{
	return older > frame && older - frame <= STACK_MAX && older % 8 == 0;
}

/* false: the chain ends here. */
static bool push(struct walker *walker, uint64_t link)
{
	if (!is_code(walker, link) ||
	    walker->site.n_callers == walker->n_callers) {
		return false;
	}
	walker->site.callers[walker->site.n_callers++] = link;
	return true;
}

static void walk_frames(struct walker *walker, uint64_t frame)
{
	uint64_t older;
	uint64_t link;

	while (read_memory(walker, frame + (uint64_t)rules->saved_link, 8,
			   &link) == 0 &&
	       push(walker, rules->plain(link)) &&
	       read_memory(walker, frame + (uint64_t)rules->saved_frame, 8,
			   &older) == 0 &&
	       is_older_frame(older, frame)) {
		frame = older;
	}
}

static void find_callers(struct walker *walker)
{
	uint64_t link = rules->plain(cpu_read(walker->cpu, rules->link));
	uint64_t frame = cpu_read(walker->cpu, rules->frame);
	uint64_t saved;

	if (frame % 8 != 0 || !is_same_half(frame, walker->site.pc) ||
	    read_memory(walker, frame + (uint64_t)rules->saved_link, 8,
			&saved) < 0) {
		push(walker, link);
		return;
	}
	if (is_older_frame(saved, frame)) {
		/* A leaf has saved its caller's frame pointer, and no link. */
		push(walker, link);
		walk_frames(walker, saved);
		return;
	}
	if (link != rules->plain(saved) && is_code(walker, link) &&
	    is_caller(walker, link)) {
		push(walker, link);
	}
	walk_frames(walker, frame);
}

void chain_find(const struct cpu *cpu, uint8_t privilege, uint64_t pc,
		unsigned n_callers, struct site *site)
{
	struct walker walker = {
		.cpu = cpu,
		.privilege = privilege,
		.n_callers = n_callers,
		.site.pc = pc,
	};

	if (privilege == PRIVILEGE_KERNEL) {
		find_callers(&walker);
	}
	*site = walker.site;
}

uint32_t chain_site(const struct cpu *cpu, uint8_t privilege, uint64_t pc)
{
	struct site site;

	chain_find(cpu, privilege, pc, CHAIN_CALLERS, &site);
	return feed_site(&site);
}

uint32_t chain_place(struct insn *insn)
{
	if (insn->place == 0) {
		struct site site = { .pc = insn->pc };

		insn->place = feed_site(&site);
	}
	return insn->place;
}
