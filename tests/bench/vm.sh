#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# make bench: a VM of fencepost vm from creation to destruction, as a ratio
# against QEMU's microvm on the same KVM with the same guest, in the same run.
# BENCH_VMS (200): how many of each.  Nothing is asserted.
set -eu

top=$(cd "$(dirname "$0")/../.." && pwd)
fencepost=$top/build/fencepost-x86_64
vms=${BENCH_VMS:-200}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

skip() {
	echo "VMs: skipped: $*"
	exit 0
}

[ "$(uname -m)" = x86_64 ] || skip "the peer's firmware is for x86-64"
if [ ! -r /dev/kvm ] || [ ! -w /dev/kvm ]; then
	skip "/dev/kvm can't be opened"
fi
command -v qemu-system-x86_64 >/dev/null ||
	skip "no qemu-system-x86_64 (Debian: qemu-system-x86)"

build_firmware() {
	local source=$top/tests/bench/microvm
	gcc -I"$top/include" -c -o "$work/firmware.o" "$source/firmware.S"
	gcc -I"$top/include" -c -o "$work/guest.o" \
		"$top/tool/live/x86_64/guest.S"
	ld -n -T "$source/firmware.lds" -o "$work/firmware.elf" \
		"$work/firmware.o" "$work/guest.o"
	objcopy -O binary "$work/firmware.elf" "$work/firmware"
}

# All that the machine can do without is left out.
microvm() { # OPTION...
	local off=x-option-roms=off,pit=off,pic=off,rtc=off,isa-serial=off
	qemu-system-x86_64 -M "microvm,$off,acpi=off" -accel kvm \
		-m 16M -nodefaults -no-user-config -display none -nic none \
		-bios "$work/firmware" \
		-device isa-debug-exit,iobase=0xf4,iosize=4 "$@"
}

# Once, with memory that outlives it: the guest did its work there as well.
check_microvm() {
	local file=memory-backend-file,id=m,share=on,size=16M
	microvm -object "$file,mem-path=$work/memory" \
		-machine memory-backend=m >"$work/log" 2>&1 || :
	[ "$(od -An -tx4 -N8 "$work/memory" | tr -d ' ')" = 46454e4300000001 ] ||
		skip "QEMU's guest did not leave its marker: $(cat "$work/log")"
}

now() {
	echo "${EPOCHREALTIME/./}"
}

# The exit status of a VM that powered off is odd (isa-debug-exit).
one_microvm() {
	microvm >/dev/null 2>&1 && return 1
	[ $(($? & 1)) = 1 ]
}

one_fencepost() {
	"$fencepost" vm >/dev/null
}

run() { # ARM: its time in microseconds is added to its file
	local start end
	start=$(now)
	"one_$1" || {
		echo "VMs: a $1 VM failed" >&2
		exit 1
	}
	end=$(now)
	echo $((end - start)) >>"$work/$1"
}

# Min, median, max.
summary() { # FILE
	sort -n "$1" | awk '{ v[NR] = $1 }
		END { printf "%s %s %s", v[1], v[int((NR + 1) / 2)], v[NR] }'
}

row() { # NAME FILE
	local min median max peer
	read -r min median max <<<"$(summary "$2")"
	read -r _ peer _ <<<"$(summary "$work/microvm")"
	awk -v n="$1" -v a="$min" -v b="$median" -v c="$max" -v p="$peer" 'BEGIN {
		printf "%-32s %9d %9d %9d %8.1f\n", n, a, b, c, p / b }'
}

# The VMs of one process, each from creation to destruction.
in_one_process() {
	"$fencepost" vm --repeat "$vms" --json "$work/json" >/dev/null
	for phase in create run destroy; do
		sed "s/.*\"$phase\": {[^[]*\[\([^]]*\)\].*/\1/; s/, /\n/g" \
			"$work/json" >"$work/$phase"
	done
	paste "$work/create" "$work/run" "$work/destroy" |
		awk '{ printf "%d\n", ($1 + $2 + $3) / 1000 }' >"$work/inside"
}

build_firmware
check_microvm
for i in $(seq "$vms"); do
	if [ $((i % 2)) = 1 ]; then
		run fencepost
		run microvm
	else
		run microvm
		run fencepost
	fi
done
in_one_process
echo "$vms VMs of each, with the same guest (MMU on, marker, power-off), process by"
echo "process and interleaved; and those of one process, by its own clock."
echo "us                                     min    median       max  x faster"
row "qemu -M microvm, a process each" "$work/microvm"
row "fencepost vm, a process each" "$work/fencepost"
row "fencepost vm, one process" "$work/inside"
