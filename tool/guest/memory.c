/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <stdint.h>

/*
 * The compiler calls these for large copies; the volatile keeps it from making
 * a call of memset out of the loop in memset.
 */
void *memset(void *to, int value, size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
int memcmp(const void *a, const void *b, size_t size);

void *memset(void *to, int value, size_t size)
{
	volatile unsigned char *at = to;

	while (size-- > 0) {
		*at++ = (unsigned char)value;
	}
	return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
	return memmove(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
	volatile unsigned char *out = to;
	const unsigned char *in = from;

	if ((uintptr_t)to <= (uintptr_t)from) {
		for (size_t i = 0; i < size; i++) {
			out[i] = in[i];
		}
	} else {
		while (size-- > 0) {
			out[size] = in[size];
		}
	}
	return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
	const unsigned char *left = a;
	const unsigned char *right = b;

	for (size_t i = 0; i < size; i++) {
		if (left[i] != right[i]) {
			return left[i] < right[i] ? -1 : 1;
		}
	}
	return 0;
}
