#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The manual page and the tool's own help name the same options.
. tests/lint/tap.sh

page=man/fencepost.1
commands=$("$FENCEPOST" --help | sed -n 's/^  *fencepost  *\([a-z]*\).*/\1/p;
	s/^  *\([a-z][a-z]*\)  .*/\1/p' | sort -u)

print_help() {
	"$FENCEPOST" --help
	for command in $commands; do
		"$FENCEPOST" "$command" --help
	done
}

# A help need not list --help.
list_helped() {
	print_help | grep -oE -e '--[a-z][a-z-]*' | grep -vx -e --help |
		sort -u
}

# .Fl -name, also as Op Fl -name and the like.
list_documented() {
	grep -oE 'Fl -[a-z][a-z-]*' "$page" | sed 's/Fl /-/' | sort -u |
		grep -vx -e --help
}

helped=$(list_helped)
documented=$(list_documented)
report "the tool has subcommands, and each is in the manual page" "$(
	[ -n "$commands" ] || echo "none seen in fencepost --help"
	for command in $commands; do
		grep -qE "(Cm|Ic|Ss|Sh) .*\b$command\b" "$page" || echo "$command"
	done)"
report "every option of the help is in the manual page" \
	"$(echo "$helped" | grep -vxF -e "$documented")"
report "every option of the manual page is in the help" \
	"$(echo "$documented" | grep -vxF -e "$helped")"
finish
