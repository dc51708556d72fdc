// SPDX-License-Identifier: GPL-2.0-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "message.h"
#include "ram.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "guest memory is read as the host's own numbers");

struct ram_range ram_ranges[OPTIONS_RANGES_MAX];
unsigned ram_n_ranges;

static int map_range(int fd, const struct options_range *from,
		     struct ram_range *range)
{
	void *host = mmap(NULL, from->size, PROT_READ, MAP_SHARED, fd,
			  (off_t)from->offset);

	if (host == MAP_FAILED) {
		message_print("can't map guest RAM: %s", strerror(errno));
		return -1;
	}
	range->base = from->base;
	range->size = from->size;
	range->host = host;
	range->followed = calloc(from->size >> RAM_PAGE_SHIFT, 1);
	if (range->followed == NULL) {
		message_print("no memory for the pages of guest RAM");
		return -1;
	}
	return 0;
}

int ram_open(const struct options *options)
{
	struct stat status;

	if (fstat(options->ram_fd, &status) < 0) {
		message_print("ramfd=%d: %s", options->ram_fd, strerror(errno));
		return -1;
	}
	for (unsigned i = 0; i < options->n_ranges; i++) {
		const struct options_range *from = &options->ranges[i];

		/* Beyond the end, a read would be a SIGBUS. */
		if (from->offset + from->size > (uint64_t)status.st_size) {
			message_print("ram=%llx: longer than the memory of "
				      "ramfd",
				      (unsigned long long)from->base);
			return -1;
		}
		if (map_range(options->ram_fd, from, &ram_ranges[i]) < 0) {
			return -1;
		}
		ram_n_ranges = i + 1;
	}
	return 0;
}

static struct ram_range *find_range(uint64_t pa, uint64_t *offset)
{
	for (unsigned i = 0; i < ram_n_ranges; i++) {
		*offset = pa - ram_ranges[i].base;
		if (*offset < ram_ranges[i].size) {
			return &ram_ranges[i];
		}
	}
	return NULL;
}

void ram_follow(uint64_t pa, int followed)
{
	uint64_t offset;
	struct ram_range *range = find_range(pa, &offset);

	if (range != NULL) {
		atomic_store_explicit(
			&range->followed[offset >> RAM_PAGE_SHIFT],
			(uint8_t)(followed != 0), memory_order_relaxed);
	}
}

const uint8_t *ram_at(uint64_t pa, uint64_t length)
{
	uint64_t offset;
	struct ram_range *range = find_range(pa, &offset);

	if (range == NULL || (pa & (RAM_PAGE - 1)) + length > RAM_PAGE) {
		return NULL;
	}
	return range->host + offset;
}

uint64_t ram_read_slot(uint64_t pa)
{
	const uint8_t *host = ram_at(pa & ~UINT64_C(7), 8);

	/* Other CPUs write it meanwhile, so not memcpy(). */
	return host == NULL ? 0
			    : *(const volatile uint64_t *)(const void *)host;
}
