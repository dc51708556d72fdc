#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Traces that are none: one message with the line, status 2, no report.
. tests/tool/tap.sh

trace=$work/trace
head='fencepost-trace 1\narch aarch64\ncpus 2\n'

# bad NAME PATTERN TEXT: TEXT as for printf, after a good header.
bad() {
	# shellcheck disable=SC2059 # it is a format
	printf "$head$3" >"$trace"
	refused "$1" 2 "$2" replay --json "$out/json" --verdicts "$out/v" \
		"$trace"
}

refused "missing" 2 "can't open" replay --json "$out/json" "$work/none"
refused "a directory" 2 "can't read" replay --json "$out/json" "$work"
refused "empty" 2 'trace:1: truncated in its header|null:1: truncated' \
	replay --json "$out/json" /dev/null

: >"$trace"
for text in 'fencepost-trace 2\n' 'hello\n' '# comment\nfencepost-trace 1\n' \
	'fencepost-trace 1\ncpus 2\narch aarch64\n' \
	'fencepost-trace 1\narch x86\ncpus 2\n' \
	'fencepost-trace 1\narch aarch64\ncpus 0\n' \
	'fencepost-trace 1\narch aarch64\ncpus 41\n' \
	'fencepost-trace 1\narch aarch64\ncpus 2\nmidr 2 0\n' \
	'fencepost-trace 1\narch aarch64\ncpus 2\nmidr 0 100000000\n' \
	'fencepost-trace 1\narch aarch64\ncpus 2 \n' \
	'fencepost-trace 1\r\narch aarch64\r\ncpus 2\r\n'; do
	# shellcheck disable=SC2059 # it is a format
	printf "${text}end done\n" >"$trace"
	refused "header $text" 2 'trace:[1-4]: ' replay --json "$out/json" \
		"$trace"
done

bad "no end" 'trace:5: truncated: there is no "end"' 'power 0 1\n'
bad "cut in a line" 'trace:5: truncated in this line' 'power 0 1\nend d'
bad "text after the end" 'trace:5: there is text after' 'end done\npower 0 1\n'
bad "a second end" 'trace:5' 'end done\nend done\n'
bad "end without a reason" 'malformed record "end"' 'end\n'
bad "unknown event" 'trace:4: unknown record' 'frob 0 1 0\nend done\n'
bad "empty line" 'trace:4: unknown record' '\nend done\n'
bad "a prefix of an event" 'unknown record' 'stor 0 1 0 0 0\nend done\n'
bad "meta in the body" 'belongs into the header' \
	'power 0 1\nmeta a b\nend done\n'
bad "meta without text" 'malformed record "meta"' 'meta a\nend done\n'
for text in 'store 0 1 0 0' 'store 0 1 0 0 0 0' 'store 2 1 0 0 0' \
	'store 0 4 0 0 0' 'store 0 1 1 0 0' 'store 0 1 0 4 0' \
	'store 0 1 0 0x8 0' 'store 0 1 0 0 -1' 'store 0 1 0 0 A' \
	'store 0 1 0 0  0' 'store 0 1 0 0 0 ' 'store 0 1 0 0 11111111111111111' \
	'store' 'store ' 'reg 0 1 0 ttbr0_el1' 'reg 0 1 0 ttbr9_el1 0' \
	'reg 0 1 0  0' 'inval 0 1 0 d5088320 0' 'inval 0 1 0 1d5088320 0 0' \
	'barrier 0 1 0' 'mode 0 1' 'mode 0 1 4' 'mode 2 0 1' \
	'access 0 1 0 0 x 0' 'access 0 1 0 0 l 2' 'access 0 1 0 0 l' \
	'power 0 2' 'power 0' 'mark 0' 'site 2 0' 'site 1' 'site 0 0' \
	'site 1 0 1 2 3 4 5 6 7 8 9' 'page 1' 'page 1000 200:0' \
	'page 1000 0:' 'page 1000 0' 'page 1000 :0' 'page'; do
	bad "$text" 'trace:4: malformed' "$text\\nend done\\n"
done
bad "a NUL in a line" 'trace:5: malformed' \
	'power 0 1\npower 0 1\000 more\nend done\n'
bad "a NUL in the first line" 'trace:4: there is a NUL' \
	'power 0 1\000 more\nend done\n'
bad "a label that is too long" 'malformed record "mark"' \
	"mark 0 $(printf '%064d' 0)\\nend done\\n"
bad "a line that is too long" 'trace:4: the line is too long' \
	"# $(printf '%020000d' 0)\\nend done\\n"
bad "a huge line without an end" 'trace:4: the line is too long' \
	"# $(printf '%0300000d' 0)"

if command -v zstd >/dev/null; then
	# shellcheck disable=SC2059 # it is a format
	printf "${head}end done\n" >"$trace"
	zstd -q "$trace" -o "$work/good.zst"
	fencepost replay "$work/good.zst"
	pass "compressed: read" has_code 0
	head -c 20 "$work/good.zst" >"$work/cut.zst"
	refused "compressed: truncated" 2 'truncated' \
		replay --json "$out/json" "$work/cut.zst"
	# The last four bytes are a checksum.
	{ head -c -4 "$work/good.zst"; echo abc; } >"$work/bad.zst"
	refused "compressed: damaged" 2 'is damaged' \
		replay --json "$out/json" "$work/bad.zst"
	head -c 4 "$work/good.zst" >"$work/magic.zst"
	refused "compressed: only the magic number" 2 'truncated' \
		replay --json "$out/json" "$work/magic.zst"
fi
finish
