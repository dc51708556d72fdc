#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Scripts: shellcheck and perl have nothing to say.  (SC2317 and SC2329 take
# functions that are called through a variable for dead code.)
. tests/lint/tap.sh

list_scripts() {
	list_files | while read -r file; do
		if head -n 1 "$file" | tr -d '\0' |
			grep -Eq '^#!.*[/ ](ba)?sh\b|^# shellcheck shell='; then
			echo "$file"
		fi
	done
}

list_perl() {
	list_files | while read -r file; do
		case $file in
		*.pl | *.pm)	echo "$file" ;;
		*)		! head -n 1 "$file" | tr -d '\0' |
					grep -q '^#!.*perl' || echo "$file" ;;
		esac
	done
}

check_perl() {
	list_perl | while read -r file; do
		perl -wc -Itests/lib "$file" 2>&1 | grep -v ' syntax OK$'
	done
}

without_execution() {
	{ list_scripts; list_perl; } | while read -r file; do
		! head -c 2 "$file" | grep -q '#!' || [ -x "$file" ] ||
			echo "$file is not executable"
	done
}

report "shellcheck" "$(list_scripts | xargs shellcheck -x -f gcc -e SC2317,SC2329)"
report "perl -wc" "$(check_perl)"
report "scripts can be executed" "$(without_execution)"
finish
