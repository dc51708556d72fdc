/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "load.h"
#include "load/loads.h"
#include "tool.h"

static bool is_count(const char *text)
{
	char *end;
	unsigned long n;

	if (text[0] < '0' || text[0] > '9') {
		return false;
	}
	n = strtoul(text, &end, 10);
	return *end == '\0' && n >= 1 && n <= LOAD_COUNT_MAX;
}

static int refuse_name(const char *item)
{
	struct buffer names = { 0 };

	for (const struct load *load = loads; load->name != NULL; load++) {
		buffer_print(&names, "%s%s",
			     load == loads ? "" :
			     load[1].name == NULL ? " and " : ", ",
			     load->name);
	}
	fail("unknown load \"%s\"; there are %s", item, names.text);
	buffer_free(&names);
	return -1;
}

static int check_one(const char *item)
{
	size_t length = strcspn(item, ":");

	if (load_find(item, length) == NULL) {
		return refuse_name(item);
	}
	if (item[length] == ':' && !is_count(item + length + 1)) {
		return fail("load \"%s\": the number is from 1 to %lu", item,
			    LOAD_COUNT_MAX);
	}
	return 0;
}

int load_check(const char *list)
{
	char *copy = memory_text(list);
	char *next = copy;
	char *item;
	int result = 0;

	while (result == 0 && (item = strsep(&next, ",")) != NULL) {
		result = check_one(item);
	}
	free(copy);
	return result;
}

void load_encode(const char *text, struct buffer *encoded)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		"abcdefghijklmnopqrstuvwxyz0123456789-_";
	unsigned held = 0;
	unsigned bits = 0;

	buffer_add(encoded, "");
	for (; *text != '\0'; text++) {
		held = held << 8 | (unsigned char)*text;
		bits += 8;
		while (bits >= 6) {
			bits -= 6;
			buffer_add_bytes(encoded,
					 &digits[held >> bits & 0x3f], 1);
		}
		held &= (1u << bits) - 1;
	}
	if (bits > 0) {
		buffer_add_bytes(encoded, &digits[held << (6 - bits) & 0x3f],
				 1);
	}
}
