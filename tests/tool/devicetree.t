#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# The monitor's device-tree step on whole trees, read by dtc, and its size.
kernels=${XDG_CACHE_HOME:-$HOME/.cache}/fencepost/kernels
. tests/tool/tap.sh

# FENCEPOST is another program here, with what else is in tap.sh.
FENCEPOST=$BUILD/tests/prepare-tree
trees=build/tests/devicetree

# Sorted, since nobody promises an order; without the two lines of its header.
print_tree() {
	dtc -q -s -I dtb -O dts "$1"
}

# step BOARD TREE: to $work/result.dtb
step() {
	fencepost "$1" "$2" "$work/result.dtb"
}

same_tree() {
	print_tree "$1" >"$work/wanted" && print_tree "$2" >"$work/stdout" &&
		diff "$work/wanted" "$work/stdout" >"$work/stderr"
}

# becomes BOARD NAME MEMORY...: as NAME-psci.dts has it.
becomes() {
	board=$1 tree=$2
	shift 2
	step "$board" "$trees/$tree-spin.dtb"
	pass "$tree: done" has_code 0
	for memory; do
		pass "$tree: memory $memory" says "^memory $memory\$"
	done
	pass "$tree: no other memory" \
		[ "$(grep -c ^memory "$work/stdout")" = $# ]
	pass "$tree: as it should be" \
		same_tree "$trees/$tree-psci.dtb" "$work/result.dtb"
	step "$board" "$work/result.dtb"
	pass "$tree: a second time" has_code 0
}

becomes pi4 pi4-1g '0 0x3b400'
becomes pi4 pi4-2g '0 0x3b400' '0x40000 0x40000'
becomes pi4 pi4-4g '0 0x3b400' '0x40000 0xbc000'
becomes pi4 pi4-8g '0 0x3b400' '0x40000 0xbc000' '0x100000 0x100000'
becomes virt virt '0x40000 0x20000'

# Trees that others wrote, if some are here.
pi4_trees=$(find "$kernels" -name 'bcm2711-rpi-4-b.dtb' 2>/dev/null | sort)
for tree in $pi4_trees; do
	step pi4 "$tree"
	pass "$tree" has_code 0
	print_tree "$work/result.dtb" >"$work/stdout"
	pass "$tree: four CPUs" \
		[ "$(grep -c 'enable-method = "psci"' "$work/stdout")" = 4 ]
	pass "$tree: the reservation" says '^/memreserve/.*0x0*0 0x0*2000;$'
	pass "$tree: no other reservation" \
		[ "$(grep -c ^/memreserve/ "$work/stdout")" = 1 ]
done
[ -n "$pi4_trees" ] || {
	count=$((count + 1))
	echo "ok $count # SKIP no kernel package has been fetched"
}

# What clang 14 makes of it takes 9 KiB of the boot part; others may need more.
size_is_kept() {
	echo "# $1 bytes for aarch64"
	[ "$1" -gt 4000 ] && [ "$1" -le "$2" ]
}
if [ -e build/tests/devicetree-aarch64.elf ]; then
	pass "size" size_is_kept \
		"$(size build/tests/devicetree-aarch64.elf | awk 'END { print $4 }')" 10240
fi
finish
