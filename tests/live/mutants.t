#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A guest that is not what was asked for does not pass for it: the program with
# guests that mark, or tell of their MMU, what is not so.
# shellcheck disable=SC2016 # for sed
. tests/tool/tap.sh

if [ ! -r /dev/kvm ] || [ ! -w /dev/kvm ] || [ "$(uname -m)" != x86_64 ]; then
	pass "# SKIP no x86-64 KVM here: /dev/kvm can't be opened" true
	finish
fi

# run_guest SCRIPT OPTION...: vm of the program with this guest.
run_guest() {
	FENCEPOST=$work/program
	tests/lib/live-mutant.sh x86_64 "$FENCEPOST" "$1" >"$work/stdout" \
		2>"$work/stderr"
	shift
	fencepost vm "$@"
}

# guest NAME SCRIPT PATTERN OPTION...: it is refused, with this message.
guest() {
	label=$1 script=$2 wanted=$3
	shift 3
	run_guest "$script" "$@"
	pass "$label: status" has_code 3
	pass "$label: message" warns "$wanted"
}

guest "a wrong marker, MMU on" '/(%rbp)/s/GUEST_MARKER/0x12345678/' \
	'^fencepost: the guest.s marker is 0x12345678, not'
guest "a wrong marker, MMU off" '/(%edi)/s/GUEST_MARKER/0x12345678/' \
	'^fencepost: the guest.s marker is 0x12345678, not' --mmu off
run_guest '/(%edi)/s/GUEST_MARKER/0x12345678/'
pass "the same where the MMU is on, and this code not run" has_code 0
guest "no marker" '/GUEST_MARKER/d' '^fencepost: the guest.s marker is 0, not'
guest "the MMU stays off" '/jne.*Llong_mode/d' \
	'^fencepost: the guest ran with its MMU off'
guest "the MMU is turned on unasked" 's/jne\(.*Llong_mode\)/jmp\1/' \
	'^fencepost: the guest ran with its MMU on' --mmu off
guest "a lie: on" '/BLOCK_STATE(%edi)/s/%eax/$1/' \
	'^fencepost: the guest ran with its MMU on' --mmu off
guest "a lie: off" '/BLOCK_STATE(%rbp)/s/%eax/$0/' \
	'^fencepost: the guest ran with its MMU off'
# The same program: what measure makes is looked at as well.
fencepost measure --quick --blocks 1 --seed 1 --seconds 0.1 --load mmap \
	--probe load --do vm=on
pass "as an intervention: status" has_code 2
pass "as an intervention: message" \
	warns '^fencepost: the guest ran with its MMU off'
# Without an MMU the marker cannot go where it has to.
guest "no such mapping" '/GUEST_ALIAS >> 30/d' 'triple fault'
finish
