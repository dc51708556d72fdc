/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The mappings load: what new mappings cost, in one loop.  Three operations,
 * each with a worker number of its own: map a region, then fault in each of its
 * pages in random order, then one small map of a file.  Nothing but the new
 * mapping is timed.
 */
#include "loads.h"
#include "mmapstress.h"
#include "sys.h"

#define REGION_PAGES 64
#define SEED 0x6e65776d61707370ull

enum { WORKER_MMAP, WORKER_FAULT, WORKER_STRESS };

static void shuffle(uint8_t *order, uint64_t *random)
{
	for (size_t i = 0; i < REGION_PAGES; i++) {
		size_t other = load_random(random) % (i + 1);

		order[i] = order[other];
		order[other] = (uint8_t)i;
	}
}

/* Whether it went on to the last page. */
static bool fault_in(const struct load_context *context, void *base,
		     const uint8_t *order)
{
	for (size_t i = 0; i < REGION_PAGES; i++) {
		if (!load_begin(context, WORKER_FAULT, 0, 1)) {
			return false;
		}
		*(volatile uint64_t *)load_word(context, base, order[i]) =
			order[i];
		load_end(context, WORKER_FAULT);
	}
	return true;
}

/* Every page must hold its number.  0 or LOAD_EFAIL. */
static int verify(const struct load_context *context, void *base)
{
	for (size_t page = 0; page < REGION_PAGES; page++) {
		volatile uint64_t *word = load_word(context, base, page);

		if (*word != page) {
			return load_fail(context, "wrong content of page",
					 (long)page);
		}
	}
	return 0;
}

/* 1: go on; 0: the run is over; LOAD_EFAIL. */
static int map_and_fault(const struct load_context *context, uint64_t *random)
{
	size_t size = REGION_PAGES * context->page_size;
	uint8_t order[REGION_PAGES] = { 0 };
	void *base = load_map_anonymous(context, size);
	int result = 1;
	long got;

	load_end(context, WORKER_MMAP);
	if (base == NULL) {
		return LOAD_EFAIL;
	}
	sys_no_huge_pages(base, size);
	shuffle(order, random);
	result = fault_in(context, base, order);
	if (result == 1 && verify(context, base) < 0) {
		result = LOAD_EFAIL;
	}
	got = sys_unmap(base, size);
	return got == 0 ? result : load_fail(context, "munmap", got);
}

static int map_small(const struct load_context *context,
		     struct mmapstress *stress)
{
	int result;

	if (!load_begin(context, WORKER_STRESS, 0, 1)) {
		return 0;
	}
	result = mmapstress_once(stress);
	load_end(context, WORKER_STRESS);
	return result == 0 ? 1 : LOAD_EFAIL;
}

int load_mappings(const struct load_context *context, unsigned long count)
{
	struct mmapstress stress;
	uint64_t random = SEED;
	int result = mmapstress_open(&stress, context) == 0 ? 1 : LOAD_EFAIL;

	for (unsigned long i = 0;
	     result == 1 && load_begin(context, WORKER_MMAP, i, count); i++) {
		result = map_and_fault(context, &random);
		if (result == 1) {
			result = map_small(context, &stress);
		}
	}
	mmapstress_close(&stress);
	return result < 0 ? LOAD_EFAIL : 0;
}
