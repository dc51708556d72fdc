#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Every test in tests/lint/ is seen to fail: each on a copy of the tree in which
# the one thing that it looks for was broken.
# shellcheck disable=SC2016,SC2034 # it is expanded in the copy
set -eu

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
count=0

fresh_copy() {
	rm -rf "$copy/tree"
	mkdir "$copy/tree"
	tar -cf - --exclude=./.git --exclude=./build . |
		tar -xf - -C "$copy/tree"
}

# run_lint LINT FILE: its results, into FILE.
run_lint() {
	(cd "$copy/tree" && "tests/lint/$1.t") >"$2" 2>/dev/null || :
}

# result FILE NUMBER: the line of that test.
result() {
	grep -a -E "^(not )?ok $2 -" "$1" || echo "no result"
}

# mutant LINT NUMBER COMMANDS: with COMMANDS, test NUMBER of LINT goes red.
mutant() {
	count=$((count + 1))
	fresh_copy
	[ -e "$copy/$1" ] || run_lint "$1" "$copy/$1"
	before=$(result "$copy/$1" "$2")
	(cd "$copy/tree" && eval "$3") || :
	run_lint "$1" "$copy/after"
	after=$(result "$copy/after" "$2")
	case "$before|$after" in
	"ok "*"|not ok "*)
		echo "ok $count - $1: ${after#not ok * - }" ;;
	*)	echo "# before: $before; after: $after" >&2
		echo "not ok $count - $1, test $2: $3" ;;
	esac
}

add() {
	mkdir -p "$(dirname "$1")"
	printf '%b\n' "$2" >>"$1"
}

long_function() {
	echo "void f(void)"
	echo "{"
	yes '	f();' | head -n 69
	echo "}"
}

c=lib/ledger/mutant.c
h=include/base/mutant.h
page=man/fencepost.1

mutant spdx 1 'add $c "int x;"'
mutant spdx 1 'add plugin/mutant.c "/* SPDX-License-Identifier: BSD-2-Clause */"'
mutant spdx 2 'rm LICENSES/GPL-2.0-or-later.txt'
mutant scripts 1 'add tests/mutant "#!/bin/sh\\necho \$1"'
mutant scripts 2 'add tests/lib/Mutant.pm "use strict; \$x = 1;"'
mutant scripts 3 'chmod -x mk/setup.sh'
mutant man 1 'add $page ".Zz"'
mutant style 1 'long_function >$c'
mutant style 2 'add $c "\tint $(printf %090d 0);"'
mutant style 3 'add $c "void f(bool on);"'
mutant style 4 'add $c "typedef struct x x;"'
mutant style 5 'add $c "int __f(void);"'
mutant style 6 'add $c "// f();"'
mutant paths 1 'add mk/mutant "http://deb.debi""an.org/x"'
mutant paths 1 'add mk/mutant "$(apt-get indextargets --format "\$(SITE)" |
	head -n 1)"'
mutant paths 2 'add mk/mutant "see /ho""me/me"'
mutant paths 2 'add mk/mutant "see $PWD/mk"'
mutant paths 3 'add mk/mutant "see /t""mp/x"'
mutant paths 4 'add build/fencepost "$PWD/lib"'
mutant headers 1 'add $h "uint32_t x(void);"'
mutant headers 2 'add $h "struct x { int y; };"'
mutant headers 3 'add $h "int x(void);"'
mutant portable 1 'add $c "int puts(char *); int f(void) { return puts(0); }"'
mutant portable 2 'add lib/ledger/mutant.c "#include <stdio.h>"'
mutant options 1 'sed -i "/ replay/d" $page'
mutant options 2 'sed -i "/Fl -json/d" $page'
mutant options 3 'add $page ".Fl -mutant"'
echo "1..$count"
