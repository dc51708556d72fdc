/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include <ledger/event.h>

#include "image.h"
#include "tool.h"

#define PAGE_SHIFT 12
#define IMAGE_BITS_START 10

struct image_page {
	uint64_t pa;
	uint64_t words[LEDGER_SLOTS];
};

/* Open addressing; at most half of the table is used. */
struct image {
	struct image_page **table;
	unsigned bits;
	size_t count;
};

struct image *image_new(void)
{
	struct image *image = memory_get(sizeof(*image));

	image->bits = IMAGE_BITS_START;
	image->table = memory_get(sizeof(image->table[0]) << image->bits);
	return image;
}

void image_free(struct image *image)
{
	for (size_t i = 0; i < (size_t)1 << image->bits; i++) {
		free(image->table[i]);
	}
	free(image->table);
	free(image);
}

/* Where the page at pa is, or would be. */
static struct image_page **place(const struct image *image, uint64_t pa)
{
	size_t mask = ((size_t)1 << image->bits) - 1;
	/* Fibonacci hashing: the high bits of the product are mixed well. */
	size_t at = (size_t)((pa >> PAGE_SHIFT) * 0x9e3779b97f4a7c15u >>
			     (64 - image->bits));

	while (image->table[at] != NULL && image->table[at]->pa != pa) {
		at = (at + 1) & mask;
	}
	return &image->table[at];
}

static void grow(struct image *image)
{
	struct image_page **old = image->table;
	size_t count = (size_t)1 << image->bits;

	image->bits++;
	image->table = memory_get(sizeof(old[0]) << image->bits);
	for (size_t i = 0; i < count; i++) {
		if (old[i] != NULL) {
			*place(image, old[i]->pa) = old[i];
		}
	}
	free(old);
}

void image_set_page(struct image *image, uint64_t pa, const uint64_t *words)
{
	struct image_page **page = place(image, pa);

	if (*page == NULL) {
		if (2 * image->count >= (size_t)1 << image->bits) {
			grow(image);
			page = place(image, pa);
		}
		*page = memory_get(sizeof(**page));
		(*page)->pa = pa;
		image->count++;
	}
	memcpy((*page)->words, words, sizeof((*page)->words));
}

void image_set_word(struct image *image, uint64_t pa, uint64_t value)
{
	const uint64_t offset = pa & ((1u << PAGE_SHIFT) - 1);
	struct image_page *page = *place(image, pa - offset);

	if (page != NULL) {
		page->words[offset / sizeof(page->words[0])] = value;
	}
}

int image_read_page(void *context, uint64_t pa, uint64_t *words)
{
	const struct image *image = context;
	const struct image_page *page = *place(image, pa);

	if (page == NULL) {
		return -1;
	}
	memcpy(words, page->words, sizeof(page->words));
	return 0;
}
