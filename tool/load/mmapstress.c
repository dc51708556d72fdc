/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The mmapstress load: many small maps of one file, made and taken away in
 * random order.  Every page of the file counts how often it was written to,
 * through whatever map.
 */
#include "loads.h"
#include "sys.h"

#define FILE_PAGES 64
#define MAPS 32
#define MAP_PAGES_MAX 4
#define SEED 0x6d6d617073747265ull

struct map {
	void *base;
	size_t first;
	size_t pages;
};

struct stress {
	const struct load_context *context;
	long fd;
	uint64_t random;
	struct map maps[MAPS];
	uint64_t written[FILE_PAGES];
};

static int unmap(struct stress *stress, struct map *map)
{
	long got = sys_unmap(map->base,
			     map->pages * stress->context->page_size);

	map->base = NULL;
	return got == 0 ? 0 : load_fail(stress->context, "munmap", got);
}

/* Each page of the map must be the file's, and is written once more. */
static int touch(struct stress *stress, struct map *map)
{
	for (size_t i = 0; i < map->pages; i++) {
		volatile uint64_t *word =
			load_word(stress->context, map->base, i);
		uint64_t *written = &stress->written[map->first + i];

		if (*word != *written) {
			return load_fail(stress->context,
					 "wrong content of file page",
					 (long)(map->first + i));
		}
		*word = ++*written;
	}
	return 0;
}

static int make(struct stress *stress, struct map *map)
{
	const struct load_context *context = stress->context;

	map->pages = 1 + load_random(&stress->random) % MAP_PAGES_MAX;
	map->first = load_random(&stress->random) %
		     (FILE_PAGES - map->pages + 1);
	map->base = sys_map_at(map->pages * context->page_size,
			       SYS_PROT_READ | SYS_PROT_WRITE, SYS_MAP_SHARED,
			       stress->fd, map->first * context->page_size);
	if (sys_failed(map->base) != 0) {
		long error = sys_failed(map->base);

		map->base = NULL;
		return load_fail(context, "mmap of a file", error);
	}
	return touch(stress, map);
}

/* A map is taken away, if there is one in this place, and another is made. */
static int stress_once(struct stress *stress)
{
	struct map *map = &stress->maps[load_random(&stress->random) % MAPS];

	if (map->base != NULL && unmap(stress, map) < 0) {
		return LOAD_EFAIL;
	}
	return make(stress, map);
}

static int open_file(struct stress *stress)
{
	long got;

	stress->fd = sys_memfd("load");
	if (stress->fd < 0) {
		return load_fail(stress->context, "memfd_create", stress->fd);
	}
	got = sys_set_size(stress->fd,
			   FILE_PAGES * stress->context->page_size);
	return got < 0 ? load_fail(stress->context, "ftruncate", got) : 0;
}

static void close_all(struct stress *stress)
{
	for (size_t i = 0; i < MAPS; i++) {
		if (stress->maps[i].base != NULL) {
			unmap(stress, &stress->maps[i]);
		}
	}
	if (stress->fd >= 0) {
		sys_close(stress->fd);
	}
}

int load_mmapstress(const struct load_context *context, unsigned long count)
{
	struct stress stress = { .context = context, .random = SEED };
	int result = open_file(&stress);

	for (unsigned long i = 0;
	     result == 0 && load_begin(context, 0, i, count); i++) {
		result = stress_once(&stress);
		load_end(context, 0);
	}
	close_all(&stress);
	return result;
}
