#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Replaying a small trace: its report, and what the options add.
. tests/tool/tap.sh

data=tests/tool/data
trace=$data/unmap.trace

fencepost replay --json "$out/json" --verdicts "$out/verdicts" "$trace"
pass "succeeds" has_code 0
pass "the report" diff -u "$data/unmap.report" "$work/stdout"
# The ledger may need more or less memory one day.
grep -v ledger_bytes "$out/json" >"$work/json"
pass "the JSON report" diff -u "$data/unmap.json" "$work/json"
pass "the verdicts" diff -u "$data/unmap.verdicts" "$out/verdicts"
pass "no message" [ ! -s "$work/stderr" ]

fencepost replay --json "$out/again" "$trace"
pass "the same each time" cmp "$out/json" "$out/again"
if command -v zstd >/dev/null; then
	zstd -q "$trace" -o "$work/t"
	fencepost replay --json "$out/again" "$work/t"
	pass "the same when compressed" cmp "$out/json" "$out/again"
fi
fencepost replay --json "$out/again" /dev/stdin <"$trace"
pass "the same from a pipe" cmp "$out/json" "$out/again"

cat >"$work/map" <<'END'
ffff800080001000 T other
ffff800080001000 t local
ffff800080001080 t later [module]
ffff800080001200 D data
END
fencepost replay --symbols "$work/map" "$trace"
pass "--symbols: names" says ' other <- later$'
bad=$data/bbm.trace
fencepost replay --symbols "$work/map" --json "$out/again" "$bad"
pass "--symbols: offset and module" \
	grep -q '"maker": "later+0x80 \[module\]"' "$out/again"
fencepost replay "$bad"
pass "a finding: status 1" has_code 1
pass "a finding: is shown" says 'finding BBM .count 1.$'
pass "a finding: its place" says '^ +stored by clear_it'
fencepost replay --tap "$bad"
pass "--tap: status 1" has_code 1
pass "--tap: not ok" says '^not ok 1 no finding BBM$'
pass "--tap: all the rules" says '^1\.\.7$'

# known LINE: a list with it makes the finding known.
known() {
	echo "$1" >"$work/known"
	fencepost replay --known "$work/known" --json "$out/again" "$bad"
}
known 'BBM set_* clear_it 6.1* because of this'
pass "known: status 0" has_code 0
pass "known: says why" says 'known: +because of this'
pass "known: in JSON" grep -q '"known": "because of this"' "$out/again"
known 'BBM caller * * of a caller'
pass "known by a caller" has_code 0
known 'BBM set_it clear_it 6.12* of another kernel'
pass "known for another kernel only" has_code 1
known 'BBM other * * of another site'
pass "known for another site only" has_code 1
known 'BBM set_it other * of another maker'
pass "known for another maker only" has_code 1
known 'INSUFFICIENT * * * another rule'
pass "known for another rule only" has_code 1
rm "$out"/*
for line in 'BBM a b c' 'BBM'; do
	echo "$line" >"$work/known"
	refused "known list: $line" 2 'known:1: a known finding has' \
		replay --known "$work/known" --json "$out/json" "$bad"
done
finish
