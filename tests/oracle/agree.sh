#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Do the two ledgers agree?  On the hand-written cases (and with what each case
# expects), and on random traces, line by line.  Prints TAP; where they differ,
# the smallest trace that was found to show it.
#
#	agree.sh [SECONDS [EVENTS [FIRST_SEED]]]
#
# SECONDS (20) is the time for random traces; "3x" means three of each
# architecture instead.  EVENTS (20000) is the length of each.
# BUILD names the directory of the programs.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build}
fencepost=${FENCEPOST:-$build/fencepost}
oracle=$build/tests/oracle
random=$build/tests/random-trace
limit=${1:-20}
events=${2:-20000}
seed=${3:-1}
shrink_seconds=120

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say_oracle() {
	if ! "$oracle" "$1" >"$work/oracle" 2>"$work/error"; then
		echo "error: $(head -n 1 "$work/error")" >"$work/oracle"
		return 1
	fi
}

# The exit status is 1 where there are findings.
say_ledger() {
	rm -f "$work/ledger"
	status=0
	"$fencepost" replay --verdicts "$work/ledger" "$1" \
		>/dev/null 2>"$work/error" || status=$?
	if [ "$status" -gt 1 ] || [ ! -e "$work/ledger" ]; then
		echo "error $status: $(head -n 1 "$work/error")" \
			>"$work/ledger"
	fi
}

agree() {
	say_oracle "$1" || true
	say_ledger "$1"
	cmp -s "$work/oracle" "$work/ledger"
}

# A trace that the oracle refuses shows nothing.
still_differs() {
	say_oracle "$1" || return 1
	say_ledger "$1"
	! cmp -s "$work/oracle" "$work/ledger"
}

# As comments, not too many.
show_difference() {
	diff "$1" "$2" | sed -n 's/^\([<>]\)/#   \1/p' | head -n 20
}

# ---- Making a trace small: events go while the difference stays ----

event_pattern='^(store|reg|inval|barrier|mode|access|power|mark) '

count_events() {
	grep -cE "$event_pattern" "$1" || true
}

# drop_events FROM TO FILE: without the events FROM to TO - 1.
drop_events() {
	awk -v from="$1" -v to="$2" -v pattern="$event_pattern" '
		$0 ~ pattern { n++; if (n >= from && n < to) next }
		{ print }' "$3"
}

try() {
	[ "$(date +%s)" -lt "$shrink_end" ] && still_differs "$work/try" &&
		mv "$work/try" "$work/small"
}

shrink_end_of_trace() {
	low=0
	high=$(count_events "$work/small")
	all=$((high + 1))
	cp "$work/small" "$work/whole"
	while [ "$low" -lt "$high" ]; do
		middle=$(((low + high) / 2))
		drop_events $((middle + 1)) "$all" "$work/whole" >"$work/try"
		if try; then
			high=$middle
		else
			low=$((middle + 1))
		fi
	done
}

shrink_events() {
	size=$(($(count_events "$work/small") / 2))
	while [ "$size" -ge 1 ]; do
		from=1
		while [ "$from" -le "$(count_events "$work/small")" ]; do
			drop_events "$from" $((from + size)) "$work/small" \
				>"$work/try"
			try || from=$((from + size))
		done
		size=$((size / 2))
	done
}

# A page may have to be there, but be empty.
shrink_pages() {
	sed -n 's/^page \([0-9a-f]*\) .*/\1/p' "$work/small" >"$work/pages"
	while read -r pa; do
		sed "s/^page $pa .*/page $pa/" "$work/small" >"$work/try"
		try || true
	done <"$work/pages"
}

shrink() {
	cp "$1" "$work/small"
	shrink_end=$(($(date +%s) + shrink_seconds))
	shrink_end_of_trace
	shrink_events
	shrink_pages
	shrink_events
	agree "$work/small" || true
	echo "# the smallest trace that shows it (pages that are empty left out):"
	grep -vE '^(page [0-9a-f]*$|site|meta)' "$work/small" | sed 's/^/#   /'
	echo "# < oracle, > ledger:"
	show_difference "$work/oracle" "$work/ledger"
}

# ---- The tests ----

test_number=0

# result WHAT: by whether $work/failed is there.
result() {
	test_number=$((test_number + 1))
	if [ -e "$work/failed" ]; then
		echo "not ok $test_number - $1"
		rm "$work/failed"
		failures=yes
	else
		echo "ok $test_number - $1"
	fi
}

# check_cases WHO SAY: against what each case expects.
check_cases() {
	wrong=0
	for trace in "$here"/cases/*.trace; do
		$2 "$trace" || true
		cmp -s "${trace%.trace}.expect" "$work/$1" && continue
		touch "$work/failed"
		wrong=$((wrong + 1))
		[ "$wrong" -le 10 ] || continue
		echo "# ${trace##*/}: < expected, > $1"
		show_difference "${trace%.trace}.expect" "$work/$1"
	done
	[ "$wrong" -le 10 ] || echo "# and $((wrong - 10)) more"
	result "cases: the $1 says what they expect"
}

# random_trace SEED ARCH
random_trace() {
	"$random" "$1" "$events" "$2" >"$work/trace"
	if ! agree "$work/trace"; then
		touch "$work/failed"
		echo "# random-trace $1 $events $2: they differ"
		shrink "$work/trace"
	fi
}

# True while there is time, or are traces, left.
more() {
	case $limit in
	*x)	[ "$done_traces" -lt "${limit%x}" ] ;;
	*)	[ "$(date +%s)" -lt "$time_end" ] ;;
	esac
}

check_random() {
	time_end=$(($(date +%s) + ${limit%x}))
	done_traces=0
	while more && [ ! -e "$work/failed" ]; do
		random_trace $((seed + done_traces)) aarch64
		random_trace $((seed + done_traces)) riscv64
		done_traces=$((done_traces + 1))
	done
	result "$((2 * done_traces)) random traces of $events events"
}

failures=no
echo 1..3
check_cases oracle say_oracle
check_cases ledger say_ledger
check_random
[ "$failures" = no ]
