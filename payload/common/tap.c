/* SPDX-License-Identifier: BSD-2-Clause */
#include "tap.h"

static unsigned tests;
static unsigned failures;

static void put_text(const char *text)
{
	while (*text != '\0') {
		arch_put(*text++);
	}
}

static void put_number(uint64_t number)
{
	char digits[20];
	int n = 0;

	do {
		digits[n++] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	while (n > 0) {
		arch_put(digits[--n]);
	}
}

static void put_hex(uint64_t number)
{
	put_text("0x");
	for (int shift = 60; shift >= 0; shift -= 4) {
		arch_put("0123456789abcdef"[number >> shift & 0xf]);
	}
}

void tap_ok(int is_good, const char *name)
{
	put_text(is_good ? "ok " : "not ok ");
	put_number(++tests);
	put_text(" - ");
	put_text(name);
	put_text("\n");
	failures += !is_good;
}

void tap_is(uint64_t got, uint64_t expected, const char *name)
{
	tap_ok(got == expected, name);
	if (got != expected) {
		put_text("# got ");
		put_hex(got);
		put_text(", expected ");
		put_hex(expected);
		put_text("\n");
	}
}

void tap_note(const char *text, uint64_t number)
{
	put_text("# ");
	put_text(text);
	put_text(": ");
	put_number(number);
	put_text("\n");
}

void tap_note_hex(const char *text, uint64_t number)
{
	put_text("# ");
	put_text(text);
	put_text(": ");
	put_hex(number);
	put_text("\n");
}

int tap_failed(void)
{
	return failures > 0;
}

void tap_plan(void)
{
	put_text("1..");
	put_number(tests);
	put_text("\n");
}

_Noreturn void tap_bail(const char *why, uint64_t number)
{
	put_text("Bail out! ");
	put_text(why);
	put_text(": ");
	put_hex(number);
	put_text("\n");
	arch_magic(MAGIC_STATUS, NULL, 0, 1);
	arch_off();
}
