#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What a QEMU can do wrong, and a guest in it.
# shellcheck disable=SC2317 # functions are called by pass
. tests/tool/tap.sh

export FENCEPOST_QEMU="$PWD/tests/tool/fake-qemu"
export FAKE FAKE_PID="$work/pid"
echo kernel >"$work/kernel"

# A zombie, that waits for an init which does not come, is gone.
is_gone() {
	[ -s "$FAKE_PID" ] &&
		! grep -qs '^State:	[^ZX]' "/proc/$(cat "$FAKE_PID")/status"
}

leaves_nothing() {
	[ ! -s "$work/stdout" ] && [ -z "$(ls -A "$out")" ]
}

# audit FAKE: with all the kinds of output.
audit() {
	FAKE=$1
	shift
	: >"$FAKE_PID"
	fencepost audit --kernel "$work/kernel" --json "$out/json" \
		--record "$out/trace" "$@"
}

# fails FAKE CODE PATTERN: with this message, and leaves nothing.
fails() {
	audit "$1"
	pass "$1: status $2" has_code "$2"
	pass "$1: says why" warns "$3"
	pass "$1: leaves nothing" leaves_nothing
	pass "$1: QEMU is gone" is_gone
}

FAKE=old
refused "too old" 2 'is QEMU 8.2.2, and 9.2 or later is needed' \
	audit --kernel "$work/kernel"
FAKE=older
refused "too old by a minor number" 2 'is QEMU 9.1.9, and 9.2' \
	audit --kernel "$work/kernel"
FAKE=plain
refused "without plugins" 2 'built without plugins' \
	audit --kernel "$work/kernel"
FAKE=other
refused "no QEMU" 2 'is no QEMU' audit --kernel "$work/kernel"
FAKE=broken
refused "a QEMU that fails" 2 'fails' audit --kernel "$work/kernel"
FENCEPOST_QEMU=$work/none
refused "no QEMU at all" 2 "can't start .*No such file" \
	audit --kernel "$work/kernel"
FENCEPOST_QEMU=$PWD/tests/tool/fake-qemu

audit good --cpu cortex-a53 --smp 3 --memory 512M --append 'a b' \
	--load fork:3 --run '/bin/x >y' -- -extra
pass "good: succeeds" has_code 0
pass "good: has a report" says '3  tlbi vae1is .* <- caller'
pass "good: the guest's symbols can't reach the terminal" \
	says '.x1b.31mflush <- caller'
pass "good: has JSON" grep -q '"schema": "fencepost.audit/1"' "$out/json"
pass "good: has a trace" grep -qx 'end done' "$out/trace"
pass "good: the trace has the facts" \
	grep -qx 'meta machine.cpu cortex-a53' "$out/trace"
pass "good: the trace has the symbols" \
	grep -qx '#symbol 2000 t caller' "$out/trace"
for word in 'cortex-a53' '3' '512M' '-extra' 'shift=0,sleep=off' \
	'on,spawn=deny' 'virt,memory-backend=ram,dtb-randomness=off'; do
	pass "good: QEMU has $word" \
		grep -qx -e "$word" "$FAKE_PID.arguments"
done
pass "good: Linux has its command line" grep -q \
	'nokaslr .*fencepost.load=fork:3 fencepost.run=L2Jpbi94ID55 a b$' \
	"$FAKE_PID.arguments"
pass "good: the plugin knows the model" grep -q ',midr=410fd034' \
	"$FAKE_PID.arguments"
pass "good: QEMU is gone" is_gone
rm "$out/json" "$out/trace"

audit good --fast
pass "--fast: the plugin knows" grep -q ',fast=on' "$FAKE_PID.arguments"
pass "--fast: several threads" grep -qx 'tcg,thread=multi' \
	"$FAKE_PID.arguments"
rm "$out/json" "$out/trace"

audit good --tap
pass "--tap: KTAP" says '^KTAP version 1$'
pass "--tap: a line for a rule" says '^ok 1 no finding BBM$'
rm "$out/json" "$out/trace"

fails failed 3 "the guest's work failed with status 7"
pass "failed: shows the console" warns '  \| the work failed'
fails no-status 3 'ended before its work was done'
fails exits 3 'ended the machine with status 5'
fails panic 3 "the guest's kernel panicked"
pass "panic: shows the console, escaped" \
	warns '  \| .*x1b]0;owned.x07 hello$'
fails lost 2 'a CPU too many'
fails incomplete 2 'result is incomplete'
fails garbage 2 'result of the run is damaged'
fails bad-number 2 'line 9 \(memory\), bytes'
fails no-result 2 'QEMU failed with exit status 0'
fails refuses 2 'QEMU: qemu: the plugin refuses'
fails dies 2 'QEMU died of signal'
fails half-trace 2 'recorded trace has no end'
fails expect 2 'CPU 0 issued "tlbi vae1is" 4 times .* saw 3'

export FENCEPOST_TIMEOUT=1
fails spins 3 'the guest hangs'
fails sleeps 3 'the guest hangs'
fails panics-on 3 'panicked, and went on'
fails chatters 3 'did not end in time'
unset FENCEPOST_TIMEOUT

# killed SIGNAL: while the guest runs.
killed() {
	FAKE=sleeps
	: >"$FAKE_PID"
	"$FENCEPOST" audit --kernel "$work/kernel" --json "$out/json" \
		--record "$out/trace" >"$work/stdout" 2>"$work/stderr" &
	pid=$!
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		[ ! -s "$FAKE_PID" ] || break
		sleep 0.3
	done
	kill -s "$1" "$pid"
	code=0
	wait "$pid" || code=$?
	pass "SIG$1: dies of it" has_code "$2"
	pass "SIG$1: one message" one_message
	pass "SIG$1: says so" warns 'interrupted'
	pass "SIG$1: leaves nothing" leaves_nothing
	pass "SIG$1: QEMU is gone" is_gone
}
killed INT 130
killed TERM 143
killed HUP 129

# Killed without a chance: QEMU goes all the same.
FAKE=sleeps
: >"$FAKE_PID"
"$FENCEPOST" audit --kernel "$work/kernel" --json "$out/json" \
	>"$work/stdout" 2>"$work/stderr" &
pid=$!
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	[ ! -s "$FAKE_PID" ] || break
	sleep 0.3
done
kill -s KILL "$pid"
wait "$pid" 2>/dev/null
sleep 0.3
pass "SIGKILL: leaves nothing" leaves_nothing
pass "SIGKILL: QEMU is gone" is_gone
finish
