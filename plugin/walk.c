// SPDX-License-Identifier: GPL-2.0-or-later
#include <stddef.h>
#include <string.h>

#include "feed.h"
#include "ram.h"
#include "walk.h"

#define CACHED 256

/* Pages found since the last walk_forget(). */
struct cached {
	uint64_t age;
	uint64_t page;
	uint64_t pa;
	unsigned cpu;
	uint8_t privilege;
};

static const struct arch *machine;
static struct cached cache[CACHED];
static uint64_t age = 1;

void walk_open(const struct arch *arch)
{
	machine = arch;
}

void walk_forget(void)
{
	age++;
}

static int find(const struct cpu *cpu, uint8_t privilege, uint64_t page,
		uint64_t *pa)
{
	enum translation translation = machine->translation(cpu, privilege);

	if (translation == TRANSLATION_OFF) {
		*pa = page;
		return 0;
	}
	if (translation == TRANSLATION_FOLLOWED &&
	    feed_translate(cpu, page, pa) == 0) {
		return 0;
	}
	/* Tables that the ledger does not follow. */
	if (qemu_plugin_translate_vaddr != NULL &&
	    qemu_plugin_translate_vaddr(page, pa)) {
		return 0;
	}
	return -1;
}

int walk_translate(const struct cpu *cpu, uint8_t privilege, uint64_t va,
		   uint64_t *pa)
{
	uint64_t page = va & ~(RAM_PAGE - 1);
	struct cached *cached =
		&cache[((va >> RAM_PAGE_SHIFT) ^ cpu->index) % CACHED];

	if (cached->age != age || cached->page != page ||
	    cached->cpu != cpu->index || cached->privilege != privilege) {
		if (find(cpu, privilege, page, &cached->pa) < 0) {
			cached->age = 0;
			return -1;
		}
		cached->age = age;
		cached->page = page;
		cached->cpu = cpu->index;
		cached->privilege = privilege;
	}
	*pa = cached->pa | (va & (RAM_PAGE - 1));
	return 0;
}

int walk_read(const struct cpu *cpu, uint8_t privilege, uint64_t va,
	      unsigned size, uint64_t *value)
{
	const uint8_t *host;
	uint64_t pa;

	if (walk_translate(cpu, privilege, va, &pa) < 0) {
		return -1;
	}
	host = ram_at(pa, size);
	if (host == NULL) {
		return -1;
	}
	*value = 0;
	memcpy(value, host, size);
	return 0;
}
