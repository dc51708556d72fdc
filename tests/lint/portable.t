#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# lib/ and the decoders want no operating system: of a C library they call what
# a freestanding compiler may call by itself.
. tests/lint/tap.sh

allowed='memcpy|memmove|memset|memcmp|strlen|_GLOBAL_OFFSET_TABLE_'
# And what include/arch/ declares for others to define.
allowed="$allowed|$(sed -n 's/^[a-z].*[ *]\([a-z]*_[a-z0-9_]*\)(.*/\1/p' \
	include/arch/*.h | paste -sd '|')"
sources=$(list_c lib arch | grep '\.c$')
object=$(mktemp)
trap 'rm -f "$object"' EXIT

list_foreign() {
	# shellcheck disable=SC2086 # a list
	gcc -std=c11 -O2 -Iinclude -fno-stack-protector -r -nostdlib \
		-o "$object" $sources 2>&1 | grep error: | head -n 5
	nm --undefined-only -j "$object" | grep -vxE "$allowed"
}

list_headers() {
	list_c lib arch | xargs grep -nE \
		'#include <(stdio|stdlib|unistd|errno|fcntl|sys/|time|limits)'
}

report "lib and arch call nothing of a C library" "$(list_foreign)"
report "lib and arch include no hosted header" "$(list_headers)"
finish
