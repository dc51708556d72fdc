/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The monitor's string functions do what the C library's do, at every alignment
 * and overlap.
 */
#include "unit.h"

#define memcpy monitor_memcpy
#define memmove monitor_memmove
#define memset monitor_memset
#define memcmp monitor_memcmp
#define memchr monitor_memchr
#define strlen monitor_strlen
#define strnlen monitor_strnlen
#define strchr monitor_strchr
#define strrchr monitor_strrchr
#include "../../monitor/string.c"
#undef memcpy
#undef memmove
#undef memset
#undef memcmp
#undef memchr
#undef strlen
#undef strnlen
#undef strchr
#undef strrchr

#define SIZE 48u

static void fill(unsigned char *bytes)
{
	for (unsigned i = 0; i < SIZE; i++) {
		bytes[i] = (unsigned char)(i * 7 + 1);
	}
}

static void moves(void **state)
{
	_Alignas(8) unsigned char mine[SIZE], other[SIZE];

	(void)state;
	for (unsigned to = 0; to < 16; to++) {
		for (unsigned from = 0; from < 16; from++) {
			for (unsigned length = 0; length <= 32; length++) {
				fill(mine);
				fill(other);
				assert_ptr_equal(monitor_memmove(mine + to,
								 mine + from,
								 length),
						 mine + to);
				memmove(other + to, other + from, length);
				assert_memory_equal(mine, other, SIZE);
			}
		}
	}
}

static void copies(void **state)
{
	_Alignas(8) unsigned char mine[SIZE], other[SIZE], from[SIZE];

	(void)state;
	fill(from);
	for (unsigned to = 0; to < 8; to++) {
		for (unsigned length = 0; length <= 32; length++) {
			memset(mine, 0, SIZE);
			memset(other, 0, SIZE);
			monitor_memcpy(mine + to, from + to % 3, length);
			memcpy(other + to, from + to % 3, length);
			assert_memory_equal(mine, other, SIZE);
			monitor_memset(mine + to, 0x1a5, length);
			memset(other + to, 0xa5, length);
			assert_memory_equal(mine, other, SIZE);
		}
	}
}

static int sign(int value)
{
	return (value > 0) - (value < 0);
}

static void compares(void **state)
{
	static const char *const texts[] = {
		"", "a", "ab", "b", "abc", "abd", "\x7f", "\x80", "\xff",
	};

	(void)state;
	for (unsigned i = 0; i < COUNT(texts); i++) {
		for (unsigned j = 0; j < COUNT(texts); j++) {
			size_t size = strlen(texts[i]) < strlen(texts[j])
					      ? strlen(texts[i]) + 1
					      : strlen(texts[j]) + 1;

			assert_int_equal(
				sign(monitor_memcmp(texts[i], texts[j], size)),
				sign(memcmp(texts[i], texts[j], size)));
		}
	}
	assert_int_equal(monitor_memcmp("a", "b", 0), 0);
}

static void searches(void **state)
{
	static const char text[] = "one/two/three\xe9";

	(void)state;
	for (int byte = 0; byte < 256; byte++) {
		assert_ptr_equal(monitor_strchr(text, byte),
				 strchr(text, byte));
		assert_ptr_equal(monitor_strrchr(text, byte),
				 strrchr(text, byte));
		for (size_t length = 0; length <= sizeof(text); length++) {
			assert_ptr_equal(monitor_memchr(text, byte, length),
					 memchr(text, byte, length));
		}
	}
	for (size_t length = 0; length <= sizeof(text); length++) {
		assert_int_equal(monitor_strnlen(text, length),
				 strnlen(text, length));
	}
	assert_int_equal(monitor_strlen(text), strlen(text));
	assert_int_equal(monitor_strlen(""), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moves),
		cmocka_unit_test(copies),
		cmocka_unit_test(compares),
		cmocka_unit_test(searches),
	};

	return run_tap(tests);
}
