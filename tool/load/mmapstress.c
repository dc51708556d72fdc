/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The mmapstress load: many small maps of one file, made and taken away in
 * random order.  Every page of the file counts how often it was written to,
 * through whatever map.
 */
#include "mmapstress.h"
#include "sys.h"

#define MAP_PAGES_MAX 4
#define SEED 0x6d6d617073747265ull

static int unmap(struct mmapstress *stress, struct mmapstress_map *map)
{
	long got = sys_unmap(map->base,
			     map->pages * stress->context->page_size);

	map->base = NULL;
	return got == 0 ? 0 : load_fail(stress->context, "munmap", got);
}

/* Each page of the map must be the file's, and is written once more. */
static int touch(struct mmapstress *stress, struct mmapstress_map *map)
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

static int make(struct mmapstress *stress, struct mmapstress_map *map)
{
	const struct load_context *context = stress->context;

	map->pages = 1 + load_random(&stress->random) % MAP_PAGES_MAX;
	map->first = load_random(&stress->random) %
		     (MMAPSTRESS_FILE_PAGES - map->pages + 1);
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

int mmapstress_once(struct mmapstress *stress)
{
	size_t place = load_random(&stress->random) % MMAPSTRESS_MAPS;
	struct mmapstress_map *map = &stress->maps[place];

	if (map->base != NULL && unmap(stress, map) < 0) {
		return LOAD_EFAIL;
	}
	return make(stress, map);
}

int mmapstress_open(struct mmapstress *stress,
		    const struct load_context *context)
{
	long got;

	*stress = (struct mmapstress){ .context = context, .random = SEED };
	stress->fd = sys_memfd("load");
	if (stress->fd < 0) {
		return load_fail(context, "memfd_create", stress->fd);
	}
	got = sys_set_size(stress->fd,
			   MMAPSTRESS_FILE_PAGES * context->page_size);
	return got < 0 ? load_fail(context, "ftruncate", got) : 0;
}

void mmapstress_close(struct mmapstress *stress)
{
	for (size_t i = 0; i < MMAPSTRESS_MAPS; i++) {
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
	struct mmapstress stress;
	int result = mmapstress_open(&stress, context);

	for (unsigned long i = 0;
	     result == 0 && load_begin(context, 0, i, count); i++) {
		result = mmapstress_once(&stress);
		load_end(context, 0);
	}
	mmapstress_close(&stress);
	return result;
}
