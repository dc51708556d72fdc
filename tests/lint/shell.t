#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Shell scripts: shellcheck has nothing to say.
. tests/lint/tap.sh

list_scripts() {
	list_files | while read -r file; do
		if head -n 1 "$file" | tr -d '\0' |
			grep -Eq '^#!.*[/ ](ba)?sh\b|^# shellcheck shell='; then
			echo "$file"
		fi
	done
}

without_execution() {
	list_scripts | while read -r file; do
		! head -c 2 "$file" | grep -q '#!' || [ -x "$file" ] ||
			echo "$file is not executable"
	done
}

report "shellcheck" "$(list_scripts | xargs shellcheck -x -f gcc)"
report "scripts can be executed" "$(without_execution)"
finish
