#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The outputs for programs, read by another program; and their pages.
. tests/measure/tap.sh

pass "every experiment gives every output" \
	make_outputs json costs cyclictest tap table colours

are_json() {
	for file in "$work"/*."$1"; do
		python3 -m json.tool "$file" >/dev/null 2>"$work/stderr" ||
			return
	done
}
for format in json costs cyclictest; do
	pass "$format: JSON" are_json "$format"
done

# same_keys PAGE HEADING FORMAT
same_keys() {
	python3 tests/measure/keys.py "$1" "$2" "$work"/*."$3" \
		>"$work/stdout" 2>"$work/stderr"
}
pass "fencepost.measure/1: its page names its members, and no others" \
	same_keys docs/measure-format.md fencepost.measure/1 json
pass "fencepost.costs/1: its page names its members, and no others" \
	same_keys docs/costs-format.md fencepost.costs/1 costs

# The example of docs/costs-format.md is a cost file.
# shellcheck disable=SC2016 # the fence of a block
example() {
	sed -n '/^```$/,/^```$/p' docs/costs-format.md | sed '/^```$/d' |
		python3 -c 'import json, sys
costs = json.load(sys.stdin)
assert costs["schema"] == "fencepost.costs/1"
for cost in costs["costs"]:
	assert cost["what"] and cost["source"]
'
}
pass "the example of a cost file" example

# What rt-tests 2.x writes: members and their types, not its numbers.
like_cyclictest() {
	python3 -c 'import json, sys
top = {"file_version": int, "cmdline:": str, "rt_test_version:": str,
	"start_time": str, "end_time": str, "return_code": int,
	"sysinfo": dict, "num_threads": int, "resolution_in_ns": int,
	"thread": dict}
thread = {"histogram": dict, "cycles": int, "min": int, "max": int,
	"avg": (int, float), "cpu": int}
for name in sys.argv[1:]:
	value = json.load(open(name))
	for key, kind in top.items() if value else []:
		assert isinstance(value[key], kind), (name, key)
	threads = value.get("thread", {})
	assert len(threads) == value.get("num_threads", 0)
	assert list(threads) == [str(i) for i in range(len(threads))]
	for one in threads.values():
		for key, kind in thread.items():
			assert isinstance(one[key], kind), (name, key)
		bins = one["histogram"]
		assert list(bins) == sorted(bins, key=int)
		assert sum(bins.values()) == one["cycles"]
assert json.load(open(sys.argv[1]))["num_threads"] > 0
' "$work/blocks.cyclictest" "$work"/*.cyclictest 2>"$work/stderr"
}
pass "cyclictest: the structure of its own files" like_cyclictest

# Nothing of a machine's strings may reach a terminal as it is.
only_ascii() {
	! LC_ALL=C grep -qP '[^\n\x20-\x7e]' "$work"/*.table "$work"/*.tap
}
pass "table and TAP: printable ASCII" only_ascii

narrow() {
	awk 'length > 100 { exit 1 }' "$work"/*.table
}
pass "table: 100 columns" narrow
finish
