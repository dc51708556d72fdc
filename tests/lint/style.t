#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The rules of style that a line of text shows; see CONTRIBUTING.md.
. tests/lint/tap.sh

# "LINES FILE:LINE" of each function: its body with both braces.
measure_functions() {
	list_c . | xargs awk '
		/^\{/ { start = FNR }
		/^\}/ && start { print FNR - start + 1, FILENAME ":" start
			start = 0 }'
}

# Wider than 80 columns only in a table: a line that begins with { or a macro.
too_wide() {
	list_c . | while read -r file; do
		expand "$file" | awk -v file="$file" '
			length > 100 || (length > 80 && !/^ *[{}A-Z"]/) {
				print file ":" NR ": " length " columns" }'
	done
}

# search PATTERN: where it occurs in C.
search() {
	list_c . | xargs grep -nE "$1"
}

functions=$(measure_functions | sort -n)
total=$(echo "$functions" | wc -l)
echo "# $total functions; median" \
	"$(echo "$functions" | sed -n "$((total / 2 + 1))s/ .*//p") lines," \
	"90th percentile" \
	"$(echo "$functions" | sed -n "$((total * 9 / 10 + 1))s/ .*//p")"

report "no function is longer than 70 lines" \
	"$(echo "$functions" | awk '$1 > 70')"
report "no line is too wide" "$(too_wide)"
report "no bool parameters" \
	"$(search '^[a-z].*[(,] *(const )?bool [a-z]|^	+.*[(,] *bool [a-z_]*[,)]')"
report "no typedef of a struct" "$(search '^typedef (struct|union|enum)')"
report "no name begins with two underscores" \
	"$(search '^(#define|struct|enum|[a-z].*[ *])[ 	]*__[a-z_]+\(' |
		grep -v __attribute__)"
report "no TODO, no commented-out code" \
	"$(search '\<(TODO|FIXME|XXX)\>|^#if 0|^[	 ]*//' |
		grep -v '// SPDX-License-Identifier')"
finish
