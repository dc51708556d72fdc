#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every source file says its licence in its first lines: the one of its folder.
. tests/lint/tap.sh

# Prose and test data have no line of their own.
list_sources() {
	list_files | while read -r file; do
		case $file in
		*.[chS] | *.ld | *.sh | *.t | *.mk | *.1 | *.py | *.pl | */Makefile | \
		Makefile | .clang-* | .gitignore)
			echo "$file" ;;
		LICENSES/* | *.md)
			;;
		*)	if head -c 2 "$file" | grep -q '#!'; then
				echo "$file"
			fi ;;
		esac
	done
}

licence_of() {
	case $1 in
	# Both are loaded into QEMU, which is under the GPL.
	plugin/* | tests/qemu/count/*)
			echo GPL-2.0-or-later ;;
	linux/*)	echo GPL-2.0-only ;;
	*)		echo BSD-2-Clause ;;
	esac
}

without_line() {
	list_sources | while read -r file; do
		licence=$(licence_of "$file")
		head -n 3 "$file" | grep -Eq \
			"SPDX-License-Identifier: $licence( \*/)?\$" ||
			echo "$file: no SPDX line with $licence"
	done
}

without_text() {
	list_sources | xargs sed -s -n '1,3s/.*SPDX-License-Identifier: \([^ ]*\).*/\1/p' |
		sort -u | while read -r licence; do
		[ -s "LICENSES/$licence.txt" ] ||
			echo "LICENSES/$licence.txt is missing"
	done
}

report "every source file has its SPDX line" "$(without_line)"
report "the text of every licence is there" "$(without_text)"
finish
