#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Two reports: what changed, and the gate.
. tests/tool/tap.sh

data=tests/tool/data
fencepost replay --json "$out/a" "$data/unmap.trace"
fencepost replay --json "$out/b" "$data/bbm.trace"

fencepost compare "$out/a" "$out/a"
pass "the same: succeeds" has_code 0
pass "the same: sites" says '^Sites: the same$'
pass "the same: findings" says '^Findings: the same$'

fencepost compare --json "$out/c" "$out/a" "$out/b"
pass "different: succeeds" has_code 0
pass "different: what shrank" says '^ +redundant +1 -> 0 +\(-1\)$'
pass "different: what grew" says '^ +count +0 -> 1 +\(\+1\)$'
pass "different: where" says '^  BBM  set_it <- caller, stored by clear_it$'
pass "different: JSON" grep -q '"schema": "fencepost.compare/1"' "$out/c"

fencepost replay --baseline "$out/a" "$data/unmap.trace"
pass "baseline: the same passes" has_code 0
fencepost replay --baseline "$out/b" "$data/unmap.trace"
pass "baseline: a redundant one more fails" has_code 1
pass "baseline: says where" says '^  redundant: 0 -> 1  tlbi vae1is flush_it'
fencepost replay --tap --baseline "$out/b" "$data/unmap.trace"
pass "baseline: KTAP" says '^not ok 8 nothing grew since the baseline$'
echo 'BBM * * * known' >"$work/known"
fencepost replay --known "$work/known" --baseline "$out/a" "$data/bbm.trace"
pass "baseline: a finding more fails, though it is known" has_code 1
pass "baseline: says which" says '^  finding: 0 -> 1  BBM set_it'
fencepost replay --known "$work/known" --baseline "$out/b" "$data/bbm.trace"
pass "baseline: a known one that was there passes" has_code 0
sed 's/"preventive": 0/"preventive": 5/; s/"redundant": 1/"redundant": 9/' \
	"$out/a" >"$out/d"
fencepost replay --baseline "$out/d" "$data/unmap.trace"
pass "baseline: less than there was passes" has_code 0

cp "$out/a" "$work/a"
rm "$out"/*
echo '{"schema":"other"}' >"$work/other"
echo '[1,2' >"$work/broken"
printf '\377\376' >"$work/binary"
echo '[]' >"$work/array"
refused "missing" 2 "can't open" compare "$work/a" "$work/none"
refused "another schema" 2 'no report of schema' compare "$work/other" "$work/a"
refused "no JSON" 2 'broken:[0-9]*: no JSON' \
	compare "$work/a" "$work/broken"
refused "binary" 2 'no JSON' compare "$work/binary" "$work/a"
refused "an array" 2 'no report' compare --json "$out/c" "$work/array" "$work/a"
refused "as a baseline" 2 'no JSON' replay --baseline "$work/broken" \
	--json "$out/json" "$data/unmap.trace"
refused "the comparison to a full disk" 2 "can't write /dev/full" \
	compare --json /dev/full "$work/a" "$work/a"

# Members of other types than they should have.
cat >"$work/odd" <<'END'
{"schema":"fencepost.audit/1","sites":[1,{"symbol":2,"callers":{},"op":[],
"issued":-5,"redundant":"x"},{"callers":[1,null]}],"ops":{"a":1},
"findings":[null,{"rule":1,"count":-1}]}
END
fencepost compare "$work/odd" "$work/a"
pass "odd members: no crash" has_code 0
printf '{"schema":"fencepost.audit/1","ops":[{"op":"\\u001b[31m","issued":1}]}' \
	>"$work/evil"
fencepost compare "$work/evil" "$work/a"
pass "control characters do not reach the terminal" says '.x1b.31m'
finish
