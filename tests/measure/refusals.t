#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# fencepost measure: what can't be done is said, and nothing is done.
. tests/tool/tap.sh
# Experiments that change the system exclude each other: one test at a time.
exec 9<tests/measure
flock 9

refused "no such option" 2 'unknown option' measure --wrong
refused "no such recipe" 2 'there is no recipe "x"; there are guest-residue' \
	measure x
refused "two recipes" 2 'unexpected argument' measure new-mappings x
refused "no such load" 2 'there is no such load; there are none fork' \
	measure --load x
refused "no such load option" 2 'after the name come pages=' \
	measure --load shootdown:size=2
refused "too many pages" 2 'after the name come pages=' \
	measure --load shootdown:pages=1025
refused "no rate" 2 'rate=N' measure --load mmap:rate=0
refused "no such probe" 2 'load, wakeup or gap is wanted' measure --probe x
refused "options of a probe that has none" 2 'only wakeup has options' \
	measure --probe gap:interval=100
refused "an interval that is too short" 2 'interval=20' \
	measure --probe wakeup:interval=19
refused "nothing to measure" 2 'measures a --load, and there is none' \
	measure --probe load
refused "a CPU that is not online" 2 'CPU 1023 is not online' \
	measure --load-cpus 1023
refused "no list of CPUs" 2 'a list of CPUs like' measure -c 0-
refused "the probe on a CPU that is not online" 2 'CPU 1023 is not online' \
	measure -v 1023
refused "no such action" 2 'vm=on\|off\|never' measure --do x=y
refused "no such guest" 2 'vm=on\|off\|never' measure --do vm=maybe
refused "a write to no path" 2 'write=PATH:VALUE' measure --do write=1
refused "too many arms" 2 'at most 8 arms' measure --do vm=on --do vm=on \
	--do vm=on --do vm=on --do vm=on --do vm=on --do vm=on --do vm=on \
	--do vm=on
refused "no blocks" 2 '^fencepost: --blocks "0"' measure --blocks 0
refused "no time" 2 '^fencepost: --seconds "0"' measure --seconds 0
refused "no number" 2 '^fencepost: --margin "x"' measure --margin x
refused "a wash-out with more to it" 2 'rollover\[:BITS\]' \
	measure --wash-out rolloverX
refused "a wash-out that is none" 2 'rollover' measure --wash-out soap
refused "a recipe's option" 2 'belong to recipes' measure --runs 3
refused "half a run" 2 '^fencepost: --runs "1.5"' measure guest-residue -r 1.5
refused "neither guest" 2 '^fencepost: --guest-mmu "2"' \
	measure guest-residue -m 2
refused "no state to go on with" 2 "can't open" measure --resume "$work/none"
echo "something else" >"$work/state"
printf 'fencepost-measure 1\noption --load mmap\n' >"$work/good"
cp "$work/good" "$work/open"
chmod 666 "$work/open"
refused "no state at all" 2 'is no state' measure --resume "$work/state"
for changed in "--blocks 3" "--seed 1" "--quick" "--probe gap" \
	"--state $work/other"; do
	# shellcheck disable=SC2086 # two words
	refused "resumed with $changed" 2 'goes with outputs only' \
		measure --resume "$work/good" $changed
done
refused "a state that others may write to" 2 'can be written by others' \
	measure --resume "$work/open"
refused "a state that is there" 2 'File exists' measure --quick \
	--load mmap --probe load --state "$work/state"

echo "name metric unit 1" >"$work/peers"
refused "half a pair" 2 'peers, line 1: NAME METRIC' measure --load mmap \
	--probe load --peers "$work/peers"

# What can be seen only when it is tried; with this seed the arm is first.
quick="measure --quick --blocks 1 --seconds 0.1 --warm-up 0.1 --seed 1"
# shellcheck disable=SC2086 # several words
refused "a command that fails" 2 'ended with status 7' $quick --load mmap \
	--probe load --json "$out/json" --do 'run=exit 7'
# shellcheck disable=SC2086
refused "a file that is not there" 2 "can't write \"1\" to /proc/none" $quick \
	--load mmap --probe load --json "$out/json" --do write=/proc/none:1
# shellcheck disable=SC2086
refused "a file of sysfs that can only be read" 2 \
	"can't write \"1\" to /sys/kernel/uevent_seqnum" $quick --load mmap \
	--probe load --json "$out/json" --do write=/sys/kernel/uevent_seqnum:1
# shellcheck disable=SC2086
refused "no module" 2 "can't open $work/none.ko" $quick --load mmap \
	--probe load --do "module=$work/none.ko"
# shellcheck disable=SC2086
fencepost $quick --load mmap --probe load --json /dev/full
pass "a full disk: status" has_code 2
pass "a full disk: message" warns "can't write /dev/full"
pass "a full disk: the table all the same" says 'load.rate'

# A boot that the arm needs is asked for, and waited for.
state=$work/boot
# shellcheck disable=SC2086
fencepost $quick --load mmap --probe load --state "$state" \
	--do 'new: cmdline=fencepost.never'
asks_for_boot() {
	has_code 4 && warns 'boot a kernel with "fencepost.never"' &&
		warns 'then --resume'
}
pass "another boot is asked for" asks_for_boot
before=$(grep -c '^end' "$state")
fencepost measure --resume "$state"
pass "and again" asks_for_boot
has_as_many() {
	[ "$(grep -c '^end' "$state")" = "$before" ]
}
pass "without runs in between" has_as_many
finish
