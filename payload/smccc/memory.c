/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a freestanding compiler may call by itself.  volatile: else it would
 * see what these do, and make calls of them again.
 */
#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t length);
void *memset(void *to, int byte, size_t length);

void *memcpy(void *to, const void *from, size_t length)
{
	volatile uint8_t *out = to;
	const uint8_t *in = from;

	while (length-- > 0) {
		*out++ = *in++;
	}
	return to;
}

void *memset(void *to, int byte, size_t length)
{
	volatile uint8_t *out = to;

	while (length-- > 0) {
		*out++ = (uint8_t)byte;
	}
	return to;
}
