#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The probe against cyclictest, and the load against stress-ng, side by side on
# this machine: tests/bench/measure.sh [FILE].  FILE gets the pairs, as
# fencepost measure --peers reads them.  Nothing is asserted.
#
# CPU 0 has the load and CPU 1 the probe, but for the counts of TLB interrupts,
# where the load has both.  BENCH_PAIRS (8), BENCH_SECONDS (2) of each of four runs.
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
fencepost=${FENCEPOST:-$top/build/fencepost}
pairs=${BENCH_PAIRS:-8}
seconds=${BENCH_SECONDS:-2}
interval=211
work=$(mktemp -d)
background=
# A load may have children of its own: all of its group.
stop() {
	[ -z "$background" ] || kill -KILL -- "-$background" 2>/dev/null || true
	[ -z "$background" ] || wait "$background" 2>/dev/null || true
	background=
}
trap 'stop; rm -rf "$work"' EXIT

for program in cyclictest stress-ng; do
	command -v "$program" >/dev/null || {
		echo "measure: skipped: there is no $program (Debian: rt-tests, stress-ng)"
		exit 0
	}
done
if [ "$(nproc)" -lt 2 ] || [ "$(id -u)" != 0 ]; then
	echo "measure: skipped: two CPUs and root are wanted"
	exit 0
fi

start() { # COMMAND...: in a group of its own
	set -m
	"$@" >/dev/null 2>&1 &
	background=$!
	set +m
	sleep 0.5
}

# Four runs of ours; the median of a value of the JSON.
measure() { # VALUE ARGUMENT...
	value=$1
	shift
	"$fencepost" measure --quick --blocks 1 --seconds "$seconds" \
		--json "$work/json" "$@" >/dev/null 2>"$work/log" || {
		cat "$work/log" >&2
		exit 1
	}
	python3 -c 'import json, statistics, sys
runs = json.load(open(sys.argv[1]))["runs"]
print(statistics.median(eval(sys.argv[2]) for r in runs))' \
		"$work/json" "$value"
}

wakeup='r["values"]["wakeup.p50"]'
ipis='r["delivery"]["tlb_ipis"] / r["seconds"]'
total=$(awk -v s="$seconds" 'BEGIN { print 4 * (s + 0.2) + 1 }')

our_load() { # CPUS
	start "$fencepost" measure --quick --blocks 1 --seconds "$total" \
		--load shootdown --load-cpus "$1" --probe load
}

their_load() { # CPUS
	start stress-ng --tlb-shootdown 1 --taskset "$1" --temp-path "$work"
}

# The middle of the microsecond that has the median.
their_probe() {
	cyclictest --quiet --mlockall --priority=50 --interval=$interval \
		--threads=1 --affinity=1 --duration="${total%.*}" \
		--histogram=10000 2>/dev/null |
	awk '/^[0-9]/ { bin[++n] = $1; count[n] = $2; sum += $2 }
		END { for (i = 1; i <= n; i++) {
			seen += count[i]
			if (seen * 2 >= sum) { print bin[i] * 1000 + 500; exit }
		} }'
}

interrupts() {
	awk '/^ *TLB:/ { print $2 + $3 }' /proc/interrupts
}

their_ipis() {
	before=$(interrupts)
	sleep "$seconds"
	after=$(interrupts)
	awk -v n=$((after - before)) -v s="$seconds" 'BEGIN { print n / s }'
}

one_pair() {
	ours=$(measure "$wakeup" --load shootdown --load-cpus 0 \
		--probe-cpu 1 --probe wakeup:interval=$interval)
	our_load 0
	theirs=$(their_probe)
	stop
	echo "cyclictest wakeup.p50 ns $ours $theirs"
	# The same probe, so that only the loads differ.
	their_load 0
	theirs=$(measure "$wakeup" --probe-cpu 1 \
		--probe wakeup:interval=$interval)
	stop
	echo "stress-ng wakeup.p50 ns $ours $theirs"
	ours=$(measure "$ipis" --load shootdown --load-cpus 0,1 --probe load)
	their_load 0,1
	theirs=$(their_ipis)
	stop
	echo "stress-ng TLB-IPIs 1/s $ours $theirs"
}

for _ in $(seq "$pairs"); do
	one_pair
done | tee "${1:-$work/pairs}"
