#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# lib/ledger and the decoders want no operating system: of a C library they
# call what a freestanding compiler may call by itself.
. tests/lint/tap.sh

allowed='memcpy|memmove|memset|memcmp|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail'

# list_objects FOLDER...
list_objects() {
	for folder; do
		find "build/host-clang/$folder" -name '*.o' 2>/dev/null
	done
}

list_foreign() {
	objects=$(list_objects lib/ledger arch)
	if [ -z "$objects" ]; then
		echo "build/host-clang has no objects: run make first"
		return
	fi
	# shellcheck disable=SC2086,SC2046 # lists
	defined=$(nm --defined-only -j $objects $(list_objects lib/base) |
		sort -u)
	# shellcheck disable=SC2086 # a list
	nm --undefined-only -j $objects | grep -vE '^$|:$' | sort -u |
		grep -vxE "$allowed" | grep -vxF "$defined"
}

list_headers() {
	list_c lib/ledger arch | xargs grep -nE \
		'#include <(stdio|stdlib|unistd|errno|fcntl|sys/|time|limits)'
}

report "lib/ledger and arch call nothing of a C library" "$(list_foreign)"
report "lib/ledger and arch include no hosted header" "$(list_headers)"
finish
