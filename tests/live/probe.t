#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# fencepost probe: what it says of reports, right ones and wrong ones.
. tests/tool/tap.sh

if [ "$(uname -m)" != riscv64 ]; then
	refused "another architecture" 2 'no riscv64 machine; --report' probe
fi
refused "no such option" 2 'unknown option' probe --wrong
refused "an argument" 2 'unexpected argument' probe more
refused "no such report" 2 "can't open" probe --report "$work/none"

good=fuzz/corpus/probe/not-kept
kept=fuzz/corpus/probe/kept

fencepost probe --report "$good" --json "$out/json"
pass "not kept" has_code 0
pass "not kept: the answer" says '^Answer: DOES NOT KEEP'
pass "not kept: the line" says 'riscv,isa-extensions = ..., "svvptc";$'
pass "not kept: the caveat" says "^Only the core's vendor can promise it"
pass "not kept: JSON" python3 -c 'import json, sys
j = json.load(open(sys.argv[1]))
assert j["schema"] == "fencepost.probe/1" and j["answer"] == "not-kept"
assert j["test_hold_store"] is False and len(j["cases"]) == 6 * j["online"]
for c in j["cases"]:
	assert c["clean"] == c["cured"] == j["tries"] and c["stale"] > 0
' "$out/json"
rm "$out/json"

has_no_line() {
	! says 'svvptc";'
}
fencepost probe --report "$kept"
pass "kept" has_code 0
pass "kept: the answer" says '^Answer: KEEPS'
pass "kept: a test, and it says so" says 'TEST OF THE PROBE'
pass "kept: no line" has_no_line

# undecided NAME PATTERN SED: the good report, changed, is undecided because...
undecided() {
	sed "$3" "$good" >"$work/report"
	fencepost probe --report "$work/report"
	pass "$1: status" has_code 3
	pass "$1: the reason" says "$2"
	pass "$1: no line" has_no_line
}
all='s/answer .*/answer undecided/'
undecided "late" '^- Late' "4{s/clean 256 late 0/clean 255 late 1/;$all}"
undecided "blind" 'In 1 cases no entry' "5{s/stale 256/stale 0/;$all}"
undecided "broken" '^- Broken' "6{s/clean 256/clean 255/;s/broken 0/broken 1/;$all}"
undecided "not cured" 'not cured' "7{s/cured 256/cured 255/;$all}"
undecided "offline" '^- 2 of 4 CPUs are offline' 's/present 2/present 4/'

# One that is kept decides, whatever the others say.
sed "4{s/clean 256 late 0 kept 0/clean 255 late 0 kept 1/;s/not-kept/kept/}
	5{s/stale 256/stale 0/;$all}" "$good" >"$work/report"
fencepost probe --report "$work/report"
pass "one is kept: decided" has_code 0
pass "one is kept: the answer" says '^Answer: KEEPS'

# wrong NAME PATTERN SED: the good report, changed, is refused.
wrong() {
	sed "$3" "$good" >"$work/report"
	refused "$1" 2 "$2" probe --report "$work/report" --json "$out/j"
}
wrong "empty" 'line 1: this is no report' d
wrong "another text" 'line 1: this is no report' '1s/.*/hello/'
wrong "another version" 'line 1: a format' '1s/1/2/'
wrong "another mode" 'line 2: not a name' '2s/sv57/sv64/'
wrong "no CPU" 'no CPU' '2s/online 2/online 0/'
wrong "no try" 'no CPU or no try' '3s/tries 256/tries 0/'
wrong "too many CPUs" 'online of more than 4096' '2s/online 2/online 4097/'
wrong "a huge number" 'tries of more than' \
	'3s/tries 256/tries 99999999999999999999999/'
wrong "a negative number" 'tries is no number' '3s/tries 256/tries -1/'
wrong "a zero in front" 'tries is no number' '3s/tries 256/tries 0256/'
wrong "no number" 'late is no number' '4s/late 0/late x/'
wrong "a field missing" 'late " is wanted' '4s/ late 0//'
wrong "another entry" 'line 4: not a name' '4s/leaf/root/'
wrong "half a name" 'line 4: not a name' '4s/leaf/leafy/'
wrong "counts that do not add up" 'line 4: clean, late' '4s/clean 256/clean 255/'
wrong "more than all tries" 'line 4: *cured of more than 256' \
	'4s/cured 256/cured 257/'
wrong "an answer that lies" 'line 4: the answer is not' '4s/not-kept/kept/'
wrong "an answer that lies the other way" 'the answer is not' '5s/stale 256/stale 0/'
wrong "a case missing" 'line 4: a case that is missing' 4d
wrong "a case twice" 'line 5: a case that is missing' 4p
wrong "a CPU missing" '6 cases are not those of 2' '/^cpu 1/d'
wrong "a CPU twice" 'line 10: a case' 's/^cpu 1/cpu 0/'
wrong "fewer present than online" 'of 1 CPUs' 's/present 2/present 1/'
wrong "cut off" 'line 16: "end" is wanted' 16d
wrong "more at the end" 'something follows' '16a more'
wrong "a terminal's sequences" 'line 4: not a name' \
	"4s/load/$(printf '\033')[31mload/"
refused "a full disk" 2 "can't write /dev/full" probe --report "$good" \
	--json /dev/full
finish
