/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory: a region that only grows, and free lists of equal objects.
 */
#include <stdalign.h>

#include "internal.h"

/* Zeroed, as the caller's fresh memory may not be. */
static void memory_zero(void *memory, size_t size)
{
	unsigned char *byte = memory;

	for (size_t i = 0; i < size; i++) {
		byte[i] = 0;
	}
}

void *memory_take(struct ledger *l, size_t size)
{
	unsigned char *start = l->config.memory;

	size = (size + 7) & ~(size_t)7;
	if (size > l->config.memory_size - l->used) {
		l->exhausted = true;
		return NULL;
	}
	start += l->used;
	l->used += size;
	memory_zero(start, size);
	return start;
}

/* A binding has its two arrays of one number a CPU behind it. */
static size_t pool_size(const struct ledger *l, enum pool pool)
{
	static const size_t sizes[POOL_COUNT] = {
		[POOL_PAGE] = sizeof(struct page),
		[POOL_LINK] = sizeof(struct link),
		[POOL_BINDING] = sizeof(struct binding),
		[POOL_GHOST] = sizeof(struct ghost),
		[POOL_INFLIGHT] = sizeof(struct inflight),
		[POOL_PENDING] = sizeof(struct pending),
		[POOL_PART] = sizeof(struct part),
	};

	if (pool == POOL_BINDING) {
		return sizes[pool] + 2 * l->config.cpus * sizeof(uint64_t);
	}
	return sizes[pool];
}

/* A free object starts with the address of the next one. */
struct free_object {
	struct free_object *next;
};

void *pool_take(struct ledger *l, enum pool pool)
{
	struct free_object *object = l->free[pool];
	size_t size = pool_size(l, pool);

	if (!object) {
		return memory_take(l, size);
	}
	l->free[pool] = object->next;
	memory_zero(object, size);
	return object;
}

void pool_give(struct ledger *l, enum pool pool, void *object)
{
	struct free_object *freed = object;

	freed->next = l->free[pool];
	l->free[pool] = freed;
}

struct list *hash_new(struct ledger *l)
{
	struct list *hash = memory_take(l, HASH_SIZE * sizeof(*hash));

	for (unsigned i = 0; hash && i < HASH_SIZE; i++) {
		list_init(&hash[i]);
	}
	return hash;
}

/* Multiplication by 2^64 / phi mixes upwards: the top bits are the best. */
uint32_t hash_mix(uint64_t a, uint64_t b)
{
	uint64_t mixed = (a ^ (b << 32 | b >> 32)) * 0x9e3779b97f4a7c15ull;

	mixed ^= mixed >> 29;
	mixed *= 0x9e3779b97f4a7c15ull;
	return (uint32_t)(mixed >> (64 - HASH_BITS));
}
