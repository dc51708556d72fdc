#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The static analysers have nothing to say: clang-tidy, cppcheck, gcc -fanalyzer.
. tests/lint/tap.sh

libfdt=${XDG_CACHE_HOME:-$HOME/.cache}/fencepost/libfdt
hosted="-std=c11 -Iinclude -D_GNU_SOURCE= -isystem $libfdt"
bare="-std=c11 -Iinclude -ffreestanding --target="

# each FILTER COMMAND...: COMMAND with each C file whose name FILTER matches.
each() {
	filter=$1
	shift
	list_c . | grep '\.c$' | grep -E "$filter" |
		xargs -P "$(nproc)" -n 1 "$@"
}

host='^(lib|arch|plugin|fuzz|tests)/|^tool/[^/]*$|^monitor/(device|string)'

# The analyser's own words only; each source's flags come after its name.
tidy() {
	filter=$1
	shift
	# shellcheck disable=SC2016 # for the shell that is started
	each "$filter" sh -c 'flags=$1; file=$2
		clang-tidy --quiet "$file" -- $flags 2>/dev/null ||
			echo "$file: clang-tidy failed"' tidy "$*" |
		sed "s|$PWD/||g"
}

# What is off has only been seen wrong here: it does not see through list
# heads, dup2() and what another file fills in; clang-tidy and the sanitizers
# look for the same.
analyse() {
	# shellcheck disable=SC2046,SC2086 # lists
	each "$host" gcc $hosted -O2 -fanalyzer $(printf -- '-Wno-analyzer-%s ' \
		too-complex use-of-uninitialized-value null-dereference \
		deref-before-check fd-leak file-leak malloc-leak \
		infinite-loop) -S -o /dev/null 2>&1
}

# The two about null pointers do not know that a function is _Noreturn.
check() {
	# shellcheck disable=SC2046 # a list
	cppcheck --quiet --std=c11 -Iinclude -j "$(nproc)" --inline-suppr \
		--enable=warning,performance,portability \
		--suppress=missingIncludeSystem --suppress=uninitvar \
		--suppress=normalCheckLevelMaxBranches \
		--suppress=nullPointerRedundantCheck \
		--suppress=nullPointerArithmeticRedundantCheck \
		-D'JSON_INTEGER_FORMAT="lld"' $(list_c . | grep '\.c$') 2>&1
}

report "clang-tidy: host programs" "$(tidy "$host" "$hosted")"
for arch in aarch64 riscv64; do
	report "clang-tidy: programs for $arch" \
		"$(tidy "^payload/(common/|.*$arch)|^tool/guest/" \
			"$bare$arch-none-elf")"
done
report "clang-tidy: the conformance payload" \
	"$(tidy "^payload/smccc/" "${bare}aarch64-none-elf")"
report "cppcheck" "$(check)"
report "gcc -fanalyzer" "$(analyse)"
finish
