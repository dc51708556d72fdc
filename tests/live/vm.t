#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# fencepost vm on this machine's KVM.
. tests/tool/tap.sh

refused "no such option" 2 'unknown option' vm --wrong
refused "an argument" 2 'unexpected argument' vm more
refused "no VM" 2 '^fencepost: --repeat "0"' vm --repeat 0
refused "neither on nor off" 2 '^fencepost: --mmu "x"' vm --mmu x
refused "a time without a unit" 2 '^fencepost: --spin "10"' vm --spin 10
refused "a time below 0" 2 '^fencepost: --spin "-1s"' vm --spin -1s
refused "no time" 2 '^fencepost: --timeout' vm --timeout 0s
refused "no such guest" 2 "can't open" vm --guest "$work/none"
: >"$work/empty"
refused "an empty guest" 2 'is empty' vm --guest "$work/empty"

if [ ! -r /dev/kvm ] || [ ! -w /dev/kvm ] || [ "$(uname -m)" != x86_64 ]; then
	pass "# SKIP no x86-64 KVM here: /dev/kvm can't be opened" true
	finish
fi

refused "no such CPU" 2 '^fencepost: --cpu 1023' vm --cpu 1023

for mmu in on off; do
	fencepost vm --mmu "$mmu" --repeat 200 --json "$out/$mmu"
	pass "200 VMs, MMU $mmu" has_code 0
	pass "200 VMs, MMU $mmu: table" says "MMU $mmu, 200 VMs$"
	pass "200 VMs, MMU $mmu: JSON" python3 -c 'import json, sys
j = json.load(open(sys.argv[1]))
assert j["schema"] == "fencepost.vm/1" and j["mmu"] == sys.argv[2]
assert j["virtual"] == (" hypervisor" in open("/proc/cpuinfo").read())
for t in j["times_ns"].values():
	assert len(t["all"]) == 200 and t["min"] <= t["median"] <= t["max"]
' "$out/$mmu" "$mmu"
done
rm "$out"/*

has_no_run() {
	! says '^run '
}
fencepost vm --never-run --cpu 0 --repeat 3
pass "never run" has_code 0
pass "never run: no time of a run" has_no_run
fencepost vm --keep --repeat 20
pass "kept" has_code 0
fencepost vm --spin 20ms --json "$out/spin"
pass "spin" has_code 0
pass "spin: no less than asked" python3 -c 'import json, sys
assert json.load(open(sys.argv[1]))["times_ns"]["run"]["min"] >= 20000000
' "$out/spin"
rm "$out"/*

# jmp to itself; ud2; hlt; movl 0x2000000, %eax; outb %al, $0xf4
printf '\353\376' >"$work/loop"
printf '\017\013' >"$work/undefined"
printf '\364' >"$work/halt"
printf '\241\000\000\000\002' >"$work/outside"
printf '\346\364' >"$work/off"
was_dumped() {
	has_code 3 && warns "$1" && warns '^fencepost:   rip 000000000001000[0-9]' &&
		[ -z "$(ls -A "$out")" ]
}
# Should the watchdog fail, this ends it.
hang() {
	code=0
	timeout -s KILL 60 "$@" vm --guest "$work/loop" --timeout 100ms \
		--json "$out/json" >"$work/stdout" 2>"$work/stderr" || code=$?
}
hang "$FENCEPOST"
pass "a guest that hangs" was_dumped 'the guest hangs'
fencepost vm --guest "$work/undefined" --json "$out/json"
pass "a guest that dies" was_dumped 'KVM exit 8, .*triple fault'
fencepost vm --guest "$work/halt"
pass "a guest that halts" was_dumped 'KVM exit 5, .*it halted'
fencepost vm --guest "$work/outside"
pass "a guest that goes outside" was_dumped 'KVM exit 6, .*not memory'
fencepost vm --guest "$work/off"
pass "a guest of one's own" has_code 0
# A mask is inherited: the watchdog must not depend on who starts it.
hang python3 -c 'import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
os.execv(sys.argv[1], sys.argv[1:])' "$FENCEPOST"
pass "a guest that hangs, SIGALRM blocked" was_dumped 'the guest hangs'

# terminate OPTION...: SIGTERM while this runs, and it dies of it.
terminate() {
	timeout -s KILL 20 "$FENCEPOST" vm "$@" >"$work/stdout" \
		2>"$work/stderr" &
	sleep 0.5
	kill "$!"
	code=0
	wait "$!" || code=$?
}
terminate --spin 50s
pass "SIGTERM while a guest runs" has_code 143
terminate --repeat 1000000 --json "$out/json"
pass "SIGTERM between guests" has_code 143
pass "SIGTERM: no file" [ ! -e "$out/json" ]

if [ "$(id -u)" = 0 ] && [ "$(stat -c %a /dev/kvm)" = 600 ] &&
	command -v setpriv >/dev/null; then
	cp "$FENCEPOST" "$work/program"
	chmod 755 "$work" "$work/program"
	code=0
	setpriv --reuid 65534 --regid 65534 --clear-groups "$work/program" \
		vm >"$work/stdout" 2>"$work/stderr" || code=$?
	pass "no right to it" was_refused 2 'be root, or in the group'
else
	pass "# SKIP no user here without a right to /dev/kvm" true
fi
# shellcheck disable=SC3045 # not in POSIX, but in every shell
ulimit -n 64
refused "too few descriptors" 2 'ulimit -n' vm --repeat 99 --keep \
	--json "$out/j"
refused "a full disk" 2 "can't write /dev/full" vm --json /dev/full
finish
