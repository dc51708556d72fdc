#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# fencepost measure on this machine: what it leaves behind, and what is left of it
# when it is stopped.  No figure is looked at, as the machine may be busy.
. tests/tool/tap.sh
# Experiments that change the system exclude each other: one test at a time.
exec 9<tests/measure
flock 9

quick="measure --quick --seconds 0.1 --warm-up 0.05"

# json EXPRESSION: whether it is true of the report j.
json() {
	python3 -c 'import json, sys
j = json.load(open(sys.argv[1]))
runs = j["runs"]
sys.exit(not eval("(" + sys.argv[2] + ")"))' "$out/json" "$1"
}

# No process of it is left.
all_gone() {
	! pgrep -f "$work/fencepost-copy" >/dev/null
}
cp "$FENCEPOST" "$work/fencepost-copy"
FENCEPOST=$work/fencepost-copy

# Everybody may start it.
chmod 755 "$work"
mkdir "$work/anybody"
chmod 777 "$work/anybody"
as_nobody() {
	if [ "$(id -u)" = 0 ]; then
		setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
	else
		"$@"
	fi
}
code=0
# shellcheck disable=SC2086 # several words
as_nobody "$FENCEPOST" $quick --load shootdown --probe load \
	--json "$work/anybody/json" >"$work/stdout" 2>"$work/stderr" || code=$?
cp "$work/anybody/json" "$out/json"
pass "without root: status" has_code 0
pass "without root: 16 runs, all with operations" json \
	'len(runs) == 16 and all(r["delivery"]["operations"] > 0 for r in runs)'
pass "without root: screening only" says 'SCREENING ONLY'
pass "without root: that is a flag" json \
	'any(f["name"] == "no-root" for f in j["flags"])'

# A thread that has no right to a real-time priority measures all the same.
code=0
# shellcheck disable=SC2086,SC3045 # several words; not in POSIX, but common
(ulimit -r 0 -l 0 2>/dev/null || true
as_nobody "$FENCEPOST" $quick --blocks 1 --load mmap \
	--json "$work/anybody/fifo") >"$work/stdout" 2>"$work/stderr" || code=$?
cp "$work/anybody/fifo" "$out/json"
pass "no FIFO: status" has_code 0
pass "no FIFO: each run is flagged" json \
	'all(any(f["name"] == "no-fifo" for f in r["flags"]) for r in runs)'

# A KVM that it may not use.
if [ "$(id -u)" = 0 ] && ! as_nobody test -w /dev/kvm; then
	code=0
	# shellcheck disable=SC2086
	as_nobody "$FENCEPOST" $quick --blocks 1 --seed 1 --load mmap \
		--probe load --do vm=on >"$work/stdout" 2>"$work/stderr" ||
		code=$?
	pass "no KVM: status" has_code 2
	pass "no KVM: message" warns "can't open /dev/kvm"
	pass "no KVM: no more than that message" one_message
	pass "no KVM: no output" [ ! -s "$work/stdout" ]
fi

# One CPU for all.
code=0
# shellcheck disable=SC2086
taskset -c 0 "$FENCEPOST" $quick --blocks 1 --load shootdown \
	--json "$out/json" >"$work/stdout" 2>"$work/stderr" || code=$?
pass "one CPU: status" has_code 0
pass "one CPU: that is a flag" json \
	'any(f["name"] == "shared-cpu" for f in j["flags"])'

# Every load, and the gap probe.
for load in fork exec mmap mmapstress mprotect fault fault-file threads \
	shootdown:by=unmap shootdown:by=protect,pages=4 shootdown-single \
	messaging:groups=1,via=socket switch mmap:rate=100; do
	# shellcheck disable=SC2086
	fencepost $quick --blocks 1 --seconds 0.3 --load "$load" --probe gap \
		--json "$out/json"
	pass "$load: status" has_code 0
	# On a busy machine a run may be too short for an operation.
	pass "$load: done, where it should be" json \
		'sum(r["delivery"]["operations"] for r in runs) > 0 and
		 all(r["delivery"]["moved"] == 0 and
		     not any(f["name"] in ("load-moved", "load-failed")
			     for f in r["flags"]) for r in runs)'
done
pass "mmap:rate=100: no more than that" json \
	'all(r["values"]["load.rate"] <= 1.5 * 100 * r["delivery"]["workers"]
	     for r in runs)'

# A seed gives one order, whatever the machine does.
order() {
	# shellcheck disable=SC2086
	fencepost $quick --blocks 2 --seconds 0.05 --warm-up 0 --load mmap \
		--probe load --seed 7 --do 'one: run=true' \
		--do 'two: run=true' --json "$out/json"
	python3 -c 'import json, sys
print([r["arm"] for r in json.load(open(sys.argv[1]))["runs"]])' "$out/json"
}
order >"$work/order1"
order >"$work/order2"
pass "a seed's order" cmp -s "$work/order1" "$work/order2"

# Stopped at any moment: what was made so far is kept, nobody is left, and it
# goes on to the same end.
state=$work/state
i=0
# shellcheck disable=SC2086
"$FENCEPOST" $quick --blocks 3 --seed 7 --load messaging:groups=1 \
	--load shootdown --state "$state" >"$work/stdout" 2>"$work/stderr" &
pid=$!
while [ "$i" -lt 12 ]; do
	sleep "0.$((3 + i % 5))"
	kill -KILL "$pid" 2>/dev/null || true
	wait "$pid" 2>/dev/null || true
	sleep 0.2
	pass "killed $i: nobody is left" all_gone
	"$FENCEPOST" measure --resume "$state" >"$work/stdout" \
		2>"$work/stderr" &
	pid=$!
	i=$((i + 1))
done
wait "$pid" 2>/dev/null || true
fencepost measure --resume "$state" --json "$out/json"
pass "resumed: status" has_code 0
pass "resumed: all runs, in order" json \
	'[r["number"] for r in runs] == list(range(12))'

# By a signal: the status of the signal, and a report of what there is.
# shellcheck disable=SC2086
"$FENCEPOST" $quick --blocks 9 --load mmap --probe load --json "$out/json" \
	>"$work/stdout" 2>"$work/stderr" &
pid=$!
sleep 1
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
pass "SIGTERM: status" has_code 143
pass "SIGTERM: what there is" json \
	'0 < len(runs) < 36 and
	 any(f["name"] == "incomplete" for f in j["flags"])'

# A limit that a disk may have as well.
limited=$work/limited
code=0
# shellcheck disable=SC2086
(ulimit -f 8; exec "$FENCEPOST" $quick --blocks 2 --load mmap \
	--state "$limited") >"$work/stdout" 2>"$work/stderr" || code=$?
pass "no room for the state: status" has_code 2
pass "no room for the state: message" warns "can't write $limited"
fencepost measure --resume "$limited" --json "$out/json"
pass "with room again: status" has_code 0
pass "with room again: all runs" json 'len(runs) == 8'

# What it changes is put back, whatever ends it.
knob=/proc/sys/vm/stat_interval
if [ ! -w "$knob" ]; then
	pass "# SKIP $knob can't be written" true
	finish
fi
old=$(cat "$knob")
other=$((old + 3))
is_back() {
	[ "$(cat "$knob")" = "$old" ]
}
# shellcheck disable=SC2086
fencepost $quick --blocks 1 --load mmap --probe load --do "write=$knob:$other"
pass "put back at the end" is_back
# A baseline that is the change itself shows that it was made.
for signal in INT TERM KILL; do
	# shellcheck disable=SC2086
	"$FENCEPOST" $quick --blocks 9 --load mmap --probe load \
		--do "none: write=$knob:$other" --do "run=true" \
		>"$work/stdout" 2>"$work/stderr" &
	pid=$!
	i=0
	while is_back && [ "$i" -lt 100 ]; do
		sleep 0.05
		i=$((i + 1))
	done
	kill -"$signal" "$pid"
	wait "$pid" 2>/dev/null || true
	[ "$signal" = KILL ] && break
	pass "put back after SIG$signal" is_back
done
is_changed() {
	[ "$(cat "$knob")" = "$other" ]
}
pass "SIGKILL leaves it" is_changed
# shellcheck disable=SC2086
fencepost $quick --blocks 1 --load mmap --probe load --json "$out/json"
pass "the next start repairs it" is_back
pass "and says so" warns "repaired what a killed experiment left: $knob"
pass "in the report as well" json \
	'any(f["name"] == "repaired" for f in j["flags"])'

# All that another boot needs is said at once.  Not both kinds of firmware are
# here.
psci=yes
[ ! -e /sys/firmware/devicetree/base/psci ] || psci=no
state=$work/boots
# shellcheck disable=SC2086
fencepost $quick --load mmap --probe load --state "$state" --do "none: \
cmdline=fencepost.one + cmdline=!fencepost.two + psci=$psci + cmdline=fencepost.three"
asks_for_all() {
	has_code 4 && warns 'boot a kernel with "fencepost.one" on its' &&
		warns 'line, and firmware with(out)? PSCI, and a kernel' &&
		warns 'and a kernel with "fencepost.three"'
}
pass "all that a boot needs is said at once" asks_for_all
finish
