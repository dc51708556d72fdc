#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# make demo: Fencepost's main job, on stock Debian 13 kernels in QEMU.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
fencepost=${FENCEPOST:-$top/build/fencepost}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

audit() { # NAME OPTIONS...
	name=$1
	shift
	printf '\n$ fencepost audit %s\n' "$*"
	"$fencepost" audit "$@" --json "$work/$name.json" \
		>"$work/$name.txt" || [ $? -eq 1 ]
	sed -n '/^Operations/,/ total$/p' "$work/$name.txt"
	echo
	sed -n '/^Sites/,/^$/p' "$work/$name.txt" | head -n 14
	echo
	sed -n '/^Findings/,/^ *first/p; /^No findings/p; /^Legal/,/^$/p' \
		"$work/$name.txt"
}

audit off --arch riscv64 --cpu rv64,svvptc=off --kernel debian:trixie
audit on --arch riscv64 --cpu rv64,svvptc=on --kernel debian:trixie

printf '\n$ fencepost compare off.json on.json\n'
"$fencepost" compare "$work/off.json" "$work/on.json" >"$work/compare.txt"
head -n 40 "$work/compare.txt"

audit arm --arch aarch64 --cpu cortex-a72 --kernel debian:trixie

ROOT="$top" "$top/tool/demo_board.pl" "$work/rows"
ROOT="$top" "$top/tool/demo_flush.pl" "$work/rows"

printf '\nInstructions at EL3 for one call of the monitor, counted:\n'
(cd "$top" && tests/run tests/monitor/calls.t 2>/dev/null) |
	awk '/^ok .* at most/ { sub(/^ok [0-9]* - /, ""); sub(/: at.*/, "")
		name = $0; getline; printf "  %-24s %s\n", name, $2 }'

printf '\nNo QEMU time is a hardware time, and none is shown: these are counts.\n\n'
perl "$top/tool/demo.pl" "$work/off.json" "$work/on.json" "$work/rows"
