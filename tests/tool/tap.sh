# shellcheck shell=sh
# SPDX-License-Identifier: BSD-2-Clause
#
# For the tests in this folder: run the command, look at its exit status, its
# messages and the files that it leaves.

count=0
status=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Nothing of the user's own is looked at or changed.
export XDG_CACHE_HOME="$work/cache"
export NO_COLOR=1
unset FENCEPOST_QEMU FENCEPOST_TIMEOUT
# Where output files go: what is refused must leave it empty.
out=$work/out
mkdir "$out"

# pass NAME COMMAND...: ok if the command succeeds.
pass() {
	name=$1
	shift
	count=$((count + 1))
	if "$@"; then
		printf "ok %s - %s\n" "$count" "$name"
		return
	fi
	printf "not ok %s - %s\n" "$count" "$name"
	sed 's/^/# out: /' "$work/stdout" | head -n 20
	sed 's/^/# err: /' "$work/stderr" | head -n 20
	status=1
}

# fencepost ARGUMENT...: what it says goes to files; sets $code.
fencepost() {
	code=0
	"$FENCEPOST" "$@" >"$work/stdout" 2>"$work/stderr" || code=$?
}

one_message() {
	[ "$(grep -c '^fencepost: ' "$work/stderr")" = 1 ] &&
		[ "$(wc -l <"$work/stderr")" = 1 ]
}

was_refused() {
	[ "$code" = "$1" ] && grep -qE -e "$2" "$work/stderr" &&
		[ ! -s "$work/stdout" ] && [ -z "$(ls -A "$out")" ]
}

# refused NAME CODE PATTERN ARGUMENT...: one message, this exit status, no
# output of any kind.
refused() {
	name=$1 wanted=$2 pattern=$3
	shift 3
	fencepost "$@"
	pass "$name: status and message" was_refused "$wanted" "$pattern"
	pass "$name: no more than that message" one_message
}

# says PATTERN, warns PATTERN: on standard output, standard error.
says() {
	grep -qE -e "$1" "$work/stdout"
}

warns() {
	grep -qE -e "$1" "$work/stderr"
}

has_code() {
	[ "$code" = "$1" ]
}

finish() {
	echo "1..$count"
	exit "$status"
}
