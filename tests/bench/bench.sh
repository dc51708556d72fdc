#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# make bench: what an audit costs, as a ratio against a peer in the same run.
# BENCH_PAIRS (9): how many pairs of runs an architecture.  Nothing is asserted.
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
fencepost=${FENCEPOST:-$top/build/fencepost}
pairs=${BENCH_PAIRS:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# "0m1.250s 0m0.300s" of bash's times, as seconds.
seconds() {
	awk '{
		total = 0
		for (i = 1; i <= 2; i++) {
			split($i, part, /[ms]/)
			total += part[1] * 60 + part[2]
		}
		print total
	}'
}

run() { # ARM ARCH CPU
	BENCH_ARM=$1 BENCH_TIMES=$work/$1.times BENCH_QEMU=$(command -v \
		"qemu-system-$2") FENCEPOST_QEMU=$top/tests/bench/qemu-timed.sh \
		"$fencepost" audit --arch "$2" --cpu "$3" --kernel debian:trixie \
		--load fork:200 >"$work/log" 2>&1 || [ $? -le 1 ] || [ "$1" = plain ] || {
			cat "$work/log" >&2
			exit 1
		}
}

# Ratio of the minima, and the median of the pairs' ratios.
compare() { # ARCH
	paste <(seconds <"$work/plain.times") <(seconds <"$work/plugin.times") |
	awk -v arch="$1" '{
		if (NR == 1 || $1 < plain) plain = $1
		if (NR == 1 || $2 < plugin) plugin = $2
		ratio[NR] = $2 / $1
	} END {
		n = asort_simple(ratio, NR)
		median = n % 2 ? ratio[(n + 1) / 2] : \
			(ratio[n / 2] + ratio[n / 2 + 1]) / 2
		printf "%-10s %5d   %8.2f %8.2f   %5.2f    %5.2f   [%.2f, %.2f]\n", \
			arch, n, plain, plugin, plugin / plain, median, \
			ratio[1], ratio[n]
	}
	function asort_simple(a, n,   i, j, t) {
		for (i = 2; i <= n; i++)
			for (j = i; j > 1 && a[j - 1] > a[j]; j--) {
				t = a[j]; a[j] = a[j - 1]; a[j - 1] = t
			}
		return n
	}'
}

measure() { # ARCH CPU
	: >"$work/plain.times"
	: >"$work/plugin.times"
	for pair in $(seq "$pairs"); do
		if [ $((pair % 2)) = 1 ]; then
			run plain "$1" "$2"
			run plugin "$1" "$2"
		else
			run plugin "$1" "$2"
			run plain "$1" "$2"
		fi
	done
	compare "$1"
}

replay() { # ARCH CPU
	"$fencepost" audit --arch "$1" --cpu "$2" --kernel debian:trixie \
		--load fork:200 --record "$work/trace" --json "$work/json" \
		>/dev/null 2>&1 || [ $? -eq 1 ]
	best=
	for _ in 1 2 3; do
		start=$(date +%s.%N)
		"$fencepost" replay "$work/trace" >/dev/null 2>&1 || [ $? -eq 1 ]
		end=$(date +%s.%N)
		wc -l <"$work/trace" >/dev/null
		peer=$(date +%s.%N)
		best=$(awk -v b="$best" -v s="$start" -v e="$end" -v p="$peer" \
			'BEGIN { split(b, was, " "); t = e - s
			print (b == "" || t < was[1]) ? t " " (p - e) : b }')
	done
	events=$(grep -vcE '^(page|site|#|meta|midr|cpus|arch|end|fencepost)' \
		"$work/trace")
	memory=$(sed -n 's/.*"ledger_bytes": *\([0-9]*\).*/\1/p' "$work/json")
	echo "$best" | awk -v arch="$1" -v n="$events" -v m="${memory:-0}" '{
		printf "%-10s %9d %8.2f %10.2f %9.1f %12.1f\n", arch, n, $1,
			n / $1 / 1e6, $1 / $2, m / 1048576
	}'
}

echo "Full-verdict audit of Debian 13 (boot and fork:200, 2 CPUs, 1 GiB) against"
echo "the same QEMU command without the plugin; CPU seconds of QEMU, interleaved."
echo "arch       pairs      plain    audit   ratio   median   range"
measure aarch64 cortex-a72
measure riscv64 rv64
echo
echo "Replay of that run's trace, one core, best of 3 (peer: wc -l)."
echo "arch          events  seconds   M event/s  x peer  ledger MiB"
replay aarch64 cortex-a72
replay riscv64 rv64
echo
echo "The probe against cyclictest and the load against stress-ng: ours, theirs."
"$top/tests/bench/measure.sh"
