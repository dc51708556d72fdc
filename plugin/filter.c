// SPDX-License-Identifier: GPL-2.0-or-later
#include <dlfcn.h>
#include <string.h>

#include "filter.h"

/* Page numbers have 52 bits. */
#define GENERATION_STEP (UINT64_C(1) << 52)

struct filter filter = { .generation = GENERATION_STEP };
static bool is_open;

void filter_open(void)
{
	is_open = dlsym(RTLD_DEFAULT, "current_cpu") != NULL;
}

void filter_forget(void)
{
	filter.generation += GENERATION_STEP;
	if (filter.generation == 0) {
		memset(filter.pages, 0, sizeof(filter.pages));
		filter.generation = GENERATION_STEP;
	}
}

void filter_add(uint64_t va)
{
	uint64_t page = va >> RAM_PAGE_SHIFT;

	if (!is_open) {
		return;
	}
	if (filter.owner != current_cpu) {
		filter.owner = current_cpu;
		filter_forget();
	}
	filter.pages[page % FILTER_PAGES] = page | filter.generation;
}
