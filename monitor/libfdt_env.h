/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What libfdt stands on, in place of its own header of this name: that one
 * wants a C library's headers.  Included before anything else when libfdt is
 * compiled, and before <libfdt.h> by those who use it.
 */
#ifndef LIBFDT_ENV_H
#define LIBFDT_ENV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
/* The C library's on the host, else string.h beside this file. */
#include <string.h>

/* gcc's limits.h wants a C library's. */
#ifndef INT_MAX
#define INT_MAX __INT_MAX__
#endif

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "device trees are big-endian, we are not");

/* As they lie in a tree. */
typedef uint16_t fdt16_t;
typedef uint32_t fdt32_t;
typedef uint64_t fdt64_t;

static inline uint16_t fdt16_to_cpu(fdt16_t value)
{
	return __builtin_bswap16(value);
}

static inline uint32_t fdt32_to_cpu(fdt32_t value)
{
	return __builtin_bswap32(value);
}

static inline uint64_t fdt64_to_cpu(fdt64_t value)
{
	return __builtin_bswap64(value);
}

static inline fdt16_t cpu_to_fdt16(uint16_t value)
{
	return __builtin_bswap16(value);
}

static inline fdt32_t cpu_to_fdt32(uint32_t value)
{
	return __builtin_bswap32(value);
}

static inline fdt64_t cpu_to_fdt64(uint64_t value)
{
	return __builtin_bswap64(value);
}

#endif
