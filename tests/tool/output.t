#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# Files that can't be written: one message, status 2, nothing half-written.
# shellcheck disable=SC2317 # functions are called by pass
. tests/tool/tap.sh

export FENCEPOST_QEMU="$PWD/tests/tool/fake-qemu"
export FAKE=good FAKE_PID="$work/pid"
echo kernel >"$work/kernel"
trace=$work/trace
printf 'fencepost-trace 1\narch aarch64\ncpus 1\nend done\n' >"$trace"

refused "JSON to a full disk" 2 "can't write /dev/full: No space left" \
	replay --json /dev/full "$trace"
printf 'fencepost-trace 1\narch aarch64\ncpus 1\ninval 0 1 0 d508831f 0 0\nend done\n' \
	>"$work/one"
refused "verdicts to a full disk" 2 "can't write /dev/full" \
	replay --verdicts /dev/full "$work/one"
refused "audit: JSON to a full disk" 2 "can't write /dev/full: No space left" \
	audit --kernel "$work/kernel" --json /dev/full
refused "audit: trace to a full disk" 2 "can't write /dev/full: No space left" \
	audit --kernel "$work/kernel" --json "$out/json" --record /dev/full
refused "audit: compressed trace, no directory" 2 "can't write" \
	audit --kernel "$work/kernel" --record "$work/none/t.zst"

# With a limit of no bytes, as on a disk that fills up while it is written.
limited() {
	code=0
	(ulimit -f 0 && exec "$FENCEPOST" "$@" 2>&1 >/dev/null) |
		cat >"$work/stderr" || code=$?
	[ -z "$(ls -A "$out")" ]
}
pass "replay: a file that can't grow" limited replay --json "$out/json" "$trace"
pass "replay: says so" warns "can't write $out/json: File too large"
pass "replay: no more than that message" one_message

code=0
"$FENCEPOST" replay "$trace" >/dev/full 2>"$work/stderr" || code=$?
pass "report to a full disk: status" has_code 2
pass "report to a full disk: message" warns "can't write standard output"
pass "report to a full disk: no more" one_message

# A report that is there stays as it was, until there is a new one.
echo old >"$out/json"
fencepost replay --json "$out/json" "$work/none"
pass "a failed run keeps the old report" grep -qx old "$out/json"
chmod 600 "$out/json"
fencepost replay --json "$out/json" "$trace"
pass "a good one replaces it" grep -q schema "$out/json"
pass "and leaves nothing else" [ "$(ls -A "$out")" = json ]
fencepost replay --json /dev/stdout "$trace"
pass "standard output is written directly" says '"schema"'
pass "and is still there" [ -e /dev/stdout ]
ln -s json "$out/link"
fencepost replay --json "$out/link" "$trace"
pass "a link stays one" [ -L "$out/link" ]

# Nothing on the terminal or in a file has colour unless it is a terminal.
unset NO_COLOR
fencepost replay "$trace"
pass "no colour in a file" [ -z "$(tr -d '[:print:][:space:]' <"$work/stdout")" ]
finish
