/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The pages of a recorded machine that its trace shows.
 */
#ifndef TOOL_IMAGE_H
#define TOOL_IMAGE_H

#include <stdint.h>

struct image;

struct image *image_new(void);
void image_free(struct image *image);

/* The page at pa holds these LEDGER_SLOTS words. */
void image_set_page(struct image *image, uint64_t pa, const uint64_t *words);

/* The word at pa changes; nothing if the page is not known. */
void image_set_word(struct image *image, uint64_t pa, uint64_t value);

/* context is an image: copy the page at pa.  0, or -1 if it is not known. */
int image_read_page(void *context, uint64_t pa, uint64_t *words);

#endif
