#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Each public header: compiles alone and twice, and says what its functions do.
. tests/lint/tap.sh

compile_alone() {
	list_c include | grep '\.h$' | while read -r header; do
		name=${header#include/}
		printf '#include <%s>\n#include <%s>\ntypedef int unit;\n' \
			"$name" "$name" |
			"$1" -x c -std=c11 -Wall -Wextra -Wpedantic -Werror \
				-Iinclude -fsyntax-only - 2>&1
	done
}

# A group of prototypes without a blank line between may share one comment.
without_comment() {
	# shellcheck disable=SC2016 # for awk
	list_c include | grep '\.h$' | xargs awk '
		FNR == 1 { said = 0; inside = 0; prototype = 0 }
		/\*\// { said = 1; next }
		/^$/ { said = 0; next }
		/^[a-z].*[a-z0-9_]\(/ && !/^(typedef|struct [a-z_]* \{|enum)/ &&
			!/__attribute__/ && !said {
			print FILENAME ":" FNR ": no comment: " $0 }'
}

report "public headers compile alone with gcc" "$(compile_alone gcc)"
report "public headers compile alone with clang" "$(compile_alone clang)"
report "every public function has a comment" "$(without_comment)"
finish
